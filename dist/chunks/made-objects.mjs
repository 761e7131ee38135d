// src/plan/mapper.ts
/** The requests that the mapping makes of a path; none for one that it leaves out. */
function targetsOf(mapped) {
	return mapped.kind === "requests" ? mapped.targets : [];
}

// src/uses/made-objects.ts
/** What is delivered as it is, and never compiled. */
const asItIs = [
	"*SRC",
	"*IFS",
	"*REMOTE",
	"*PIPE"
];
/**
* The objects among the requests that the mapping makes of a file. A source that is delivered as it is makes none: what
* it passes on, it passes on as an include.
*
* @param fields of each request, as the mapping fills them.
*/
function madeObjects(fields) {
	return fields.flatMap(({ objn = "", objt: written }) => {
		const objt = written?.toUpperCase() ?? null;
		if (asItIs.includes(objt)) return [];
		return {
			objn,
			objt: objt === "*PF" || objt === "*LF" ? "*FILE" : objt
		};
	});
}
/** What an extension says of an object whose type the mapping leaves open. */
const byExtension = [
	[/\.(pf|lf|dspf|prtf|icff|pf38|lf38|dspf38|prtf38|table|view|index|alias)$/i, "*FILE"],
	[/\.(bnd|binder|ilesrvpgm)$/i, "*SRVPGM"],
	[/\.bnddir$/i, "*BNDDIR"],
	[/\.module\.[^./]+$|\.(c|cpp)$/i, "*MODULE"],
	[/\.pgm\.[^./]+$|\.(ilepgm|clle|clp|clp38|rpg|sqlrpg|cbl)$/i, "*PGM"]
];
/** The type of a made object as the mapping says it, else as the extension does; null: it may be any. */
function typeOf(path, { objt }) {
	return objt ?? byExtension.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
/** True when one of the objects is, or may be, of one of these types. */
function makes(path, objects, types) {
	return objects.some((object) => {
		const type = typeOf(path, object);
		return type === null || types.includes(type);
	});
}
/** True for the source that says what a service program exports. */
function isBinderSource(path) {
	return /\.(bnd|binder)$/i.test(path);
}
/** True for a source that is compiled by itself, as far as its extension says; an include is not. */
function compiles(path) {
	return typeOf(path, {
		objn: "",
		objt: null
	}) !== null || /\.(sql)?(rpgle|cblle|rpgmod)$|\.sqlc(pp)?$/i.test(path);
}
/** What no source names: documents, pictures, settings, scripts and everything of a tool. */
const noSource = /(^|\/)(\.|(readme|license|makefile|rules\.mk)$)|\.(md|markdown|mk|json|ya?ml|toml|xml|html?|css|[cm]?[jt]sx?|png|jpe?g|gif|svg|ico|webp|pdf|docx?|xlsx?|zip|jar|savf|sh|bat|cmd|ps1|py|java|php|lock|log|csv)$/i;
/**
* True for a file whose change can affect others: one that makes a file or a module, or says what a service program
* exports, or makes no object and may be an include. A program, a command or a document affects nobody.
*/
function canBeUsed(path, objects) {
	if (objects.every(({ objt }) => objt === null) && noSource.test(path)) return false;
	return objects.length === 0 || isBinderSource(path) || makes(path, objects, ["*FILE", "*MODULE"]);
}

export { canBeUsed, compiles, isBinderSource, madeObjects, makes, targetsOf, typeOf };