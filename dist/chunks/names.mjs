import { t as Problem } from "./errors.mjs";
import { l as nothingFound, u as unreadable } from "./tree.mjs";
import { r as resolveRev } from "./resolve-range.mjs";
import { o as ensureCommits, r as targetOf, s as fetchBlobs } from "./set.mjs";
import { n as parseMappingName, r as readMappingFile, t as defaultMappingFile } from "./source.mjs";
import { isAbsolute, join, normalize, posix, relative, resolve } from "node:path";
import { createHash } from "node:crypto";

// src/git/range.ts
const howToName = "Give --base and --head, or --paths to file some files as they are.";
/** The branch that the run is about, before anything is decided: its ledger record is needed for the decision. */
function branchOf(input) {
	const { happening } = input.event;
	if (input.options.branch !== void 0) return input.options.branch;
	if (happening.kind === "proposal") return happening.target;
	if (happening.kind === "tag") return null;
	if (happening.kind === "local") return input.checkedOut;
	return happening.branch;
}
/**
* Decides what to compare (design §3). Pure; nothing is looked up.
*
* @throws Problem('range') when nothing says what to compare: never an empty answer instead.
*/
function decideRange(input) {
	const { event, options } = input;
	const branch = branchOf(input);
	if (options.base !== void 0 || options.head !== void 0 || options.paths !== void 0) return explicitRange(input, branch);
	const { happening } = event;
	if (happening.kind === "tag") return {
		kind: "nothing",
		branch,
		rule: "tag",
		why: `${happening.name} is a tag; only branches are filed`
	};
	if (branch === null) throw new Problem("range", "the run names no branch", "Give --branch, and --base and --head.");
	switch (happening.kind) {
		case "branchDeleted": return {
			kind: "nothing",
			branch,
			rule: "branch-deleted",
			why: `branch ${branch} was deleted`
		};
		case "proposal": return proposalRange(happening, branch);
		case "push": return pushRange(input, happening, branch);
		case "unclear": throw new Problem("event", happening.why, howToName);
		default: return manualRange(input, happening, branch);
	}
}
function explicitRange(input, branch) {
	const { base, head, paths } = input.options;
	if (branch === null) throw new Problem("range", "nothing names the branch that the changes belong to", "Give --branch.");
	const common = {
		kind: "range",
		branch,
		mayFile: input.event.happening.kind !== "proposal",
		explicit: true,
		firstPush: false
	};
	const headChoice = head !== void 0 ? {
		kind: "rev",
		rev: head
	} : eventHead(input.event.happening);
	if (base !== void 0) return {
		...common,
		rule: "explicit",
		base: {
			kind: "rev",
			rev: base
		},
		head: headChoice
	};
	if (paths !== void 0) return {
		...common,
		rule: "paths",
		base: null,
		head: headChoice
	};
	const { happening } = input.event;
	const before = happening.kind === "push" ? happening.before : null;
	const oid = input.record?.head ?? before;
	if (oid === null) throw new Problem("range", "--head alone does not say what to compare it with", "Give --base as well.");
	return {
		...common,
		rule: "explicit",
		base: {
			kind: "commit",
			oid
		},
		head: headChoice
	};
}
function eventHead(happening) {
	if (happening.kind === "push") return {
		kind: "commit",
		oid: happening.after
	};
	if (happening.kind === "proposal") return {
		kind: "commit",
		oid: happening.head
	};
	if (happening.kind === "manual" && happening.head !== null) return {
		kind: "commit",
		oid: happening.head
	};
	return {
		kind: "rev",
		rev: "HEAD"
	};
}
function proposalRange(happening, branch) {
	return {
		kind: "range",
		branch,
		base: happening.baseIsTip ? {
			kind: "mergeBaseWith",
			oid: happening.base
		} : {
			kind: "commit",
			oid: happening.base
		},
		head: {
			kind: "commit",
			oid: happening.head
		},
		rule: "proposal",
		mayFile: false,
		explicit: false,
		firstPush: false
	};
}
function pushRange(input, happening, branch) {
	const { event } = input;
	const { actor } = event.run;
	const known = input.record?.head ?? null;
	if (actor !== null && input.skipPushers.some((name) => name.toLowerCase() === actor.toLowerCase())) return {
		kind: "nothing",
		branch,
		rule: "skipped-pusher",
		why: `pushed by ${actor}, who is in skip-pushers`
	};
	const common = {
		kind: "range",
		branch,
		head: {
			kind: "commit",
			oid: happening.after
		},
		mayFile: true,
		explicit: false
	};
	if (input.record?.began === happening.after && known !== happening.before && happening.before !== null) {
		const base = {
			kind: "commit",
			oid: happening.before
		};
		return {
			...common,
			base,
			rule: "push",
			firstPush: false,
			movesHead: false
		};
	}
	if (known !== null && (happening.before !== null || input.record?.firstHead === happening.after)) {
		const rule = known === happening.before ? "push" : "ledger";
		return {
			...common,
			base: {
				kind: "commit",
				oid: known
			},
			rule,
			firstPush: false
		};
	}
	if (happening.before !== null) return {
		...common,
		base: {
			kind: "commit",
			oid: happening.before
		},
		rule: "push",
		firstPush: false
	};
	return {
		...common,
		base: firstBase(event, branch),
		rule: "first-push",
		firstPush: true
	};
}
function firstBase(event, branch) {
	const { defaultBranch } = event.repository;
	if (defaultBranch === null) throw new Problem("range", "the event does not name the default branch, so a first push has no base", howToName);
	return branch === defaultBranch ? { kind: "emptyTree" } : {
		kind: "mergeBaseWithBranch",
		branch: defaultBranch
	};
}
function manualRange(input, happening, branch) {
	const what = happening.kind === "manual" ? `a run by ${happening.what || "hand"}` : "a run outside CI";
	const known = input.record?.head ?? null;
	const set = (input.options.set ?? []).map((item) => ` --set ${item}`).join("");
	if (known === null) throw new Problem("range", input.record === null ? `${what} does not say what changed, and the ledger has no record of ${branch}` : `${what} does not say what changed, and of ${branch} the ledger knows only ranges that were named by hand`, `${howToName} Or begin the record once: file-checkouts ledger begin --branch ${branch} --head COMMIT${set} --url URL.`);
	return {
		kind: "range",
		branch,
		base: {
			kind: "commit",
			oid: known
		},
		head: eventHead(happening),
		rule: "ledger",
		mayFile: true,
		explicit: false,
		firstPush: false
	};
}

