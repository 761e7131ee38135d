import { longestPattern } from "./schemas.mjs";
import { nameParts, pathParts } from "./names.mjs";

// src/init/source-types.ts
const byExtension = "{ext|upper}";
const object = (objt) => ({
	kind: "object",
	objt
});
const nothing = (why) => ({
	kind: "nothing",
	why
});
/** Why an include is left out. */
const includeReason = "include: makes no object";
const includes = {
	title: "Includes",
	extensions: ["RPGLEINC"],
	rare: [
		"RPGINC",
		"RPGLE_H",
		"SQLRPGLEINC",
		"CLLEINC",
		"CBLLEINC",
		"CPY",
		"COPY",
		"H",
		"HPP",
		"INC"
	],
	makes: nothing(includeReason),
	srca: null,
	sourceFiles: [
		"H",
		"QRPGLEREF",
		"QCPYLESRC",
		"QPROTOSRC",
		"QRPGLEINC",
		"QCPYSRC",
		"QCBLLEINC"
	]
};
/** The one table; a rule of the starter file is made from a row, in this order. */
const sourceTypes = [
	includes,
	{
		title: "ILE RPG",
		extensions: ["RPGLE", "SQLRPGLE"],
		makes: {
			kind: "ile",
			usual: "*PGM"
		},
		srca: byExtension,
		sourceFiles: ["QRPGLESRC"],
		included: true
	},
	{
		title: "ILE CL",
		extensions: ["CLLE"],
		makes: {
			kind: "ile",
			usual: "*PGM"
		},
		srca: byExtension,
		sourceFiles: ["QCLLESRC"],
		included: true
	},
	{
		title: "ILE COBOL",
		extensions: ["CBLLE", "SQLCBLLE"],
		makes: {
			kind: "ile",
			usual: "*PGM"
		},
		srca: byExtension,
		sourceFiles: ["QCBLLESRC"],
		included: true
	},
	{
		title: "ILE C and C++",
		extensions: ["C", "CPP"],
		rare: [
			"SQLC",
			"SQLCPP",
			"CLE"
		],
		makes: {
			kind: "ile",
			usual: "*MODULE"
		},
		srca: byExtension,
		sourceFiles: ["QCSRC"],
		included: true
	},
	{
		title: "RPG modules",
		extensions: [],
		rare: ["RPGMOD", "RPGLEMOD"],
		makes: object("*MODULE"),
		srca: "RPGLE",
		sourceFiles: []
	},
	{
		title: "Programs of the original program model (RPG, CL, COBOL)",
		extensions: [
			"RPG",
			"CLP",
			"CBL"
		],
		rare: [
			"SQLRPG",
			"RPG38",
			"RPT",
			"CL",
			"CLP38",
			"SQLCBL"
		],
		makes: object("*PGM"),
		srca: byExtension,
		sourceFiles: [
			"QRPGSRC",
			"QCLSRC",
			"QCBLSRC",
			"QLBLSRC"
		],
		included: true
	},
	{
		title: "Programs bound from modules: the commands that bind them",
		extensions: ["ILEPGM"],
		makes: object("*PGM"),
		srca: null,
		sourceFiles: ["QILESRC"]
	},
	{
		title: "Service programs: their binder source",
		extensions: ["BND"],
		rare: ["BINDER"],
		makes: object("*SRVPGM"),
		srca: "BND",
		sourceFiles: ["QSRVSRC"]
	},
	{
		title: "Service programs bound from modules: the commands that bind them",
		extensions: ["ILESRVPGM"],
		makes: object("*SRVPGM"),
		srca: null,
		sourceFiles: ["QILESRVSRC"]
	},
	{
		title: "Files described in DDS",
		extensions: [
			"PF",
			"LF",
			"DSPF",
			"PRTF"
		],
		rare: [
			"ICFF",
			"PF38",
			"LF38",
			"DSPF38",
			"PRTF38"
		],
		makes: object("*FILE"),
		srca: byExtension,
		sourceFiles: ["QDDSSRC"]
	},
	{
		title: "SQL tables, views, indexes and aliases",
		extensions: [
			"TABLE",
			"VIEW",
			"INDEX"
		],
		rare: [
			"PFSQL",
			"LFSQL",
			"SQLALIAS",
			"ALIAS",
			"SQLMQT"
		],
		makes: object("*FILE"),
		srca: byExtension,
		sourceFiles: []
	},
	{
		title: "SQL procedures and triggers: the database makes a program for each",
		extensions: ["SQLPRC", "SQLTRG"],
		makes: object("*PGM"),
		srca: byExtension,
		sourceFiles: []
	},
	{
		title: "SQL functions and global variables: the database makes a service program for each",
		extensions: ["SQLUDF"],
		rare: ["SQLVAR"],
		makes: object("*SRVPGM"),
		srca: byExtension,
		sourceFiles: []
	},
	{
		title: "SQL sequences: a data area",
		extensions: ["SQLSEQ"],
		makes: object("*DTAARA"),
		srca: byExtension,
		sourceFiles: []
	},
	{
		title: "SQL distinct types",
		extensions: ["SQLUDT"],
		makes: object("*SQLUDT"),
		srca: byExtension,
		sourceFiles: []
	},
	{
		title: "Commands",
		extensions: ["CMD"],
		rare: ["CMDSRC"],
		makes: object("*CMD"),
		srca: "CMD",
		sourceFiles: ["QCMDSRC"]
	},
	{
		title: "Menus",
		extensions: ["MENU"],
		rare: ["MENUSRC"],
		makes: object("*MENU"),
		srca: "MENU",
		sourceFiles: ["QMNUSRC"]
	},
	{
		title: "Panel groups",
		extensions: ["PNLGRP"],
		rare: ["PNLGRPSRC"],
		makes: object("*PNLGRP"),
		srca: "PNLGRP",
		sourceFiles: ["QPNLSRC", "QUIMSRC"]
	},
	{
		title: "Workstation customizing objects",
		extensions: [],
		rare: ["WSCST", "WSCSTSRC"],
		makes: object("*WSCST"),
		srca: "WSCST",
		sourceFiles: []
	},
	{
		title: "Queries",
		extensions: ["QMQRY"],
		makes: object("*QMQRY"),
		srca: "QMQRY",
		sourceFiles: ["QQMQRYSRC"]
	},
	{
		title: "Objects without source, each called by its type: the file holds the commands that make it",
		extensions: [
			"BNDDIR",
			"DTAARA",
			"DTAQ",
			"MSGF"
		],
		rare: [
			"MSGQ",
			"JOBD",
			"JOBQ",
			"OUTQ",
			"SBSD",
			"USRSPC",
			"QMFORM"
		],
		makes: object(`*${byExtension}`),
		srca: null,
		sourceFiles: []
	},
	{
		title: "SQL scripts",
		extensions: ["SQL"],
		rare: ["DDL"],
		makes: {
			kind: "nothing",
			why: "SQL script: its name does not tell what it makes",
			comment: ["Where one script makes one table, view or index, give it a rule above: objt \"*FILE\"."],
			unsure: "SQL scripts are left out: those that make one object each need a rule of their own"
		},
		srca: null,
		sourceFiles: [],
		included: true
	},
	{
		title: "Sources that make no object of their own: triggers of files, REXX, SQL permissions",
		extensions: [],
		rare: [
			"SYSTRG",
			"REXX",
			"MNUCMD",
			"SQLPRM",
			"SQLMSK"
		],
		makes: nothing("source that makes no object of its own"),
		srca: null,
		sourceFiles: ["QREXSRC"]
	}
];
const byName = new Map(sourceTypes.flatMap((type) => [...type.extensions, ...type.rare ?? []].map((name) => [name, type])));
/** The row of an extension (case does not matter), or null: no source that is known. */
function sourceTypeOf(extension) {
	return byName.get(extension.toUpperCase()) ?? null;
}

