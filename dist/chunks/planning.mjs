import { c as beginsAnew, o as lookup, r as decideActions, s as lookupOf, u as renewedRecord } from "./actions.mjs";
import { a as withoutOverRuns, c as readOnlyLedger, o as closedLedger, r as recordOpened, s as openLedger, u as fetchNotes } from "./begin.mjs";
import { a as unsendableName, i as textPath, n as pathKey } from "./git-path.mjs";
import { t as Problem } from "./errors.mjs";
import { a as listTree, o as pathOfBytes, r as isFile, t as emptyTree, u as unreadable } from "./tree.mjs";
import { a as mergeBase, i as isAncestor, l as isCut, o as ensureCommits } from "./set.mjs";
import { c as keepHeapSmall, o as remoteRef, r as forgetTips, s as wantRefs } from "./remote-refs.mjs";
import { a as readMappingText, c as decideRange, n as mappingName, o as presentBlobs, r as repositoryName, s as branchOf, t as ledgerKey } from "./names.mjs";
import { i as branchTip, n as resolveRange, t as checkedOutBranch } from "./resolve-range.mjs";
import { c as compileMapping, l as branchRuleFor } from "./fields.mjs";
import { _ as placeholdersIn, d as emptyMapping } from "./check-modes.mjs";
import { i as loadMapping, n as parseMappingName } from "./source.mjs";
import { t as userOf } from "./users.mjs";
import { t as bindMapping } from "./bind-mapping.mjs";
import { t as isLeftOutForNow } from "./planned.mjs";
import { t as newFacts } from "./context.mjs";
import { n as countedHave, r as some } from "./counted.mjs";
import { n as ledgerNotice, r as ledgerRequired } from "./words.mjs";
import { t as escapeText } from "./log.mjs";
import { I as compileGlob, z as GlobError } from "./schemas.mjs";
import { t as matchGlob } from "./match.mjs";
import { a as nameKey, i as mayBeSame, r as identityText, t as identityKey } from "./identity.mjs";
import { t as readSet } from "./read-set.mjs";

// src/git/changes.ts
/** `:100644 100644 <oid> <oid> M`, where a rename or copy has its score behind the letter. */
const rawEntry = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/;
/**
* Parses `git diff-tree -r -z --raw -M100%`. Every entry of the output becomes one change.
*
* @throws Error on output that is not of that form, rather than losing a change.
*/
function parseRawDiff(output) {
	const text = output.toString("latin1");
	const changes = [];
	let at = 0;
	const field = () => {
		const end = text.indexOf("\0", at);
		if (end < 0) throw new Error("git diff-tree: the output ends in the middle of an entry");
		const part = text.slice(at, end);
		at = end + 1;
		return part;
	};
	while (at < text.length) {
		const [, oldMode, newMode, oldOid, newOid, status] = rawEntry.exec(field()) ?? [];
		if (!oldMode || !newMode || !oldOid || !newOid || !status) throw new Error("git diff-tree: an entry is not of the raw form");
		const oldPath = pathOfBytes(field());
		const newPath = status === "R" || status === "C" ? pathOfBytes(field()) : oldPath;
		const before = {
			path: oldPath,
			mode: oldMode,
			oid: oldOid
		};
		const after = {
			path: newPath,
			mode: newMode,
			oid: newOid
		};
		changes.push({
			before: status === "A" ? null : before,
			after: status === "D" ? null : after
		});
	}
	return changes;
}
/**
* What differs between two trees, in Git's order. Plumbing only, so the user's configuration cannot bend it; exact
* renames need no contents and have no limit (design §4).
*
* @param base OID of a commit or tree. @param head OID of a commit.
* @throws Problem('git') when Git cannot tell; never an empty list instead.
*/
async function listChanges(repository, base, head) {
	const args = [
		"diff-tree",
		"-r",
		"-z",
		"--raw",
		"-M100%",
		"--ignore-submodules=none",
		base,
		head
	];
	try {
		return parseRawDiff(await repository.bytes(args));
	} catch (error) {
		throw unreadable("what changed", error);
	}
}
/** Keys (see pathKey) of every path that changes name: both of a rename. */
function pathKeysOf(changes) {
	return new Set(changes.flatMap(({ before, after }) => [before, after].flatMap((side) => side ? [pathKey(side.path)] : [])));
}
/** Keys (see pathKey) of every path that differs between two trees, by content, kind or existence. */
async function differingPaths(repository, one, other) {
	return pathKeysOf(await listChanges(repository, one, other));
}

// src/git/newer-tip.ts
/**
* Asks the remote where the branch is now, so that nothing old is filed over something new (design §3 "Never
* backwards").
*
* @returns null when it is at the head, gone, or there is no remote where it could have moved.
* @throws Problem('git', 'range') when the remote cannot be asked, or its answer cannot be had.
*/
async function newerTip(repository, objects, branch, head) {
	if (repository.remote === null) return null;
	const oid = await remoteRef(repository, `refs/heads/${branch}`).catch((error) => {
		throw cannotTell(branch, error);
	});
	if (oid === null || oid === head) return null;
	const [known] = await objects.info([`${oid}^{commit}`]);
	const [gone] = await ensureCommits(repository, objects, [oid]);
	if (gone !== void 0) throw cannotTell(branch, new Error(gone.why));
	return {
		oid,
		isBehind: known?.type === "commit" && !isCut(repository) && await isAncestor(repository, objects, oid, head),
		differs: await differingPaths(repository, head, oid),
		tree: await listTree(objects, oid)
	};
}
function cannotTell(branch, error) {
	return new Problem("range", `whether ${branch} has moved on since this push cannot be told: ${error.message}`, "Let the job read the repository (contents: read, or FILE_CHECKOUTS_GIT_TOKEN), or name the commit with --head.", { cause: error });
}

