/** Finds the service user of an account at the host, or null; case is ignored, but an account in the same spelling goes first. */
export function findServiceUser(users: Readonly<Record<string, string>>, actor: string): string | null {
  if (Object.hasOwn(users, actor)) return users[actor] ?? null;
  const folded = actor.toLowerCase();
  return Object.entries(users).find(([account]) => account.toLowerCase() === folded)?.[1] ?? null;
}