// src/init/tracked-file.ts
/** A tracked file as its name tells of it; contents are never read. */
/** The parts of a path (slashes, no leading one). */
function trackedFile(path) {
	const { gpath, gfile } = pathParts(path);
	const { name, ext } = nameParts(gfile);
	return {
		path,
		gpath,
		gfile,
		name: name.toUpperCase(),
		extension: ext.toUpperCase(),
		folders: gpath === "" ? [] : gpath.toLowerCase().split("/"),
		type: sourceTypeOf(ext)
	};
}
/** True for a file or directory that belongs to a tool: `.gitignore`, `.vscode/settings.json`. */
function isOfTool(file) {
	return file.gfile.startsWith(".") || file.folders.some((folder) => folder.startsWith("."));
}
/** True for a directory named like a source file: `QRPGLESRC`, `qddssrc`. */
function isSourceFileName(folder) {
	return /^q[a-z0-9$#@_]*src$/i.test(folder);
}
/** True when the name or path can stand in the starter file as it is: visible characters only, and no longer than a pattern. */
function isListable(text) {
	return text.length * 2 + 3 <= 1e3 && /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]+$/u.test(text) && !text.includes("�");
}
/** A name as a pattern that matches just it (case aside). */
function asPattern(name) {
	return name.replace(/[*?{}[\],\\]/g, "\\$&");
}
/** Names that are the same but for case, once each, in the order of the alphabet. */
function distinct(names) {
	const byKey = /* @__PURE__ */ new Map();
	for (const name of names) {
		const key = name.toLowerCase();
		if (!byKey.has(key)) byKey.set(key, name);
	}
	return [...byKey].toSorted(([one], [other]) => one < other ? -1 : 1).map(([, name]) => name);
}

