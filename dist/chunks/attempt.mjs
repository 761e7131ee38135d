import { branchOf, decideRange, needsLedger } from "./range.mjs";
import { Problem, counted, escapeText, identityKey, identityText, mayBeSame, nameKey, runsToWaitFor, some } from "./start.mjs";
import { closedLedger, readOnlyLedger } from "./ledger-access.mjs";
import { notSealed, sealRequired, unsealedRange } from "./problems.mjs";
import { beginsAnew, pastAfter, renewedRecord } from "./record-path.mjs";
import { withoutWriting } from "./run-ledger.mjs";
import { recordOpened, withoutOverRuns } from "./written-ahead.mjs";
import { becauseText, canBeUsed, emptyTree, filed, isEmptyTree, madeObjects, pathKey, reportRequest, textPath } from "./action.mjs";
import { fetchAhead, noFacts, withTold } from "./fetch-ledger.mjs";
import { factsOf as factsOf$1, nothingToFile, unmappedError } from "./finish.mjs";
import { ensureCommits, forgetRef, isCut, presentBlobs, remoteRef, unreadable, wantRefs } from "./fetch.mjs";
import { branchTip, checkedOutBranch, resolveRange, resolveRev } from "./resolve-range.mjs";
import { ledgerKey, mappingName, openLedger, sealKeys } from "./mapping-name.mjs";
import { bindMapping, branchRuleFor, compileMapping } from "./bind-mapping.mjs";
import { loadMapping } from "./load.mjs";
import { emptyMapping, placeholdersIn } from "./templates.mjs";
import { readMappingText } from "./mapping-text.mjs";
import { repositoryName } from "./repository-name.mjs";
import { carriesContent, decideActions, partName, unsendablePart } from "./decide-actions.mjs";
import { entriesAt, isFile, listTree, pathOfBytes, standsAt } from "./tree.mjs";
import { isAncestor, mergeBase } from "./merge-base.mjs";
import { userOf } from "./users.mjs";
import { targetsOf } from "./mapper.mjs";
import { fieldsFor, isLeftOutForNow, needsNoContent, requestOf } from "./planned.mjs";
import { noDependents, withUsers } from "./affected-objects.mjs";
import { keepHeapSmall } from "./small-heap.mjs";
import { pathFilter } from "./path-filter.mjs";
import { lookup, lookupOf } from "./lookup.mjs";
import { readSet } from "./read-set.mjs";
import { isInCommit } from "./source.mjs";

// src/ledger/accept-claims.ts
/** @throws Problem('ledger') under `require`: a record that is not believed is not filed by. */
function requireSeal({ ledger, key, isRequired, mayWrite }) {
	if (!isRequired || ledger.trust !== "claims" || !mayWrite) return;
	throw sealRequired(key?.branch ?? "");
}
/**
* Before a run writes in place of a record that another secret has sealed, the service has to take its token: a run with
* a wrong one must not take the seal of the right one away. It is asked one question that files nothing. A run that is
* under way by that record goes first, for a lease at most (design §8 "Sealed").
*
* @param mayFile false for a range that is only shown. @throws what `ask` throws.
*/
async function acceptClaims(run, mayFile, ask) {
	const { ledger } = run;
	if (ledger.trust !== "claims" || ledger.trouble !== null || !run.mayWrite || !mayFile) return {
		run,
		stop: null
	};
	const [waitFor] = runsToWaitFor(ledger.record?.runs ?? [], run.me, run.now());
	if (waitFor !== void 0) return {
		again: "underWay",
		run: waitFor
	};
	const refused = await ask();
	if (refused !== null) return {
		run: {
			...run,
			ledger: readOnlyLedger(ledger, notSealed)
		},
		stop: refused
	};
	ledger.accept();
	return {
		run,
		stop: null
	};
}

// src/ledger/secure-range.ts
/**
* Makes sure that this run may write its record, and writes down the range of a branch that has none yet, before
* anything else can fail (design §8). A job that may not push goes on without.
*
* @param record as it counts for this range. @param ask whether the service takes the token.
*/
async function secureRange(run, range, record, ask) {
	const accepted = await acceptClaims(run, range.mayFile, ask);
	if ("again" in accepted) return accepted;
	const { stop } = accepted;
	const written = await openRecord(accepted.run, range, record);
	if (written === "moved") return { again: "moved" };
	if (written === null) return {
		run: accepted.run,
		stop,
		notices: []
	};
	const without = withoutWriting(accepted.run, written.refused);
	return {
		run: without.run,
		stop,
		notices: [without.notice]
	};
}
/** @returns null when all is well. */
async function openRecord({ ledger, key, mayWrite }, range, record) {
	const counts = range.mayFile && !range.explicit && range.base !== null;
	const isNew = ledger.latest() === null || record === null || record.head === null || beginsAnew(record, range);
	const isOld = ledger.trust === "claims" && !range.movesHead;
	if (!mayWrite || !counts || !isNew || isOld || key === null || ledger.trouble !== null) return null;
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
	return written.kind === "refused" ? { refused: written.why } : null;
}

// src/report/plan-rows.ts
const doingOf = {
	nothing: "none",
	unchanged: "none",
	look: "none",
	update: "update",
	create: "create",
	withdraw: "withdraw",
	settle: "withdraw"
};
/** The rows of a plan: what would be done, with the fields of the request, and what filing it would meet. */
function planRows(actions, foreseen) {
	return actions.map((action) => {
		const { request } = action;
		const { fields } = request;
		const why = foreseen.because.get(request);
		const warnings = [...why === void 0 ? [] : [why], ...foreseen.names.get(request) ?? []];
		if (action.kind === "blocked") return {
			...reportRequest(filed(request, action.outcome, {
				msg: action.why,
				warnings
			})),
			fields
		};
		const known = "known" in action ? action.known : null;
		return {
			...reportRequest(filed(request, "unchanged", {
				objectId: known?.objectId ?? null,
				rfp: known?.rfp ?? null,
				warnings
			})),
			outcome: "planned",
			action: doingOf[action.kind],
			fields,
			...foreseen.rfpMode === null ? {} : {
				rfpMode: foreseen.rfpMode,
				joins: foreseen.rfpOf(action)
			},
			...action.kind === "create" ? { heldBy: foreseen.heldBy.get(request) ?? [] } : {}
		};
	});
}

// src/run/ask-service.ts
/**
* One harmless question: whether the service takes the token of this run. What asks is loaded only here.
*
* @returns why it does not; null: it does. @throws Problem('cancelled').
*/
async function askService(input) {
	const [{ askHarmlessly }, { clientOptions }] = await Promise.all([import("./probe-url.mjs"), import("./client-options2.mjs")]);
	const { came, said, remedy } = await askHarmlessly(clientOptions(input, 1), { isPatient: true });
	if (came === "service" || came === "otherAnswer") return null;
	if (came === "cancelled") throw new Problem("cancelled", said, remedy ?? "");
	return {
		code: came === "page" ? "unreachable" : came,
		why: said,
		remedy: remedy ?? ""
	};
}

// src/run/input.ts
/** True for a run that files, and may write to the ledger. */
function mayWrite({ command, options }) {
	return command === "file" && options["dry-run"] !== true;
}

// src/run/read-mapping.ts
/** Reads the mapping, from disk or from a commit. Never throws a Problem: what is wrong comes back as `problem`. */
async function readMapping({ input, repository }) {
	const { top } = repository.location;
	const nameOf = (found) => mappingName(input.options.mapping, input.cwd, top, found);
	let name = nameOf(null);
	let text = null;
	let file = null;
	try {
		const source = await readMappingText(input.options.mapping, input.cwd, repository);
		if (source !== null) {
			name = nameOf(source.place);
			text = source.text;
			file = {
				path: source.name,
				blob: source.blob
			};
		}
		const mapping = source === null ? emptyMapping : loadMapping(source.text, source.name);
		if (input.command === "file") refusePlaceholders(mapping, source?.name ?? "");
		return {
			mapping: compileMapping(mapping),
			problem: null,
			repo: mapping.repo ?? null,
			file,
			name
		};
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		const repo = /^repo:[ \t]*["']?([^\s"'#]+)/m.exec(text ?? "")?.[1] ?? null;
		return {
			mapping: compileMapping(emptyMapping),
			problem: error,
			repo,
			file,
			name
		};
	}
}
function refusePlaceholders(mapping, file) {
	const [first] = placeholdersIn(mapping);
	if (first === void 0) return;
	throw new Problem("mapping", `${file}: ${first.path} still holds the placeholder ${first.value}`, "Fill in what the starter file could not know.");
}

// src/run/open.ts
/** Reads the mapping. Never throws a Problem for a bad one: the range is safe in the ledger first. */
async function nameRun(tools) {
	const { input, repository } = tools;
	const { event, options } = input;
	const branch = branchOf({
		event,
		options,
		checkedOut: checkedOutBranch(repository.location)
	});
	const read = await readMapping(tools);
	if (branch !== null) forgetRef(repository, `refs/heads/${branch}`);
	const repo = options.repo ?? read.repo ?? repositoryName(event, repository);
	const range = {
		repo,
		branch,
		base: null,
		head: null,
		rule: ""
	};
	return {
		read,
		repo,
		branch,
		told: {
			mapping: read.file,
			range
		}
	};
}
/** Opens the ledger. @throws Problem('usage', 'ledger') for what names no record, or is not to be trusted. */
async function openRunLedger({ input, repository }, { read, repo, branch }, { fetched, ledgerRefused, since }) {
	const { options, me, now } = input;
	const key = ledgerKey(options, repo, read.name, branch);
	wantRefs(repository, refsToAsk(input, branch));
	const mode = options.ledger;
	const opened = key === null ? closedLedger("no service is named") : await openLedger({
		repository,
		key,
		mode,
		keys: sealKeys(input),
		now,
		since,
		fetched
	});
	const run = {
		ledger: ledgerRefused === null ? opened : readOnlyLedger(opened, ledgerRefused),
		key,
		isRequired: mode === "require",
		mayWrite: mayWrite(input),
		me,
		now
	};
	requireSeal(run);
	return {
		run,
		told: { notices: noticesOf(input, run) }
	};
}
function noticesOf({ command, options, event }, { key, ledger }) {
	const branch = key?.branch ?? "";
	if (key === null && command === "file") return [];
	if (options.ledger === "off") return [{ code: "ledgerOff" }];
	if (key === null && event.happening.kind !== "tag") return [{ code: "ledgerUnnamed" }];
	if (ledger.trouble !== null) return [{
		code: "ledgerUnusable",
		why: ledger.trouble
	}];
	if (ledger.trust === "claims") return [{
		code: "ledgerNotSealed",
		branch
	}];
	return ledger.trust === "shown" ? [{
		code: "ledgerNotVerified",
		branch
	}] : [];
}
/** Refs that a run may ask the remote about, so that one question serves for all. */
function refsToAsk({ event }, branch) {
	const { defaultBranch } = event.repository;
	const branches = [branch, defaultBranch].filter((name) => name !== null);
	return [...new Set(branches.map((name) => `refs/heads/${name}`)), ...defaultBranch === null ? ["HEAD"] : []];
}

// src/git/changes.ts
/** `:100644 100644 <oid> <oid> M`, where a rename or copy has its score behind the letter. */
const rawEntry = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*$/;
/** Parses `git diff-tree -r -z --raw -M100%`. @throws Error on output of another form, rather than losing a change. */
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
* What differs between two trees, in Git's order. Plumbing, so the user's configuration cannot bend it (design §4).
* @param base OID of a commit or tree. @param head OID of a commit.
* @throws Problem('git'); never an empty list instead.
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
	const sides = changes.flatMap(({ before, after }) => [before, after]).filter((side) => side !== null);
	return new Set(sides.map(({ path }) => pathKey(path)));
}
/** Keys (see pathKey) of every path that differs between two trees, by content, kind or existence. */
async function differingPaths(repository, one, other) {
	return pathKeysOf(await listChanges(repository, one, other));
}
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

