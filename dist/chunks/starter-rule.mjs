import { includeReason, testReason } from "./tracked-file.mjs";

// src/init/starter-rule.ts
/** One rule of the starter file, with what a person should know of it. */
/** True where each part of the match lists a pattern: no other rule is written. */
function canMatch({ match }) {
	return Object.values(match).every((patterns) => patterns.length > 0);
}
/** Includes wait for the attribute that delivers them, tests for the word that they are filed too. */
function openIn({ result }) {
	return "skip" in result ? askedBy(result.skip) : null;
}
/** The same by the reason that stands in the file: as long as it does, the question stands above it. */
function askedBy(skip) {
	if (skip === "include: makes no object") return "includes";
	return skip === "test: not deployed" ? "tests" : null;
}
/** The request that takes the place of `skip` when a person has decided; null: nothing is open. */
function readyRequest(rule) {
	const srca = rule.match.gfile?.join() === "*" ? {} : { srca: "{ext|upper}" };
	switch (openIn(rule)) {
		case "includes": return {
			attr: "<ATTR>",
			objt: "*SRC",
			...srca
		};
		case "tests": return {
			objt: "*SRVPGM",
			...srca
		};
		case null: return null;
	}
}

export { askedBy, canMatch, openIn, readyRequest };