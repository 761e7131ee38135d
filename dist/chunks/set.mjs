import { r as readInteger } from "./replies.mjs";
import { G as createField, K as createFields, z as compileGlob } from "./read-yaml.mjs";
import { F as ignoresCase, L as keys, M as render, N as isPlaceholder, R as matchParts$1, j as isTemplate, z as modeFields } from "./source.mjs";
import { t as nearest } from "./near.mjs";
import { t as matchGlob } from "./match.mjs";

// src/mapping/pattern-list.ts
/** Which letters are the same when case is ignored is certain for these; for others the expressions decide. */
const ascii = /^[\0-\x7f]*$/;
/** True for a pattern that stands for one text only. */
function isWrittenOut(source) {
	return !/[*?{}[\]\\]/.test(source);
}
/** @param ignoreCase whether the patterns do; those that heed case are few, and are tried one by one. */
function patternList(globs, ignoreCase) {
	const isOrdered = globs.some(({ captures }) => captures.length > 0);
	const isPlain = ({ source }) => ignoreCase && !isOrdered && isWrittenOut(source) && ascii.test(source);
	return {
		globs,
		plain: new Set(globs.filter(isPlain).map(({ source }) => source.toLowerCase())),
		others: globs.filter((glob) => !isPlain(glob))
	};
}
/** The captures of the first pattern that matches, or null when none does. */
function matchList({ globs, plain, others }, text) {
	const isCertain = plain.size > 0 && ascii.test(text);
	if (isCertain && plain.has(text.toLowerCase())) return {};
	for (const glob of isCertain ? others : globs) {
		const captures = matchGlob(glob, text);
		if (captures !== null) return captures;
	}
	return null;
}
/** False when no path that the patterns match stands in this directory. */
function mayBeInDirectory({ globs, plain, others }) {
	const directories = new Set(Array.from(plain, (path) => path.slice(0, Math.max(0, path.lastIndexOf("/")))));
	return (gpath) => {
		const isCertain = plain.size > 0 && ascii.test(gpath);
		if (isCertain && directories.has(gpath.toLowerCase())) return true;
		return (isCertain ? others : globs).some(({ directory }) => directory.test(gpath));
	};
}

// src/mapping/branch.ts
/** Which branch rule wins for a branch, and why others do not. */
const anyBranch = {
	rule: "any branch",
	index: -1,
	fields: {},
	captures: {}
};
/**
* The first branch rule that matches; null: nothing is filed for this branch.
* @param branch short name, as `feature/search`; case matters
*/
function branchRuleFor(compiled, branch) {
	if (compiled.branches === null) return anyBranch;
	for (const { rule, index, globs, fields } of compiled.branches) for (const glob of globs) {
		const captures = matchGlob(glob, branch);
		if (captures !== null) return {
			rule,
			index,
			fields,
			captures
		};
	}
	return null;
}
/** Every branch rule in order, with its patterns and whether they match (also those after the one that wins). */
function explainBranch(compiled, branch) {
	return (compiled.branches ?? []).map(({ rule, globs }) => ({
		rule,
		matched: globs.some((glob) => matchGlob(glob, branch) !== null),
		patterns: globs.map((glob) => glob.source)
	}));
}