// src/ledger/strayed.ts
/**
* A record of this branch that began under another address or repository ID and under which nothing was ever filed: a
* first day's typing error. Once that is mended, its changes must not be lost with it.
*
* @returns null when there is none, or more than one, so that nobody can tell.
*/
function strayedRecord(records, key) {
	const strayed = records.filter(({ service, repo, mapping, branch, head, filed, unanswered }) => branch === key.branch && mapping === key.mapping && service === key.service !== (repo === key.repo) && head !== null && filed.length === 0 && unanswered.length === 0);
	return strayed.length === 1 ? strayed[0] ?? null : null;
}
/** That record under the right key. */
function underKey(strayed, key) {
	return {
		...strayed,
		...key,
		runs: []
	};
}

// src/planning/notices.ts
/** What the ledger can and cannot do for this run. */
function noteLedger({ input, facts }, key, ledger) {
	if (key === null && input.command === "file") return;
	if (input.options.ledger === "off") facts.notices.push("the ledger is off: nothing of this run is remembered");
	else if (key === null && input.event.happening.kind !== "tag") facts.notices.push("without --url or --ledger-key the plan does not know what was filed before");
	else if (ledger.trouble !== null) facts.notices.push(ledgerNotice(ledger.trouble));
}
/** A plan goes on without the remote where the clone itself knows enough, and says so. */
function noteRemote({ repository, facts }, ledger) {
	const { trouble } = repository.remoteView;
	if (trouble === null || repository.remote === null || ledger.trouble !== null) return;
	facts.notices.push(`${trouble.message}; branches are taken as this clone knows them`);
}
/** A deleted branch may leave locks behind: what the ledger knows of it is listed. */
function noteHeld({ facts }, ledger) {
	for (const entry of ledger.record?.filed ?? []) facts.notices.push(`request ${entry.objectId} (${entry.appl}/${entry.lvl} ${entry.objn}) may still hold its lock`);
}
/** Changed files that no rule reaches. */
function noteUnmapped({ facts }, mapping, plan) {
	const unmapped = plan.leftOut.filter(({ kind }) => kind === "unmapped");
	if (unmapped.length === 0 || mapping.mapping.unmapped !== "warn") return;
	const files = countedHave(unmapped.length, "changed file");
	facts.notices.push(`${files} no rule in the mapping (unmapped: warn)`);
}
/** What `init` left open: a plan shows the marks, and `file` refuses them. */
function notePlaceholders({ facts }, open) {
	if (open.length === 0) return;
	const marks = open.map(({ path, value }) => `${path} (${value})`).join(", ");
	facts.notices.push(`still to be filled in, before anything can be filed: ${marks}`);
}
/** Objects that were deleted here and stay at the service, under `deletes: report`. */
function noteDeletes({ facts }, mapping, plan) {
	if (mapping.mapping.deletes !== "report") return;
	const deleted = plan.leftOut.filter(({ kind }) => kind === "deleteMode");
	if (deleted.length === 0) return;
	const files = deleted.length === 1 ? "1 deleted file is" : `${deleted.length} deleted files are`;
	const names = deleted.map(({ path }) => path.text);
	facts.notices.push(`${files} not filed for deletion (deletes: report): ${some(names, 10)}`);
}

// src/planning/open-record.ts
/** True for a run that may write to the ledger. */
function mayWrite({ command, options }) {
	return command === "file" && options["dry-run"] !== true;
}
/**
* Writes down the range of a branch that has no record yet, before anything else can fail (design §8). A job that may
* not push goes on without.
*
* @returns 'moved' when another run has written the record since this one read it.
*/
async function openRecord(planning, ledger, range, key, record) {
	const { input } = planning;
	const counts = range.mayFile && !range.explicit && range.base !== null;
	const isNew = ledger.latest() === null || record === null || record.head === null || beginsAnew(record, range);
	if (!mayWrite(input) || !counts || !isNew || key === null || ledger.trouble !== null) return ledger;
	const { base, head, firstPush } = range;
	let moved = false;
	const written = await ledger.write((newest) => {
		moved = newest !== ledger.record && JSON.stringify(newest) !== JSON.stringify(ledger.record);
		if (moved) return null;
		const opened = recordOpened(newest ?? record, {
			key,
			base,
			head,
			firstPush
		});
		return newest === null && record === null && base !== null ? {
			...opened,
			began: base
		} : opened;
	});
	if (moved) return "moved";
	if (written.kind !== "refused") return ledger;
	return withoutWriting(planning, ledger, written.why);
}
/** @throws Problem('ledger') under `require`: nothing is filed that could not be remembered. */
function withoutWriting({ input, facts }, ledger, why) {
	if (input.options.ledger === "require") throw ledgerRequired(why);
	facts.notices.push(ledgerNotice(why));
	return readOnlyLedger(ledger, why);
}
/** The head moves past a push that is skipped on purpose, when all before it is accounted for. */
async function passSkipped(planning, ledger, why) {
	const { input } = planning;
	const { happening } = input.event;
	if (!mayWrite(input) || happening.kind !== "push" || ledger.record === null) return;
	const { before, after } = happening;
	const note = {
		commit: after,
		text: `Run: ${input.me.run}\nskipped: ${escapeText(why)}`
	};
	const written = await ledger.write((newest) => newest?.head === before ? {
		...newest,
		head: after
	} : null, note);
	if (written.kind === "refused") withoutWriting(planning, ledger, written.why);
}

