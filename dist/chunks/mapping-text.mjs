import { Problem, mostBytes } from "./start.mjs";
import { ensureCommits, nothingFound, presentBlobs, remoteRef } from "./fetch.mjs";
import { localCommit } from "./load.mjs";
import { parseMappingName, readMappingFile } from "./source.mjs";
import { join } from "node:path";
import { createHash } from "node:crypto";

// src/git/blob-id.ts
/** The OID that Git gives a content, so that a report names a mapping file as Git knows it. */
function blobId(content, objectFormat) {
	return createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest("hex");
}

// src/git/named-commit.ts
/**
* The commit that `--mapping REV:PATH` names, so that nobody who can push a branch or a tag decides it: `<remote>/X` is
* refs/heads/X as the remote itself reports it; else a full ref of this clone, or a full object name. Git would read
* `origin/main` as a branch or a tag of that name.
* @throws Problem('usage') for any other revision, or one that is not there; Problem('git') when the remote cannot be asked.
*/
async function namedCommit(repository, rev) {
	const oid = isObjectName(repository, rev) ? rev.toLowerCase() : await refNamed(repository, rev);
	return await localCommit(repository, oid) ?? oid;
}
function isObjectName({ objectFormat }, rev) {
	return (objectFormat === "sha1" ? /^[0-9a-f]{40}$/i : /^[0-9a-f]{64}$/i).test(rev);
}
async function refNamed(repository, rev) {
	const { remote } = repository;
	if (remote !== null && rev.startsWith(`${remote.name}/`)) {
		const branch = rev.slice(remote.name.length + 1);
		const tip = await remoteRef(repository, `refs/heads/${branch}`);
		if (tip !== null) return tip;
		throw new Problem("usage", `the remote ${remote.name} has no branch ${branch}`, "Check the name of the branch.");
	}
	if (!rev.startsWith("refs/")) throw ambiguous(repository, rev);
	const args = [
		"show-ref",
		"--verify",
		"--hash",
		rev
	];
	const oid = (await repository.git(args, { inCheckout: true }).catch(nothingFound)).trim();
	if (oid !== "") return oid;
	throw new Problem("usage", `this clone has no ref ${rev}`, "Check its name, or fetch it in the job first.");
}
function ambiguous({ remote }, rev) {
	const name = remote?.name ?? "origin";
	return new Problem("usage", `${rev} can mean a branch, a tag or a commit, and others may have made one of that name`, `Write ${name}/${rev} for that branch as the remote has it, refs/heads/${rev} or refs/tags/${rev} for what this clone has, or a full commit ID.`);
}

// src/git/file-at.ts
/**
* Reads a regular file of at most 4 MiB as a revision has it (`--mapping REV:PATH`): a pushed branch cannot choose its
* own rules then. @throws Problem('usage') when the revision has no such file.
*/
async function fileAt(repository, rev, path) {
	const commit = await namedCommit(repository, rev);
	const [gone] = await ensureCommits(repository, [commit]);
	if (gone !== void 0) throw new Problem("usage", `${rev} could not be fetched: ${gone.why}`, "Fetch that branch or tag in the job first.");
	const blob = await blobAt(repository, commit, path);
	if (blob === null) throw new Problem("usage", `${rev} has no file ${path}`, "Check the revision and the path behind the colon.");
	const [info] = await presentBlobs(repository, [blob]);
	if ((info?.size ?? 0) > 4194304) throw new Problem("usage", `the file ${path} of ${rev} is over 4 MiB`, "Name a mapping file.");
	return {
		text: await (await repository.objects.read(blob)).text(),
		blob
	};
}
/** OID of a regular file of a commit; null: there is none of that path, or a link, a folder or a submodule. */
async function blobAt(repository, commit, path) {
	const args = [
		"ls-tree",
		"-z",
		"--full-tree",
		commit,
		"--",
		path
	];
	const [entry] = (await repository.git(args).catch(nothingFound)).split("\0").filter((line) => line.slice(line.indexOf("	") + 1) === path);
	return /^100\d{3} blob ([0-9a-f]+)\t/.exec(entry ?? "")?.[1] ?? null;
}

// src/run/mapping-text.ts
/**
* Reads the text of the mapping, from disk or from a commit.
*
* @param named what `--mapping` says; undefined: the default name, and only that may be absent (null).
* @throws Problem('usage', 'range') when there is no such file or revision.
*/
async function readMappingText(named, cwd, repository) {
	const parsed = named === void 0 ? null : parseMappingName(named);
	if (parsed !== null && "rev" in parsed) {
		const place = join(repository.location.top, parsed.path);
		return {
			name: parsed.path,
			place,
			...await fileAt(repository, parsed.rev, parsed.path)
		};
	}
	const { location, inCi } = repository;
	const file = await readMappingFile(named ?? null, {
		cwd,
		top: location.top,
		onlyInside: inCi
	});
	if (file === null) return null;
	const blob = blobId(file.content, repository.objectFormat);
	return {
		name: file.name,
		place: file.place,
		text: Buffer.from(file.content).toString("utf8"),
		blob
	};
}

export { readMappingText };