// src/git/git-path.ts
/** Decodes one file name as Git stores it. */
function gitPath(bytes) {
	const text = bytes.toString("utf8");
	return {
		text,
		raw: !text.includes("�") || Buffer.from(text, "utf8").equals(bytes) ? null : Buffer.from(bytes)
	};
}
/** A GitPath of a name known as text. */
function textPath(text) {
	return {
		text,
		raw: null
	};
}
/** A key under which equal names, and only those, meet. */
function pathKey(path) {
	return path.raw === null ? path.text : `\0${path.raw.toString("base64")}`;
}
/** Why the interface cannot carry this name in a JSON string or a header, or null when it can (design §4). */
function unsendableName(path) {
	if (path.raw !== null) return "its name is not UTF-8";
	if (/[\u0000-\u001f\u007f-\u009f]/.test(path.text)) return "its name holds control characters";
	return null;
}
/** Directory and file name as the interface has them: no leading slash, `gpath` empty at the root. */
function splitPath(path) {
	const slash = path.lastIndexOf("/");
	return slash < 0 ? {
		gpath: "",
		gfile: path
	} : {
		gpath: path.slice(0, slash),
		gfile: path.slice(slash + 1)
	};
}

export { unsendableName as a, textPath as i, pathKey as n, splitPath as r, gitPath as t };