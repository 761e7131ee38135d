// src/mapping/users.ts
/**
* The service user of a pusher, as `users` of the mapping says it; null: the owner of the token. Hosts ignore case in
* the names of accounts; one that is spelled alike goes first.
*/
function userOf(users, actor) {
	if (Object.hasOwn(users, actor)) return users[actor] ?? null;
	const folded = actor.toLowerCase();
	return Object.entries(users).find(([account]) => account.toLowerCase() === folded)?.[1] ?? null;
}

export { userOf };