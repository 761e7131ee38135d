import { nativeCharacters, nativeNameProblem } from "./native-names.mjs";

// src/plan/object-names.ts
/** Types whose names are paths or names of other systems. */
const notNative = ["*IFS", "*REMOTE"];
/** The fields of IFS objects alone tell of the type where the service derives it. */
function mayBeNative({ objt, rpth, dir }) {
	return !notNative.includes(objt) && (objt !== void 0 || rpth === void 0 && dir === void 0);
}
/** What is wrong with the name of a native object; empty for one that may be an IFS object. */
function nameProblems(fields) {
	const { objn } = fields;
	const code = objn === void 0 || !mayBeNative(fields) ? null : nativeNameProblem(objn);
	if (objn === void 0 || code === null) return [];
	return [{
		code,
		field: "objn",
		text: code === "tooLong" ? `objn ${objn} has ${objn.length} characters; a native object has at most ${10}` : `objn ${objn} holds characters that no native object has; ${nativeCharacters} are allowed`
	}];
}
/** What a name looks like at a glance: without case, and with letters for the digits that are taken for them. */
function lookOf(name) {
	return name.normalize("NFKC").toUpperCase().replaceAll("0", "O").replace(/[1L]/g, "I");
}
/** Names of one target, one type and one folder are seen side by side. */
function placeOf({ appl, lvl, type, rpth }) {
	return JSON.stringify([
		appl,
		lvl,
		type,
		rpth
	]);
}
/**
* What a plan says of the names of its objects: what a native object cannot be called, and names that look like another
* one of the plan or of what the branch has filed.
*/
function nameWarnings(requests, filed) {
	const seen = /* @__PURE__ */ new Map();
	const keyOf = (identity) => `${placeOf(identity)} ${lookOf(identity.objn)}`;
	for (const { identity } of requests) {
		const key = keyOf(identity);
		seen.set(key, (seen.get(key) ?? /* @__PURE__ */ new Set()).add(identity.objn));
	}
	for (const identity of filed) seen.get(keyOf(identity))?.add(identity.objn);
	const warnings = /* @__PURE__ */ new Map();
	for (const request of requests) {
		const { identity, fields, reason } = request;
		const alike = [...seen.get(keyOf(identity)) ?? []].filter((name) => name !== identity.objn).map((name) => `objn ${identity.objn} looks like ${name}, which is another object`);
		const wrong = reason === "*DELETE" ? [] : nameProblems(fields).map(({ text }) => text);
		if (wrong.length + alike.length > 0) warnings.set(request, [...wrong, ...alike]);
	}
	return warnings;
}

export { nameProblems, nameWarnings };