// src/interface/rules.ts
/** Rules between the fields of a create request, and of each field alone (interface §2.1 to §2.4, §4.3). */
/**
* Checks the body of a create as it would be sent.
* @param fields every field that is sent
* @returns one sentence for each rule that is broken; empty: nothing to say against it
*/
function checkCreate(fields, context = {}) {
	return [
		...requiredRules(fields),
		...checkMapped(fields),
		...rfpRules(fields),
		...pipeRules(fields),
		...context.attached === true ? attachmentRules(fields) : []
	];
}
/** The rules that hold before a run adds what only it knows (RFP, pipeline keys, vref): values, project, Git link. */
function checkMapped(fields) {
	return [...Object.entries(fields).flatMap(([name, value]) => checkField(name, value) ?? []), ...projectRules(fields)];
}
/** What is wrong with one field's value: an unknown field, another type, not on its list. Null: nothing. */
function checkField(name, value) {
	const field = createField(name);
	if (field === void 0) return `${name} is not a field of a create request`;
	if (field.type === "integer") return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? null : `${name} is ${quote(value)}; it must be a whole number from 0 on`;
	if (typeof value !== "string") return `${name} is ${quote(value)}; it must be text`;
	if (field.values !== void 0 && !field.values.includes(value)) return `${name} is ${quote(value)}; it must be one of ${field.values.join(", ")}`;
	if (field.required && value.trim() === "") return `${name} is blank; a request must name it`;
	if (name === "rpth" && !value.startsWith("/")) return `rpth is ${quote(value)}; it must start with /`;
	return null;
}
function requiredRules(fields) {
	return createFields.flatMap((field) => "required" in field ? [field.name] : []).filter((name) => fields[name] === void 0).map((name) => `${name} is not given; every request needs it`);
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
function attachmentRules(fields) {
	const sentences = [];
	if ((fields.rsn ?? "*MIGRATE") !== "*MIGRATE") sentences.push(`rsn is ${fields.rsn}, which takes no attachment`);
	if (fields.copy === "*YES") sentences.push("copy is *YES, which excludes an attachment");
	return sentences;
}
function isGiven(value) {
	return value !== void 0 && value !== "";
}
function quote(value) {
	const text = JSON.stringify(value) ?? String(value);
	return text.length <= 80 ? text : `${Array.from(text.slice(0, 150)).slice(0, 77).join("")}...`;
}

// src/mapping/names.ts
/** Splits a path (slashes, no leading one) into directory and file name. */
function pathParts(path) {
	const slash = path.lastIndexOf("/");
	return {
		path,
		gpath: slash < 0 ? "" : path.slice(0, slash),
		gfile: path.slice(slash + 1)
	};
}
/**
* The parts of a file name. A separator in the first place belongs to the name (`.profile` is called `.profile`), since
* an object cannot have an empty name; blanks before the separator do not (`CUST - Customers.PF` is CUST).
*/
function nameParts(gfile) {
	const end = gfile.slice(1).search(/[.-]/);
	const dot = gfile.lastIndexOf(".");
	return {
		name: (end < 0 ? gfile : gfile.slice(0, end + 1)).trimEnd(),
		stem: dot > 0 ? gfile.slice(0, dot) : gfile,
		ext: dot > 0 ? gfile.slice(dot + 1) : ""
	};
}

// src/mapping/fields.ts
/**
* The fields of one request (design §5): the run < `request` < branch rule < file rule < `--set`; null takes a field
* away. Under `proj: "*BRANCH"` the service takes task and subtask from the branch (interface §2.2), so neither is sent.
*/
function renderFields(input) {
	const merged = mergeLevels(input);
	const names = placeholderValues(input);
	const projectDraft = emptyDraft();
	renderOne("proj", merged.get("proj"), names, projectDraft);
	const draft = emptyDraft();
	if (projectDraft.fields.proj === "*BRANCH") withholdTask(merged, draft);
	if (!merged.has("objn")) merged.set("objn", {
		value: defaultObject(merged, names),
		origin: "default"
	});
	for (const { name } of createFields) renderOne(name, merged.get(name), names, draft);
	const fields = draft.fields;
	const broken = checkMapped(withoutMarks(fields, draft.placeholders));
	const nameless = !Object.hasOwn(draft.unset, "objn") ? [] : ["objn is not given; every request needs it"];
	return {
		...draft,
		fields,
		problems: [
			...draft.problems,
			...nameless,
			...broken
		]
	};
}
function emptyDraft() {
	return {
		fields: {},
		origins: {},
		templates: {},
		unset: {},
		withheld: {},
		problems: [],
		placeholders: {}
	};
}
/** The project that is linked to the branch brings its own task and subtask (interface §2.2). */
function withholdTask(merged, draft) {
	for (const name of ["task", "stsk"]) {
		const from = merged.get(name);
		if (from === void 0 || from.value === null) continue;
		merged.delete(name);
		draft.withheld[name] = {
			origin: from.origin,
			why: "proj is *BRANCH"
		};
	}
}
/** For each field the value of the highest level that has it. */
function mergeLevels(input) {
	const { repo, branch, user } = input.run;
	const { gpath, gfile } = pathParts(input.path);
	const levels = [
		["run", {
			repo,
			gpath,
			gfile,
			branch,
			proj: "*BRANCH",
			...user === void 0 || user === null ? {} : { user }
		}],
		["request", input.compiled.mapping.request],
		[input.branchMatch?.rule ?? "branch", input.branchMatch?.fields ?? {}],
		[input.rule ?? "rule", input.requestFields],
		["--set", input.set]
	];
	const merged = /* @__PURE__ */ new Map();
	for (const [origin, fields] of levels) for (const [name, value] of Object.entries(fields)) if (value === null || typeof value === "string" || typeof value === "number") merged.set(name, {
		value,
		origin
	});
	return merged;
}
/** What `{...}` can name for this file. */
function placeholderValues(input) {
	const parts = pathParts(input.path);
	const { repo, branch, sha, run } = input.run;
	const ofFile = {
		...parts,
		...nameParts(parts.gfile)
	};
	return {
		...input.branchMatch?.captures,
		...input.captures,
		...ofFile,
		repo,
		branch,
		sha,
		run
	};
}
/** IFS and remote objects are called like their files, with case and extension; others have short upper-case names. */
function defaultObject(merged, names) {
	const objt = merged.get("objt")?.value;
	const type = typeof objt === "string" ? render(objt, names).text.toUpperCase() : "";
	return type === "*IFS" || type === "*REMOTE" ? "{gfile}" : "{name|upper}";
}
function renderOne(name, from, names, draft) {
	if (from === void 0) return;
	const { value, origin } = from;
	if (value === null) {
		draft.unset[name] = origin;
		return;
	}
	const field = createField(name);
	const template = origin !== "run" && isTemplate(value) ? value : null;
	if (template !== null) draft.templates[name] = template;
	const rendered = template === null ? {
		text: value,
		missing: []
	} : render(template, names);
	const { text } = rendered;
	if (rendered.missing.length > 0) {
		const why = `${rendered.missing.map((missing) => `{${missing}}`).join(", ")} has no value for this file on this branch`;
		draft.problems.push(`${name} is "${value}" (${origin}), but ${why}`);
		draft.withheld[name] = {
			origin,
			why
		};
		return;
	}
	if (isPlaceholder(text)) {
		draft.placeholders[name] = text;
		if (field?.type === "integer") return;
	}
	const number = field?.type === "integer" ? readInteger(text) : null;
	draft.fields[name] = number ?? text;
	draft.origins[name] = origin;
}
/** A mark of `init` is no value yet: value lists and forms are not held against it. */
function withoutMarks(fields, marks) {
	if (Object.keys(marks).length === 0) return fields;
	const open = (name) => Object.hasOwn(marks, name) && (name === "rpth" || createField(name)?.values !== void 0);
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !open(name)));
}