// src/git/paths-at-head.ts
/**
* The changes of a manual refile (`--paths`): the chosen files as they are at the head, compared with nothing. Each
* stands on both sides, so that none passes for new.
*/
function asTheyAre(tree, chosen) {
	return tree.filter((side) => chosen(side.path.text)).map((side) => ({
		before: side,
		after: side
	}));
}

// src/plan/contents.ts
/** Only blobs of this size (bytes) can be Git LFS pointers; no other content is looked into. */
function mayBeLfsPointer(size) {
	return size >= 100 && size <= 1024;
}
/** True for the text of a Git LFS pointer file, by its specification. */
function isLfsPointer(text) {
	return /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(.*\n)*oid sha256:[0-9a-f]{64}\n(.*\n)*size \d+\n/.test(text);
}
const lfs = "it is a Git LFS pointer; the content is not in Git (take the file out of LFS, or skip it in the mapping)";
/** The plan with sizes filled in, and Git LFS pointers marked as unsendable. */
function withContents(plan, facts) {
	const requests = plan.requests.map((request) => {
		const known = request.blob === null ? void 0 : facts.get(request.blob);
		if (known === void 0) return request;
		const obstacle = known.isLfsPointer ? {
			outcome: "unsendable",
			why: lfs
		} : request.obstacle;
		return {
			...request,
			bytes: known.size,
			obstacle
		};
	});
	return {
		...plan,
		requests
	};
}

// src/plan/collisions.ts
/**
* Marks requests of one push that are about one object: which of them is meant cannot be known, so none is filed
* (design §6). A deleted file never collides: the delete guard has compared it with what is left.
*/
function withCollisions(requests) {
	const groups = Map.groupBy(requests.filter((request) => !isRejected(request)), (request) => identityKey(request.identity));
	const colliding = new Map([...groups].flatMap(([key, group]) => group.length > 1 ? [[key, makersOf(group)]] : []));
	return requests.map((request) => {
		const makers = colliding.get(identityKey(request.identity));
		if (request.obstacle !== null || makers === void 0) return request;
		const why = `${identityText(request.identity)} also comes from ${othersOf(makers, request.path.text)}`;
		return {
			...request,
			obstacle: {
				outcome: "collision",
				why
			}
		};
	});
}
function makersOf(group) {
	const byPath = Map.groupBy(group, ({ path }) => path.text);
	const repeated = [...byPath].filter(([, requests]) => requests.length > 1).map(([path]) => path);
	return {
		paths: [...byPath.keys()],
		repeated: new Set(repeated)
	};
}
/** How many files a message names. */
const named = 3;
function othersOf({ paths, repeated }, own) {
	const isOther = (path) => path !== own || repeated.has(path);
	const first = paths.slice(0, 4).filter(isOther);
	return some(first, named, isOther(own) ? paths.length : paths.length - 1);
}
/** Values that cannot be right name no object that could be meant. */
function isRejected({ obstacle }) {
	return obstacle?.outcome === "rejected";
}

// src/plan/makers.ts
/**
* The regular files of a tree that make an object with the name of a wanted one.
*
* @param known spares asking the mapper again.
*/
function makersIn(tree, mapper, wanted, known = /* @__PURE__ */ new Map()) {
	const names = new Set(wanted.map(nameKey));
	const makers = [];
	for (const side of tree) for (const { identity } of isFile(side) ? known.get(pathKey(side.path)) ?? targetsOf(mapper(side.path)) : []) if (names.has(nameKey(identity))) makers.push({
		identity,
		path: side.path
	});
	return lookup(makers, ({ identity }) => identity);
}
function targetsOf(mapped) {
	return mapped.kind === "requests" ? mapped.targets : [];
}

// src/plan/obstacle.ts
/** What keeps a file's request from being sent: a name that cannot be carried, or values that cannot be right. */
function obstacleOf(path, problems) {
	const name = unsendableName(path);
	if (name !== null) return {
		outcome: "unsendable",
		why: name
	};
	return problems.length === 0 ? null : {
		outcome: "rejected",
		why: problems.join("; ")
	};
}

// src/plan/deletes.ts
/**
* Turns delete candidates into `*DELETE` requests, unless a remaining file at head still makes the object: deleting
* one of several sources often leaves the object (design §6).
*/
function guardedDeletes(candidates, input) {
	const requests = [];
	const leftOut = [];
	if (candidates.length === 0) return {
		requests,
		leftOut
	};
	const wanted = candidates.map(({ target }) => target.identity);
	const remaining = makersIn(input.headTree(), input.mapper, wanted);
	const asked = /* @__PURE__ */ new Map();
	for (const candidate of candidates) {
		const because = reasonToKeep(candidate, input.deletes, remaining, asked);
		if (because === null) requests.push(deleteRequest(candidate));
		else leftOut.push({
			path: candidate.path,
			previousPath: null,
			...because,
			error: false
		});
	}
	return {
		requests,
		leftOut
	};
}
function reasonToKeep({ path, target }, mode, remaining, asked) {
	const object = identityText(target.identity);
	const [maker] = remaining.same(target.identity);
	if (maker !== void 0) return {
		kind: "stillMade",
		why: `deleted, but ${object} still comes from ${maker.path.text}`
	};
	if (mode !== "request") return {
		kind: "deleteMode",
		why: `deleted (deletes: ${mode}): ${object} is not filed for deletion`
	};
	const key = identityKey(target.identity);
	const first = asked.get(key);
	if (first !== void 0) return {
		kind: "deletedWith",
		why: `deleted, and ${object} is filed for deletion with ${first.text}`
	};
	asked.set(key, path);
	return null;
}
function deleteRequest({ path, rule, target }) {
	const { copy: _, ...kept } = target.fields;
	const fields = {
		...kept,
		rsn: "*DELETE"
	};
	return {
		path,
		previousPath: null,
		reason: "*DELETE",
		rule,
		identity: target.identity,
		fields,
		blob: null,
		bytes: null,
		added: false,
		obstacle: obstacleOf(path, target.problems)
	};
}

