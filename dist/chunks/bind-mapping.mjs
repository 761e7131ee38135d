import { identityOf } from "./start.mjs";
import { readInteger } from "./replies.mjs";
import { compileOrder, isPlaceholder, isTemplate, matchParts as matchParts$1, namesIn, render } from "./templates.mjs";
import { compileGlob, createField, createFields } from "./schemas.mjs";
import { matchGlob } from "./match.mjs";
import { ascii, matchList, mayBeInDirectory, patternList } from "./pattern-list.mjs";
import { ignoresCase } from "./check-modes.mjs";
import { nameParts, pathParts } from "./names.mjs";
import { checkMapped, missingField } from "./rules.mjs";

// src/mapping/branch.ts
const anyBranch = {
	rule: "any branch",
	index: -1,
	fields: {},
	captures: {},
	dependents: null
};
/**
* The first branch rule that matches; null: nothing is filed for this branch.
* @param branch short name, as `feature/search`; case matters
*/
function branchRuleFor(compiled, branch) {
	if (compiled.branches === null) return anyBranch;
	for (const { rule, index, globs, fields, dependents } of compiled.branches) for (const glob of globs) {
		const captures = matchGlob(glob, branch);
		if (captures !== null) return {
			rule,
			index,
			fields,
			captures,
			dependents
		};
	}
	return null;
}
/** Every branch rule in order, also those after the one that wins. */
function explainBranch(compiled, branch) {
	return (compiled.branches ?? []).map(({ rule, globs }) => ({
		rule,
		matched: globs.some((glob) => matchGlob(glob, branch) !== null),
		patterns: globs.map((glob) => glob.source)
	}));
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
	const all = globs.map(({ extensions }) => extensions);
	return all.includes(null) ? null : new Set(all.flatMap((extensions) => extensions ?? []));
}