// src/mapping/match.ts
/** The first rule that matches a file decides; without a list of rules every file is one request. */
function matchFile(compiled, file) {
	if (compiled.rules === null) return {
		kind: "requests",
		rule: "every file",
		requests: [{}],
		captures: {}
	};
	const subjects = subjectsOf(file);
	for (const { rule, parts, result } of compiled.rulesFor(subjects)) {
		const captures = matchParts(parts, subjects);
		if (captures === null) continue;
		return result.kind === "skip" ? {
			...result,
			rule
		} : {
			...result,
			rule,
			captures
		};
	}
	return { kind: "unmapped" };
}
/** Every rule in order, also those after the one that wins. */
function explainMatch(compiled, file) {
	const subjects = subjectsOf(file);
	return (compiled.rules ?? []).map((rule) => explainRule(rule, subjects));
}
/**
* The names of all rules that match a file, in order.
* @param asked tells which rules are wanted at all
*/
function matchingRules(compiled, file, asked) {
	const subjects = subjectsOf(file);
	return compiled.rulesFor(subjects).flatMap(({ rule, parts }) => {
		return asked(rule) && parts.every((part) => matchPart(part, subjects) !== null) ? [rule] : [];
	});
}
function explainRule({ rule, parts }, subjects) {
	const failing = parts.find((part) => matchPart(part, subjects) === null);
	if (failing === void 0) return {
		rule,
		matched: true
	};
	const { part, globs } = failing;
	return {
		rule,
		matched: false,
		failed: {
			part,
			value: subjects[part],
			patterns: globs.map((glob) => glob.source)
		}
	};
}
function subjectsOf({ path, repo, branch }) {
	return {
		...pathParts(path),
		repo,
		branch
	};
}
/** All parts must match; their captures come together. */
function matchParts(parts, subjects) {
	let captures = {};
	for (const part of parts) {
		const found = matchPart(part, subjects);
		if (found === null) return null;
		captures = {
			...captures,
			...found
		};
	}
	return captures;
}
function matchPart(compiled, subjects) {
	return matchList(compiled, subjects[compiled.part]);
}