// src/plan/order.ts
function compare(one, other) {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
/** By target, migrations before deletes, then object, then path: two runs of one range plan the same list. */
function inOrder(requests) {
	const last = (request) => request.reason === "*DELETE" ? 1 : 0;
	return requests.toSorted((one, other) => compare(one.identity.appl, other.identity.appl) || compare(one.identity.lvl, other.identity.lvl) || compare(last(one), last(other)) || compare(one.identity.objn, other.identity.objn) || compare(one.identity.type ?? "", other.identity.type ?? "") || compare(one.path.text, other.path.text));
}

// src/plan/sides.ts
function leftOut(path, kind, why) {
	return {
		path,
		previousPath: null,
		kind,
		why,
		error: false
	};
}
function oddity(side) {
	if (side.mode === "160000") return "submodule";
	if (side.mode === "120000") return "symbolic link";
	return `entry of mode ${side.mode}`;
}
/**
* Sorts one change: into its file sides, or into what is left out because it is no file (submodules, symbolic links)
* or no change of content (mode only). A file that became a link is gone as a file.
*/
function sidesOf(change) {
	const { before, after } = change;
	const present = isFile(after) ? after : null;
	const old = isFile(before) ? before : null;
	const stays = old !== null && present !== null && pathKey(old.path) === pathKey(present.path);
	const gone = stays ? null : old;
	if (present === null && gone === null) {
		const side = after ?? before;
		if (side === null) throw new Error("a change without sides");
		return leftOut(side.path, "noFile", oddity(side));
	}
	if (stays && old.oid === present.oid && old.mode !== present.mode) return leftOut(present.path, "modeOnly", "only the file mode changed");
	return {
		present,
		gone,
		isNew: !stays
	};
}

// src/plan/plan.ts
/** True when a change takes a regular file away from its name, so that the plan will ask for the head's tree. */
function takesAway(change) {
	const sides = sidesOf(change);
	return "gone" in sides && sides.gone !== null;
}
/**
* Decides what each changed file becomes (design §6): every change ends once, as a request or as left out. Pure; the
* result is in the order of filing, the same for the same range.
*/
function makePlan(input) {
	const requests = [];
	const leftOut = [];
	const candidates = [];
	for (const change of input.changes) {
		const sides = sidesOf(change);
		if ("why" in sides) {
			leftOut.push(sides);
			continue;
		}
		const old = sides.gone === null ? null : input.mapper(sides.gone.path);
		const matched = /* @__PURE__ */ new Set();
		if (sides.present !== null) placePresent(input, sides, sides.present, old, matched, requests, leftOut);
		if (sides.gone !== null && old !== null) placeGone(sides, sides.gone, old, matched, candidates, leftOut);
	}
	const deleted = guardedDeletes(candidates, input);
	return {
		requests: inOrder(withCollisions([...requests.map(notAddedIfMoved(candidates)), ...deleted.requests])),
		leftOut: [...leftOut, ...deleted.leftOut]
	};
}
/** An object whose old file goes in the same range (moved and edited) was there before. */
function notAddedIfMoved(candidates) {
	const gone = Map.groupBy(candidates, ({ target }) => nameKey(target.identity));
	return (request) => {
		const before = gone.get(nameKey(request.identity))?.some(({ target }) => mayBeSame(target.identity, request.identity));
		return request.added && before ? {
			...request,
			added: false
		} : request;
	};
}
/** A file that is there at head: one request per target, or left out. */
function placePresent(input, sides, present, old, matched, requests, leftOut) {
	const mapped = input.mapper(present.path);
	const movedFrom = sides.gone?.path ?? null;
	if (mapped.kind !== "requests") {
		leftOut.push({
			...mapped,
			path: present.path,
			previousPath: movedFrom
		});
		return;
	}
	for (const target of mapped.targets) {
		const before = old?.kind === "requests" ? old.targets.find((other) => isSame(target, other, matched)) : void 0;
		if (before !== void 0) matched.add(before);
		requests.push({
			path: present.path,
			previousPath: before === void 0 ? null : movedFrom,
			reason: target.fields.rsn ?? "*MIGRATE",
			rule: mapped.rule,
			identity: target.identity,
			fields: target.fields,
			blob: present.oid,
			bytes: null,
			added: before === void 0 && !input.fromNothing && sides.isNew,
			obstacle: obstacleOf(present.path, target.problems)
		});
	}
}
function isSame(target, other, taken) {
	return !taken.has(other) && mayBeSame(target.identity, other.identity);
}
/** A file that is gone: each target that the new name does not make again may have to be deleted. */
function placeGone(sides, gone, old, matched, candidates, leftOut) {
	if (old.kind !== "requests") {
		if (sides.present === null) leftOut.push({
			...old,
			path: gone.path,
			previousPath: null
		});
		return;
	}
	for (const target of old.targets) if (!matched.has(target)) candidates.push({
		path: gone.path,
		rule: old.rule,
		target
	});
}

// src/plan/reopened.ts
const isTextKey = (key) => !key.startsWith("\0");
/**
* Changes that an earlier run left open, each as it is at the head now: a file that is there is filed as it is, one
* that is gone is a delete. Paths that the range itself names are not repeated.
*
* @param open paths of open changes, as keys (see pathKey). @param headTree every entry of the head's tree.
*/
function reopened(open, changes, headTree) {
	const named = pathKeysOf(changes);
	const wanted = new Set(open.filter((path) => !named.has(path)));
	if (wanted.size === 0) return [];
	const there = headTree.filter((side) => isFile(side) && wanted.has(pathKey(side.path)));
	for (const side of there) wanted.delete(pathKey(side.path));
	const gone = [...wanted].flatMap((key) => {
		const path = textPath(key);
		return isTextKey(key) ? [{
			before: {
				path,
				mode: "100644",
				oid: ""
			},
			after: null
		}] : [];
	});
	return [...there.map((side) => ({
		before: side,
		after: side
	})), ...gone];
}

// src/planning/added.ts
/**
* An object that another file at head makes too was not added by this branch, though this file was: should both go
* later, the object has to be deleted, not only its request withdrawn (design §7).
*/
async function notAddedTwice(plan, mapper, headTree) {
	const added = plan.requests.filter((request) => request.added).map(({ identity }) => identity);
	if (added.length === 0) return plan;
	const known = Map.groupBy(plan.requests, ({ path }) => pathKey(path));
	const makers = makersIn(await headTree(), mapper, added, known);
	const hasOther = ({ identity, path }) => makers.same(identity).some((maker) => pathKey(maker.path) !== pathKey(path));
	const requests = plan.requests.map((request) => request.added && hasOther(request) ? {
		...request,
		added: false
	} : request);
	return {
		...plan,
		requests
	};
}

// src/planning/contents.ts
/** Sizes of what the plan would send; only what has the size of a Git LFS pointer is looked into. */
async function blobFacts(repository, objects, plan) {
	const oids = [...new Set(plan.requests.flatMap(({ blob }) => blob === null ? [] : [blob]))];
	const infos = await presentBlobs(repository, objects, oids);
	const facts = /* @__PURE__ */ new Map();
	for (const [n, oid] of oids.entries()) facts.set(oid, {
		size: infos[n]?.size ?? 0,
		isLfsPointer: false
	});
	const small = oids.filter((_, n) => mayBeLfsPointer(infos[n]?.size ?? 0));
	for (let at = 0; at < small.length; at += atATime) await Promise.all(small.slice(at, at + atATime).map(async (oid) => {
		const content = await objects.content(oid);
		const text = content instanceof Blob ? await content.text() : content.toString("utf8");
		if (isLfsPointer(text)) facts.set(oid, {
			size: content instanceof Blob ? content.size : content.length,
			isLfsPointer: true
		});
	}));
	return facts;
}
/** So many small contents are asked for at once. */
const atATime = 500;

// src/git/brought-in.ts
/**
* What a push brought in from another branch, by merge, rebase or fast-forward: the base of the range did not have the
* merge base of head and that branch yet. Then a file that is the same at head as at the merge base came from there
* (design §3 "Not another branch's changes").
*
* @param range two commits; the base may be the empty tree. @param from the default branch.
* @returns keys of the paths that differ between the merge base and the head, which are the branch's own; null when
* the push brought nothing in.
* @throws Problem('git') when the history cannot be had.
*/
async function ownPaths(repository, objects, range, from) {
	const tip = await branchTip(repository, from);
	const shared = tip === null ? null : await mergeBase(repository, objects, tip, range.head);
	if (shared === null) return null;
	if (!(range.base === emptyTree[repository.objectFormat]) && await isAncestor(repository, objects, shared, range.base)) return null;
	const [gone] = await ensureCommits(repository, objects, [shared]);
	if (gone !== void 0) throw unreadable(`the merge base with ${from}`, new Error(gone.why));
	return differingPaths(repository, shared, range.head);
}

// src/plan/set-aside.ts
/**
* Leaves changes out by path. A rename has two: when only one of them goes, the other stays as what it is by itself, a
* file that is there (on both sides, so that it does not pass for new) or one that is gone.
*
* @param goes tells by the key of a path (see pathKey). @param because the reason, the same for all.
*/
function setAside(changes, goes, because) {
	const kept = [];
	const leftOut = [];
	const leave = (side, previous) => leftOut.push({
		path: side.path,
		previousPath: previous?.path ?? null,
		...because,
		error: false
	});
	for (const change of changes) {
		const { before, after } = change;
		const old = before !== null && goes(pathKey(before.path));
		const now = after !== null && goes(pathKey(after.path));
		if (!old && !now) kept.push(change);
		else if (before === null || after === null || pathKey(before.path) === pathKey(after.path)) {
			const side = after ?? before;
			if (side !== null) leave(side, null);
		} else if (old && now) leave(after, before);
		else if (old) {
			leave(before, null);
			kept.push({
				before: after,
				after
			});
		} else {
			leave(after, null);
			kept.push({
				before,
				after: null
			});
		}
	}
	return {
		kept,
		leftOut
	};
}

// src/planning/others-changes.ts
/** Leaves out what differs at the branch's tip: the run of the newer push files it (design §3 "Never backwards"). */
function withoutSuperseded(changes, branch, tip) {
	if (tip === null) return {
		kept: changes,
		leftOut: []
	};
	const at = `at the remote ${branch} is at ${tip.oid.slice(0, 12)}`;
	const why = tip.isBehind ? `not pushed: ${at}, which comes before this commit` : `superseded: ${at}, where it differs`;
	return setAside(changes, (key) => tip.differs.has(key), {
		kind: "superseded",
		why
	});
}
/**
* Leaves out what a merge or rebase brought in from the default branch, unless this branch has a request for it. The
* history is looked at only when it can matter.
*/
async function withoutDefaultBranch(repository, objects, changes, range, defaultBranch, held) {
	const all = {
		kept: changes,
		leftOut: []
	};
	const { base } = range;
	const isPush = range.rule === "push" || range.rule === "ledger";
	if (base === null || !isPush || defaultBranch === null || range.branch === defaultBranch) return all;
	const keysHeld = heldKeys(held);
	const isHeld = new Set(changes.flatMap((change) => sides(change).flatMap(keysHeld)));
	if (changes.filter((change) => sides(change).some((side) => !isHeld.has(pathKey(side.path)))).length === 0) return all;
	const own = await ownPaths(repository, objects, {
		base,
		head: range.head
	}, defaultBranch);
	if (own === null) return all;
	const because = {
		kind: "asOnDefault",
		why: `as on ${defaultBranch}`
	};
	return setAside(changes, (key) => !own.has(key) && !isHeld.has(key), because);
}
function sides({ before, after }) {
	return [before, after].filter((side) => side !== null);
}
/** Tells the key of a path for which the branch has a request: for the path itself, or for an object that it makes. */
function heldKeys({ record, mapper, behind }) {
	const filed = record?.filed ?? [];
	const paths = new Set(filed.map((entry) => entry.path));
	const objects = lookupOf(filed);
	return ({ path }) => {
		const key = pathKey(path);
		if (behind.has(key) || paths.has(path.text)) return [key];
		if (filed.length === 0) return [];
		const mapped = mapper(path);
		return (mapped.kind === "requests" ? mapped.targets : []).some(({ identity }) => objects.same(identity).length > 0) ? [key] : [];
	};
}

// src/planning/unfiled.ts
/**
* Leaves out deletes of objects that the branch itself added and never got filed: they never were at the target, and
* what stands there by now is somebody else's (design §7).
*/
function notDeletingUnfiled(plan, record) {
	if (record === null) return plan;
	const added = lookupOf(record.open.filter((open) => open.added && open.reason !== "*DELETE"));
	const sent = lookupOf([...record.filed, ...record.unanswered]);
	const neverFiled = ({ reason, identity }) => reason === "*DELETE" && added.same(identity).length > 0 && sent.same(identity).length === 0;
	const gone = plan.requests.filter(neverFiled);
	if (gone.length === 0) return plan;
	const leftOut = gone.map(({ path, identity }) => {
		return {
			path,
			previousPath: null,
			kind: "neverFiled",
			why: `deleted, and never filed: ${identityText(identity)} was added by this branch`,
			error: false
		};
	});
	return {
		requests: plan.requests.filter((request) => !neverFiled(request)),
		leftOut: [...plan.leftOut, ...leftOut]
	};
}

// src/planning/plan-changes.ts
/** The plan of a range: its changes and what earlier runs left behind, without what is not this push's to file. */
async function planChanges(planning, choice) {
	const { repository, objects } = planning;
	const { range, mapper, deletes, isMapped } = choice;
	const tip = isMapped ? choice.tip : null;
	const defaultBranch = isMapped ? choice.defaultBranch : null;
	const { record } = choice;
	let tree = null;
	const headTree = async () => {
		tree ??= await listTree(objects, range.head);
		return tree;
	};
	const listed = await listRange(planning, range, headTree);
	if (planning.input.command === "file") keepHeapSmall(listed.length);
	const filed = range.rule === "merge-base" ? record?.filed ?? [] : [];
	const behind = range.explicit ? [] : [
		...record?.open ?? [],
		...record?.unanswered ?? [],
		...filed
	];
	const open = [...new Set(behind.map((entry) => entry.path))];
	const all = open.length === 0 ? listed : [...listed, ...reopened(open, listed, await headTree())];
	const current = withoutSuperseded(all, range.branch, tip);
	const held = {
		record,
		mapper,
		behind: /* @__PURE__ */ new Set([...open, ...await pushedBefore(planning, range)])
	};
	const own = await withoutDefaultBranch(repository, objects, current.kept, range, defaultBranch, held);
	const changes = own.kept;
	const known = changes.some(takesAway) ? [...await headTree(), ...tip?.tree ?? []] : [];
	const fromNothing = range.base === emptyTree[repository.objectFormat];
	const made = makePlan({
		changes,
		headTree: () => known,
		mapper,
		deletes,
		fromNothing
	});
	const whole = {
		...made,
		leftOut: [
			...current.leftOut,
			...own.leftOut,
			...made.leftOut
		]
	};
	const plan = await notAddedTwice(notDeletingUnfiled(whole, record), mapper, headTree);
	const named = pathKeysOf(listed);
	const leftBehind = new Set(open.filter((path) => !named.has(path)));
	return {
		plan: withContents(plan, await blobFacts(repository, objects, plan)),
		leftBehind
	};
}
/** What earlier pushes of the branch changed and no run has accounted for: its own, wherever it stands by now. */
async function pushedBefore({ input, repository, objects }, range) {
	const { happening } = input.event;
	const before = happening.kind === "push" ? happening.before : null;
	if (range.rule !== "ledger" || before === null || range.base === null || before === range.base) return [];
	const [gone] = await ensureCommits(repository, objects, [before]);
	return differingPaths(repository, range.base, gone === void 0 ? before : range.head);
}
/** The changes of the range; with `--paths` the chosen files as they are, or only their changes. */
async function listRange({ input, repository }, range, headTree) {
	const chosen = pathFilter(input.options.paths);
	if (range.base === null) {
		const as = asTheyAre(await headTree(), chosen);
		if (as.length > 0) return as;
		const given = (input.options.paths ?? []).join(", ");
		throw new Problem("usage", `no file at the head matches --paths ${given}`, "Give paths as Git has them, from the top: a directory as QRPGLESRC/**, a name anywhere as **/ORD100.PGM.RPGLE.");
	}
	return (await listChanges(repository, range.base, range.head)).filter((change) => touches(change, chosen));
}
function pathFilter(globs) {
	if (globs === void 0) return () => true;
	const compiled = globs.map(readGlob);
	return (path) => compiled.some((glob) => matchGlob(glob, path) !== null);
}
function readGlob(pattern) {
	try {
		return compileGlob(pattern, true);
	} catch (error) {
		if (!(error instanceof GlobError)) throw error;
		throw new Problem("usage", `--paths ${pattern}: ${error.found}`, `Give ${error.right}.`);
	}
}
function touches({ before, after }, chosen) {
	return [before, after].some((side) => side !== null && chosen(side.path.text));
}

// src/planning/read-mapping.ts
/**
* Reads the mapping, from disk or from a commit. Never throws a Problem: what is wrong comes back as `problem`.
*
* @param found told of the file before its content is judged, so that a report on a bad mapping names it.
*/
async function readMapping(input, repository, objects, found) {
	const { top } = repository.location;
	const nameOf = (found) => mappingName(input.options.mapping, input.cwd, top, found);
	let name = nameOf(null);
	let text = null;
	let blob = null;
	try {
		const source = await readMappingText(input.options.mapping, input.cwd, repository, objects);
		if (source !== null) {
			found({
				path: source.name,
				blob: source.blob
			});
			name = nameOf(source.place);
			text = source.text;
			blob = source.blob;
		}
		const mapping = source === null ? emptyMapping : loadMapping(source.text, source.name);
		if (input.command === "file") refusePlaceholders(mapping, source?.name ?? "");
		return {
			mapping: compileMapping(mapping),
			problem: null,
			repo: mapping.repo ?? null,
			blob,
			name
		};
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const repo = /^repo:[ \t]*["']?([^\s"'#]+)/m.exec(text ?? "")?.[1] ?? null;
		return {
			mapping: compileMapping(emptyMapping),
			problem: error,
			repo,
			blob,
			name
		};
	}
}
function refusePlaceholders(mapping, file) {
	const [first] = placeholdersIn(mapping);
	if (first === void 0) return;
	throw new Problem("mapping", `${file}: ${first.path} still holds the placeholder ${first.value}`, "Fill in what the starter file could not know.");
}

// src/planning/require-target.ts
/**
* Without application and level nothing can be filed at all: that is the mapping, not a file. A starter file of `init`
* in which they are still to be filled in can be planned with.
*
* @throws Problem('mapping') when nothing names one of them.
*/
function requireTarget(plan, open) {
	const isOpen = (field) => open.some(({ path }) => path.endsWith(`.${field}`));
	const fieldLacking = ["appl", "lvl"].find((field) => !isOpen(field) && plan.requests.some(({ fields }) => fields[field] === void 0));
	if (fieldLacking === void 0) return;
	const lacking = plan.requests.find(({ fields }) => fields[fieldLacking] === void 0);
	throw new Problem("mapping", `nothing says which ${fieldLacking} ${lacking?.path.text} goes to`, "Give appl and lvl in a branch rule of the mapping (.file-checkouts.yml, or --mapping FILE), or with --set.");
}

// src/planning/standing.ts
/**
* Looks after the files of requests that this branch filed for objects of the same name from other files: while such a
* file is there, its request is not another file's to go on with.
*/
async function standing(objects, range, requests, record, mapper) {
	const byName = Map.groupBy(requests, ({ identity }) => nameKey(identity));
	const others = (record?.filed ?? []).filter((entry) => byName.get(nameKey(entry))?.some(({ path }) => path.text !== entry.path));
	const infos = await objects.info(others.map(({ path }) => `${range.head}:${path}`));
	return new Map(others.flatMap((entry, n) => {
		if (infos[n]?.type !== "blob") return [];
		const mapped = mapper(textPath(entry.path));
		const targets = mapped.kind === "requests" ? mapped.targets : [];
		return [[entry, (byName.get(nameKey(entry)) ?? []).some(({ identity, path }) => path.text !== entry.path && targets.some((target) => mayBeSame(target.identity, identity))) ? "same" : "other"]];
	}));
}

// src/planning.ts
/**
* The way from the event to the actions: mapping, ledger record, range, changes, plan. Decides and reads only, but for
* the ledger, where a range is written down before anything can fail. Fills the facts as far as it gets.
*
* @param ledgerRefused why the ledger cannot be written, when an earlier attempt of this run has found out.
* @returns null when the event itself leaves nothing to do.
*/
async function planRange(input, repository, objects, facts, ledgerRefused) {
	const planning = {
		input,
		repository,
		objects,
		facts
	};
	const known = await gather(planning, ledgerRefused);
	const chosen = await chooseRange(planning, known);
	if (chosen === null) return null;
	const { key, repo, read } = known;
	const { record } = chosen;
	const ledger = await openRecord(planning, known.ledger, chosen.range, key, record);
	if (ledger === "moved") {
		forgetTips(repository);
		Object.assign(facts, newFacts());
		return planRange(input, repository, objects, facts, ledgerRefused);
	}
	const tip = asksTip(input, chosen.range) ? await newerTip(repository, objects, chosen.range.branch, chosen.range.head) : null;
	const range = tip === null ? chosen.range : {
		...chosen.range,
		movesHead: false
	};
	if (read.problem !== null) throw read.problem;
	const { mapping } = read;
	const branchMatch = branchRuleFor(mapping, range.branch);
	const mapper = bindRun(planning, mapping, branchMatch, range, repo);
	const choice = {
		...chosen,
		range,
		tip,
		mapper,
		isMapped: branchMatch !== null,
		deletes: mapping.mapping.deletes
	};
	const { plan, leftBehind } = await planChanges(planning, choice);
	const open = placeholdersIn(mapping.mapping);
	requireTarget(plan, open);
	notePlaceholders(planning, open);
	noteRemote(planning, ledger);
	facts.leftOut = plan.leftOut;
	noteUnmapped(planning, mapping, plan);
	noteDeletes(planning, mapping, plan);
	const stands = await standing(objects, range, plan.requests, record, mapper);
	const actions = decideActions(plan.requests, record, range.explicit, stands);
	const stays = new Set(plan.leftOut.filter(isLeftOutForNow).map(({ path }) => pathKey(path)));
	const unmapped = plan.leftOut.filter((entry) => entry.error).map(({ path }) => path);
	return {
		range,
		repo,
		mapping,
		mappingBlob: read.blob,
		ledger,
		record,
		key,
		actions,
		leftBehind,
		stays,
		unmapped
	};
}
/** Mapping and ledger. */
async function gather(planning, ledgerRefused) {
	const { input, repository, objects, facts } = planning;
	const { event, options } = input;
	const branch = branchOf({
		event,
		options,
		checkedOut: checkedOutBranch(repository.location)
	});
	const fetched = fetchAhead(input, repository);
	const read = await readMapping(input, repository, objects, (file) => {
		facts.mapping = file;
	});
	const repo = options.repo ?? read.repo ?? repositoryName(input.event, repository);
	facts.range = {
		repo,
		branch,
		base: null,
		head: null,
		rule: ""
	};
	const key = ledgerKey(options, repo, read.name, branch);
	wantRefs(repository, refsToAsk(input, branch));
	const opened = key === null ? closedLedger("no service is named") : await openLedger({
		repository,
		objects,
		key,
		mode: options.ledger ?? "auto",
		now: input.now,
		...fetched
	});
	const ledger = ledgerRefused === null ? opened : readOnlyLedger(opened, ledgerRefused);
	noteLedger(planning, key, ledger);
	return {
		read,
		repo,
		key,
		ledger
	};
}
/** The ledger is fetched while the mapping is read; not beside another fetch, as Git locks what is cut off. */
function fetchAhead({ options }, repository) {
	const { url, mapping, ledger } = options;
	const isNamed = url !== void 0 || options["ledger-key"] !== void 0;
	const isFetched = mapping !== void 0 && "rev" in parseMappingName(mapping);
	if (!isNamed || isFetched || ledger === "off" || repository.remote === null) return {};
	const fetched = fetchNotes(repository);
	fetched.catch(() => {});
	return { fetched };
}
/** Decides the range and makes its commits available; null when the event leaves nothing to do. */
async function chooseRange(planning, { read, repo, key, ledger }) {
	const { input, repository, objects, facts } = planning;
	const { event, options } = input;
	const skipPushers = read.mapping.mapping["skip-pushers"];
	const found = ledger.record ?? await strayed(planning, key, ledger);
	const record = found === null ? null : withoutOverRuns(found, input.me, input.now());
	const checkedOut = checkedOutBranch(repository.location);
	const decision = decidedFirst(read.problem, () => decideRange({
		event,
		options,
		checkedOut,
		record,
		skipPushers
	}));
	facts.range = {
		repo,
		branch: decision.branch,
		base: null,
		head: null,
		rule: decision.rule
	};
	if (decision.kind === "nothing") {
		facts.nothingToFile = decision.why;
		if (decision.rule === "branch-deleted") noteHeld(planning, ledger);
		if (decision.rule === "skipped-pusher") await passSkipped(planning, ledger, decision.why);
		return null;
	}
	const defaultBranch = event.repository.defaultBranch ?? repository.remoteView.defaultBranch;
	const onMissingBase = options["on-missing-base"] ?? "fail";
	if (asksTip(input, decision)) remoteRef(repository, `refs/heads/${decision.branch}`).catch(() => {});
	const resolved = await resolveRange(repository, objects, decision, {
		onMissingBase,
		defaultBranch
	});
	facts.range = {
		repo,
		branch: resolved.branch,
		base: resolved.base,
		head: resolved.head,
		rule: resolved.rule
	};
	return {
		range: resolved,
		defaultBranch,
		record: record !== null && beginsAnew(record, resolved) ? renewedRecord(record) : record
	};
}
/** The record of this branch under another address or repository ID, when that one was a mistake. */
async function strayed({ facts }, key, ledger) {
	if (key === null || ledger.trouble !== null) return null;
	const record = strayedRecord((await ledger.all()).records, key);
	if (record === null) return null;
	facts.notices.push(`an earlier run knew this branch at ${record.service} as ${record.repo} and filed nothing there: what it left is filed here`);
	return underKey(record, key);
}
/** A mapping that is not valid is said first, also when the range cannot be decided either. */
function decidedFirst(problem, decide) {
	try {
		return decide();
	} catch (error) {
		throw problem ?? error;
	}
}
/** Refs that a run may ask the remote about, so that one question serves for all. */
function refsToAsk({ event }, branch) {
	const { defaultBranch } = event.repository;
	const branches = [branch, defaultBranch].filter((name) => name !== null);
	return [...new Set(branches.map((name) => `refs/heads/${name}`)), ...defaultBranch === null ? ["HEAD"] : []];
}
/** A plan does not ask where the branch is now, and a head that was named is meant as it is (design §3). */
function asksTip({ command, options }, range) {
	return command === "file" && options["dry-run"] !== true && options.head === void 0 && range.mayFile;
}
function bindRun({ input }, mapping, branchMatch, range, repo) {
	const { id, attempt, actor } = input.event.run;
	return bindMapping(mapping, branchMatch, {
		repo,
		branch: range.branch,
		sha: range.head,
		run: id === null ? "" : `${id}-${attempt}`,
		user: actor === null ? null : userOf(mapping.mapping.users, actor),
		set: readSet(input.options)
	});
}

export { planRange };