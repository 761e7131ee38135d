/**
 * Finds the service user of a pusher in `users` of the mapping; null: not listed, so the owner of the token files.
 * Case is ignored, as hosts do; an entry with the same spelling goes first.
 */
export function findServiceUser(users: Readonly<Record<string, string>>, actor: string): string | null {
  if (Object.hasOwn(users, actor)) return users[actor] ?? null;
  const folded = actor.toLowerCase();
  return Object.entries(users).find(([account]) => account.toLowerCase() === folded)?.[1] ?? null;
}
