import { becauseText, identityKey, textPath } from "./action.mjs";
import { entriesAt, isFile } from "./tree.mjs";
import { lookup, lookupOf } from "./lookup.mjs";
import { canBeUsed, compiles, isBinderSource, madeObjects, makes, targetsOf } from "./made-objects.mjs";
import { noDependents, obstacleOf } from "./obstacle.mjs";
import { usesAtHead } from "./uses-at-head.mjs";

// src/uses/reach.ts
/** How far a change reaches, along the uses that are known so far. */
/** What the user of a file has of its effect; null: nothing. */
function passedOn({ path, effect }, edge, objectsOf) {
	const objects = objectsOf(path);
	const mayMake = (type) => makes(path, objects.length > 0 ? objects : [{
		objn: "",
		objt: null
	}], [type]);
	if (edge.kind === "include") {
		if (effect === "bound") return objects.length === 0 ? "bound" : null;
		return effect === "compiled" ? "compiled" : null;
	}
	if (edge.kind === "file") return effect === "compiled" && mayMake("*FILE") ? "compiled" : null;
	if (effect === "exports") return edge.byObject ? "bound" : "exports";
	return mayMake(effect === "compiled" ? "*MODULE" : "*BNDDIR") ? "bound" : null;
}
function compare(one, other) {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
/**
* Every file that the starts reach, the nearest first, each with the shortest ways from at most `most` of them. The
* same for every order of starts and edges.
*
* @param usersOf the edges to the users of a path.
*/
function reach(starts, usersOf, objectsOf, most) {
	const reached = [];
	const known = /* @__PURE__ */ new Map();
	const isNew = ({ path, effect, source }) => {
		const key = `${effect} ${path}`;
		const sources = known.get(key) ?? /* @__PURE__ */ new Set();
		known.set(key, sources);
		if (sources.size >= most || sources.has(source)) return false;
		sources.add(source);
		return true;
	};
	let level = starts.map((start) => ({
		...start,
		source: start.path,
		before: null,
		use: "include",
		ambiguous: false
	}));
	while (level.length > 0) {
		const next = [];
		for (const step of level.toSorted(byWay).filter(isNew)) {
			reached.push(step);
			for (const edge of usersOf(step.path)) {
				const effect = passedOn(step, edge, objectsOf);
				if (effect !== null) next.push(stepTo(edge, effect, step));
			}
		}
		level = next;
	}
	return reached;
}
function stepTo({ user, kind, ambiguous }, effect, before) {
	return {
		path: user,
		effect,
		source: before.source,
		before,
		use: effect === "compiled" ? kind : "bind",
		ambiguous: ambiguous || before.ambiguous
	};
}
/** Ways of one length: by the changed file first, so that the same ones are left out where there are too many. */
function byWay(one, other) {
	return compare(one.source, other.source) || compare(one.path, other.path) || compare(one.effect, other.effect) || compare(one.before?.path ?? "", other.before?.path ?? "") || compare(one.before?.effect ?? "", other.before?.effect ?? "") || compare(one.use, other.use) || Number(one.ambiguous) - Number(other.ambiguous);
}

// src/uses/affected.ts
/** How many changed files a row names. */
const mostCauses = 10;
/**
* Everything that a push affects, through as many steps as there are, sorted by path; the same for every order of the
* input. Files that the push itself changed are not in it. Nothing is sought where nothing that can be used has changed.
*
* @param seek is asked once a round, about all files whose users have to be known next; each file once.
*/
async function findAffected(changed, objectsOf, seek) {
	let search = {
		changed,
		users: /* @__PURE__ */ new Map(),
		sought: /* @__PURE__ */ new Set()
	};
	for (;;) {
		const paths = nextRound(search, objectsOf);
		if (paths.length === 0) return affectedBy$1(search, objectsOf);
		const edges = await seek(paths);
		if ("unknown" in edges) return edges;
		search = withUsers(search, paths, edges);
	}
}
/** The files whose users have to be known next, sorted. */
function nextRound({ changed, users, sought }, objectsOf) {
	const next = reach(startsOf(changed), (path) => users.get(path) ?? [], objectsOf, 1).filter(({ path, effect }) => !sought.has(path) && isSought(path, effect, objectsOf));
	return [...new Set(next.map(({ path }) => path))].toSorted();
}
function isSought(path, effect, objectsOf) {
	const objects = objectsOf(path);
	if (effect === "bound" && objects.length > 0) return makes(path, objects, ["*BNDDIR"]);
	return effect === "exports" || canBeUsed(path, objects);
}
function withUsers(search, paths, edges) {
	const found = Map.groupBy(edges, ({ used }) => used);
	const users = new Map(search.users);
	for (const path of paths) users.set(path, found.get(path) ?? []);
	return {
		...search,
		users,
		sought: /* @__PURE__ */ new Set([...search.sought, ...paths])
	};
}
function startsOf(changed) {
	return changed.flatMap(({ path }) => {
		const compiled = {
			path,
			effect: "compiled"
		};
		return isBinderSource(path) ? [compiled, {
			path,
			effect: "exports"
		}] : [compiled];
	});
}
function affectedBy$1({ changed, users }, objectsOf) {
	const own = new Set(changed.map(({ path }) => path));
	const steps = [false, true].flatMap((deleted) => {
		const starts = startsOf(changed.filter((file) => file.deleted === deleted));
		return reach(starts, (path) => users.get(path) ?? [], objectsOf, mostCauses).filter((step) => !own.has(step.path) && (reasonOf(step, objectsOf) !== null || isUnmade(step, users, objectsOf))).map((step) => ({
			...step,
			deleted
		}));
	});
	return [...Map.groupBy(steps, ({ path }) => path)].map(([path, all]) => affectedFile(path, all, objectsOf)).toSorted((one, other) => one.path < other.path ? -1 : 1);
}
/** What a step asks for; null: its file makes no object that it could ask for. */
function reasonOf({ path, effect }, objectsOf) {
	const objects = objectsOf(path);
	if (effect === "compiled") return objects.length > 0 ? "*RECOMPILE" : null;
	return makes(path, objects, ["*PGM", "*SRVPGM"]) ? "*UPDATE" : null;
}
/** True for what compiles, and of which the mapping makes nothing: no other source includes it. */
function isUnmade({ path, effect }, users, objectsOf) {
	return effect === "compiled" && objectsOf(path).length === 0 && users.get(path)?.length === 0 && compiles(path);
}
function affectedFile(path, steps, objectsOf) {
	const onlyReported = steps.every(({ deleted }) => deleted);
	const recompiled = (onlyReported ? steps : steps.filter(({ deleted }) => !deleted)).some((step) => reasonOf(step, objectsOf) === "*RECOMPILE");
	const causes = [...Map.groupBy(steps, ({ source }) => source).values()].flatMap((ways) => ways.find(({ effect }) => effect === "compiled") ?? ways[0] ?? []).slice(0, mostCauses);
	return {
		path,
		reason: recompiled || objectsOf(path).length === 0 ? "*RECOMPILE" : "*UPDATE",
		because: causes.map((step) => ({
			path: step.source,
			use: step.use,
			via: viaOf(step),
			deleted: step.deleted
		})),
		onlyReported,
		ambiguous: causes.some(({ ambiguous }) => ambiguous)
	};
}
function viaOf(step) {
	const via = [];
	for (let on = step.before; on !== null && on.before !== null; on = on.before) via.push(on.path);
	return via;
}

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
	const causing = (entries, isFiled) => entries.flatMap(({ appl, lvl, type, objn, rpth, path, reason, causes, closed, claimed }) => {
		return causes !== void 0 && closed !== true && claimed !== true ? [{
			appl,
			lvl,
			type,
			objn,
			rpth,
			path,
			reason,
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
	const before = await dependentsBefore(tools.objects, basis);
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
	const oids = await entriesAt(tools.objects, basis.range.head, paths);
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
async function affectedBy({ repository, objects }, { range, mapper }, { headTree }, files) {
	const distinct = [...new Map(files.map((file) => [file.path, file])).values()];
	const deleted = distinct.flatMap((file) => file.deleted ? [file.path] : []);
	const uses = await usesAtHead(repository, objects, mapper, {
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
	const about = {
		path: made.path,
		rule,
		reason: made.reason,
		oid: asking.oidOf(made.path)
	};
	return {
		...row,
		request: requestOf(about, target, dependent)
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
		return [requestOf({
			path,
			rule: mapped.rule,
			reason,
			oid: oidOf(path)
		}, target, {
			causes,
			isTakenBack: true
		})];
	});
}
/** A request without content; `copy` counts for migrations alone (interface §2.1). */
function requestOf({ path, rule, reason, oid }, target, dependent) {
	const { copy: _, ...fields } = target.fields;
	return {
		path: textPath(path),
		previousPath: null,
		reason,
		rule,
		identity: target.identity,
		fields: {
			...fields,
			rsn: reason
		},
		blob: oid,
		bytes: null,
		added: false,
		...target.isOrdered ? { isOrdered: true } : {},
		dependent,
		obstacle: obstacleOf(textPath(path), target.problems)
	};
}

export { planDependents };