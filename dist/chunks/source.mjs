import { Problem, defaultMappingFile, messageOf, readRegularFile } from "./start.mjs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { realpath } from "node:fs/promises";

// src/mapping/source.ts
/** What `--mapping` names: a file on disk, or one in a commit. A drive letter is no revision. */
function parseMappingName(name) {
	const colon = name.indexOf(":");
	if (colon <= 0 || /^[A-Za-z]:[\\/]/.test(name)) return { file: name };
	return {
		rev: name.slice(0, colon),
		path: name.slice(colon + 1)
	};
}
/** True when `--mapping` names a file in a commit. */
function isInCommit(name) {
	return name !== void 0 && "rev" in parseMappingName(name);
}
/**
* Reads the mapping file from disk; one of the default name may also stand at the top of the repository. A regular file
* of at most 4 MiB; no link below the top is followed.
* @param name null: the default name; then null is returned when there is no such file.
* @throws Problem('usage') when a file that was named cannot be read, or lies where it must not.
*/
async function readMappingFile(name, places) {
	const { cwd, top, onlyInside } = places;
	const candidates = name === null ? [cwd, top].map((dir) => join(dir, defaultMappingFile)) : [resolve(cwd, name)];
	for (const place of candidates) try {
		const content = await readRegularFile(place, top);
		if (onlyInside) await refuseOutside(place, top);
		return {
			name: name ?? ".file-checkouts.yml",
			place,
			content
		};
	} catch (error) {
		if (error.code === "ENOENT" && name === null) continue;
		if (error instanceof Problem) throw error;
		const why = `the mapping file ${name ?? place} cannot be read: ${messageOf(error)}`;
		throw new Problem("usage", why, "Give --mapping the path of a file, from the current directory.", { cause: error });
	}
	return null;
}
async function refuseOutside(place, top) {
	const inside = relative(await realpath(top), await realpath(place));
	if (!isAbsolute(inside) && inside.split(sep)[0] !== "..") return;
	const what = `the mapping file ${place} is outside of the repository ${top}: in CI, no mapping is read from there`;
	throw new Problem("usage", what, "Check it out below the repository, or read it from a commit with --mapping REV:PATH.");
}

export { isInCommit, parseMappingName, readMappingFile };