// src/git/blob-id.ts
/** The OID that Git gives a content, so that a report names a mapping file as Git knows it. */
function blobId(content, objectFormat) {
	return createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest("hex");
}

// src/git/present-blobs.ts
/**
* Types and sizes of blobs, in the order asked. What a partial clone left out is fetched first, all in one request.
*
* @throws Problem('git') when a missing one cannot be had.
*/
async function presentBlobs(repository, objects, oids) {
	const infos = await objects.info(oids);
	const missing = oids.filter((_, n) => infos[n] === null);
	if (missing.length === 0) return infos;
	await fetchBlobs(repository, missing);
	const now = await objects.info(oids);
	const gone = oids.find((_, n) => now[n] === null);
	if (gone !== void 0) throw unreadable("a file content", /* @__PURE__ */ new Error(`object ${gone} is nowhere to be had`));
	return now;
}

// src/git/file-at.ts
/**
* Reads one file as a revision has it, so that a pushed branch cannot choose its own rules (`--mapping REV:PATH`).
*
* @throws Problem('usage') when the revision has no such file.
*/
async function fileAt(repository, objects, rev, path) {
	const commit = await resolveRev(repository, rev);
	const [gone] = await ensureCommits(repository, objects, [commit]);
	if (gone !== void 0) throw new Problem("usage", `${rev} could not be fetched: ${gone.why}`, "Fetch that branch or tag in the job first.");
	const args = [
		"rev-parse",
		"--verify",
		"--quiet",
		`${commit}:${path}`
	];
	const blob = (await repository.git(args).catch(nothingFound)).trim();
	const [info] = blob === "" ? [] : await presentBlobs(repository, objects, [blob]);
	if (info?.type !== "blob") throw new Problem("usage", `${rev} has no file ${path}`, "Check the revision and the path behind the colon.");
	return {
		text: await (await objects.read(blob)).text(),
		blob
	};
}

