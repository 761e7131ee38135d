import { usesAtHead } from "./uses-at-head.mjs";

// src/uses/compile-order.ts
/**
* The place of each file in the compile order; files of a circle share one. The same for every order of the input.
*
* @param paths of one RFP. @param usesOf what a file uses; what is none of the paths does not count.
*/
function compileOrder(paths, usesOf) {
	const wanted = new Set(paths);
	const places = /* @__PURE__ */ new Map();
	const circles = [];
	for (const group of circlesFirst([...wanted].toSorted(), (path) => usesOf(path).filter((used) => wanted.has(used)))) {
		const place = 1 + group.flatMap(usesOf).map((used) => places.get(used) ?? 0).reduce((most, one) => Math.max(most, one), 0);
		for (const path of group) places.set(path, place);
		if (group.length > 1) circles.push({
			code: "circle",
			paths: group.toSorted()
		});
	}
	return {
		places,
		circles: circles.toSorted((one, other) => (one.paths[0] ?? "") < (other.paths[0] ?? "") ? -1 : 1)
	};
}
/**
* Groups of files that use each other (most of one file alone), each behind all that it uses: Tarjan's strongly
* connected components, with a stack of its own, so that no depth is too deep.
*/
function circlesFirst(paths, usesOf) {
	const groups = [];
	const numbers = /* @__PURE__ */ new Map();
	/** The least number that a file leads back to. */
	const lowest = /* @__PURE__ */ new Map();
	const open = [];
	const isOpen = /* @__PURE__ */ new Set();
	const way = [];
	const enter = (path) => {
		numbers.set(path, numbers.size);
		lowest.set(path, numbers.size - 1);
		open.push(path);
		isOpen.add(path);
		way.push({
			path,
			uses: usesOf(path),
			next: 0
		});
	};
	const lower = (path, number = 0) => lowest.set(path, Math.min(lowest.get(path) ?? 0, number));
	const leave = ({ path }) => {
		way.pop();
		const before = way.at(-1);
		if (before !== void 0) lower(before.path, lowest.get(path));
		if (lowest.get(path) !== numbers.get(path)) return;
		const group = open.splice(open.lastIndexOf(path));
		for (const member of group) isOpen.delete(member);
		groups.push(group);
	};
	for (const path of paths) {
		if (!numbers.has(path)) enter(path);
		for (let visit = way.at(-1); visit !== void 0; visit = way.at(-1)) {
			const used = visit.uses[visit.next];
			visit.next += 1;
			if (used === void 0) leave(visit);
			else if (!numbers.has(used)) enter(used);
			else if (isOpen.has(used)) lower(visit.path, numbers.get(used));
		}
	}
	return groups;
}

// src/run/ordered.ts
/** Requests with their place in the compile order as `csqo`, where the mapping asks for it (design §13). */
async function withCompileOrder({ repository }, { range, mapper }, requests, headTree) {
	const compiled = requests.filter(({ reason, path }) => reason !== "*DELETE" && path.raw === null);
	const uses = await usesAtHead(repository, mapper, {
		commit: range.head,
		tree: await headTree(),
		deleted: []
	});
	await uses.bring(compiled.map(({ path }) => path.text));
	const paths = /* @__PURE__ */ new Map();
	for (const { path } of compiled) paths.set(path.text, await usedThrough(path.text, uses));
	const notices = [];
	const places = /* @__PURE__ */ new Map();
	for (const group of Map.groupBy(compiled, ({ identity }) => `${identity.appl} ${identity.lvl}`).values()) {
		const order = compileOrder(group.map(({ path }) => path.text), (path) => paths.get(path) ?? []);
		for (const request of group) places.set(request, order.places.get(request.path.text) ?? 1);
		notices.push(...order.circles.map(({ paths: circle }) => ({
			code: "compileCircle",
			paths: circle
		})));
	}
	return {
		requests: requests.map((request) => {
			const csqo = request.isOrdered === true ? places.get(request) : void 0;
			return csqo === void 0 ? request : {
				...request,
				fields: {
					...request.fields,
					csqo
				}
			};
		}),
		notices
	};
}
/** What a file uses, also by way of its includes. */
async function usedThrough(path, { read, resolve, objectsOf, bring }) {
	const found = /* @__PURE__ */ new Set();
	const ahead = [path];
	for (let at = ahead.pop(); at !== void 0; at = ahead.pop()) for (const { target, uses } of await read(at)) {
		if (target !== null) continue;
		for (const used of uses.flatMap((use) => resolve(at, use))) {
			if (found.has(used)) continue;
			found.add(used);
			if (objectsOf(used).length > 0) continue;
			await bring([used]);
			ahead.push(used);
		}
	}
	found.delete(path);
	return [...found];
}

export { withCompileOrder };