import { longestPattern } from "./schemas.mjs";
import { nameParts, pathParts } from "./names.mjs";

// src/init/source-types.ts
/**
* The source types of the field, once: the extensions that files in Git carry for them, the object each makes, and the
* source file (QRPGLESRC and so on) where its members usually stand. Extensions come from the source type of the member;
* where build tools write another word for it (CMDSRC), `srca` says the type.
*/
const byExtension = "{ext|upper}";
const object = (objt) => ({
	kind: "object",
	objt
});
const ile = (usual) => ({
	kind: "ile",
	usual
});
const nothing = (why) => ({
	kind: "nothing",
	why
});
function row(title, makes, extensions, more = {}) {
	return {
		title,
		makes,
		extensions,
		srca: byExtension,
		...more
	};
}
/** Members of one source type, which build tools also write with SRC behind it. */
function memberType(type, title, sourceFiles) {
	return row(title, object(`*${type}`), [type], {
		rare: [`${type}SRC`],
		srca: type,
		sourceFiles
	});
}
/** The extensions of scripts that say in a word before them what they make, as `CUST.TABLE.SQL`. */
function scriptsOf(...words) {
	return words.flatMap((word) => [`${word}.SQL`, `${word}.DDL`]);
}
/** Why an include is left out. */
const includeReason = "include: makes no object";
/** Why a test is left out. */
const testReason = "test: not deployed";
const includes = row("Includes", nothing(includeReason), ["RPGLEINC"], {
	srca: null,
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
	sourceFiles: [
		"H",
		"QRPGLEREF",
		"QCPYLESRC",
		"QPROTOSRC",
		"QRPGLEINC",
		"QCPYSRC",
		"QCBLLEINC"
	]
});
const sqlScripts = {
	kind: "nothing",
	why: "SQL script: its name does not tell what it makes",
	comment: ["Where one script makes one table, view or index, give it a rule above: objt \"*FILE\"."],
	unsure: "SQL scripts are left out: those that make one object each need a rule of their own"
};
/** The one table; a rule of the starter file is made from a row, in this order. */
const sourceTypes = [
	includes,
	row("ILE RPG", ile("*PGM"), ["RPGLE", "SQLRPGLE"], {
		sourceFiles: ["QRPGLESRC"],
		included: true
	}),
	row("ILE CL", ile("*PGM"), ["CLLE"], {
		sourceFiles: ["QCLLESRC"],
		included: true
	}),
	row("ILE COBOL", ile("*PGM"), ["CBLLE", "SQLCBLLE"], {
		sourceFiles: ["QCBLLESRC"],
		included: true
	}),
	row("ILE C and C++", ile("*MODULE"), ["C", "CPP"], {
		rare: [
			"SQLC",
			"SQLCPP",
			"CLE"
		],
		sourceFiles: ["QCSRC"],
		included: true
	}),
	row("RPG modules", object("*MODULE"), [], {
		rare: ["RPGMOD", "RPGLEMOD"],
		srca: "RPGLE"
	}),
	row("Programs of the original program model (RPG, CL, COBOL)", object("*PGM"), [
		"RPG",
		"CLP",
		"CBL"
	], {
		rare: [
			"SQLRPG",
			"RPG38",
			"RPT",
			"CL",
			"CLP38",
			"SQLCBL"
		],
		sourceFiles: [
			"QRPGSRC",
			"QCLSRC",
			"QCBLSRC",
			"QLBLSRC"
		],
		included: true
	}),
	row("Programs bound from modules: the commands that bind them", object("*PGM"), ["ILEPGM"], {
		srca: null,
		sourceFiles: ["QILESRC"]
	}),
	row("Service programs: their binder source", object("*SRVPGM"), ["BND"], {
		rare: ["BINDER"],
		srca: "BND",
		sourceFiles: ["QSRVSRC"]
	}),
	row("Service programs bound from modules: the commands that bind them", object("*SRVPGM"), ["ILESRVPGM"], {
		srca: null,
		sourceFiles: ["QILESRVSRC"]
	}),
	row("Files described in DDS", object("*FILE"), [
		"PF",
		"LF",
		"DSPF",
		"PRTF"
	], {
		rare: [
			"ICFF",
			"PF38",
			"LF38",
			"DSPF38",
			"PRTF38"
		],
		sourceFiles: ["QDDSSRC"]
	}),
	row("SQL tables, views, indexes and aliases", object("*FILE"), [
		"TABLE",
		"VIEW",
		"INDEX"
	], { rare: [...[
		"PFSQL",
		"LFSQL",
		"SQLALIAS",
		"ALIAS",
		"SQLMQT"
	], ...scriptsOf("TABLE", "VIEW", "INDEX", "ALIAS", "SQLALIAS", "MQT", "SQLMQT")] }),
	row("SQL procedures and triggers: the database makes a program for each", object("*PGM"), ["SQLPRC", "SQLTRG"], { rare: [...["PROCEDURE", "TRIGGER"], ...scriptsOf("PROCEDURE", "PROC", "SQLPRC", "TRIGGER", "TRG", "SQLTRG")] }),
	row("SQL functions and global variables: the database makes a service program for each", object("*SRVPGM"), ["SQLUDF"], { rare: [
		"SQLVAR",
		"FUNCTION",
		...scriptsOf("FUNCTION", "FUNC", "UDF", "SQLUDF", "VARIABLE", "SQLVAR")
	] }),
	row("SQL sequences: a data area", object("*DTAARA"), ["SQLSEQ"], { rare: ["SEQUENCE", ...scriptsOf("SEQUENCE", "SEQ", "SQLSEQ")] }),
	row("SQL distinct types", object("*SQLUDT"), ["SQLUDT"], { rare: scriptsOf("TYPE", "UDT", "SQLUDT") }),
	memberType("CMD", "Commands", ["QCMDSRC"]),
	memberType("MENU", "Menus", ["QMNUSRC"]),
	memberType("PNLGRP", "Panel groups", ["QPNLSRC", "QUIMSRC"]),
	row("Workstation customizing objects", object("*WSCST"), [], {
		rare: ["WSCST", "WSCSTSRC"],
		srca: "WSCST"
	}),
	row("Queries", object("*QMQRY"), ["QMQRY"], {
		srca: "QMQRY",
		sourceFiles: ["QQMQRYSRC"]
	}),
	row("Objects without source, each called by its type: the file holds the commands that make it", object(`*${byExtension}`), [
		"BNDDIR",
		"DTAARA",
		"DTAQ",
		"MSGF"
	], {
		srca: null,
		rare: [
			"MSGQ",
			"JOBD",
			"JOBQ",
			"OUTQ",
			"SBSD",
			"USRSPC",
			"QMFORM"
		]
	}),
	row("SQL scripts", sqlScripts, ["SQL"], {
		srca: null,
		rare: ["DDL"],
		included: true
	}),
	row("Sources that make no object of their own: triggers of files, REXX, SQL permissions", nothing("source that makes no object of its own"), [], {
		srca: null,
		rare: [
			"SYSTRG",
			"REXX",
			"MNUCMD",
			"SQLPRM",
			"SQLMSK"
		],
		sourceFiles: ["QREXSRC"]
	})
];
const byName = new Map(sourceTypes.flatMap((type) => [...type.extensions, ...type.rare ?? []].map((name) => [name, type])));
/** The row of an extension (case does not matter), or null: no source that is known. */
function sourceTypeOf(extension) {
	return byName.get(extension.toUpperCase()) ?? null;
}
/** The extension of a file name in upper case; with the word before it where the two together are one of the table. */
function extensionOf(gfile) {
	const { stem, ext } = nameParts(gfile);
	const inner = nameParts(stem).ext;
	const both = `${inner}.${ext}`.toUpperCase();
	return inner !== "" && byName.has(both) ? both : ext.toUpperCase();
}

// src/init/tracked-file.ts
/** A tracked file as its name tells of it; contents are never read. */
/** The parts of a path (slashes, no leading one). */
function trackedFile(path) {
	const { gpath, gfile } = pathParts(path);
	const { name } = nameParts(gfile);
	const extension = extensionOf(gfile);
	return {
		path,
		gpath,
		gfile,
		name: name.toUpperCase(),
		extension,
		folders: gpath === "" ? [] : gpath.toLowerCase().split("/"),
		type: sourceTypeOf(extension)
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
	return [...Map.groupBy(names, (name) => name.toLowerCase())].toSorted(([one], [other]) => one < other ? -1 : 1).flatMap(([, [first = ""]]) => first);
}
/** Names that can stand in the starter file, once each, as patterns. */
function namePatterns(names) {
	return distinct(names).filter(isListable).map(asPattern);
}

export { asPattern, distinct, includeReason, includes, isListable, isOfTool, isSourceFileName, namePatterns, sourceTypeOf, sourceTypes, testReason, trackedFile };