// src/git/newer-tip.ts
/**
* Where the remote has the branch now, so that nothing old is filed over something new (design §3 "Never backwards");
* null when it is gone. @throws Problem('range') when the remote cannot be asked.
*/
async function tipNow(repository, branch) {
	return remoteRef(repository, `refs/heads/${branch}`).catch((error) => {
		throw cannotTell(branch, error);
	});
}
/** What differs between the head of a run and the tip of its branch. @throws Problem('git' or 'range') */
async function newerTip(repository, branch, head, oid) {
	const [known] = await repository.objects.info([`${oid}^{commit}`]);
	const [gone] = await ensureCommits(repository, [oid]);
	if (gone !== void 0) throw cannotTell(branch, new Error(gone.why));
	return {
		oid,
		isBehind: known?.type === "commit" && !isCut(repository) && await isAncestor(repository, oid, head),
		differs: await differingPaths(repository, head, oid),
		tree: await listTree(repository.objects, oid)
	};
}
function cannotTell(branch, error) {
	return new Problem("range", `cannot tell whether ${branch} has moved on since this push: ${error.message}`, "Let the job read the repository (contents: read, or FILE_CHECKOUTS_GIT_TOKEN), or name the commit with --head.", { cause: error });
}

// src/plan/order.ts
function compare(one, other) {
	if (one === other) return 0;
	return one < other ? -1 : 1;
}
/** By target, migrations before what only uses them and that before deletes, then object, then path: two runs of one range plan the same list. */
function inOrder(requests) {
	const last = ({ reason, dependent }) => {
		if (reason === "*DELETE") return 2;
		return dependent === void 0 ? 0 : 1;
	};
	return requests.toSorted((one, other) => compare(one.identity.appl, other.identity.appl) || compare(one.identity.lvl, other.identity.lvl) || compare(last(one), last(other)) || compare(one.identity.objn, other.identity.objn) || compare(one.identity.type ?? "", other.identity.type ?? "") || compare(one.path.text, other.path.text));
}

// src/plan/require-target.ts
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
	throw new Problem("mapping", `nothing says which ${fieldLacking} ${lacking?.path.text} goes to`, "Give appl and lvl in a branch rule of the mapping (.file-checkouts.yml, or --mapping FILE), or with --set; file-checkouts init writes a mapping to begin with.");
}

// src/plan/sides.ts
function oddity(side) {
	if (side.mode === "160000") return "submodule";
	if (side.mode === "120000") return "symbolic link";
	return `entry of mode ${side.mode}`;
}
/**
* Sorts one change: into its file sides, or into what is left out because it is no file (submodules, symbolic links)
* or no change of content (mode only). A file that became a link is left out too: something still stands at its name, so
* nothing is deleted.
*/
function sidesOf(change) {
	const { before, after } = change;
	const present = isFile(after) ? after : null;
	const old = isFile(before) ? before : null;
	const stays = old !== null && present !== null && pathKey(old.path) === pathKey(present.path);
	const gone = stays ? null : old;
	if (old !== null && present === null && after !== null || present === null && gone === null) {
		const side = after ?? before;
		if (side === null) throw new Error("a change without sides");
		const was = before !== null && pathKey(before.path) !== pathKey(side.path) ? before.path : null;
		return {
			path: side.path,
			previousPath: was,
			because: {
				code: "noFile",
				what: oddity(side)
			}
		};
	}
	if (stays && old.oid === present.oid && old.mode !== present.mode) return {
		path: present.path,
		previousPath: null,
		because: { code: "modeOnly" }
	};
	return {
		present,
		gone,
		isNew: !stays
	};
}