// src/mapping/compile.ts
/** Compiles every pattern of a mapping that `loadMapping` gave, or that is `emptyMapping`; the same pattern only once. */
function compileMapping(mapping) {
	const known = /* @__PURE__ */ new Map();
	const globsOf = (patterns, part) => [patterns].flat().map((pattern) => {
		const key = `${ignoresCase(part)} ${pattern}`;
		const glob = known.get(key) ?? compileGlob(pattern, ignoresCase(part));
		known.set(key, glob);
		return glob;
	});
	const branches = mapping.branches?.map(({ branch, dependents = null, ...fields }, index) => ({
		rule: `branches[${index}]`,
		index,
		globs: globsOf(branch, "branch"),
		fields,
		dependents
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
	const compared = ({ part, globs }) => {
		return {
			part,
			value: subjects[part],
			patterns: globs.map(({ source }) => source)
		};
	};
	return (compiled.rules ?? []).map(({ rule, parts }) => {
		const failing = parts.find((part) => matchPart(part, subjects) === null);
		if (failing === void 0) return {
			rule,
			matched: true,
			by: parts.map(compared)
		};
		return {
			rule,
			matched: false,
			failed: compared(failing)
		};
	});
}
/** The names of all rules that match a file, in order. @param asked tells which rules are wanted at all */
function matchingRules(compiled, file, asked) {
	const subjects = subjectsOf(file);
	return compiled.rulesFor(subjects).filter(({ rule, parts }) => asked(rule) && matchParts(parts, subjects)).map(({ rule }) => rule);
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

// src/mapping/fields.ts
/** The fields of one request: see fieldsOf. */
function renderFields(input) {
	return fieldsOf(input)(input);
}
/**
* The fields of one request for each file (design §5): the run < `request` < branch rule < file rule < `--set`; null
* takes a field away. What is the same for all files of the rule is found once.
*/
function fieldsOf(input) {
	const merged = mergeLevels(input);
	const whole = shapeOf(merged, {});
	const linked = withoutTask(merged);
	const project = whole.fields.find(({ name }) => name === "proj");
	const { repo, branch, sha, run } = input.run;
	const ofBranch = input.branchMatch?.captures;
	return ({ captures, path }) => {
		const { gpath, gfile } = pathParts(path);
		const { name, stem, ext } = nameParts(gfile);
		const known = {
			path,
			gpath,
			gfile,
			name,
			stem,
			ext,
			repo,
			branch,
			sha,
			run
		};
		const captured = {
			...ofBranch,
			...captures
		};
		const names = Object.keys(captured).length === 0 ? known : {
			...captured,
			...known
		};
		return fill(project !== void 0 && textOf(project, names, merged).text === "*BRANCH" ? linked : whole, names, merged);
	};
}
/** Under `proj: "*BRANCH"` the service takes task and subtask from the branch (interface §2.2), so neither is sent. */
function withoutTask(merged) {
	const kept = new Map(merged);
	const withheld = {};
	for (const name of ["task", "stsk"]) {
		const from = merged.get(name);
		if (from === void 0 || from.value === null) continue;
		kept.delete(name);
		withheld[name] = {
			origin: from.origin,
			code: "ofBranch",
			why: "proj is *BRANCH"
		};
	}
	return shapeOf(kept, withheld);
}
/** For each field the value of the highest level that has it. */
function mergeLevels(input) {
	const { repo, branch, user } = input.run;
	const levels = [
		["run", {
			repo,
			gpath: "gpath",
			gfile: "gfile",
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
	if (!merged.has("objn")) {
		const value = isTemplate(merged.get("objt")?.value) ? "" : defaultObject(merged, {});
		merged.set("objn", {
			value,
			origin: "default"
		});
	}
	return merged;
}
function shapeOf(merged, withheld) {
	const fields = [];
	const unset = {};
	for (const field of createFields) {
		const from = merged.get(field.name);
		if (from?.value === null) unset[field.name] = from.origin;
		else if (from !== void 0) fields.push(prepared(field.name, field.type === "integer", from.value, from.origin));
	}
	const templates = fields.filter(({ kind }) => kind === "template");
	return {
		fields,
		origins: Object.fromEntries(fields.map(({ name, origin }) => [name, origin])),
		templates: Object.fromEntries(templates.map(({ name, value }) => [name, String(value)])),
		unset,
		withheld
	};
}
function prepared(name, isInteger, value, origin) {
	const about = {
		name,
		isInteger,
		value,
		origin
	};
	if (value === "" && origin === "default") return {
		...about,
		kind: "defaultObject"
	};
	if (origin === "run") return {
		...about,
		kind: name === "gpath" || name === "gfile" ? "ofFile" : "plain"
	};
	if (name === "csqo" && value === "{order}") return {
		...about,
		kind: "order"
	};
	return {
		...about,
		kind: isTemplate(value) ? "template" : "plain"
	};
}
function textOf({ kind, value }, names, merged) {
	if (kind === "ofFile") return {
		text: names[value] ?? "",
		missing: []
	};
	if (kind === "template") return render(String(value), names);
	if (kind === "defaultObject") return render(defaultObject(merged, names), names);
	return {
		text: value,
		missing: []
	};
}
/** IFS and remote objects are called like their files, with case and extension; others have short upper-case names. */
function defaultObject(merged, names) {
	const objt = merged.get("objt")?.value;
	const type = typeof objt === "string" ? render(objt, names).text.toUpperCase() : "";
	return type === "*IFS" || type === "*REMOTE" ? "{gfile}" : "{name|upper}";
}
function fill(shape, names, merged) {
	const fields = {};
	const withheld = { ...shape.withheld };
	const problems = [];
	const placeholders = {};
	for (const prepared of shape.fields) {
		const { name, origin, isInteger } = prepared;
		if (prepared.kind === "order") continue;
		const { text, missing } = textOf(prepared, names, merged);
		if (missing.length > 0) {
			const detail = missing.map((word) => `{${word}}`).join(", ");
			const why = `${detail} has no value for this file on this branch`;
			const said = `${name} is "${prepared.value}" (${origin}), but ${why}`;
			problems.push({
				code: "noValue",
				field: name,
				detail,
				text: said
			});
			withheld[name] = {
				origin,
				code: "noValue",
				why
			};
			continue;
		}
		if (isPlaceholder(text)) {
			placeholders[name] = text;
			if (isInteger) continue;
		}
		fields[name] = (isInteger ? readInteger(text) : null) ?? text;
	}
	if (Object.hasOwn(shape.unset, "objn")) problems.push(missingField("objn"));
	problems.push(...checkMapped(withoutMarks(fields, placeholders)));
	const templates = shape.fields.some(({ kind }) => kind === "defaultObject") ? {
		...shape.templates,
		objn: defaultObject(merged, names)
	} : shape.templates;
	const isOrdered = shape.fields.some(({ kind }) => kind === "order");
	return {
		fields,
		origins: originsOf(shape, fields),
		templates,
		unset: shape.unset,
		withheld,
		isOrdered,
		problems,
		placeholders
	};
}
/** Where the fields that are sent come from: nearly always all of the rule's. */
function originsOf({ fields, origins }, sent) {
	if (fields.every(({ name }) => Object.hasOwn(sent, name))) return origins;
	return Object.fromEntries(Object.entries(origins).filter(([name]) => Object.hasOwn(sent, name)));
}
/** A mark of `init` is no value yet: value lists and forms are not checked. */
function withoutMarks(fields, marks) {
	if (Object.keys(marks).length === 0) return fields;
	const open = (name) => Object.hasOwn(marks, name) && (name === "rpth" || createField(name)?.values !== void 0);
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !open(name)));
}

// src/mapping/object-names.ts
const ofFile = [
	"path",
	"gpath",
	"gfile",
	"name",
	"stem",
	"ext"
];
const ofRun = [
	"repo",
	"branch",
	"sha",
	"run"
];
const anyPath = () => true;
/**
* Tells for the name of an object, in whatever case, which files may make it.
*
* @param set `--set`
*/
function objectMakers({ mapping }, { captures, fields }, set) {
	const rules = mapping.rules ?? [];
	const requests = rules.flatMap(({ request, requests: several }) => several ?? [request ?? {}]);
	const given = [
		set,
		fields,
		mapping.request,
		...requests
	].flatMap(({ objn }) => objn == null ? [] : [String(objn)]);
	const elsewhere = rules.flatMap(({ match }) => [match.repo ?? [], match.branch ?? []].flat().flatMap(namesIn));
	const others = /* @__PURE__ */ new Set([
		...ofRun,
		...Object.keys(captures),
		...elsewhere
	]);
	const isOfPath = (word) => ofFile.includes(word) || !others.has(word);
	const templates = [.../* @__PURE__ */ new Set([...given, "{gfile}"])];
	return (objn) => {
		const parts = templates.flatMap((template) => partInPath(template, objn.toUpperCase(), isOfPath) ?? []);
		if (parts.includes("") || !isAscii(objn)) return anyPath;
		return (path) => !isAscii(path) || parts.some((part) => path.toUpperCase().includes(part));
	};
}
/** What has to stand in the path for a template to give this name; empty: nothing; null: it never does. */
function partInPath(template, objn, isOfPath) {
	const [word, ...more] = namesIn(template);
	const [before = "", after = "", ...rest] = template.toUpperCase().split(/\{[^{}]*\}/);
	if (word === void 0 && !template.includes("{")) return before === objn ? "" : null;
	if (word === void 0 || more.length + rest.length > 0 || template.includes("{{") || !isOfPath(word)) return "";
	return objn.startsWith(before) && objn.endsWith(after) && objn.length >= before.length + after.length ? objn.slice(before.length, objn.length - after.length) : null;
}
function isAscii(text) {
	return /^[\u0000-\u007f]*$/.test(text);
}

// src/plan/bind-mapping.ts
/** Binds a mapping to one branch and run. A branch that no branch rule matches (null) leaves everything out. */
function bindMapping(compiled, branchMatch, run) {
	const { unmapped } = compiled.mapping;
	if (branchMatch === null) {
		const mapped = leftOut({
			code: "noBranchRule",
			branch: run.branch
		});
		return () => mapped;
	}
	const { repo, branch, set } = run;
	const prepared = /* @__PURE__ */ new Map();
	const fieldsBy = (rule, requests) => {
		const known = prepared.get(rule) ?? requests.map((requestFields) => fieldsOf({
			compiled,
			branchMatch,
			requestFields,
			rule,
			run,
			set
		}));
		prepared.set(rule, known);
		return known;
	};
	const mapped = ({ text: path }) => {
		const match = matchFile(compiled, {
			path,
			repo,
			branch
		});
		if (match.kind === "skip") return leftOut({
			code: "skip",
			why: match.why
		});
		if (match.kind === "unmapped") return leftOut({
			code: "unmapped",
			isError: unmapped === "error"
		});
		const { rule, captures } = match;
		return {
			kind: "requests",
			rule,
			targets: fieldsBy(rule, match.requests).map((fieldsFor) => {
				const { fields, problems, isOrdered } = fieldsFor({
					captures,
					path
				});
				const sentences = problems.map(({ text }) => text);
				return {
					identity: identityOf(fields),
					fields,
					problems: sentences,
					...isOrdered ? { isOrdered } : {}
				};
			})
		};
	};
	return Object.assign(mapped, { makersOf: objectMakers(compiled, branchMatch, set) });
}
function leftOut(because) {
	return {
		kind: "leftOut",
		because
	};
}

export { bindMapping, branchRuleFor, compileMapping, explainBranch, explainMatch, matchFile, matchingRules, renderFields };