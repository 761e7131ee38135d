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
	return `${keyPart(identity.type)} ${nameKey(identity)}`;
}
/** A key that leaves the type out, for finding those that an open type may match. */
function nameKey(identity) {
	const { appl, lvl, objn, rpth } = identity;
	return `${lvl} ${keyPart(appl)} ${keyPart(objn)} ${keyPart(rpth)}`;
}
/** With its length, so that no two lists of parts make one key; null is none of its own. */
function keyPart(text) {
	return text === null ? "-" : `${text.length}:${text}`;
}
/** Same object, where an open type on either side means that the names alone are compared: renames, delete guard. */
function mayBeSame(one, other) {
	if (!(one.objn === other.objn && one.appl === other.appl && one.lvl === other.lvl && one.rpth === other.rpth)) return false;
	return one.type === null || other.type === null || one.type === other.type;
}
/** The object as a person writes it: `ORD/50 ORD100 *PGM`. */
function identityText(identity) {
	const type = identity.type === null ? "" : ` ${identity.type}`;
	return `${identity.appl}/${identity.lvl} ${identity.objn}${type}${identity.rpth ?? ""}`;
}

export { identityKey, identityOf, identityText, mayBeSame, nameKey };