// src/planning/mapping-text.ts
/**
* Reads the text of the mapping, from disk or from a commit.
*
* @param named what `--mapping` says; undefined: the default name, and only that may be absent (null).
* @throws Problem('usage', 'range') when there is no such file or revision.
*/
async function readMappingText(named, cwd, repository, objects) {
	const parsed = named === void 0 ? null : parseMappingName(named);
	if (parsed !== null && "rev" in parsed) {
		const place = join(repository.location.top, parsed.path);
		return {
			name: parsed.path,
			place,
			...await fileAt(repository, objects, parsed.rev, parsed.path)
		};
	}
	const file = await readMappingFile(named ?? null, cwd, repository.location.top);
	if (file === null) return null;
	const blob = blobId(file.content, repository.objectFormat);
	return {
		name: file.name,
		place: file.place,
		text: Buffer.from(file.content).toString("utf8"),
		blob
	};
}

// src/planning/names.ts
/** The repository's own name, when neither option nor mapping gives its ID. */
function repositoryName(event, repository) {
	const fromUrl = (repository.remote?.url.replace(/[\\/]+$/, "").replace(/\.git$/, ""))?.split(/[\\/:]/).at(-1);
	return event.repository.name ?? (fromUrl || (repository.location.top.split(/[\\/]/).at(-1) ?? ""));
}
/**
* The name under which the ledger knows the service at an address: without what does not matter, so that every spelling
* of one address means one ledger. What is no address stays as it is; the client refuses it.
*/
function serviceAt(url) {
	const address = URL.parse(url.trim());
	return address === null ? url : `${address.origin}${address.pathname.replace(/\/+$/, "")}`;
}
/** @throws Problem('usage') for an address that may hold a secret: everybody who reads the repository reads the ledger. */
function serviceName({ url, "ledger-key": key }) {
	if (key !== void 0) return key;
	if (url !== void 0 && /^[a-z]+:\/\/[^/]*@|[?#]/i.test(url)) throw new Problem("usage", "The service URL holds a user name, a password or a query.", "Give the base address only, such as https://host.example/api: the token alone tells the service who calls.");
	return url === void 0 ? null : serviceAt(url);
}
/**
* The name under which the ledger knows a mapping: its path from the top of the repository, however it was spelled and
* wherever the checkout stands. One from elsewhere keeps its own.
*
* @param named what `--mapping` says. @param found where the file was found on disk; null when it was not.
*/
function mappingName(named, cwd, top, found) {
	const parsed = named === void 0 ? null : parseMappingName(named);
	if (parsed !== null && "rev" in parsed) return posix.normalize(parsed.path);
	const place = found ?? (parsed === null ? join(top, ".file-checkouts.yml") : resolve(cwd, parsed.file));
	const fromTop = relative(top, place);
	return (!fromTop.startsWith("..") && !isAbsolute(fromTop) ? fromTop : normalize(parsed?.file ?? place)).replaceAll("\\", "/");
}
/**
* Under what the ledger keeps the record of this run; null when no service or no branch is named. A target that is set
* by hand (`--set lvl=50`) has a record of its own: what another target has got says nothing of it.
*
* @throws Problem('usage') for a service that cannot be named there.
*/
function ledgerKey(options, repo, mapping, branch) {
	const service = serviceName(options);
	const target = targetOf(options.set ?? []);
	const name = target === "" ? mapping : `${mapping} ${target}`;
	return service === null || branch === null ? null : {
		service,
		repo,
		mapping: name,
		branch
	};
}

export { readMappingText as a, decideRange as c, serviceAt as i, mappingName as n, presentBlobs as o, repositoryName as r, branchOf as s, ledgerKey as t };