// src/init/includes.ts
/** Includes: text that is copied into sources and makes no object. Known by folder, or by the end of the name. */
const includeFolder = /^(q[a-z]*(cpy|copy|proto|ref|incl?|include)(s|le|src|lesrc|types?)?|includes?|headers?|cop(y|ies)|copy_?(mbrs?|members?|src)|copybooks?|proto(s|types?)?|cpy|inc|h)$/;
/** Ends of a prototype's name: `CUST_H` has the prototypes of `CUST`. */
const prototypeEnd = /^(.+)_(H|P|CP|PR)$/;
/** True for source text in an include folder. */
function isInIncludeFolder(file) {
	return file.type?.included === true && file.folders.some((folder) => includeFolder.test(folder));
}
/** True for what is an include by its name: by its extension, its folder, or the source file that it stands in. */
function isInclude(path) {
	const file = trackedFile(path);
	const isMember = file.extension === "" && includes.sourceFiles.includes(file.folders.at(-1)?.toUpperCase() ?? "");
	return file.type === includes || isInIncludeFolder(file) || isMember;
}
const isRpg = ({ extension }) => extension === "RPGLE" || extension === "SQLRPGLE";
/** Includes by extension, as `CUST_H.RPGINC`; `CUST.RPGLE_H` says it all behind the dot. */
const isRpgInclude = ({ extension }) => extension === "RPGLEINC" || extension === "RPGINC";
function prototypesAmong(files) {
	return files.flatMap((file) => {
		const [, of, end] = prototypeEnd.exec(file.name) ?? [];
		return of === void 0 || end === void 0 ? [] : [{
			file,
			of,
			end
		}];
	});
}
/** Names of the sources that have prototypes of their own: their procedures are called from others. */
function namesWithPrototypes(files) {
	const headers = files.filter(({ extension }) => extension === "RPGLE_H");
	return /* @__PURE__ */ new Set([...headers.map(({ name }) => name), ...prototypesAmong(files.filter((file) => isRpg(file) || isRpgInclude(file))).map(({ of }) => of)]);
}
/**
* Skip rules for includes in folders and by name. `_H` says it everywhere; `_P`, `_CP` and `_PR` may be the end of a
* program's name, so they count where most of the sources so named have a source beside them that they belong to.
*/
function includeRules(files) {
	const rules = [];
	const inside = files.filter(isInIncludeFolder);
	if (inside.length > 0) {
		const folders = distinct(inside.flatMap((file) => foldersOf(file)));
		rules.push({
			comment: ["Folders of includes."],
			match: {
				gpath: folders.map((folder) => `**/${asPattern(folder)}/**`),
				gfile: patternsOf(inside)
			},
			result: { skip: includeReason }
		});
	}
	const byName = prototypePatterns(files.filter((file) => !isInIncludeFolder(file)), new Set(inside.map(({ name }) => name)));
	if (byName.length > 0) rules.push({
		comment: ["Prototypes, by the end of their names."],
		match: { gfile: byName },
		result: { skip: includeReason }
	});
	return rules;
}
function foldersOf(file) {
	const spelled = file.gpath.split("/");
	return file.folders.flatMap((folder, index) => includeFolder.test(folder) ? spelled[index] ?? [] : []);
}
/** The extensions of all rows that are among the files. */
function patternsOf(files) {
	const rows = new Set(files.map(({ type }) => type));
	const seen = new Set(files.map(({ extension }) => extension));
	return sourceTypes.filter((row) => rows.has(row)).flatMap((row) => extensionPatterns(row, seen));
}
/** The patterns of a row: its usual extensions, and the rare ones that are seen. */
function extensionPatterns(row, seen) {
	return [...row.extensions, ...(row.rare ?? []).filter((one) => seen.has(one))].map((one) => `*.${one}`);
}
function prototypePatterns(files, copies) {
	const prototypes = prototypesAmong(files.filter(isRpg));
	const names = new Set(files.map(({ name }) => name));
	const patterns = [];
	for (const end of [
		"H",
		"P",
		"CP",
		"PR"
	]) {
		const ofEnd = prototypes.filter((one) => one.end === end);
		const known = ofEnd.filter(({ of, file }) => names.has(of) || copies.has(file.name));
		if (ofEnd.length === 0) continue;
		if (end === "H" || known.length * 2 > ofEnd.length) patterns.push(`*_${end}.RPGLE`, `*_${end}.SQLRPGLE`);
		else patterns.push(...distinct(known.map(({ file }) => file.gfile)).filter(isListable).map(asPattern));
	}
	return patterns;
}

export { asPattern, distinct, extensionPatterns, includeReason, includeRules, isInIncludeFolder, isInclude, isListable, isOfTool, isSourceFileName, namesWithPrototypes, sourceTypes, trackedFile };