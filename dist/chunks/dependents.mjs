import { becauseText, findAffected, madeObjects, makes, textPath } from "./action.mjs";
import { entriesAt, isFile } from "./tree.mjs";
import { identityKey } from "./start.mjs";
import { lookup, lookupOf } from "./lookup.mjs";
import { targetsOf } from "./mapper.mjs";
import { fieldsFor, requestOf } from "./planned.mjs";
import { noDependents } from "./affected-objects.mjs";
import { usesAtHead } from "./uses-at-head.mjs";

// src/run/dependents-before.ts
/**
* What the record knows of dependents, one for each object, for the newest push of its branch; an older one, and a range
* given by hand, looks at nothing else than itself.
*/
async function dependentsBefore(objects, { range, record }) {
	if (record === null || range.explicit || !range.mayFile || !range.movesHead) return [];
	const all = [...Map.groupBy(entriesOf(record), identityKey).values()];
	const paths = new Set(all.flat().flatMap(({ causes }) => Object.keys(causes)));
	const at = await entriesAt(objects, range.head, paths);
	const oidOf = (path) => {
		const side = at.get(path) ?? null;
		return side !== null && isFile(side) ? side.oid : null;
	};
	return all.flatMap((entries) => combined(entries, oidOf) ?? []);
}
function entriesOf({ filed, open, unanswered }) {
	const causing = (entries, isFiled) => entries.flatMap((entry) => {
		const { causes, closed, claimed } = entry;
		return causes !== void 0 && closed !== true && claimed !== true ? [{
			...entry,
			causes,
			isFiled
		}] : [];
	});
	return [
		...causing(filed, true),
		...causing(open, false),
		...causing(unanswered, false)
	];
}
/** The oldest says what a file held before; what is filed was so before what is open. */
function combined(entries, oidOf) {
	const [first] = entries;
	if (first === void 0) return null;
	const oldest = (some) => Object.assign({}, ...some.map((entry) => entry.causes).toReversed());
	const open = entries.filter(({ isFiled }) => !isFiled);
	const causes = oldest(entries);
	const changed = Object.entries(causes);
	const isTakenBack = changed.length > 0 && changed.every(([path, before]) => oidOf(path) === before);
	const { isFiled: _, ...about } = first;
	return {
		...about,
		causes,
		open: open.length === 0 ? null : oldest(open),
		isTakenBack
	};
}

// src/run/dependents.ts
/** Finds what the changed files affect, and what of it is to be requested. */
async function planDependents(tools, basis, changes, changed) {
	const before = await dependentsBefore(tools.repository.objects, basis);
	const open = before.filter((one) => one.open !== null && !one.isTakenBack);
	const found = await affectedBy(tools, basis, changes, [...causesOf(open), ...changed.files]);
	if ("unknown" in found) return {
		...noDependents,
		notices: [{
			code: "dependentsUnknown",
			why: found.unknown
		}]
	};
	const pushed = new Set(changed.files.map(({ path }) => path));
	const openAt = lookupOf(open);
	const made = found.filter(({ path }) => basis.tip === null || !basis.tip.differs.has(path)).flatMap((affected) => madeOf(affected, basis)).filter(({ because, target }) => {
		return because.some(({ path }) => pushed.has(path)) || target !== null && openAt.same(target.identity).length > 0;
	});
	const paths = [...made, ...before].map(({ path }) => path);
	const oids = await entriesAt(tools.repository.objects, basis.range.head, paths);
	const oidOf = (path) => oids.get(path)?.oid ?? null;
	const asking = {
		basis,
		own: lookup(changes.plan.requests, ({ identity }) => identity),
		before: lookupOf(before),
		causes: changed.before,
		oidOf
	};
	const rows = made.map((one) => rowOf(one, asking));
	const requests = rows.flatMap(({ request }) => request?.dependent === void 0 ? [] : [request]);
	const old = rows.filter(({ because }) => !because.some(({ path }) => pushed.has(path)));
	return {
		rows,
		requests: [...requests, ...takenBack(before, requests, asking)],
		leftBehind: new Set(old.map(({ path }) => path)),
		notices: []
	};
}
/** The files that asked for earlier requests, as changed files; one that is gone was deleted since. */
function causesOf(open) {
	return open.flatMap((one) => Object.keys(one.open ?? {}).map((path) => ({
		path,
		deleted: false
	})));
}
async function affectedBy({ repository }, { range, mapper }, { headTree }, files) {
	const distinct = [...new Map(files.map((file) => [file.path, file])).values()];
	const deleted = distinct.flatMap((file) => file.deleted ? [file.path] : []);
	const uses = await usesAtHead(repository, mapper, {
		commit: range.head,
		tree: await headTree(),
		deleted
	});
	return findAffected(distinct, uses.objectsOf, uses.seek);
}
function madeOf(affected, { mapper }) {
	const mapped = mapper(textPath(affected.path));
	if (mapped.kind === "leftOut") return [{
		...affected,
		rule: "",
		target: null,
		leftOut: becauseText(mapped.because)
	}];
	return targetsOf(mapped).filter(({ fields }) => isMade(affected, madeObjects([fields]))).map((target) => ({
		...affected,
		rule: mapped.rule,
		target,
		leftOut: null
	}));
}
/** Only programs and service programs are bound anew. */
function isMade({ path, reason }, objects) {
	return objects.length > 0 && (reason === "*RECOMPILE" || makes(path, objects, ["*PGM", "*SRVPGM"]));
}
function rowOf({ target, rule, ...made }, asking) {
	if (target === null) return {
		...made,
		identity: null,
		objt: null,
		request: null
	};
	const { identity, fields } = target;
	const row = {
		...made,
		identity,
		objt: fields.objt ?? null
	};
	const [own] = asking.own.same(identity);
	if (own !== void 0) return {
		...row,
		request: own
	};
	const [earlier] = asking.before.same(identity);
	const isBack = earlier?.isTakenBack === true && made.because.every(({ path }) => Object.hasOwn(earlier.causes, path));
	if (asking.basis.dependents !== "request" || made.onlyReported || isBack) return {
		...row,
		request: null
	};
	const dependent = {
		causes: {
			...Object.fromEntries(made.because.map(({ path }) => [path, asking.causes[path] ?? null])),
			...earlier?.open
		},
		isTakenBack: false
	};
	const { path, reason } = made;
	const about = {
		reason,
		fields: fieldsFor(reason, target),
		blob: asking.oidOf(path),
		dependent
	};
	return {
		...row,
		request: requestOf(textPath(path), rule, target, about)
	};
}
/** What was filed for changes that are taken back; one that is not filed asks for nothing any more. */
function takenBack(before, asked, { basis, own, oidOf }) {
	if (basis.dependents !== "request") return [];
	const others = lookup(asked, ({ identity }) => identity);
	return before.filter((one) => one.isTakenBack && others.same(one).length + own.same(one).length === 0).flatMap(({ path, reason, causes, open: _, isTakenBack: _back, ...identity }) => {
		const mapped = basis.mapper(textPath(path));
		const target = targetsOf(mapped).find((one) => identityKey(one.identity) === identityKey(identity));
		if (target === void 0 || mapped.kind === "leftOut") return [];
		const about = {
			reason,
			fields: fieldsFor(reason, target),
			blob: oidOf(path),
			dependent: {
				causes,
				isTakenBack: true
			}
		};
		return [requestOf(textPath(path), mapped.rule, target, about)];
	});
}

export { planDependents };