// src/mapping/glob-index.ts
/** Indexes rules. What was found for an extension in a directory is kept, since files have many neighbours. */
function indexRules(rules) {
	const indexed = rules.map(indexRule);
	const named = new Set(indexed.flatMap(({ extensions }) => [...extensions ?? []]));
	const known = /* @__PURE__ */ new Map();
	return ({ gpath, gfile }) => {
		const extension = extensionOf(gfile);
		const kind = named.has(extension) ? extension : ascii.test(extension) ? "" : "*";
		const key = `${kind}/${gpath}`;
		const before = known.get(key);
		if (before !== void 0) return before;
		const found = candidates(indexed, kind, gpath);
		known.set(key, found);
		return found;
	};
}
/** @param kind an extension that rules name, empty for any that none names, `*` for one that must be tried on all */
function candidates(indexed, kind, gpath) {
	return indexed.filter(({ extensions }) => extensions === null || kind === "*" || extensions.has(kind)).filter(({ directories }) => directories.every((mayHold) => mayHold(gpath))).map(({ rule }) => rule);
}
/** After the last `.`, in lower case; empty when there is none. */
function extensionOf(gfile) {
	const dot = gfile.lastIndexOf(".");
	return dot < 0 ? "" : gfile.slice(dot + 1).toLowerCase();
}
function indexRule(rule) {
	const directories = [];
	let extensions = null;
	for (const part of rule.parts) {
		if (part.part === "gpath") directories.push((gpath) => matchList(part, gpath) !== null);
		if (part.part === "path") directories.push(mayBeInDirectory(part));
		if (part.part === "path" || part.part === "gfile") extensions ??= extensionsOf(part.globs);
	}
	return {
		rule,
		extensions,
		directories
	};
}
function extensionsOf(globs) {
	const all = /* @__PURE__ */ new Set();
	for (const { extensions } of globs) {
		if (extensions === null) return null;
		for (const extension of extensions) all.add(extension);
	}
	return all;
}

// src/mapping/compile.ts
/** A mapping made ready for many files: each pattern compiled once. */
/** Compiles every pattern of a mapping that `loadMapping` gave, or that is `emptyMapping`; the same pattern only once. */
function compileMapping(mapping) {
	const known = /* @__PURE__ */ new Map();
	const globsOf = (patterns, part) => [patterns].flat().map((pattern) => {
		const key = `${ignoresCase(part)} ${pattern}`;
		const glob = known.get(key) ?? compileGlob(pattern, ignoresCase(part));
		known.set(key, glob);
		return glob;
	});
	const branches = mapping.branches?.map(({ branch, ...fields }, index) => ({
		rule: `branches[${index}]`,
		index,
		globs: globsOf(branch, "branch"),
		fields
	}));
	const rules = mapping.rules?.map((rule, index) => ({
		rule: `rules[${index}]`,
		parts: matchParts$1.flatMap((part) => {
			const patterns = rule.match[part];
			return patterns === void 0 ? [] : [{
				part,
				...patternList(globsOf(patterns, part), ignoresCase(part))
			}];
		}),
		result: resultOf(rule)
	}));
	return {
		mapping,
		branches: branches ?? null,
		rules: rules ?? null,
		rulesFor: indexRules(rules ?? [])
	};
}
function resultOf(rule) {
	if (rule.skip !== void 0) return {
		kind: "skip",
		why: rule.skip === true ? "by rule" : rule.skip
	};
	return {
		kind: "requests",
		requests: rule.requests ?? [rule.request ?? {}]
	};
}

// src/mapping/set.ts
/** `--set FIELD=VALUE`: fields from the command line, over everything that the mapping says. */
/**
* Reads `--set` items. The value is everything after the first `=`; an empty one, or `null`, means that the field is not
* sent. Placeholders work as in the mapping, and are checked when a request is made. The last item of a field counts.
* @returns the fields, and a sentence for each item that cannot be used
*/
function parseSet(items) {
	const fields = {};
	const problems = [];
	for (const item of items) {
		const equals = item.indexOf("=");
		const name = item.slice(0, equals < 0 ? item.length : equals).trim();
		const value = item.slice(equals + 1);
		const problem = equals < 0 ? `${item} has no =; FIELD=VALUE is expected` : setProblem(name, value);
		if (problem === null) fields[name] = isNothing(value) ? null : value;
		else problems.push(problem);
	}
	return {
		fields,
		problems
	};
}
function isNothing(value) {
	return value === "" || value === "null";
}
function setProblem(name, value) {
	if (modeFields.includes(name)) return `${name} is not set as a field; use --rfp none, per-push, per-branch or an RFP number`;
	if (!keys.fields.includes(name)) {
		const near = nearest(name, keys.fields);
		return `${name} is not a field of a create request; ${near === null ? `one of ${keys.fields.join(", ")}` : `did you mean ${near}?`}`;
	}
	if (isNothing(value) || isTemplate(value) || isPlaceholder(value)) return null;
	const number = createField(name)?.type === "integer" ? readInteger(value) : null;
	return checkField(name, number ?? value);
}

export { matchingRules as a, pathParts as c, explainBranch as d, isWrittenOut as f, matchFile as i, checkCreate as l, compileMapping as n, renderFields as o, explainMatch as r, nameParts as s, parseSet as t, branchRuleFor as u };