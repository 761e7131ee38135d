import { fetchBlobs, unreadable } from "./fetch.mjs";

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

export { presentBlobs };