import { shorten } from "./start.mjs";
import { createField, createFields, specialsInstead } from "./schemas.mjs";

// src/interface/rules.ts
/** Rules between the fields of a create request, and of each field alone (interface §2.1 to §2.4, §4.3). */
function broken(code, field, text) {
	return {
		code,
		field,
		text
	};
}
/** One finding for each rule that a create breaks: with every field that is sent, and whether a file is attached. */
function checkCreate(fields, { attached = false } = {}) {
	return [
		...createFields.filter(({ name, required }) => required && fields[name] === void 0).map(({ name }) => missingField(name)),
		...checkMapped(fields),
		...rfpRules(fields),
		...pipeRules(fields),
		...attached ? attachmentRules(fields) : []
	];
}
/** A required field is not given. */
function missingField(name) {
	return broken("missing", name, `${name} is not given; every request needs it`);
}
/** The rules that hold before a run adds what only it knows (RFP, pipeline keys, vref): values, project, Git link. */
function checkMapped(fields) {
	return [...Object.entries(fields).flatMap(([name, value]) => checkField(name, value) ?? []), ...projectRules(fields)];
}
/** What is wrong with one field's value; null: nothing. */
function checkField(name, value) {
	const field = createField(name);
	if (field === void 0) return broken("unknown", name, `${name} is not a field of a create request`);
	const mustBe = (code, right) => broken(code, name, `${name} is ${quote(value)}; it must ${right}`);
	if (field.type === "integer") return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? null : mustBe("notWhole", "be a whole number from 0 on");
	if (typeof value !== "string") return mustBe("notText", "be text");
	const { values } = field;
	if (values !== void 0 && !values.includes(value)) return mustBe("notListed", `be one of ${values.join(", ")}`);
	const specials = specialsInstead(field, value);
	if (specials !== null) return mustBe("notListed", `be one of ${specials.join(", ")}, or a name`);
	if (field.required && value.trim() === "") return broken("blank", name, `${name} is blank; a request must name it`);
	return name === "rpth" && !value.startsWith("/") ? mustBe("noSlash", "start with /") : null;
}
function projectRules({ proj, repo, branch, rfpd }) {
	const found = [];
	if (proj === "*BRANCH" && !(isGiven(repo) && isGiven(branch))) found.push(broken("needsLink", "proj", "proj is *BRANCH, which needs repo and branch"));
	else if (isGiven(branch) && !isGiven(repo)) found.push(broken("needsRepo", "branch", "branch is given without repo, which it needs"));
	if (rfpd === "*TASK" && !isGiven(proj)) found.push(broken("needsProject", "rfpd", "rfpd is *TASK, which needs proj"));
	return found;
}
function rfpRules({ arfp, rfp = 0, rfpd, proj }) {
	if (arfp === "*YES" && rfp === 0) return [broken("needsRfp", "arfp", "arfp is *YES, which needs the number in rfp")];
	if (arfp !== "*YES" && rfp !== 0) return [broken("needsYes", "rfp", "rfp is given, which needs arfp *YES")];
	if (!((arfp === "*AUTO" || arfp === "*NEW") && rfpd === void 0 && !isGiven(proj))) return [];
	return [broken("needsProject", "arfp", `arfp is ${arfp} without rfpd, whose default *TASK needs proj`)];
}
function pipeRules(fields) {
	const names = [
		"pipe",
		"pipa",
		"tkey"
	];
	const given = names.filter((name) => isGiven(fields[name]));
	const [first] = given;
	if (first === void 0) return [];
	if (given.length < names.length) {
		const missing = names.filter((name) => !given.includes(name)).join(" and ");
		return [broken("needsKeys", first, `${given.join(" and ")} given without ${missing}; pipe, pipa and tkey go together`)];
	}
	if ((fields.arfp ?? "*NO") !== "*NO") return [];
	return [broken("needsRfp", first, "pipe, pipa and tkey are given without an RFP (arfp is *NO)")];
}
function attachmentRules({ rsn = "*MIGRATE", copy }) {
	const found = [];
	if (rsn !== "*MIGRATE") found.push(broken("noAttachment", "rsn", `rsn is ${rsn}, which takes no attachment`));
	if (copy === "*YES") found.push(broken("noAttachment", "copy", "copy is *YES, which excludes an attachment"));
	return found;
}
function isGiven(value) {
	return value !== void 0 && value !== "";
}
function quote(value) {
	return shorten(JSON.stringify(value) ?? String(value), 80);
}

export { checkCreate, checkField, checkMapped, missingField };