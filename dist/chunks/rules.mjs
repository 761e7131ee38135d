import { shorten } from "./start.mjs";
import { createField, createFields, specialsInstead } from "./schemas.mjs";

// src/interface/rules.ts
/** Rules between the fields of a create request, and of each field alone (interface §2.1 to §2.4, §4.3). */
/** One sentence for each rule that a create breaks: with every field that is sent, and whether a file is attached. */
function checkCreate(fields, { attached = false } = {}) {
	return [
		...createFields.filter(({ name, required }) => required && fields[name] === void 0).map(({ name }) => `${name} is not given; every request needs it`),
		...checkMapped(fields),
		...rfpRules(fields),
		...pipeRules(fields),
		...attached ? attachmentRules(fields) : []
	];
}
/** The rules that hold before a run adds what only it knows (RFP, pipeline keys, vref): values, project, Git link. */
function checkMapped(fields) {
	return [...Object.entries(fields).flatMap(([name, value]) => checkField(name, value) ?? []), ...projectRules(fields)];
}
/** What is wrong with one field's value, in a sentence; null: nothing. */
function checkField(name, value) {
	const field = createField(name);
	if (field === void 0) return `${name} is not a field of a create request`;
	if (field.type === "integer") return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? null : `${name} is ${quote(value)}; it must be a whole number from 0 on`;
	if (typeof value !== "string") return `${name} is ${quote(value)}; it must be text`;
	if (field.values !== void 0 && !field.values.includes(value)) return `${name} is ${quote(value)}; it must be one of ${field.values.join(", ")}`;
	const specials = specialsInstead(field, value);
	if (specials !== null) return `${name} is ${quote(value)}; it must be one of ${specials.join(", ")}, or a name`;
	if (field.required && value.trim() === "") return `${name} is blank; a request must name it`;
	if (name === "rpth" && !value.startsWith("/")) return `rpth is ${quote(value)}; it must start with /`;
	return null;
}
function projectRules(fields) {
	const sentences = [];
	const { proj, repo, branch } = fields;
	const linked = isGiven(repo) && isGiven(branch);
	if (proj === "*BRANCH" && !linked) sentences.push("proj is *BRANCH, which needs repo and branch");
	else if (isGiven(branch) && !isGiven(repo)) sentences.push("branch is given without repo, which it needs");
	if (fields.rfpd === "*TASK" && !isGiven(proj)) sentences.push("rfpd is *TASK, which needs proj");
	return sentences;
}
function rfpRules(fields) {
	const { arfp, rfp, rfpd, proj } = fields;
	if (arfp === "*YES" && (rfp === void 0 || rfp === 0)) return ["arfp is *YES, which needs the number in rfp"];
	if (arfp !== "*YES" && rfp !== void 0 && rfp !== 0) return ["rfp is given, which needs arfp *YES"];
	return (arfp === "*AUTO" || arfp === "*NEW") && rfpd === void 0 && !isGiven(proj) ? [`arfp is ${arfp} without rfpd, whose default *TASK needs proj`] : [];
}
function pipeRules(fields) {
	const names = [
		"pipe",
		"pipa",
		"tkey"
	];
	const given = names.filter((name) => isGiven(fields[name]));
	if (given.length === 0) return [];
	if (given.length < names.length) {
		const missing = names.filter((name) => !given.includes(name)).join(" and ");
		return [`${given.join(" and ")} given without ${missing}; pipe, pipa and tkey go together`];
	}
	return (fields.arfp ?? "*NO") === "*NO" ? ["pipe, pipa and tkey are given without an RFP (arfp is *NO)"] : [];
}
function attachmentRules({ rsn = "*MIGRATE", copy }) {
	const sentences = [];
	if (rsn !== "*MIGRATE") sentences.push(`rsn is ${rsn}, which takes no attachment`);
	if (copy === "*YES") sentences.push("copy is *YES, which excludes an attachment");
	return sentences;
}
function isGiven(value) {
	return value !== void 0 && value !== "";
}
function quote(value) {
	return shorten(JSON.stringify(value) ?? String(value), 80);
}

export { checkCreate, checkField, checkMapped };