// src/run/changed-files.ts
/** The files whose content a push changed, by their sides: a move that leaves the content as it is only takes the old name. */
function changedFiles(changes) {
	const files = [];
	const before = {};
	const add = (path, deleted, oid) => {
		files.push({
			path,
			deleted
		});
		before[path] = oid;
	};
	for (const change of changes) {
		const sides = sidesOf(change);
		if ("because" in sides) continue;
		const { present, gone, isNew } = sides;
		const old = change.before;
		if (gone !== null && gone.path.raw === null) add(gone.path.text, true, gone.oid);
		if (present === null || present.path.raw !== null || present.oid === old?.oid) continue;
		add(present.path.text, false, isNew ? null : old?.oid ?? null);
	}
	return {
		files,
		before
	};
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
/**
* The plan with sizes filled in, and what cannot be sent marked so: Git LFS pointers, and files whose part cannot have
* its name.
*/
function withContents(plan, facts, attachAs) {
	const requests = plan.requests.map((request) => {
		const known = request.blob === null ? void 0 : facts.get(request.blob);
		if (known === void 0) return request;
		const obstacle = known.isLfsPointer ? unsendable(lfs) : request.obstacle ?? partObstacle(request, attachAs);
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
function partObstacle(request, attachAs) {
	const why = carriesContent(request) ? unsendablePart(partName(request, attachAs)) : null;
	return why === null ? null : unsendable(why);
}
function unsendable(why) {
	return {
		outcome: "unsendable",
		why
	};
}

// src/plan/collisions.ts
/**
* Marks requests of one push that are about one object: which of them is meant cannot be known, so none is filed
* (design §6); but a migration does what a `*RECOMPILE` or `*UPDATE` of its object asks for. A deleted file never collides: the delete guard has compared it with what is left.
*/
function withCollisions(requests) {
	const groups = Map.groupBy(requests.filter((request) => !isRejected(request)), (request) => identityKey(request.identity));
	const migrated = new Map([...groups].map(([key, group]) => [key, group.find(isMigration)]));
	const colliding = new Map([...groups].flatMap(([key, all]) => {
		const group = all.some(isMigration) ? all.filter(({ reason }) => !needsNoContent(reason)) : all;
		return group.length > 1 ? [[key, makersOf$1(group)]] : [];
	}));
	return requests.map((request) => {
		const migration = migrated.get(identityKey(request.identity));
		if (request.obstacle === null && migration !== void 0 && needsNoContent(request.reason)) return {
			...request,
			obstacle: {
				outcome: "covered",
				why: coveredBy(request, migration)
			}
		};
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
function makersOf$1(group) {
	const byPath = Map.groupBy(group, ({ path }) => path.text);
	const repeated = [...byPath].filter(([, requests]) => requests.length > 1).map(([path]) => path);
	return {
		paths: [...byPath.keys()],
		repeated: new Set(repeated)
	};
}
const named = 3;
function othersOf({ paths, repeated }, own) {
	const isOther = (path) => path !== own || repeated.has(path);
	const first = paths.slice(0, 4).filter(isOther);
	return some(first, named, isOther(own) ? paths.length : paths.length - 1);
}
function coveredBy({ identity, reason }, { path }) {
	return `${identityText(identity)} is migrated from ${path.text}, so no ${reason} is needed`;
}
function isMigration({ reason, obstacle }) {
	return reason === "*MIGRATE" && obstacle === null;
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
function listMakers(tree, mapper, wanted, known = /* @__PURE__ */ new Map()) {
	const names = new Set(wanted.map(nameKey));
	const makers = [];
	for (const side of tree) for (const { identity, fields } of isFile(side) ? known.get(pathKey(side.path)) ?? targetsOf(mapper(side.path)) : []) if (names.has(nameKey(identity))) makers.push({
		identity,
		path: side.path,
		reason: fields.rsn
	});
	return makers;
}
function makersIn(tree, mapper, wanted) {
	return lookup(listMakers(tree, mapper, wanted), ({ identity }) => identity);
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
			because
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
		code: "stillMade",
		object,
		by: maker.path.text
	};
	if (mode !== "request") return {
		code: "deleteMode",
		object,
		mode
	};
	const key = identityKey(target.identity);
	const first = asked.get(key);
	if (first !== void 0) return {
		code: "deletedWith",
		object,
		path: first.text
	};
	asked.set(key, path);
	return null;
}
/** A delete has no place in the compile order. */
function deleteRequest({ path, rule, target }) {
	const { isOrdered: _, ...gone } = target;
	return requestOf(path, rule, gone, {
		reason: "*DELETE",
		fields: fieldsFor("*DELETE", target)
	});
}

// src/plan/make-plan.ts
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
	const placed = input.changes.map((change) => place(input, change));
	const candidates = placed.flatMap((one) => one.candidates);
	const requests = placed.flatMap((one) => one.requests).map(notAddedIfMoved(candidates));
	const deleted = guardedDeletes(candidates, input);
	return {
		requests: inOrder(withCollisions([...requests, ...deleted.requests])),
		leftOut: [...placed.flatMap(({ leftOut }) => leftOut), ...deleted.leftOut]
	};
}
const nothing$1 = {
	requests: [],
	leftOut: [],
	candidates: []
};
function place(input, change) {
	const sides = sidesOf(change);
	if ("because" in sides) return {
		...nothing$1,
		leftOut: [sides]
	};
	const old = sides.gone === null ? null : input.mapper(sides.gone.path);
	const { targets, ...present } = sides.present === null ? noRequests : placePresent(input, sides, sides.present, old);
	const gone = sides.gone === null || old === null ? nothing$1 : placeGone(sides, sides.gone, old, targets);
	return {
		requests: present.requests,
		leftOut: [...present.leftOut, ...gone.leftOut],
		candidates: gone.candidates
	};
}
const noRequests = {
	requests: [],
	leftOut: [],
	targets: /* @__PURE__ */ new Set()
};
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
/** A file that is there at head: one request per target, or left out; `targets`: those of its old path that it still makes. */
function placePresent(input, sides, present, old) {
	const mapped = input.mapper(present.path);
	const movedFrom = sides.gone?.path ?? null;
	if (mapped.kind !== "requests") return {
		...noRequests,
		leftOut: [{
			path: present.path,
			previousPath: movedFrom,
			because: mapped.because
		}]
	};
	const wasUnmapped = old !== null && old.kind !== "requests";
	const targets = /* @__PURE__ */ new Set();
	return {
		requests: mapped.targets.map((target) => {
			const before = old?.kind === "requests" ? old.targets.find((other) => isSame(target, other, targets)) : void 0;
			if (before !== void 0) targets.add(before);
			return requestOf(present.path, mapped.rule, target, {
				previousPath: before !== void 0 || wasUnmapped ? movedFrom : null,
				reason: target.fields.rsn ?? "*MIGRATE",
				blob: present.oid,
				added: before === void 0 && !input.fromNothing && sides.isNew
			});
		}),
		leftOut: [],
		targets
	};
}
function isSame(target, other, taken) {
	return !taken.has(other) && mayBeSame(target.identity, other.identity);
}
/** A file that is gone: each target that the new name does not make again may have to be deleted. */
function placeGone(sides, gone, old, made) {
	if (old.kind === "requests") {
		const targets = old.targets.filter((target) => !made.has(target));
		return {
			...nothing$1,
			candidates: targets.map((target) => ({
				path: gone.path,
				rule: old.rule,
				target
			}))
		};
	}
	if (sides.present !== null) return nothing$1;
	return {
		...nothing$1,
		leftOut: [{
			path: gone.path,
			previousPath: null,
			because: old.because
		}]
	};
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

// src/run/added-objects.ts
/**
* Says of each request whether the branch itself made its object first. That is a fact of the object: what the record
* says of it counts before what this range shows, and that it stood before wins when in doubt (design §8 "Added"). A
* file that is added although another one makes its object already is a collision with that one (§6).
*/
async function withAddedFacts(plan, input) {
	const remembered = factsOf(input.record);
	const isNew = ({ added }) => added;
	const open = new Set(collidedPaths(input.record));
	const asked = plan.requests.filter((request) => isNew(request) || open.has(pathKey(request.path)));
	const isAsked = new Set(asked);
	const others = asked.length === 0 ? null : await standingMakers(asked, input);
	const elsewhere = /* @__PURE__ */ new Set([...await standingAt(input, asked), ...input.record?.claims?.paths ?? []]);
	const since = await addedSince(plan, input);
	const requests = plan.requests.map((request) => {
		const other = others?.same(request) ?? null;
		const range = isNew(request) && other === null && !elsewhere.has(request.path.text) || since.has(request);
		const added = remembered(request.identity) ?? range;
		const twin = isAsked.has(request) && !needsNoContent(request.reason) ? others?.exact(request) ?? null : null;
		return {
			...request,
			added,
			...twin === null || request.obstacle !== null ? {} : collisionWith(request, twin)
		};
	});
	return {
		...plan,
		requests
	};
}
function collisionWith({ identity }, twin) {
	return { obstacle: {
		outcome: "collision",
		why: `${identityText(identity)} also comes from ${twin.path.text}`
	} };
}
/** What the record says of an object: true, added by the branch; false, it stood before; null, nothing. */
function factsOf(record) {
	const { filed = [], open = [], unanswered = [], shared = [] } = record ?? {};
	const memories = [
		...[filed, unanswered].map((entries) => entries.filter((entry) => entry.claimed !== true)),
		open,
		shared
	].map((entries) => lookupOf(entries));
	return (identity) => {
		const facts = memories.flatMap((entries) => entries.same(identity).map(({ added }) => added));
		return facts.length === 0 ? null : facts.every((added) => added);
	};
}
/** Files that were kept back because another one makes their object; they stay so while it does. */
function collidedPaths(record) {
	return (record?.open ?? []).filter(({ outcome }) => outcome === "collision").map(({ path }) => path);
}
async function standingMakers(asked, input) {
	const { mapper, headTree, changes } = input;
	const made = Map.groupBy(asked, ({ path }) => pathKey(path));
	const makers = listMakers(await headTree(), mapper, asked.map(({ identity }) => identity), made);
	const fresh = new Set(changes.flatMap(({ before, after }) => isFile(before) || after === null ? [] : [pathKey(after.path)]));
	const byName = /* @__PURE__ */ new Map();
	for (const maker of makers) {
		if (fresh.has(pathKey(maker.path))) continue;
		const byType = byName.get(nameKey(maker.identity)) ?? /* @__PURE__ */ new Map();
		byName.set(nameKey(maker.identity), byType);
		const known = byType.get(maker.identity.type) ?? [];
		if (known.length < 2) byType.set(maker.identity.type, [...known, maker]);
	}
	const find = ({ identity, path }, types) => [...types(byName.get(nameKey(identity)) ?? /* @__PURE__ */ new Map())].flat().find((maker) => pathKey(maker.path) !== pathKey(path)) ?? null;
	return {
		same: (request) => {
			const { type } = request.identity;
			return find(request, (byType) => type === null ? byType.values() : [byType.get(type) ?? [], byType.get(null) ?? []]);
		},
		exact: (request) => {
			const maker = find(request, (byType) => [(byType.get(request.identity.type) ?? []).filter(({ reason }) => !needsNoContent(reason))]);
			return maker !== null && identityKey(maker.identity) === identityKey(request.identity) ? maker : null;
		}
	};
}
/**
* Deletes, in a range given by hand, of files that did not stand where the record is: the branch added them in pushes that
* nobody looked at.
*/
async function addedSince({ requests }, { objects, recorded }) {
	const deletes = requests.filter(({ reason }) => reason === "*DELETE");
	if (recorded === null || deletes.length === 0) return /* @__PURE__ */ new Set();
	const at = await entriesAt(objects, recorded, deletes.map(({ path }) => path.text).filter((path) => !path.includes("\n")));
	return new Set(deletes.filter(({ path }) => at.get(path.text) === null));
}
/**
* Paths that stand at the merge base with the default branch, as a merge brought them in, or where an earlier run began:
* nobody added them here.
*/
async function standingAt({ objects, shared, claimed }, asked) {
	const commits = [shared, claimed].filter((commit) => commit !== null);
	const paths = asked.map(({ path }) => path.text).filter((path) => !path.includes("\n"));
	if (paths.length === 0) return /* @__PURE__ */ new Set();
	const sides = await Promise.all(commits.map((commit) => entriesAt(objects, commit, paths)));
	return new Set(sides.flatMap((at) => [...at].flatMap(([path, side]) => side === null ? [] : [path])));
}

// src/run/blob-facts.ts
/** Sizes of what the plan would send; only what has the size of a Git LFS pointer is looked into. */
async function blobFacts(repository, plan) {
	const oids = [...new Set(plan.requests.flatMap(({ blob }) => blob === null ? [] : [blob]))];
	const infos = await presentBlobs(repository, oids);
	const pointers = /* @__PURE__ */ new Set();
	const small = oids.filter((_, n) => mayBeLfsPointer(infos[n]?.size ?? 0));
	for (let at = 0; at < small.length; at += atATime) await Promise.all(small.slice(at, at + atATime).map(async (oid) => {
		const content = await repository.objects.content(oid);
		const text = content instanceof Blob ? await content.text() : content.toString("utf8");
		if (isLfsPointer(text)) pointers.add(oid);
	}));
	return new Map(oids.map((oid, n) => [oid, {
		size: infos[n]?.size ?? 0,
		isLfsPointer: pointers.has(oid)
	}]));
}
/** So many small contents are asked for at once. */
const atATime = 500;

// src/ledger/level.ts
/** Compares everything that the record has filed with head. Pure. */
function lookAt(input) {
	const paths = /* @__PURE__ */ new Set();
	const orphans = [];
	const noLongerMapped = [];
	const left = /* @__PURE__ */ new Map();
	let standing = 0;
	for (const entry of input.record.filed) {
		if (entry.closed === true || entry.claimed === true) continue;
		const found = find(input, entry);
		if (found === "leftAsFiled") continue;
		if (found === "noLongerMapped") {
			if (entry.left !== "noLongerMapped") noLongerMapped.push(entry);
			left.set(identityKey(entry), "noLongerMapped");
			continue;
		}
		if (entry.left !== void 0) left.set(identityKey(entry), null);
		if (found === "stands") standing += 1;
		else paths.add(entry.path);
		if (found === "gone") orphans.push(entry);
	}
	return {
		paths,
		orphans,
		noLongerMapped,
		left,
		standing
	};
}
function find({ record, at, mapper, isNewMapping }, entry) {
	const side = at.get(entry.path) ?? null;
	if (side !== null && !isFile(side)) return "leftAsFiled";
	const blob = side?.oid ?? null;
	const passed = record.passed?.[entry.path];
	if (passed !== void 0 && passed === blob) return "stands";
	if (blob === null && entry.left !== void 0) return "leftAsFiled";
	const isDelete = entry.reason === "*DELETE";
	const isSame = blob === (isDelete ? null : entry.blob);
	if (isSame && !isNewMapping && entry.left === void 0) return "stands";
	if (isDelete && isSame) return "stands";
	if (!isMappedBy(mapper, entry)) return "noLongerMapped";
	if (isSame) return "stands";
	return blob === null ? "gone" : "differs";
}
/** True when the mapping makes an object of this target and name of the entry's file; its type may have changed. */
function isMappedBy(mapper, entry) {
	const key = nameKey(entry);
	return targetsOf(mapper(textPath(entry.path))).some(({ identity }) => nameKey(identity) === key);
}
/** Objects that stood by another branch's request and no longer do: that branch has gone on, or this one has. */
function noLongerShared(shared, at, records) {
	const held = /* @__PURE__ */ new Map();
	for (const { repo, mapping, branch, filed } of shared.length === 0 ? [] : records) for (const entry of filed) held.set(holderKey({
		repo,
		mapping,
		branch
	}, entry.objectId), entry);
	return shared.filter(({ path, blob, objectId, of }) => {
		const side = at.get(path) ?? null;
		if (!isFile(side) || side?.oid !== blob) return true;
		const entry = held.get(holderKey(of, objectId));
		return entry === void 0 || entry.blob !== blob || entry.path !== path;
	});
}
function holderKey({ repo, mapping, branch }, objectId) {
	return [
		repo,
		mapping,
		branch,
		objectId
	].join("\0");
}

// src/run/waiting-claims.ts
const nothingWaits = {
	paths: /* @__PURE__ */ new Set(),
	changed: /* @__PURE__ */ new Set(),
	isLooked: true,
	notices: []
};
/**
* Files that, by a record whose seal did not fit, may wait to be filed: what changed since it says that all was accounted
* for, and what it has open. They are filed as they stand at head, so that nothing is lost with a token that was rotated;
* nothing is deleted, and a push that would be too large with them is filed without them (design §8 "Sealed").
*
* @param changes of the push itself.
*/
async function waitingByClaims(tools, basis, changes, headTree) {
	const claims = basis.record?.claims;
	if (claims === void 0) return nothingWaits;
	const named = pathKeysOf(changes);
	const changed = await changedSince(tools, basis);
	const elsewhere = changed === null ? [{
		code: "claimedElsewhere",
		commit: claims.head ?? ""
	}] : [];
	const keys = /* @__PURE__ */ new Set([...claims.paths, ...(changed ?? []).map((change) => pathKey(pathOf(change)))]);
	const known = new Set(basis.record?.filed.flatMap(({ path, claimed }) => claimed === true ? [] : [path]));
	const wanted = new Set([...keys].filter((key) => !named.has(key) && !known.has(key)));
	if (wanted.size === 0) return {
		...nothingWaits,
		notices: elsewhere
	};
	const { told, untold, gone } = await sorted(basis, wanted, headTree);
	const notices = [
		...elsewhere,
		...gone.length > 0 ? [{
			code: "claimedGone",
			paths: gone
		}] : [],
		...untold.length > 0 ? [{
			code: "claimedWithoutLock",
			paths: untold
		}] : []
	];
	if (told.length === 0) return {
		...nothingWaits,
		notices
	};
	if (told.reduce((sum, key) => sum + callsOf(basis, textPath(key)), 0) + callsOfAll(basis, changes) > tools.input.options["max-requests"]) return {
		...nothingWaits,
		isLooked: false,
		notices: [...notices, {
			code: "claimedTooMany",
			paths: told
		}]
	};
	return {
		paths: new Set(told),
		changed: new Set(told.filter((key) => !claims.paths.includes(key))),
		isLooked: true,
		notices: [...notices, {
			code: "claimedFiles",
			paths: told
		}]
	};
}
/** What may wait: files that the service can tell to be filed or not (`told`), those it cannot, and those that are gone. */
async function sorted(basis, wanted, headTree) {
	const { record } = basis;
	const passed = record?.claims?.passed;
	const standing = new Map((await headTree()).filter(isFile).map((side) => [pathKey(side.path), side]));
	const isPassed = (key) => passed !== void 0 && passed[key] === standing.get(key)?.oid;
	const mapped = [...wanted].filter((key) => callsOf(basis, textPath(key)) > 0 && !isPassed(key));
	const filed = lookupOf(record?.filed ?? []);
	const there = mapped.filter((key) => standing.has(key));
	const told = there.filter((key) => isTold(basis, filed, textPath(key)));
	return {
		told,
		untold: there.filter((key) => !told.includes(key)),
		gone: mapped.filter((key) => !standing.has(key))
	};
}
function pathOf({ before, after }) {
	return (after ?? before).path;
}
function callsOf({ mapper }, path) {
	return targetsOf(mapper(path)).length;
}
function callsOfAll(basis, changes) {
	return changes.reduce((sum, change) => sum + callsOf(basis, pathOf(change)), 0);
}
/** True where the service tells whether the object is filed already: by its lock, or by the number that is claimed for it. */
function isTold({ mapper }, filed, path) {
	return targetsOf(mapper(path)).every(({ fields, identity }) => fields.lock !== "*NO" || filed.same(identity).length > 0);
}
/** What changed up to where the push begins; null for a commit that the branch does not come from. */
async function changedSince(tools, basis) {
	const { range, record } = basis;
	const head = record?.claims?.head ?? null;
	if (head === null || head === range.base || head === range.head) return [];
	const from = isEmptyTree(head) ? head : await claimedHead(tools, basis);
	return from === null ? null : listChanges(tools.repository, from, range.head);
}
/** The commit up to which a record that is not sealed accounts for all; null for one that the branch does not come from. */
async function claimedHead({ repository }, { range, record }) {
	const head = record?.claims?.head ?? null;
	if (head === null || isEmptyTree(head)) return null;
	if ((await ensureCommits(repository, [head])).length > 0) return null;
	return await isAncestor(repository, head, range.head) ? head : null;
}

// src/run/look-back.ts
const nothing = {
	behind: /* @__PURE__ */ new Set(),
	look: null,
	given: [],
	waiting: null
};
/**
* Collects what earlier runs left open or without an answer, and, for the newest push of a branch, every filed object
* that is not as head says. A range given by hand looks at nothing else.
*/
async function toLookAt(tools, basis, changes, headTree) {
	const { range, record, mapper, isMapped, mappingBlob, ledger, tip } = basis;
	const isOver = range.isAccounted && tip === null;
	if (range.explicit || !range.mayFile || isOver || record === null) return nothing;
	const isOwn = ({ causes }) => causes === void 0;
	const asked = record.unanswered.filter((call) => call.closed !== true && isOwn(call));
	const openOwn = record.open.filter(isOwn);
	const given = isMapped ? asked.filter((call) => !isMappedBy(mapper, call)) : [];
	const unanswered = asked.filter((call) => !given.includes(call));
	const open = [...openOwn, ...unanswered].map(({ path }) => path);
	const isNewest = range.movesHead && isMapped;
	const shared = isNewest ? record.shared ?? [] : [];
	if (!isNewest) return {
		...nothing,
		behind: new Set(open)
	};
	const at = await entriesAt(tools.repository.objects, range.head, textPaths([
		...record.filed,
		...shared,
		...unanswered,
		...openOwn
	]));
	const isNewMapping = (record.mapped ?? null) !== mappingBlob;
	const look = lookAt({
		record,
		at,
		mapper,
		isNewMapping
	});
	const strayed = shared.length === 0 ? [] : noLongerShared(shared, at, (await ledger.all()).records);
	const isGone = ({ path }) => (at.get(path) ?? null) === null;
	const taken = goneKeys(changes);
	const deleted = record.filed.filter(({ reason, path }) => reason === "*DELETE" && taken.has(path));
	const makers = await makersOf([
		...look.orphans,
		...deleted,
		...unanswered.filter(isGone),
		...openOwn.filter(isGone)
	], mapper, headTree);
	const waiting = await waitingByClaims(tools, basis, changes, headTree);
	return {
		behind: /* @__PURE__ */ new Set([
			...open,
			...look.paths,
			...strayed.map(({ path }) => path),
			...makers,
			...waiting.paths
		]),
		look,
		given,
		waiting
	};
}
/** Keys of the paths that changes take a file away from. */
function goneKeys(changes) {
	return new Set(changes.flatMap(({ before, after }) => before !== null && (after === null || pathKey(after.path) !== pathKey(before.path)) ? [pathKey(before.path)] : []));
}
/** A name that is not UTF-8 was never filed, and stands there by its bytes. */
function textPaths(entries) {
	return entries.map(({ path }) => path).filter((path) => !path.startsWith("\0") && !path.includes("\n"));
}
async function makersOf(orphans, mapper, headTree) {
	const wanted = orphans.filter(({ objn }) => objn !== "");
	if (wanted.length === 0) return [];
	const makers = makersIn(await headTree(), mapper, wanted);
	return wanted.flatMap((identity) => makers.same(identity).map(({ path }) => pathKey(path)));
}
/**
* Tells a request that the push asks for, or whose object the record knows: a file that is only looked at again makes no
* new object, as a mapping that has changed moves nothing.
*/
function isAskedFor(named, record, claimed) {
	const { filed = [], open = [], unanswered = [], shared = [] } = record ?? {};
	const known = [
		filed,
		open,
		unanswered,
		shared
	].map((entries) => lookupOf(entries));
	const opened = /* @__PURE__ */ new Set([...open.map(({ path }) => path), ...claimed]);
	return ({ path, previousPath, identity }) => {
		if (named.has(pathKey(path)) || previousPath !== null && named.has(pathKey(previousPath))) return true;
		return opened.has(pathKey(path)) || known.some((entries) => entries.named(identity).length > 0);
	};
}

// src/git/brought-in.ts
/**
* What a push brought in from another branch: the base of the range did not have the merge base of head and that branch
* yet. A file that is the same at head as at the merge base came from there, unless the branch changed it by itself
* (design §3 "Not another branch's changes").
* @param range its base may be the empty tree. @param from the default branch.
* @returns null when the push brought nothing in.
* @throws Problem('git') when the history cannot be read.
*/
async function broughtIn(repository, range, from) {
	const tip = await branchTip(repository, from);
	if (tip === null) return null;
	const base = range.base === emptyTree[repository.objectFormat] ? null : range.base;
	const shared = await mergeBase(repository, tip, range.head);
	if (shared === null || base !== null && await isAncestor(repository, shared, base)) return null;
	const own = await pathsOf(repository, await ownCommits(repository, {
		...range,
		base
	}, tip));
	const [gone] = await ensureCommits(repository, [shared]);
	if (gone !== void 0) throw unreadable(`the merge base with ${from}`, new Error(gone.why));
	for (const key of await differingPaths(repository, shared, range.head)) own.add(key);
	return {
		shared,
		own
	};
}
/**
* Commits that the branch made by itself since the base: on its first-parent line, no merges, and not on the
* first-parent line of the other branch. Each comes with its parent. A squash of them is another commit, and what the
* other branch merged stays the branch's own. Of a branch that was moved by force, as by a rebase, Git does not say
* who made what the other branch has too.
*/
async function ownCommits(repository, { base, head, pushed }, tip) {
	const since = base === null ? [] : [`^${base}`];
	const list = async (args) => {
		return (await repository.git([
			"rev-list",
			...args,
			...since
		]).catch((error) => {
			throw unreadable("the history of two commits", error);
		})).split("\n").flatMap((line) => line === "" ? [] : [line.split(" ")]);
	};
	const line = await list([
		"--first-parent",
		"--parents",
		head
	]);
	const goesOn = base === null || line.at(-1)?.[1] === base;
	const others = await list([...goesOn ? ["--first-parent"] : [], tip]);
	const elsewhere = new Set(others.map(([commit]) => commit));
	const at = line.findIndex(([commit]) => commit === pushed);
	if (goesOn && at >= 0) for (const [commit] of line.slice(at)) elsewhere.delete(commit);
	return line.filter(([commit = "", ...parents]) => parents.length < 2 && !elsewhere.has(commit));
}
/** Keys of the paths that commits changed against their parents. */
async function pathsOf(repository, commits) {
	if (commits.length === 0) return /* @__PURE__ */ new Set();
	const [gone] = await ensureCommits(repository, [...new Set(commits.flat())]);
	if (gone !== void 0) throw unreadable(`commit ${gone.oid}`, new Error(gone.why));
	const args = [
		"diff-tree",
		"--stdin",
		"--root",
		"--no-commit-id",
		"-r",
		"-z",
		"--name-only",
		"--no-renames"
	];
	const input = commits.map((oids) => `${oids.join(" ")}\n`);
	const names = (await repository.bytes(args, { input }).catch((error) => {
		throw unreadable("what the commits of the branch changed", error);
	})).toString("latin1").split("\0");
	return new Set(names.filter((name) => name !== "").map((name) => pathKey(pathOfBytes(name))));
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
		because
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
		else {
			leave(old ? before : after, null);
			kept.push(old ? {
				before: after,
				after
			} : {
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

// src/run/others-changes.ts
/** Leaves out what differs at the branch's tip: the run of the newer push files it (design §3 "Never backwards"). */
function withoutSuperseded(changes, branch, tip) {
	if (tip === null) return {
		kept: changes,
		leftOut: []
	};
	const by = tip.isBehind ? "older" : "tip";
	return setAside(changes, (key) => tip.differs.has(key), {
		code: "superseded",
		branch,
		commit: tip.oid,
		by
	});
}
/** Leaves out what a later head of the record accounts for: a run that is started again files only what is still open. */
function withoutAccounted(changes, range, record, behind) {
	if (!range.isAccounted) return {
		kept: changes,
		leftOut: []
	};
	const { branch } = range;
	const because = {
		code: "superseded",
		branch,
		commit: record?.head ?? "",
		by: "ledger"
	};
	return setAside(changes, (key) => !behind.has(key), because);
}
/** Leaves out what is as a push of a skipped account made it: that counts as standing. */
function withoutPassed(changes, range, record) {
	const passed = range.explicit ? void 0 : record?.passed;
	if (passed === void 0) return {
		kept: changes,
		leftOut: []
	};
	const keys = new Set(changes.flatMap(sides).flatMap(({ path }) => path.raw === null && path.text in passed ? [path.text] : []));
	const now = new Map(changes.flatMap(({ after }) => isFile(after) && after ? [[pathKey(after.path), after.oid]] : []));
	return setAside(changes, (key) => keys.has(key) && passed[key] === (now.get(key) ?? null), { code: "passed" });
}
/**
* Leaves out what a merge or rebase brought in from the default branch, unless this branch has a request for it. The
* history is looked at only when it can matter.
*
* @returns with the merge base, where something was brought in.
*/
async function withoutDefaultBranch({ repository }, changes, range, held) {
	const all = {
		kept: changes,
		leftOut: [],
		shared: null
	};
	const { base } = range;
	const { defaultBranch } = held;
	const isPush = range.rule === "push" || range.rule === "ledger";
	if (base === null || !isPush || defaultBranch === null || range.branch === defaultBranch) return all;
	const keysHeld = heldKeys(held);
	const isHeld = new Set(changes.flatMap((change) => sides(change).flatMap(keysHeld)));
	if (changes.filter((change) => sides(change).some((side) => !isHeld.has(pathKey(side.path)))).length === 0) return all;
	const brought = await broughtIn(repository, {
		base,
		head: range.head,
		pushed: held.pushed
	}, defaultBranch);
	if (brought === null) return all;
	return {
		...setAside(changes, (key) => !brought.own.has(key) && !isHeld.has(key), {
			code: "asOnDefault",
			branch: defaultBranch
		}),
		shared: brought.shared
	};
}
function sides({ before, after }) {
	return [before, after].filter((side) => side !== null);
}
/** Tells the key of a path for which the branch has a request: for the path itself, or for an object that it makes. */
function heldKeys({ record, mapper, behind }) {
	const filed = (record?.filed ?? []).filter(({ closed }) => closed !== true);
	const paths = new Set(filed.map((entry) => entry.path));
	const objects = lookupOf(filed);
	return ({ path }) => {
		const key = pathKey(path);
		if (behind.has(key) || paths.has(path.text)) return [key];
		if (filed.length === 0) return [];
		return targetsOf(mapper(path)).some(({ identity }) => objects.same(identity).length > 0) ? [key] : [];
	};
}

// src/run/changes.ts
/**
* The plan of a range: its changes, what earlier runs left behind, and whatever stands at the service otherwise than head
* says; without what is not this push's to file.
*/
async function planChanges(tools, basis) {
	const { repository } = tools;
	const { objects } = repository;
	const { range, record, isMapped } = basis;
	const tip = isMapped ? basis.tip : null;
	const defaultBranch = isMapped ? basis.defaultBranch : null;
	let tree = null;
	const headTree = async () => {
		tree ??= await listTree(objects, range.head);
		return tree;
	};
	const { listed, takenBack } = await listRange(tools, basis, headTree);
	if (tools.input.command === "file") keepHeapSmall(listed.length);
	const found = await toLookAt(tools, basis, listed, headTree);
	const behind = [...found.behind];
	const all = behind.length === 0 ? listed : [...listed, ...reopened(behind, listed, await headTree())];
	const current = withoutSuperseded(all, range.branch, tip);
	const accounted = withoutAccounted(current.kept, range, record, found.behind);
	const passed = withoutPassed(accounted.kept, range, record);
	const { paths: waits, changed } = found.waiting ?? {
		paths: /* @__PURE__ */ new Set(),
		changed: /* @__PURE__ */ new Set()
	};
	const claimedFrom = range.explicit ? null : await claimedHead(tools, basis);
	const behindOwn = new Set(behind.filter((key) => !changed.has(key)));
	const held = {
		record,
		mapper: basis.mapper,
		behind: behindOwn,
		pushed: beforeOf(tools),
		defaultBranch
	};
	const from = changed.size > 0 && claimedFrom !== null ? {
		...range,
		base: claimedFrom
	} : range;
	const own = await withoutDefaultBranch(tools, passed.kept, from, held);
	const known = own.kept.some(takesAway) ? [...await headTree(), ...tip?.tree ?? []] : [];
	const made = makePlan({
		changes: own.kept,
		headTree: () => known,
		mapper: basis.mapper,
		deletes: basis.deletes,
		fromNothing: range.base === emptyTree[repository.objectFormat]
	});
	const named = pathKeysOf(listed);
	const leftOut = [
		...current.leftOut,
		...accounted.leftOut,
		...passed.leftOut,
		...own.leftOut,
		...made.leftOut
	];
	const notMapped = [...found.look?.noLongerMapped ?? [], ...found.given].map(noLongerMapped);
	const alsoNamed = notMapped.filter(({ path }) => named.has(pathKey(path)));
	const requests = made.requests.filter(isAskedFor(named, record, waits));
	const unnamed = notMapped.filter(({ path }) => !named.has(pathKey(path)));
	const whole = {
		requests,
		leftOut: [...leftOut, ...unnamed]
	};
	const about = {
		shared: own.shared,
		claimed: claimedFrom,
		recorded: await recordedHead(tools, basis),
		headTree,
		changes: own.kept
	};
	const plan = await withAddedFacts(whole, {
		...basis,
		objects,
		...about
	});
	const kept = keptPaths(plan);
	return {
		plan: withContents(plan, await blobFacts(repository, plan), basis.attachAs),
		changes: own.kept,
		headTree,
		named,
		takenBack,
		leftBehind: new Set(behind.filter((path) => !named.has(path))),
		waiting: found.waiting,
		look: found.look === null ? null : {
			...found.look,
			left: leftAfter(found.look, kept, record)
		},
		given: [...found.given, ...notDeleted(kept, record)],
		notices: [...found.waiting?.notices ?? [], ...alsoNamed.map(noLongerMappedNotice)]
	};
}
function noLongerMappedNotice({ path, because }) {
	return {
		code: "noLongerMapped",
		path: path.text,
		why: becauseText(because)
	};
}
function noLongerMapped(entry) {
	const of = {
		object: identityText(entry),
		isFiled: "commit" in entry,
		objectId: entry.objectId
	};
	return {
		path: textPath(entry.path),
		previousPath: null,
		because: {
			code: "noLongerMapped",
			...of
		}
	};
}
/** The head of the record, for a range given by hand; null if it has none, or the commit cannot be found. */
async function recordedHead({ repository }, { range, record }) {
	const head = record?.head ?? null;
	if (!range.explicit || head === null || isEmptyTree(head)) return null;
	return (await ensureCommits(repository, [head])).length > 0 ? null : head;
}
function beforeOf({ input }) {
	const { happening } = input.event;
	return happening.kind === "push" ? happening.before : null;
}
/** Paths whose delete the mapping does not file. */
function keptPaths({ leftOut }) {
	return new Set(leftOut.filter(({ because }) => because.code === "deleteMode").map(({ path }) => path.text));
}
/** Calls about objects whose delete is left out: what they may have filed stays. */
function notDeleted(kept, record) {
	return (record?.unanswered ?? []).filter(({ path, closed }) => closed !== true && kept.has(path));
}
/** Deletes that the mapping does not file are said once, too. */
function leftAfter(look, kept, record) {
	const filed = (record?.filed ?? []).filter(({ path, reason }) => kept.has(path) && reason !== "*DELETE");
	return new Map([...look.left, ...filed.map((entry) => [identityKey(entry), "notDeleted"])]);
}
/** Begins to list the changes of a range; null for one that has no base. */
function listAhead(repository, { base, head }) {
	if (base === null) return null;
	const listed = listChanges(repository, base, head);
	listed.catch(() => {});
	return listed;
}
/** The changes of the range; with `--paths` the chosen files as they are, or only their changes. */
async function listRange(tools, basis, headTree) {
	const { range } = basis;
	const { input, repository } = tools;
	const chosen = pathFilter(input.options.paths);
	if (range.base === null) {
		const as = asTheyAre(await headTree(), chosen);
		if (as.length > 0) return {
			listed: as,
			takenBack: /* @__PURE__ */ new Set()
		};
		const given = (input.options.paths ?? []).join(", ");
		throw new Problem("usage", `no file at the head matches --paths ${given}`, "Give paths as Git has them, from the top: a directory as QRPGLESRC/**, a name anywhere as **/ORD100.PGM.RPGLE.");
	}
	const changes = await (basis.listed ?? listChanges(repository, range.base, range.head));
	const back = await takenBackBy(tools, basis, changes);
	return {
		listed: [...changes, ...back].filter((change) => touches(change, chosen)),
		takenBack: new Set(back.map(({ after }) => pathKey(after.path)))
	};
}
/**
* Files that this push itself changed, and that earlier pushes had changed too, to and fro: they are no difference of the
* whole range, and what stands of them was sent by pushes that the record does not know of. That nobody looked at those
* is one reason; that somebody has put an old record back is another. A push that was moved away by force may be gone;
* then the range says it all.
*/
async function takenBackBy({ repository }, { range, record }, changes) {
	const { unseenTo, rule } = range;
	if (!(rule === "first-push" || rule === "ledger") || unseenTo === null || range.base === range.head) return [];
	if ((await ensureCommits(repository, [unseenTo])).length > 0) return [];
	const known = pathKeysOf(changes);
	const filed = new Map(record?.filed.map(({ path, blob }) => [path, blob]));
	return (await listChanges(repository, unseenTo, range.head)).flatMap(({ after }) => {
		if (after === null || known.has(pathKey(after.path))) return [];
		return rule === "first-push" || filed.get(after.path.text) === after.oid ? [{
			before: after,
			after
		}] : [];
	});
}
function touches({ before, after }, chosen) {
	return [before, after].some((side) => side !== null && chosen(side.path.text));
}

// src/run/notices.ts
async function planNotices(tools, { mapping, plan, range, run, open }) {
	const marks = open.map(({ path, value }) => `${path} (${value})`);
	const { ledger, key } = run;
	return [
		...marks.length === 0 ? [] : [{
			code: "placeholders",
			marks
		}],
		...remoteNotices(tools, run),
		...key !== null && ledger.trouble === null ? await unseenNotices(tools, range, run) : [],
		...unmappedNotices(mapping, plan),
		...deleteNotices(mapping, plan)
	];
}
/** A plan goes on without the remote where the clone itself knows enough, and says so. */
function remoteNotices({ repository }, { ledger }) {
	const { trouble } = repository.remoteView;
	if (trouble === null || repository.remote === null || ledger.trouble !== null) return [];
	return [{
		code: "remoteNotAsked",
		why: trouble.message
	}];
}
/** Commits whose own runs were lost before they wrote anything down, by the record as the run found it. */
async function unseenNotices({ repository }, { base, unseenTo, rule, branch }, { ledger: { record } }) {
	if (base === null) return [];
	const begins = record === null && rule === "push" ? [{
		code: "ledgerBegins",
		branch,
		before: base
	}] : [];
	const wasSeen = record?.filed.some(({ commit }) => commit === unseenTo) || record?.runs.some(({ head }) => head === unseenTo);
	if (unseenTo === null || wasSeen === true) return begins;
	return isEmptyTree(base) || await isAncestor(repository, base, unseenTo).catch(() => false) ? [...begins, {
		code: "unseenCommits",
		base,
		to: unseenTo
	}] : begins;
}
function unmappedNotices({ unmapped }, { leftOut }) {
	const files = leftOut.filter(({ because }) => because.code === "unmapped").length;
	return files === 0 || unmapped !== "warn" ? [] : [{
		code: "unmapped",
		files
	}];
}
/** Objects that were deleted here and stay at the service, under `deletes: report`. */
function deleteNotices({ deletes }, { leftOut }) {
	const paths = leftOut.filter(({ because }) => because.code === "deleteMode").map(({ path }) => path.text);
	return deletes !== "report" || paths.length === 0 ? [] : [{
		code: "deletesReported",
		paths
	}];
}

// src/run/row-reasons.ts
/** Why requests are in a plan that the push itself does not name: what stood there, and since which run. */
function reasonsOf(actions, named, record) {
	const filed = lookupOf(record?.filed ?? []);
	const claimed = lookupOf((record?.unanswered ?? []).filter((call) => call.claimed === true));
	const because = /* @__PURE__ */ new Map();
	for (const action of actions) {
		const { request } = action;
		const doubt = doubtOf(action, claimed);
		if (doubt !== null) {
			because.set(request, doubt);
			continue;
		}
		if (request.dependent !== void 0 || named.has(pathKey(request.path))) continue;
		const stood = "known" in action ? action.known : filed.same(request.identity)[0];
		if (stood !== void 0) because.set(request, stoodText(stood));
	}
	return because;
}
/** Without a lock nobody tells a second request from the first, where only a record that is not sealed knows of one. */
function doubtOf(action, claimed) {
	const { request } = action;
	if (request.fields.lock !== "*NO" || action.kind !== "create" && action.kind !== "update") return null;
	const known = action.kind === "update" ? action.known : action.earlier;
	if (known?.claimed === true) return `a record that is not sealed has request ${known.objectId} for it: if that stands beside this one, delete it at the service`;
	return action.kind === "create" && claimed.same(request.identity).length > 0 ? perhapsSecond : null;
}
const perhapsSecond = "a record that is not sealed says that an earlier run may have created it without a lock: look for a second one";
function stoodText({ commit, run }) {
	return `not in this push: it stood at ${commit.slice(0, 7)} since run ${run}`;
}

// src/run/still-made.ts
/**
* Looks after the files of requests that this branch filed for objects of the same name from other files: while such a
* file is there, its request is not another file's to go on with.
*/
async function stillMade({ repository }, requests, { range, record, mapper }) {
	const byName = Map.groupBy(requests, ({ identity }) => nameKey(identity));
	const others = (record?.filed ?? []).filter((entry) => byName.get(nameKey(entry))?.some(({ path }) => path.text !== entry.path));
	const infos = await repository.objects.info(others.map(({ path }) => `${range.head}:${path}`));
	return new Map(others.flatMap((entry, n) => {
		if (infos[n]?.type !== "blob") return [];
		const targets = targetsOf(mapper(textPath(entry.path)));
		return [[entry, (byName.get(nameKey(entry)) ?? []).some(({ identity, path }) => path.text !== entry.path && targets.some((target) => mayBeSame(target.identity, identity))) ? "same" : "other"]];
	}));
}

// src/run/plan.ts
/**
* From a range to actions: changes, what earlier runs left, and what stands otherwise than head says. Decides and reads
* only.
*
* @throws Problem('mapping') for a mapping that is not valid, what Git throws, Problem('usage') for options.
*/
async function planRange(tools, { read, repo }, chosen, { run, stop, notices }) {
	const { range, record, leftUnder } = chosen;
	if (chosen.tipProblem !== null) throw chosen.tipProblem;
	if (read.problem !== null) throw read.problem;
	const { mapping } = read;
	const mappingBlob = read.file?.blob ?? null;
	const basis = await basisOf(tools, chosen, run, {
		mapping,
		mappingBlob,
		repo
	});
	const changes = await planChanges(tools, basis);
	const open = placeholdersIn(mapping.mapping);
	requireTarget(changes.plan, open);
	const affected = await affectedBy(tools, basis, changes);
	const { requests } = affected;
	const isSentAgain = ({ path }) => range.explicit || changes.takenBack.has(pathKey(path));
	const made = await stillMade(tools, requests, basis);
	const decided = decideActions(requests, record, isSentAgain, made);
	const actions = decided.filter(({ kind }) => kind !== "nothing");
	const nothing = decided.flatMap(({ kind, request }) => kind === "nothing" && request.dependent === void 0 ? [request] : []);
	const leftOut = [...withUsers(changes.plan.leftOut, affected.rows), ...nothing.map(neverFiled)];
	const said = await planNotices(tools, {
		mapping: mapping.mapping,
		plan: changes.plan,
		range,
		run,
		open
	});
	return {
		range,
		repo,
		mapping,
		mappingBlob,
		run,
		record,
		actions,
		stop,
		report: {
			quiet: quietOf(actions, changes),
			because: reasonsOf(actions, changes.named, record),
			leftUnder
		},
		settling: {
			leftBehind: /* @__PURE__ */ new Set([...changes.leftBehind, ...affected.leftBehind]),
			waiting: changes.waiting,
			given: changes.given,
			stays: new Set(leftOut.filter(isLeftOutForNow).map(({ path }) => pathKey(path))),
			unmapped: leftOut.flatMap(({ because, path }) => because.code === "unmapped" && because.isError ? [path] : []),
			left: changes.look?.left ?? null,
			gone: nothing.map(({ identity }) => identity)
		},
		told: {
			leftOut,
			standing: changes.look?.standing ?? null,
			dependents: affected.rows,
			notices: [
				...notices,
				...changes.notices,
				...said,
				...affected.notices
			]
		}
	};
}
/**
* What the push affects beside what it changes, and the place of all in the compile order. What finds that is loaded only
* where a file has changed that others can use, or the record has something open of the kind.
*/
async function affectedBy(tools, basis, changes) {
	const { plan, headTree } = changes;
	const changed = changedFiles(changes.changes);
	const found = isLookedAt(basis, changed) ? await import("./dependents.mjs").then(({ planDependents }) => planDependents(tools, basis, changes, changed)) : noDependents;
	const requests = found.requests.length === 0 ? plan.requests : inOrder([...plan.requests, ...found.requests]);
	if (!requests.some(({ isOrdered }) => isOrdered)) return {
		...found,
		requests
	};
	const { withCompileOrder } = await import("./ordered.mjs");
	const ordered = await withCompileOrder(tools, basis, requests, headTree);
	return {
		...found,
		requests: ordered.requests,
		notices: [...found.notices, ...ordered.notices]
	};
}
function isLookedAt({ range, record, mapper, isMapped, dependents }, { files }) {
	if (dependents === "ignore" || !isMapped || range.base === null || isEmptyTree(range.base)) return false;
	const isOpen = ({ causes }) => causes !== void 0;
	if (record !== null && [
		record.filed,
		record.open,
		record.unanswered
	].some((list) => list.some(isOpen))) return true;
	const objectsOf = (path) => madeObjects(targetsOf(mapper(textPath(path))).map(({ fields }) => fields));
	return files.some(({ path }) => canBeUsed(path, objectsOf(path)));
}
async function basisOf({ input, repository }, { range, record, defaultBranch, tipOid }, { ledger }, { mapping: compiled, mappingBlob, repo }) {
	const { mapping } = compiled;
	const { branch, head } = range;
	const listed = listAhead(repository, range);
	const tip = tipOid === null ? null : await newerTip(repository, branch, head, tipOid);
	const branchMatch = branchRuleFor(compiled, branch);
	const { id, attempt, actor } = input.event.run;
	const run = id === null ? "" : `${id}-${attempt}`;
	const user = actor === null ? null : userOf(mapping.users, actor);
	return {
		range,
		record,
		defaultBranch,
		ledger,
		tip,
		listed,
		mapper: bindMapping(compiled, branchMatch, {
			repo,
			branch,
			sha: head,
			run,
			user,
			set: readSet(input.options)
		}),
		mappingBlob,
		isMapped: branchMatch !== null,
		attachAs: input.options["attach-as"] ?? mapping.attach.as,
		deletes: mapping.deletes,
		dependents: branchMatch?.dependents ?? mapping.dependents
	};
}
/** What stands as it should is only counted where the push does not name it. */
function quietOf(actions, { named }) {
	const isNamed = ({ path, previousPath }) => named.has(pathKey(path)) || previousPath !== null && named.has(pathKey(previousPath));
	const unseen = actions.filter(({ kind, request }) => kind === "unchanged" && request.dependent === void 0 && !isNamed(request));
	return new Set(unseen.map(({ request }) => request));
}
/** The object never was at the target, and what stands there by now is somebody else's (design §7). */
function neverFiled({ path, identity }) {
	return {
		path,
		previousPath: null,
		because: {
			code: "neverFiled",
			object: identityText(identity)
		}
	};
}

// src/ledger/moved-mapping.ts
/**
* What runs of this branch left under the name of a mapping file that is gone: once the file was moved, no run under the
* new name knows of it. Only looked at when a record begins; nobody can tell which of several files the new one was.
*
* @returns what a person has to see to; null when nothing was left.
*/
async function leftUnderOthers(repository, run, range) {
	const { key, ledger } = run;
	const isClosed = range.explicit || range.firstPush || range.base === null;
	if (key === null || ledger.trouble !== null || isClosed) return null;
	const { records } = await ledger.all();
	const others = records.filter((record) => isOfBranch(record, key) && record.mapping !== key.mapping);
	const gone = [];
	for (const record of others) if (await wentAway(repository, fileOf(record), [range.base, record.head].filter((commit) => commit !== null), range.head)) gone.push(record);
	const isOnly = gone.length === others.length;
	const [first] = gone.flatMap((record) => {
		const what = leftOf(run, record, isOnly ? range : null);
		return what === null ? [] : [{
			record,
			what
		}];
	});
	if (first === void 0) return null;
	const { record, what } = first;
	const file = fileOf(record);
	return new Problem("ledger", `the mapping file ${file} is gone, and the changes that its runs left open are not filed under ${key.mapping}: ${what}`, `File it with --paths PATH..., or --base and --head, then: file-checkouts ledger forget ${optionsOf(record)}`);
}
/**
* Where nothing says what changed, as outside CI, and the branch has no record: a record under the name of a mapping file
* that was moved is named with what it left, instead of the advice to begin from nothing.
*
* @param here where the branch is. @param error what that advice is. @returns null when there is none.
*/
async function movedFrom(repository, run, here, error) {
	const { key, ledger } = run;
	if (key === null || ledger.record !== null || ledger.trouble !== null) return null;
	const head = await resolveRev(repository, here).catch(() => null);
	if (head === null) return null;
	const { records } = await ledger.all();
	for (const record of records) {
		if (!isOfBranch(record, key) || record.head === null || record.mapping === key.mapping) continue;
		const file = fileOf(record);
		if (!await wentAway(repository, file, [record.head], head)) continue;
		const open = leftOf(run, record, null);
		const left = open === null ? "" : `, and left ${open}`;
		return new Problem("range", `${error.message} under ${key.mapping}: earlier runs kept it under ${file}, a mapping file that is gone. They came up to ${record.head.slice(0, 12)}${left}`, `File what came after it with --base ${record.head} and --head${open === null ? "" : ", and what was left with --paths PATH..."}; then type: file-checkouts ledger begin ${optionsOf(key)} --head COMMIT, and file-checkouts ledger forget ${optionsOf(record)}`);
	}
	return null;
}
/** How a command of the ledger is told which record is meant. */
function optionsOf({ branch, mapping, service }) {
	const file = fileOf({ mapping });
	return `--branch ${branch} --mapping ${file}${mapping.slice(file.length).replaceAll(" ", " --set ")} ${URL.canParse(service) ? "--url" : "--ledger-key"} ${service}`;
}
function isOfBranch({ service, repo, branch }, key) {
	return service === key.service && repo === key.repo && branch === key.branch;
}
/** What was left, in words. `range`: where this run begins, if the record should have come that far; null: it need not. */
function leftOf({ me, now }, record, range) {
	const { open, unanswered, head } = withoutOverRuns(record, me, now());
	const paths = [...new Set([...open, ...unanswered].map(({ path }) => path))];
	if (paths.length > 0) return `${counted(paths.length, "change")} (${some(paths)})`;
	return range === null || head === null || head === range.base || head === range.head ? null : `the changes from ${head.slice(0, 12)} to ${range.base?.slice(0, 12) ?? "here"}`;
}
/** The file of a record's mapping, without a target that was set by hand: see mappingName and ledgerKey. */
function fileOf({ mapping }) {
	return mapping.replace(/ (appl|lvl|objn|objt|rpth)=.*$/s, "");
}
/** A path in the repository: not of a mapping that is elsewhere on disk. */
function isPath(file) {
	return !/^$|^\/|^[A-Za-z]:|\n|(^|\/)\.{1,2}(\/|$)/.test(file);
}
/** True for a file that stood at one of the commits, as far as they are here, and does not at head. */
async function wentAway({ objects }, file, before, head) {
	if (!isPath(file) || await standsAt(objects, head, file)) return false;
	for (const commit of before) if (await standsAt(objects, commit, file)) return true;
	return false;
}

// src/ledger/pass-skipped.ts
/**
* A push that is skipped on purpose: what it made of files counts as standing, and the head moves past it when all before
* it is accounted for.
*
* @returns what the user should know of the ledger. @throws Problem('ledger') under `require` when it cannot be written.
*/
async function passSkipped(repository, run, { before, after, why }, ask) {
	const { ledger } = run;
	if (!run.mayWrite || ledger.record === null || ledger.trust === "shown") return [];
	if (ledger.trust === "claims") {
		if (await ask() !== null) return [];
		ledger.accept();
	}
	const passed = before === null ? {} : await passedBy(repository, before, after);
	const note = {
		commit: after,
		text: `Run: ${run.me.run}\nskipped: ${escapeText(why)}`
	};
	const written = await ledger.write((newest) => {
		if (newest === null || newest.head === after) return null;
		const isNext = newest.head === before;
		const known = new Set(newest.filed.map(({ path }) => path));
		const more = Object.entries(passed).filter(([path]) => !isNext || known.has(path));
		const all = {
			...newest.passed,
			...Object.fromEntries(more)
		};
		const record = Object.keys(all).length === 0 ? newest : {
			...newest,
			passed: all
		};
		if (!isNext) return more.length === 0 ? null : record;
		return {
			...record,
			head: after,
			past: pastAfter(newest, after)
		};
	}, note);
	return written.kind === "refused" ? [withoutWriting(run, written.why).notice] : [];
}
/** What a push made of the paths that it changed; null: gone. @throws Problem when its commits cannot be had. */
async function passedBy(repository, before, after) {
	const [gone] = await ensureCommits(repository, [before, after]);
	if (gone !== void 0) return {};
	const passed = {};
	for (const { before: old, after: now } of await listChanges(repository, before, after)) {
		if (old !== null && old.path.raw === null) passed[old.path.text] = null;
		if (now !== null && now.path.raw === null) passed[now.path.text] = isFile(now) ? now.oid : null;
	}
	return passed;
}

// src/ledger/strayed.ts
/**
* A record of this branch that began under another address or repository ID and under which nothing was ever filed: a
* first day's typing error. Once that is mended, its changes must not be lost with it.
*
* @returns null when there is none, or more than one.
*/
async function strayedRecord({ key, ledger }) {
	if (key === null || ledger.trouble !== null) return null;
	const strayed = (await ledger.all()).records.filter(({ service, repo, mapping, branch, head, filed, unanswered }) => branch === key.branch && mapping === key.mapping && service === key.service !== (repo === key.repo) && head !== null && filed.length === 0 && unanswered.length === 0);
	return strayed.length === 1 ? strayed[0] ?? null : null;
}

// src/run/foreign-record.ts
/** So many commits of a record are looked for; one is enough. */
const mostAsked = 20;
/**
* Repositories that share a ledger (design §14) are told apart by their IDs. Where two have the same, the record of one
* would have the other withdraw, and delete, what it has not got. So a record whose head cannot be found counts only when
* another commit of it is this repository's.
*
* @throws Problem('range') for a record of which no commit is here.
*/
async function refuseForeign(repository, record) {
	if (repository.ledgerRemote === repository.remote) return;
	const { head, began, firstHead, past = [], filed } = record;
	const commits = [
		began,
		firstHead,
		...past,
		...filed.map(({ commit }) => commit)
	].filter((oid) => typeof oid === "string" && oid !== head && !isEmptyTree(oid));
	const asked = [...new Set(commits)].slice(0, mostAsked);
	if (asked.length > 0 && (await ensureCommits(repository, asked)).length < asked.length) return;
	throw new Problem("range", `no commit that the ledger has of ${record.branch} is in this repository: the record may be that of another one with the ID ${record.repo}`, "Give each repository that shares a ledger an ID of its own (--repo, repo: in the mapping), or a --ledger-key; or file the difference with --base and --head.");
}

// src/git/place.ts
/**
* Finds out where a head is. The history is looked at only for a head that is not the tip.
* @param tip where the branch is at the remote; null: it is gone.
* @throws Problem('git') when the history cannot be read.
*/
async function placeOf(repository, head, tip, record) {
	if (tip === head.oid) return { kind: "tip" };
	const stands = await recordPlace(repository, head, record);
	if (tip === null) return stands !== "none" && stands !== "behind" && record?.head !== head.before ? {
		kind: "old",
		record: "past",
		startsBranch: false
	} : { kind: "tip" };
	const recordHead = record?.head ?? null;
	return {
		kind: "old",
		record: stands,
		startsBranch: head.before === null && (stands === "none" || stands === "elsewhere") && await isAncestor(repository, head.oid, tip) && (recordHead === null || !await isAncestor(repository, recordHead, tip))
	};
}
async function recordPlace(repository, { oid }, record) {
	if (record === null || record.head === null) return "none";
	const { head, began, past } = record;
	const isBehind = (older, newer) => !isEmptyTree(older) && isAncestor(repository, older, newer);
	if (began !== void 0 && !isEmptyTree(began) && await isBehind(oid, began)) return "after";
	if (past?.includes(oid)) return "past";
	if (isEmptyTree(head)) return "behind";
	if (await isBehind(head, oid)) return head === oid ? "past" : "behind";
	return await isBehind(oid, head) ? "past" : "elsewhere";
}

// src/run/place-of-head.ts
/** A plan does not ask where the branch is now, and a head that was named is meant as it is (design §3). */
function asksTip({ command, options, event }) {
	const isProposal = event.happening.kind === "proposal" || event.happening.kind === "branchDeleted";
	return command === "file" && options["dry-run"] !== true && options.head === void 0 && !isProposal;
}
/**
* In CI a head that was named by hand, or that a manual run was started at, has to be on the branch as the remote has it:
* what only a pull request has is nobody's to file (design §3).
*
* @throws Problem('range') for another one.
*/
async function onlyOnBranch({ input, repository }, range, asked) {
	const { event, options, command } = input;
	const isNamed = options.head !== void 0 || event.happening.kind === "manual";
	if (event.host === "local" || command !== "file" || options["dry-run"] === true || !range.mayFile || !isNamed) return;
	if (repository.remote === null) return;
	const tip = asked ?? await tipNow(repository, range.branch);
	if (tip !== null && await isAncestor(repository, range.head, tip)) return;
	const where = tip === null ? "the remote has no such branch" : `the remote has it at ${tip.slice(0, 12)}`;
	throw new Problem("range", `commit ${range.head.slice(0, 12)} is not on ${range.branch}: ${where}`, "File only what is on the branch: merge it first, or name the branch that it is on with --branch.");
}
/** What the record alone tells, for a plan, which asks no remote. */
function placeKnown({ happening }, record) {
	if (happening.kind !== "push" || record === null) return { kind: "tip" };
	const { after, before } = happening;
	return record.past?.includes(after) === true && record.head !== after && record.head !== before ? {
		kind: "old",
		record: "past",
		startsBranch: false
	} : { kind: "tip" };
}
/** Where the head of the run is; a pull request, and a head that was named, are meant as they are. */
async function placeOfRun({ input, repository }, tip, record) {
	const { happening } = input.event;
	const { base, head: named, paths } = input.options;
	if (base !== void 0 || named !== void 0 || paths !== void 0 || repository.remote === null) return { kind: "tip" };
	if (!asksTip(input)) return placeKnown(input.event, record);
	const oids = happening.kind === "push" && happening.after !== tip ? [happening.after] : [];
	if ((await ensureCommits(repository, oids)).length > 0) return { kind: "tip" };
	if (happening.kind === "push") return placeOf(repository, {
		oid: happening.after,
		before: happening.before
	}, tip, record);
	if (happening.kind !== "manual" && happening.kind !== "local") return { kind: "tip" };
	const oid = (happening.kind === "manual" ? happening.head : null) ?? await resolveRev(repository, "HEAD").catch(() => null);
	return oid === null ? { kind: "tip" } : placeOf(repository, {
		oid,
		before: null
	}, tip, record);
}

// src/run/range.ts
/** Decides what is to be looked at. @throws Problem('range', 'event', 'mapping') where nothing says it. */
async function decide(tools, named, run) {
	const { input, repository } = tools;
	const { event, options } = input;
	const { read, repo } = named;
	const strayed = run.ledger.record === null ? await strayedRecord(run) : null;
	const found = strayed === null ? run.ledger.record : {
		...strayed,
		...run.key,
		runs: []
	};
	const record = found === null ? null : withoutOverRuns(found, run.me, run.now());
	const checkedOut = checkedOutBranch(repository.location);
	const branch = branchOf({
		event,
		options,
		checkedOut
	});
	const asked = asksTip(input) && branch !== null && repository.remote !== null ? await tipNow(repository, branch).catch((error) => error) : null;
	if (asked instanceof Error && record !== null) throw asked;
	const tip = typeof asked === "string" ? asked : null;
	const place = await placeOfRun(tools, tip, record);
	const hasLedger = run.key !== null && run.ledger.trouble === null;
	const skipPushers = read.mapping.mapping["skip-pushers"];
	const defaultBranch = event.repository.defaultBranch ?? repository.remoteView.defaultBranch;
	const about = {
		event: {
			...event,
			repository: {
				...event.repository,
				defaultBranch
			}
		},
		options,
		checkedOut,
		record: knownOf(record),
		hasLedger,
		place,
		skipPushers
	};
	const decision = await decidedBy(tools, named, run, () => decideRange(about));
	const range = {
		repo,
		branch: decision.branch,
		base: null,
		head: null,
		rule: decision.rule
	};
	return {
		decision,
		record,
		tip,
		tipProblem: asked instanceof Error ? asked : null,
		told: {
			range,
			notices: strayed === null ? [] : [{
				code: "strayed",
				service: strayed.service,
				repo: strayed.repo
			}]
		}
	};
}
/**
* A mapping that is not valid is said first, also when the range cannot be decided either; then that a mapping file was
* moved. A run that nobody tells what changed needs a record that is believed.
*/
async function decidedBy(tools, { read }, run, decideIt) {
	try {
		return decideIt();
	} catch (error) {
		if (read.problem !== null) throw read.problem;
		if (!(error instanceof Problem) || error.code !== "range") throw error;
		const problem = run.ledger.trust === "claims" ? unsealedRange(error) : error;
		const { event, options } = tools.input;
		const { happening } = event;
		const here = happening.kind === "manual" && happening.head !== null ? happening.head : "HEAD";
		throw (isInCommit(options.mapping) ? null : await movedFrom(tools.repository, run, here, problem)) ?? problem;
	}
}
/**
* What follows from an event that leaves nothing to file.
*
* @param releases whether the requests of a branch that is gone are released. @throws what releaseBranch throws.
*/
async function endWithNothing(tools, { why, rule }, run, releases) {
	const { input } = tools;
	if (rule === "branch-deleted") {
		if (!releases || !run.mayWrite || run.ledger.trouble !== null || run.key === null) return {
			nothingToFile: why,
			notices: mayHoldLocks(run)
		};
		const { releaseBranch } = await import("./release.mjs");
		return releaseBranch(tools, run);
	}
	const { happening } = input.event;
	if (rule !== "skipped-pusher" || happening.kind !== "push") return { nothingToFile: why };
	const { before, after } = happening;
	return {
		nothingToFile: why,
		notices: await passSkipped(tools.repository, run, {
			before,
			after,
			why
		}, () => askService(input))
	};
}
/** A deleted branch may leave locks behind: what the ledger knows of it is listed. */
function mayHoldLocks({ ledger }) {
	return (ledger.record?.filed ?? []).map(({ objectId, appl, lvl, objn }) => {
		return {
			code: "mayHoldLock",
			objectId,
			object: `${appl}/${lvl} ${objn}`
		};
	});
}
/** Makes the commits of a range available. @throws Problem('range') for what cannot be had. */
async function choose(tools, named, run, decided) {
	const { input, repository } = tools;
	const { record, tip, tipProblem, decision } = decided;
	const { event, options } = input;
	const defaultBranch = event.repository.defaultBranch ?? repository.remoteView.defaultBranch;
	const onMissingBase = options["on-missing-base"];
	const resolved = await resolveRange(repository, decision, {
		onMissingBase,
		defaultBranch
	});
	const { branch, base, head, rule, mayFile } = resolved;
	if (rule === "merge-base" && record !== null) await refuseForeign(repository, record);
	const told = { range: {
		repo: named.repo,
		branch,
		base,
		head,
		rule
	} };
	await onlyOnBranch(tools, resolved, tip);
	const begins = record !== null && beginsAnew(record, resolved);
	const leftUnder = (record === null || record.head === null) && !isInCommit(options.mapping) ? await leftUnderOthers(repository, run, resolved) : null;
	const tipOid = tip === null || tip === head || !mayFile ? null : tip;
	return {
		range: tipOid === null ? resolved : {
			...resolved,
			movesHead: false
		},
		record: begins ? renewedRecord(record) : record,
		defaultBranch,
		tipOid,
		tipProblem,
		leftUnder,
		told
	};
}
/** A record that is not believed, and under which nothing was filed, says nothing of where the branch begins. */
function knownOf(record) {
	return record?.claims !== void 0 && record.head === null && record.filed.length === 0 ? null : record;
}

// src/run/attempt.ts
/**
* The steps in their order: each takes plain records and returns one, with what it tells the report.
*
* @returns all that is known of the run, with the error that ended it; or why it has to be tried again.
*/
async function attempt(tools, ahead) {
	let facts = noFacts;
	const noted = (step) => {
		facts = withTold(facts, step.told);
		return step;
	};
	try {
		const fetched = ahead.fetched ?? fetchAhead(tools.input, tools.repository);
		const named = noted(await nameRun(tools));
		const { run } = noted(await openRunLedger(tools, named, {
			...ahead,
			fetched
		}));
		const decided = noted(await decide(tools, named, run));
		const { decision } = decided;
		if (decision.kind === "nothing") {
			const releases = tools.input.releases === true || named.read.mapping.mapping["branch-deleted"] === "release";
			const ended = await endWithNothing(tools, decision, run, releases);
			return "again" in ended ? ended : withTold(facts, ended);
		}
		const chosen = noted(await choose(tools, named, run, {
			...decided,
			decision
		}));
		const secured = await secureRange(run, chosen.range, chosen.record, () => askService(tools.input));
		if ("again" in secured) return secured;
		const { trouble } = secured.run.ledger;
		if (trouble !== null && run.ledger.trouble === null && needsLedger(decision, tools.input.event)) return {
			again: "ledgerRefused",
			why: trouble
		};
		const planned = noted(await planRange(tools, named, chosen, secured));
		const nothing = nothingToFile(planned);
		if (nothing !== null) facts = withTold(facts, { nothingToFile: nothing });
		if (!mayWrite(tools.input) || !planned.range.mayFile) return withTold(facts, await shown(tools, planned));
		const { fileRange } = await import("./file.mjs");
		const filed = await fileRange(tools, planned);
		return "again" in filed ? filed : withTold(facts, filed);
	} catch (error) {
		return factsOf$1(tools.input, facts, error);
	}
}
/** A plan, and what filing it would meet. */
async function shown(tools, planned) {
	const { actions, range, report } = planned;
	const { foresee } = await import("./foresee.mjs");
	const { foreseen, notices } = await foresee(tools, planned);
	if (!range.mayFile && tools.input.command === "file") notices.push({ code: "neverFiled" });
	if (report.leftUnder !== null) notices.push({
		code: "leftUnderMovedMapping",
		why: report.leftUnder.message
	});
	const rows = actions.filter(({ request }) => !report.quiet.has(request));
	return {
		requests: planRows(rows, foreseen),
		notices,
		error: unmappedError(planned)
	};
}

export { attempt };