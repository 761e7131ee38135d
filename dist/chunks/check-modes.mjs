import { mappingDefaults } from "./start.mjs";
import { GlobError, compileGlob } from "./schemas.mjs";
import { matchParts, namesIn, showPath } from "./templates.mjs";

// src/mapping/outline.ts
/**
* The parts of a mapping that checks look at, taken from a value that may be wrong in other places: a file with a
* misspelt key has its patterns checked too.
*/
/** True when patterns of this part ignore case, as object names do. */
function ignoresCase(part) {
	return part !== "branch" && part !== "repo";
}
/** The outline of what a mapping file holds, whatever that is. */
function outlineOf(value) {
	const top = recordOf(value);
	return {
		top,
		request: {
			path: ["request"],
			fields: recordOf(top.request)
		},
		branches: listOf(top.branches).map((rule, index) => branchAt(recordOf(rule), ["branches", index])),
		rules: listOf(top.rules).map((rule, index) => ruleAt(recordOf(rule), ["rules", index]))
	};
}
/** All levels of fields in a mapping. */
function allFieldSets(outline) {
	return [outline.request, ...[...outline.branches, ...outline.rules].flatMap((rule) => rule.fieldSets)];
}
/** The names that the patterns of a rule capture, each once. */
function capturesOf(rule) {
	return [...new Set(rule.patterns.flatMap((pattern) => pattern.glob?.captures ?? []))];
}
function branchAt(rule, path) {
	const { branch, dependents: _, ...fields } = rule;
	return {
		path,
		patterns: patternsAt(branch, "branch", [...path, "branch"]),
		fieldSets: [{
			path,
			fields
		}],
		value: rule
	};
}
function ruleAt(rule, path) {
	const match = recordOf(rule.match);
	return {
		path,
		patterns: matchParts.flatMap((part) => patternsAt(match[part], part, [
			...path,
			"match",
			part
		])),
		fieldSets: [{
			path: [...path, "request"],
			fields: recordOf(rule.request)
		}, ...listOf(rule.requests).map((fields, index) => {
			return {
				path: [
					...path,
					"requests",
					index
				],
				fields: recordOf(fields)
			};
		})],
		value: rule
	};
}
function patternsAt(value, part, path) {
	if (typeof value === "string") return [patternAt(value, part, path)];
	return listOf(value).flatMap((text, index) => typeof text === "string" ? [patternAt(text, part, [...path, index])] : []);
}
function patternAt(text, part, path) {
	try {
		return {
			path,
			part,
			text,
			glob: compileGlob(text, ignoresCase(part)),
			error: null
		};
	} catch (error) {
		if (!(error instanceof GlobError)) throw error;
		return {
			path,
			part,
			text,
			glob: null,
			error
		};
	}
}
/** The keys of a value; none when it is no map. */
function recordOf(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
function listOf(value) {
	return Array.isArray(value) ? value : [];
}

// src/mapping/check-modes.ts
/** What is wrong between the fields of a mapping when requests get into an RFP in this way. */
function modeFindings(outline, rfp) {
	const sets = allFieldSets(outline);
	return [
		...pipeFindings(outline, sets, rfp),
		...sets.flatMap((set) => rfpdFindings(set, rfp)),
		...copyFindings(outline, sets)
	];
}
/** True for a mode in which the run itself opens RFPs. */
function opensRfps(rfp) {
	return rfp === "per-push" || rfp === "per-branch";
}
/**
* The same in sentences, for a run that overrides the mapping's `rfp`.
* @param rfp the mode that the run uses
*/
function modeProblems(mapping, rfp) {
	return modeFindings(outlineOf(mapping), rfp).map(({ path, found, right }) => `${showPath(path)}: ${found}; ${right}`);
}
/** Sets that give a field a value (null takes it away). */
function setsOf(sets, name) {
	return sets.filter(({ fields }) => fields[name] !== void 0 && fields[name] !== null);
}
function pipeFindings(outline, sets, rfp) {
	const findings = [];
	const block = outline.top.pipe;
	const hasBlock = typeof block === "object" && block !== null;
	if (rfp === "none") {
		const places = [...hasBlock ? [["pipe"]] : [], ...setsOf(sets, "pipe").map(({ path }) => [...path, "pipe"])];
		const right = "`rfp: per-push`, `per-branch` or a number: the pipeline is notified of an RFP";
		findings.push(...places.map((path) => ({
			path,
			atKey: true,
			found: "`pipe` without an RFP",
			right
		})));
	}
	if (hasBlock) return findings;
	for (const [name, other] of [
		["pipe", "pipa"],
		["pipa", "pipe"],
		["tkey", "pipe"]
	]) {
		if (setsOf(sets, other).length > 0) continue;
		const right = "`pipe`, `pipa` and `tkey` together (`tkey` comes from the run)";
		for (const { path } of setsOf(sets, name)) findings.push({
			path: [...path, name],
			atKey: true,
			found: `\`${name}\` without \`${other}\``,
			right
		});
	}
	return findings;
}
/** The RFP of a branch is found by its description: it has to tell branches apart, or be the task's. */
function rfpdFindings({ path, fields }, rfp) {
	const { rfpd } = fields;
	if (rfp !== "per-branch" || typeof rfpd !== "string") return [];
	if (rfpd === "*TASK" || namesIn(rfpd).includes("branch")) return [];
	const found = "`rfpd` without `{branch}` under `rfp: per-branch`";
	return [{
		path: [...path, "rfpd"],
		found,
		right: "`{branch}` in it, or `\"*TASK\"`"
	}];
}
function copyFindings(outline, sets) {
	const findings = sets.flatMap(({ path, fields }) => {
		const { copy, rsn } = fields;
		if (copy !== "*YES" || typeof rsn !== "string" || rsn === "*MIGRATE" || rsn.includes("{")) return [];
		const found = `\`copy: "*YES"\` with \`rsn: "${rsn}"\``;
		return [{
			path: [...path, "copy"],
			found,
			right: "`copy` only with `rsn: \"*MIGRATE\"`"
		}];
	});
	if (outline.request.fields.copy === "*YES" && setsOf(sets, "copy").length === 1 && !isDefaultAttach(recordOf(outline.top.attach))) findings.push({
		path: ["request", "copy"],
		found: "`copy: \"*YES\"` for every request beside `attach`",
		right: "one of them: a request that copies carries no file"
	});
	return findings;
}
/** A loaded mapping always has `attach`; only one that is not the default contradicts a copy. */
function isDefaultAttach(attach) {
	const defaults = mappingDefaults.attach;
	return Object.entries(attach).every(([key, value]) => value === defaults[key]);
}

export { allFieldSets, capturesOf, ignoresCase, modeFindings, modeProblems, opensRfps, outlineOf };