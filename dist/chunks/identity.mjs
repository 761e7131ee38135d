// src/plan/identity.ts
/** The identity of a request with these fields; `appl`, `lvl` and `objn` have been checked to be there. */
function identityOf(fields) {
	return {
		appl: fields.appl ?? "",
		lvl: fields.lvl ?? 0,
		type: fields.objt ?? fields.attr ?? null,
		objn: fields.objn ?? "",
		rpth: fields.rpth ?? null
	};
}
/** A key under which equal identities, and only those, meet. */
function identityKey(identity) {
	return JSON.stringify([
		identity.appl,
		identity.lvl,
		identity.type,
		identity.objn,
		identity.rpth
	]);
}
/** A key that leaves the type out, for finding those that an open type may match. */
function nameKey(identity) {
	return JSON.stringify([
		identity.appl,
		identity.lvl,
		identity.objn,
		identity.rpth
	]);
}
/** Same object, where an open type on either side means that the names alone are compared: renames, delete guard. */
function mayBeSame(one, other) {
	if (nameKey(one) !== nameKey(other)) return false;
	return one.type === null || other.type === null || one.type === other.type;
}
/** The object as a person writes it: `ORD/50 ORD100 *PGM`. */
function identityText(identity) {
	const type = identity.type === null ? "" : ` ${identity.type}`;
	return `${identity.appl}/${identity.lvl} ${identity.objn}${type}${identity.rpth ?? ""}`;
}

export { nameKey as a, mayBeSame as i, identityOf as n, identityText as r, identityKey as t };