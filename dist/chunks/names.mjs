// src/mapping/names.ts
/** Splits a path (slashes, no leading one) into directory and file name. */
function pathParts(path) {
	const slash = path.lastIndexOf("/");
	return {
		path,
		gpath: slash < 0 ? "" : path.slice(0, slash),
		gfile: path.slice(slash + 1)
	};
}
/**
* The parts of a file name. A separator in the first place belongs to the name (`.profile` is called `.profile`), since
* an object cannot have an empty name; blanks before the separator do not (`CUST - Customers.PF` is CUST).
*/
function nameParts(gfile) {
	const end = gfile.slice(1).search(/[.-]/);
	const dot = gfile.lastIndexOf(".");
	return {
		name: (end < 0 ? gfile : gfile.slice(0, end + 1)).trimEnd(),
		stem: dot > 0 ? gfile.slice(0, dot) : gfile,
		ext: dot > 0 ? gfile.slice(dot + 1) : ""
	};
}

export { nameParts, pathParts };