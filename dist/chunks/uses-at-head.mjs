import { Problem } from "./start.mjs";
import { presentBlobs } from "./fetch.mjs";
import { isBinderSource, isOnlyFile, madeObjects, makes, textPath, typeLeftOut, typeOf as typeOf$1 } from "./action.mjs";
import { filesWith } from "./grep.mjs";
import { isFile as isFile$1 } from "./tree.mjs";
import { targetsOf } from "./mapper.mjs";
import { nameParts, pathParts } from "./names.mjs";
import { setImmediate } from "node:timers/promises";

// src/uses/called.ts
/** By which names others call a file. */
/** The names of the file at a path. */
function called(path) {
	const { gpath, gfile } = pathParts(path.toUpperCase());
	const { name, stem, ext } = nameParts(gfile);
	const dot = gfile.indexOf(".", 1);
	return {
		base: gfile,
		strict: [
			gfile,
			stem,
			dot < 0 ? gfile : gfile.slice(0, dot)
		],
		loose: name,
		extension: ext,
		folder: gpath.slice(gpath.lastIndexOf("/") + 1)
	};
}

// src/uses/sought-words.ts
/** DDS goes on in the next line behind + and -, also in the middle of a name: `REFFLD(CUSTNO *LIBL/CU-`. */
const goesOn$1 = "[-+][ 	\r]*$";
/** For more names, what goes on at all is as quickly found. */
const mostNames$1 = 20;
/** Everything by which sources can name these files: their names, and those of the objects that they make. */
function soughtWords(paths, objectsOf) {
	const names = /* @__PURE__ */ new Set();
	const words = /* @__PURE__ */ new Set();
	const files = /* @__PURE__ */ new Set();
	for (const path of paths) {
		const { strict, loose } = called(path);
		const objects = objectsOf(path).map(({ objn }) => objn);
		for (const name of [
			...strict,
			loose,
			...objects
		]) names.add(name.toUpperCase());
		if (isFile(path, objectsOf)) for (const name of objects.length > 0 ? objects : [loose]) files.add(name);
		words.add(sureText(nameParts(pathParts(path).gfile).name));
		for (const object of objects) if (!object.toUpperCase().includes(loose)) words.add(sureText(object));
	}
	return {
		words: [...words].toSorted(),
		patterns: brokenNames([...files]),
		mayMean: (name) => spellings(name).some((one) => names.has(one))
	};
}
function isFile(path, objectsOf) {
	const objects = objectsOf(path);
	return objects.length > 0 ? makes(path, objects, ["*FILE"]) : typeLeftOut(path) === "*FILE";
}
/**
* The beginnings of names at the end of a line, roughly: `C[US]*` for `CUST`. An expression that says it exactly takes
* Git much longer.
*/
function brokenNames(names) {
	if (!(names.length <= mostNames$1 && names.every((name) => /^[\w$#@]+$/.test(name)))) return [goesOn$1];
	const starts = new Set(names.map((name) => name.toUpperCase().slice(0, -1)));
	starts.delete("");
	return [...starts].map((start) => {
		const first = start.startsWith("$") ? "\\$" : start.charAt(0);
		const more = [...new Set(start.slice(1))].join("");
		return `${first}${more === "" ? "" : `[${more}]*`}${goesOn$1}`;
	});
}
/** The longest piece of a name that is written the same in every encoding, in upper case; it may be empty. */
function sureText(name) {
	return (name.split(/[^ -~]+/).toSorted((one, other) => other.length - one.length)[0] ?? "").toUpperCase();
}
function spellings(name) {
	if (name.as === "member") return [name.member.toUpperCase()];
	if (name.as === "object") return [name.name.toUpperCase()];
	const { base, loose } = called(name.path);
	return [base, loose];
}

// src/uses/relative-path.ts
/** Paths within a repository. */
/** The folder of a path; empty at the root. */
function folderOf(path) {
	return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}
/**
* A path as seen from a folder, without `.` and `..`; null when it leads out of the repository, begins at the machine's
* root, or holds a variable.
*/
function joined$1(folder, path) {
	if (path.startsWith("/") || path.includes("&")) return null;
	const parts = [];
	for (const part of `${folder}/${path}`.split("/")) {
		if (part === ".." && parts.pop() === void 0) return null;
		if (part !== "" && part !== "." && part !== "..") parts.push(part);
	}
	return parts.join("/");
}
/**
* The folders that an `iproj.json` names as `includePath`, from the root of the repository; those that `joined` cannot
* tell are left out.
*
* @param path of the `iproj.json`. @param text its content; one that cannot be read names none.
*/
function includePathsOf(path, text) {
	let read;
	try {
		read = JSON.parse(text);
	} catch {
		return [];
	}
	const paths = typeof read === "object" && read !== null && "includePath" in read ? read.includePath : null;
	if (!Array.isArray(paths)) return [];
	return paths.flatMap((one) => typeof one === "string" ? joined$1(folderOf(path), one) ?? [] : []);
}

// src/uses/tokens.ts
/** Stands in for the end of a line that the next one continues: it counts as a line, but parts no word. */
const joint = "";
/** The lines of a source, without their ends. */
function linesOf(text) {
	return text.replaceAll("", " ").split("\n").map((line) => line.endsWith("\r") ? line.slice(0, -1) : line);
}
/** The first `width` columns of a line, with tabs widened to every eighth column, as the system does on import. */
function columnsOf(line, width) {
	const start = line.slice(0, width);
	if (!start.includes("	")) return start;
	let columns = "";
	for (const char of start) columns += char === "	" ? " ".repeat(8 - columns.length % 8) : char;
	return columns.slice(0, width);
}
/**
* The tokens of a text.
*
* @param pattern global; group 1 is a word or a mark, group 2 a quoted text, all else that matches a comment
*/
function* tokensOf(text, pattern) {
	const lineAt = lineCounter(text);
	for (const match of text.matchAll(pattern)) {
		const [, plain, quoted] = match;
		if (!plain && !quoted) continue;
		const line = lineAt(match.index);
		const token = plain?.includes("") ? plain.replaceAll("", "") : plain;
		if (token) yield {
			text: token,
			quote: "",
			line
		};
		else if (quoted) yield {
			text: unquoted(quoted),
			quote: quoted.charAt(0),
			line
		};
	}
}
/** Tells the line of each place; the places are asked for in their order. */
function lineCounter(text) {
	const next = (mark, from) => {
		const found = text.indexOf(mark, from);
		return found < 0 ? Number.POSITIVE_INFINITY : found;
	};
	let line = 1;
	let end = next("\n", 0);
	let joined = next("", 0);
	return (place) => {
		let start = place;
		while (text[start] === "") start++;
		for (; end < start; line++) end = next("\n", end + 1);
		for (; joined < start; line++) joined = next("", joined + 1);
		return line;
	};
}
/** A literal over several lines is one text. */
function unquoted(literal) {
	const end = literal.length > 1 && literal.endsWith(literal.charAt(0)) ? -1 : void 0;
	return literal.slice(1, end).replace(/[+-][ \t]*\n[ \t]*|\u0001/g, "");
}
/** True for the word or mark, in any case; not for a quoted text. */
function isWord(token, ...words) {
	return token !== void 0 && token.quote === "" && words.includes(token.text.toUpperCase());
}
/** Each `KEYWORD(...)`. What a line's end, where it is a token, cuts off is none. */
function* keywordsOf(tokens) {
	let name = "";
	let values = [];
	let depth = 0;
	for (const token of tokens) {
		const plain = token.quote === "" ? token.text : "";
		if (plain === "\n") depth = 0;
		else if (plain === ")" && depth > 0) {
			depth--;
			if (depth === 0) yield {
				name,
				values
			};
		} else if (plain === "(") {
			depth++;
			if (depth === 1) values = [];
		}
		if (depth === 0) name = plain.toUpperCase();
		else if (depth > 1 || plain !== "(") values.push(token);
	}
}

// src/uses/cl-commands.ts
/** CL as commands with their parameters: programs, and sources that hold the commands that make an object. */
const pattern$5 = /\/\*[\s\S]*?(?:\*\/|$)|([^\s()']+|[()\n])|('[^'\n]*'?)/g;
/** The commands of a source. */
function* commandsOf(text) {
	let tokens = [];
	for (const token of tokensOf(joined(text), pattern$5)) if (!isWord(token, "\n")) tokens.push(token);
	else if (tokens.length > 0) {
		yield commandOf(tokens);
		tokens = [];
	}
}
/** Lines with what continues them: after + from the first character, after - as they stand. */
function joined(text) {
	let goesOn = "";
	return `${linesOf(text).map((whole) => {
		const line = (goesOn === "+" ? whole.trimStart() : whole).trimEnd();
		goesOn = /[+-]$/.exec(line)?.[0] ?? "";
		return goesOn === "" ? `${line}\n` : line.slice(0, -1) + "";
	}).join("")}\n`;
}
function commandOf(tokens) {
	const start = tokens.findIndex(({ text }) => !text.endsWith(":"));
	const [verb, ...rest] = tokens.slice(Math.max(0, start));
	const keywords = [...keywordsOf(rest)];
	const places = plain(rest);
	return {
		name: (verb?.text ?? "").replace(/^.*\/|^[!?]+/g, "").toUpperCase(),
		line: verb?.line ?? 0,
		valuesOf: (keyword, place) => {
			const found = keywords.find(({ name }) => name === keyword)?.values ?? [];
			const byPlace = place === void 0 ? void 0 : places[place];
			return found.length > 0 || byPlace === void 0 ? found.filter((one) => !isWord(one, "(", ")")) : [byPlace];
		}
	};
}
/** The values that stand without a keyword, at the start. */
function plain(tokens) {
	const open = tokens.findIndex((token) => isWord(token, "("));
	return open < 0 ? tokens : tokens.slice(0, Math.max(0, open - 1));
}

// src/uses/names.ts
/** The name of an object without its library, or null: a special value, a variable, a pattern. */
function objectName(written) {
	const name = written.slice(written.lastIndexOf("/") + 1).trim().replace(/^"(.*)"$/s, "$1");
	return /^[^\s*&%(){}'",;:]+$/.test(name) ? name.toUpperCase() : null;
}
/** The use of an object; none where the name is not one. */
function objectUse(kind, written, type, line) {
	const name = objectName(written);
	return name === null ? [] : [{
		kind,
		name: {
			as: "object",
			name,
			type
		},
		line
	}];
}
/** The use of a file, in its library or not. */
function fileUse(written, line) {
	return objectUse("file", written, "*FILE", line);
}
/** The use of an include; none where it names nothing. */
function includeUse(name, line) {
	return name === null ? [] : [{
		kind: "include",
		name,
		line
	}];
}
/** A path, with slashes. */
function pathNamed(written) {
	const path = written.trim().replaceAll("\\", "/");
	return path === "" ? null : {
		as: "path",
		path
	};
}
/** A member, of a source file (`LIB/FILE`, `FILE`) where one is named. */
function memberNamed(member, file) {
	const name = objectName(member);
	return name === null ? null : {
		as: "member",
		file: file === null ? null : objectName(file),
		member: name
	};
}
/** What a word behind `/copy` or `include` names: `LIB/FILE,MBR`, `FILE,MBR`, `MBR`, or a path. */
function wordNamed(written) {
	const comma = written.indexOf(",");
	if (written.startsWith("/") || comma < 0 && /[/.\\]/.test(written)) return pathNamed(written);
	return comma < 0 ? memberNamed(written, null) : memberNamed(written.slice(comma + 1), comma === 0 ? null : written.slice(0, comma));
}

// src/uses/binding.ts
/** Sources that hold the commands which bind: `.ilepgm`, `.ilesrvpgm` and `.bnddir`. */
const parameters = [
	[
		"MODULE",
		"*MODULE",
		1
	],
	["BNDSRVPGM", "*SRVPGM"],
	["BNDDIR", "*BNDDIR"]
];
/**
* The uses of a source of commands: modules, service programs, binding directories, a binder source.
*
* @param own the object that a variable means, as in `PGM(&O/&N)`
*/
function usesOfCommands(text, own) {
	return commandsOf(text).flatMap((command) => {
		if (command.name === "ADDBNDDIRE") return entries(command);
		return /^(?:CRT|UPD)(?:PGM|SRVPGM)$/.test(command.name) ? [
			...bound(command),
			...ownModule(command, own),
			...exported(command)
		] : [];
	}).toArray();
}
function bound({ valuesOf }) {
	return parameters.flatMap(([keyword, type, place]) => valuesOf(keyword, place).flatMap(({ text, line }) => objectUse("bind", text, type, line)));
}
/** `MODULE(*PGM)`, or none at all: the module that is called like the program; `MODULE(*SRVPGM)` likewise. */
function ownModule({ name, valuesOf }, own) {
	const keyword = name.slice(3);
	const [self] = valuesOf(keyword, 0);
	const modules = valuesOf("MODULE", 1);
	const like = modules.find(({ text }) => text.toUpperCase() === `*${keyword}`);
	const isLeftOut = name === "CRTPGM" && modules.length === 0;
	if (self === void 0 || !name.startsWith("CRT") || !(like || isLeftOut)) return [];
	return objectUse("bind", objectName(self.text) ?? own, "*MODULE", (like ?? self).line);
}
/** What is no module is a service program. */
function entries({ valuesOf }) {
	const values = valuesOf("OBJ", 1);
	return values.flatMap(({ text, line }, index) => {
		const isModule = values[index + 1]?.text.toUpperCase() === "*MODULE";
		return objectUse("bind", text, isModule ? "*MODULE" : "*SRVPGM", line);
	});
}
/** The binder source of a service program; where its member is not said, it is called like the service program. */
function exported({ name, valuesOf, line }) {
	if (name !== "CRTSRVPGM" || valuesOf("EXPORT").some(({ text }) => text.toUpperCase() === "*ALL")) return [];
	const [path] = valuesOf("SRCSTMF");
	const [file] = valuesOf("SRCFILE");
	const [member = { text: "*SRVPGM" }] = valuesOf("SRCMBR");
	const [self = { text: "" }] = valuesOf("SRVPGM", 0);
	const named = path ? pathNamed(path.text) : memberNamed(objectName(member.text) === null ? self.text : member.text, file?.text ?? null);
	return named ? [{
		kind: "bind",
		name: named,
		line
	}] : [];
}

// src/uses/c.ts
/** C and C++: headers in quotes, files that `#pragma mapinc` describes, SQL includes. */
const pattern$4 = /^[ \t]*#[ \t]*include[ \t]*"([^"\n]*)"|^[ \t]*#[ \t]*pragma[ \t]+mapinc[ \t]*\([ \t]*"[^"\n]*"[ \t]*,[ \t]*"([^"\n]*)"|\bexec\s+sql\s+include\s+(['"]?)([^\s;'"]+)\3\s*;|\/[/*]|\\[\s\S]|["'\n]/gim;
/** The uses of a C or C++ source. */
function usesOfC(text) {
	const uses = [];
	const reader = new RegExp(pattern$4);
	let quote = "";
	let line = 1;
	let at = 0;
	for (let match = reader.exec(text); match !== null; match = reader.exec(text)) {
		for (; at < match.index; at++) if (text[at] === "\n") line++;
		const [found] = match;
		if (quote !== "") {
			if (found === quote || found === "\n") quote = "";
			reader.lastIndex = match.index + (found.startsWith("\\") ? 2 : 1);
		} else if (found === "/*" || found === "//") reader.lastIndex = endOfComment(text, found, match.index);
		else if (found === "\"" || found === "'") quote = found;
		else uses.push(...usesOf$2(match, line));
	}
	return uses;
}
function endOfComment(text, start, at) {
	const end = text.indexOf(start === "//" ? "\n" : "*/", at + 2);
	return end < 0 ? text.length : end + (start === "//" ? 0 : 2);
}
function usesOf$2([, header, described, quote, sql], line) {
	if (header !== void 0) return includeUse(headerNamed(header), line);
	if (described !== void 0) return fileUse(described.replace(/\(.*/, ""), line);
	if (sql === void 0 || /^sql[cd]a$/i.test(sql)) return [];
	return includeUse(quote ? pathNamed(sql) : wordNamed(sql), line);
}
/** `LIB/FILE(MBR)`, `LIB/FILE/MBR`, `FILE/MBR` and `MBR`; with a suffix, or more folders, it is a path. */
function headerNamed(written) {
	const [, file, member] = /^([^(]*)\(([^)]*)\)$/.exec(written) ?? [];
	if (file !== void 0 && member !== void 0) return memberNamed(member, file);
	const parts = written.split(/[/\\]/);
	const last = parts.pop() ?? "";
	return last.includes(".") || parts.length > 2 || parts.some((part) => part === "" || part.startsWith(".")) ? pathNamed(written) : memberNamed(last, parts.at(-1) ?? null);
}

// src/uses/cl.ts
/** CL programs: the files that they declare, and what they include. */
/** A source without one of these uses nothing. */
const interesting$2 = /dclf|include/i;
/** A line may end in the middle of a word. */
const goesOn = /[+-][ \t\r]*\n[ \t]*/g;
/** The uses of a CL source. */
function usesOfCl(text) {
	if (!interesting$2.test(text.replace(goesOn, ""))) return [];
	return commandsOf(text).flatMap((command) => command.name === "DCLF" ? declared(command) : command.name === "INCLUDE" ? included$1(command) : []).toArray();
}
function declared({ valuesOf }) {
	const [file] = valuesOf("FILE", 0);
	return file ? fileUse(file.text, file.line) : [];
}
function included$1({ valuesOf }) {
	const [path] = valuesOf("SRCSTMF");
	if (path) return includeUse(pathNamed(path.text), path.line);
	const [member] = valuesOf("SRCMBR", 0);
	const [file] = valuesOf("SRCFILE", 1);
	return member ? includeUse(memberNamed(member.text, file?.text ?? null), member.line) : [];
}

// src/uses/cobol.ts
/** COBOL: copy books, the formats of files, SQL includes. */
const pattern$3 = /\*>[^\n]*|([^\s'".,;()]+|[.,;()])|('[^'\n]*'?|"[^"\n]*"?)/g;
/** The uses of a COBOL source. */
function usesOfCobol(text) {
	const code = linesOf(text).map((line) => codeOf(columnsOf(line, 72)));
	const tokens = [...tokensOf(code.join("\n"), pattern$3)];
	return tokens.flatMap((token, at) => {
		if (isWord(token, "COPY")) return usesOfCopy(tokens.slice(at + 1, at + 6));
		return isWord(token, "EXEC") && isWord(tokens[at + 1], "SQL") && isWord(tokens[at + 2], "INCLUDE") ? usesOfSqlInclude$1(tokens[at + 3]) : [];
	});
}
/** Columns 8 to 72 of what is no comment. */
const codeOf = (line) => line[6] === "*" || line[6] === "/" ? "" : line.slice(7);
function usesOfCopy([name, of, file, next]) {
	if (name === void 0) return [];
	const isQualified = isWord(of, "OF", "IN") && file !== void 0;
	if (!isWord(isQualified ? next : of, ".", "SUPPRESS", "REPLACING", "WITH") && !isQualified) return [];
	if (isQualified && name.quote === "" && /^dd[rs]?r?-/i.test(name.text)) return fileUse(unqualified(file), name.line);
	if (name.quote !== "" && !isQualified) return includeUse(pathNamed(name.text), name.line);
	return includeUse(memberNamed(name.text, isQualified ? unqualified(file) : null), name.line);
}
/** `LIB-FILE` without the library. */
const unqualified = ({ text }) => text.slice(text.lastIndexOf("-") + 1);
function usesOfSqlInclude$1(name) {
	if (name === void 0 || isWord(name, "SQLCA", "SQLDA", "END-EXEC")) return [];
	return includeUse(name.quote ? pathNamed(name.text) : wordNamed(name.text), name.line);
}

// src/uses/dds.ts
/** DDS: the files that a file is made over, or takes its fields from. */
const pattern$2 = /([^\s()']+|[()\n])|('[^'\n]*'?)/g;
/** A whole line without one of these names no file. */
const interesting$1 = /ref|[pj]file|format/i;
/** The uses of a DDS source. */
function usesOfDds(text) {
	return keywordsOf(tokensOf(keywordArea(text), pattern$2)).flatMap(filesOf).flatMap(({ text, line }) => fileUse(text, line)).toArray();
}
/** Values that name files. */
function filesOf({ name, values }) {
	const words = values.filter((one) => !isWord(one, "(", ")"));
	if (name === "PFILE" || name === "JFILE") return words;
	if (name === "REF" || name === "FORMAT" || name === "REFACCPTH") return words.slice(0, 1);
	return name === "REFFLD" ? words.slice(1, 2) : [];
}
/** Columns 45 to 80: continued after + from the first character, after - as they stand. */
function keywordArea(text) {
	let goesOn = "";
	return linesOf(text).map((whole) => {
		const line = columnsOf(whole, 80);
		if (line[6] === "*" || line.trim() === "") return "";
		const area = line.slice(44).trimEnd();
		const start = goesOn === "" ? "\n" : "";
		const words = goesOn === "+" ? area.trimStart() : area;
		const isWhole = goesOn === "";
		goesOn = /[+-]$/.exec(area)?.[0] ?? "";
		if (isWhole && goesOn === "" && !interesting$1.test(area)) return start;
		return start + (goesOn === "" ? words : words.slice(0, -1));
	}).join("").slice(1);
}

// src/uses/rpg-statements.ts
/** The statements of free-form RPG that use something; fixed specifications arrive here rewritten (`rpg.ts`). */
const pattern$1 = /\/\/[^\n]*|([\w$#@*%.&\u0080-\uffff-]+|[();:,/])|('[^'\n]*(?:(?<=[+-][ \t]*)\n[^'\n]*)*'?|"[^"\n]*"?)/g;
/** The uses of free-form text: files, external data structures, binding directories, SQL includes. */
function usesOfStatements(text) {
	return statementsOf$1(text).flatMap(usesOfStatement$1).toArray();
}
/** Without one of these, a statement uses nothing. */
const interesting = /dcl-f|\bext(?:name)?\b|bnddir|include/gi;
/** The last line in which something of interest stands; 0: none. Most files are declared at the start of a source. */
function lastLine(text) {
	const last = [...text.matchAll(interesting)].at(-1);
	return last === void 0 ? 0 : text.slice(0, last.index).split("\n").length;
}
/** A definition begins a statement, whatever stands before: one lost semicolon hides no more than its own statement. */
function* statementsOf$1(text) {
	const last = lastLine(text);
	if (last === 0) return;
	let statement = [];
	for (const token of tokensOf(text, pattern$1)) {
		const isEnd = isWord(token, ";");
		if (isEnd || token.quote === "" && /^(?:dcl-|ctl-opt$)/i.test(token.text)) {
			yield statement;
			if (token.line > last) return;
			statement = [];
		}
		if (!isEnd) statement.push(token);
	}
	yield statement;
}
function usesOfStatement$1(statement) {
	const [first, second] = statement;
	if (second === void 0) return [];
	if (isWord(first, "DCL-F")) return usesOfFile(second, statement);
	if (isWord(first, "DCL-DS")) return usesOfStructure(second, statement);
	if (isWord(first, "CTL-OPT")) return usesOfControl(statement);
	return isWord(first, "EXEC") && isWord(second, "SQL") ? usesOfSqlInclude(statement) : [];
}
/** EXTDESC says what the compiler reads; LIKEFILE that another file's description is taken. */
function usesOfFile(name, statement) {
	const keywords = [...keywordsOf(statement)];
	if (keywords.some((one) => one.name === "LIKEFILE")) return [];
	const described = keywords.find((one) => one.name === "EXTDESC");
	return described ? firstFile(described) : fileUse(name.text, name.line);
}
function usesOfStructure(name, statement) {
	const external = keywordsOf(statement).find((one) => one.name === "EXTNAME");
	if (external) return firstFile(external);
	return statement.some((token) => isWord(token, "EXT")) ? fileUse(name.text, name.line) : [];
}
function firstFile(keyword) {
	const [first] = listed(keyword);
	return first ? fileUse(first.text, first.line) : [];
}
function usesOfControl(statement) {
	return keywordsOf(statement).filter((one) => one.name === "BNDDIR").flatMap(listed).flatMap(({ text, line }) => objectUse("bind", text, "*BNDDIR", line)).toArray();
}
/** The values between colons; a name without quotes is several tokens. */
function listed({ values }) {
	const list = [];
	let isOpen = false;
	for (const { text, quote, line } of values) if (quote === "" && text === ":") isOpen = false;
	else {
		const last = list.at(-1);
		if (isOpen && last) last.text += text;
		else list.push({
			text,
			line
		});
		isOpen = true;
	}
	return list;
}
function usesOfSqlInclude([, , verb, name, ...rest]) {
	if (!isWord(verb, "INCLUDE") || name === void 0 || isWord(name, "SQLCA", "SQLDA")) return [];
	const named = name.quote ? pathNamed(name.text) : wordNamed([name, ...rest].map(({ text }) => text).join(""));
	return includeUse(named, name.line);
}

// src/uses/rpg.ts
/**
* RPG, fixed and free. Includes are read from their lines; fixed specifications are rewritten as the free-form
* statements that say the same, line for line, so that one reader does for both.
*/
const data = /^\*\*(?:\s|$|CTDATA|FTRANS|ALTSEQ)/i;
/**
* The uses of an RPG source.
*
* @param isOld RPG III, whose specifications have other columns
*/
function usesOfRpg(text, isOld) {
	const all = linesOf(text);
	const isFree = /^\s*\*\*free\b/i.test(all[0]?.slice(0, 80) ?? "");
	const end = all.findIndex((line, index) => index > 0 && data.test(line.slice(0, 10)));
	const lines = all.slice(isFree ? 1 : 0, end < 0 ? void 0 : end).map((line) => isFree ? line : columnsOf(line, 80));
	if (isFree) lines.unshift("");
	return [...lines.flatMap((line, index) => includeUse(includedBy(line, isFree), index + 1)), ...usesOfStatements((isFree ? lines.map(withoutDirective) : rewritten(lines, isOld)).join("\n"))];
}
const copy = /^\/(?:copy|include)\s+(.+)/is;
function includedBy(line, isFree) {
	const code = line.trimStart();
	const directive = !isFree && line[6] === "/" ? line.slice(6) : code;
	if (!directive.startsWith("/")) return null;
	const [, rest] = copy.exec(directive) ?? [];
	return rest === void 0 ? null : included(rest);
}
function included(rest) {
	const [, , path, next] = /^(['"])([^'"]*)\1(.?)/s.exec(rest) ?? [];
	if (path !== void 0 && next !== "/" && next !== ",") return pathNamed(path);
	const [word] = /^[^\s;]+(?:(?<=,)[ \t]+[^\s;]+)?/.exec(rest) ?? [];
	return word === void 0 ? null : wordNamed(word.replace(/["'\s]/g, ""));
}
/** Directives, but for the slash of a division, are no part of a statement. */
const withoutDirective = (line) => /^\s*\/[a-z]/i.test(line) ? "" : line;
/** The lines of a source with columns, as free-form statements. */
function rewritten(lines, isOld) {
	let before = " ";
	return lines.map((line) => {
		const code = line.slice(6);
		if (code.trim() === "" || code.startsWith("*") || code.trimStart().startsWith("//")) return "";
		const sql = code.startsWith("/") ? /^\/exec\s+sql\b(.*)/i.exec(code) : null;
		if (sql) return `;exec sql${sql[1]}`;
		if (code.startsWith("+")) return code.slice(1);
		if (code.startsWith("/")) return /^\/end-exec/i.test(code) ? ";" : "";
		const isLoose = /^\s*(?:dcl-(?:f|ds)|ctl-opt)\s/i.test(line);
		const specification = isLoose ? " " : line.charAt(5).toUpperCase();
		const goesOn = specification === before;
		before = specification;
		if (!/[A-Z]/.test(specification)) return `${goesOn ? "" : ";"}${isLoose ? line : withoutDirective(line.slice(7))}`;
		if (specification === "H") return `${goesOn ? " " : ";ctl-opt "}${code}`;
		return isOld ? oldStatement(specification, line) : statement(specification, line);
	});
}
/** One specification of RPG IV; what goes on with the line before begins with a blank. */
function statement(specification, line) {
	const keywords = ` ${line.slice(43)}`;
	if (!"FD".includes(specification)) return ";";
	if (line.slice(6, 43).trim() === "") return keywords;
	const name = line.slice(6, specification === "F" ? 16 : 21).trim() || "*n";
	if (specification === "F") return /^(?:[IOUC]| [IOUC][FPRTC ])/i.test(line.slice(16, 19)) ? `;dcl-f ${name}${keywords}` : ";";
	if (!/^ds$/i.test(line.slice(23, 25))) return ";";
	return `;dcl-ds ${name}${/e/i.test(line.charAt(21)) ? " ext" : ""}${keywords}`;
}
/** One specification of RPG III: files, and data structures that a file describes. */
function oldStatement(specification, line) {
	const name = line.slice(6, 14).trim();
	if (specification === "F" && name !== "" && /[IOUCD]/i.test(line.charAt(14))) return `;dcl-f ${name};`;
	return specification === "I" && /^e.ds$/i.test(line.slice(16, 20)) ? `;dcl-ds ${line.slice(20, 30).trim() || line.slice(6, 12).trim() || "*n"} ext;` : ";";
}

// src/uses/rules-mk.ts
/** `Rules.mk` of TOBi, IBM's build tool: the objects it makes, each with its source and what it depends on. */
const kinds = {
	FILE: "file",
	MODULE: "bind",
	SRVPGM: "bind",
	BNDDIR: "bind"
};
/** Suffixes of objects whose change asks nothing of those that name them: programs are called, messages looked up. */
const idle = /^(?:PGM|CMD|DTAARA|DTAQ|JOBD|JOBQ|MENU|MSGF|MSGQ|OUTQ|PNLGRP|QMQRY|SBSD|TRG|USRSPC|WSCST)$/;
/**
* What each target of a `Rules.mk` uses. A variable counts where the file itself gives it one word; words with others are
* left out.
*/
function rulesMkUses(text) {
	return rulesOf(text).flatMap((rule) => {
		const used = usesOf$1(rule);
		return rule.targets.flatMap((written) => {
			const [, name, suffix] = /^(?:.*\/)?([^/]+)\.(\w+)$/s.exec(written.toUpperCase()) ?? [];
			return name && suffix && !name.includes("$") ? [{
				target: {
					name,
					type: `*${suffix}`
				},
				...used
			}] : [];
		});
	});
}
/** All uses of a `Rules.mk`, whosever they are. */
function usesOfRulesMk(text) {
	return rulesOf(text).flatMap((rule) => usesOf$1(rule).uses);
}
const assignment = /^([\w.-]+)\s*:{0,3}=\s*([^\s$#=]{1,100})\s*$/;
/** The rules, without variables and recipes. */
function rulesOf(text) {
	const rules = [];
	const values = /* @__PURE__ */ new Map([["d", "."]]);
	let isOpen = false;
	let goesOn = false;
	for (const [index, whole] of linesOf(text).entries()) {
		const [, name, value] = assignment.exec(whole) ?? [];
		if (name !== void 0 && value !== void 0) values.set(name, value);
		const line = whole.replace(/\$\(([\w.-]+)\)/g, (written, variable) => values.get(variable) ?? written);
		const [, targets, first] = (goesOn ? null : /^([^\s:=#][^:=]*):(?!:?=)(.*)/.exec(line)) ?? [];
		if (targets !== void 0 && first !== void 0) rules.push({
			targets: targets.trim().split(/\s+/),
			line: index + 1,
			rest: [withoutMark(first)]
		});
		else if (goesOn && isOpen) rules.at(-1)?.rest.push(withoutMark(line));
		isOpen = targets !== void 0 || goesOn && isOpen;
		goesOn = line.trimEnd().endsWith("\\");
	}
	return rules;
}
/** A line without the backslash that continues it. */
function withoutMark(line) {
	const whole = line.trimEnd();
	return whole.endsWith("\\") ? whole.slice(0, -1) : whole;
}
function usesOf$1({ targets, line, rest }) {
	const all = rest.flatMap((part, index) => wordsOf(part, line + index));
	const bar = all.findIndex(({ text }) => text === "|");
	const words = all.slice(0, bar < 0 ? void 0 : bar);
	if (rest.some((part) => part.includes("="))) return {
		source: null,
		uses: usesOfOption(rest.join(" "), line)
	};
	const source = words.find(({ text }) => text.toUpperCase() === targets[0]?.toUpperCase()) ?? words.find(isSource);
	return {
		source: source?.text ?? null,
		uses: words.filter((word) => word !== source).flatMap(usesOfWord)
	};
}
function wordsOf(part, line) {
	const words = part.split(/\s+/);
	const comment = words.findIndex((word) => word.startsWith("#"));
	return words.slice(0, comment < 0 ? void 0 : comment).map((word) => word.replace(/^\.\//, "")).filter((word) => word !== "" && !word.includes("$")).map((text) => ({
		text,
		line
	}));
}
const suffixOf = (text) => text.slice(text.lastIndexOf(".") + 1).toUpperCase();
const isSource = ({ text }) => text.includes(".") && !kinds[suffixOf(text)] && !idle.test(suffixOf(text));
function usesOfWord(word) {
	const { text, line } = word;
	const suffix = suffixOf(text);
	const kind = kinds[suffix];
	if (kind && text.includes(".")) return objectUse(kind, text.slice(0, text.lastIndexOf(".")), typeOf(suffix), line);
	const path = isSource(word) ? pathNamed(text) : null;
	return path ? [{
		kind: "include",
		name: path,
		line
	}] : [];
}
const typeOf = (suffix) => suffix === "FILE" ? "*FILE" : suffix === "MODULE" ? "*MODULE" : suffix === "SRVPGM" ? "*SRVPGM" : "*BNDDIR";
/** Of the options of a compilation only the binding directories are a use. */
function usesOfOption(option, line) {
	const [, values] = /^\s*(?:private\s+)?BNDDIR\s*[:?+]*=(.*)/is.exec(option) ?? [];
	return wordsOf(values ?? "", line).flatMap(({ text }) => objectUse("bind", text.replaceAll(/[()]/g, ""), "*BNDDIR", line));
}

// src/uses/sql-names.ts
/** Qualified names in SQL. */
/** What stands at a place of a statement: its last part as a use, none for anything but a name, and where it ends. */
function nameAt(tokens, start) {
	let end = start;
	while (isWord(tokens[end + 1], ".", "/") && tokens[end + 2]) end += 2;
	const name = tokens[end];
	return {
		uses: name !== void 0 && (name.quote === "\"" || name.quote === "" && /^[^\d().,;/]/.test(name.text)) ? fileUse(name.text, name.line) : [],
		end
	};
}

// src/uses/sql-query.ts
/** The tables that a query names. */
const starts = [
	"SELECT",
	"VALUES",
	"WITH"
];
const ends = [
	"WHERE",
	"GROUP",
	"HAVING",
	"ORDER",
	"UNION",
	"EXCEPT",
	"INTERSECT",
	"FETCH",
	"LIMIT",
	"CONNECT",
	"START"
];
/**
* The tables and views that follow `from` and `join`, but for common table expressions.
*
* @param statement what follows `create view` or `create table`
* @param isTable `like` names one, too
*/
function usesOfQuery(statement, isTable) {
	const uses = [];
	const common = /* @__PURE__ */ new Set();
	const levels = [{
		isQuery: false,
		isInFrom: false,
		isWith: false,
		last: ""
	}];
	let isNext = false;
	for (let at = 0; at < statement.length; at++) {
		const token = statement[at];
		const level = levels.at(-1);
		if (token === void 0 || level === void 0) break;
		if (isWord(token, "(")) {
			if (level.isWith && isWord(statement[at - 1], "AS")) common.add(level.last);
			levels.push({
				isQuery: false,
				isInFrom: isNext,
				isWith: false,
				last: ""
			});
		} else if (isWord(token, ")")) {
			if (levels.length > 1) levels.pop();
			isNext = false;
		} else if (isWord(token, ",")) isNext = level.isInFrom;
		else if (isNext && !isWord(token, ...starts)) {
			const { uses: named, end } = nameAt(statement, at);
			if (!isWord(statement[end + 1], "(")) uses.push(...named);
			at = end;
			isNext = false;
		} else if (isTable && isLike(statement, at, levels.length)) uses.push(...nameAt(statement, at + 1).uses);
		else isNext = startsTables(statement, at, level);
		if (!isWord(token, "(", ")", "AS")) level.last = token.text.toUpperCase();
	}
	return uses.filter(({ name }) => !(name.as === "object" && common.has(name.name)));
}
/** True where tables follow; keeps what the level is in. */
function startsTables(statement, at, level) {
	const token = statement[at];
	if (isWord(token, "SELECT")) level.isQuery = true;
	if (isWord(token, "WITH")) level.isWith = true;
	if (isWord(token, ...starts, ...ends)) level.isInFrom = false;
	const isCompared = isWord(statement[at - 1], "DISTINCT") && isWord(statement[at - 2], "IS", "NOT");
	if (isWord(token, "FROM") && level.isQuery && !isCompared) level.isInFrom = true;
	return isWord(token, "JOIN") || isWord(token, "FROM") && level.isInFrom && !isCompared;
}
/** `create table a like b`, `create table a (like b)`. */
function isLike(statement, at, depth) {
	return isWord(statement[at], "LIKE") && (depth === 1 || isWord(statement[at - 1], "(", ","));
}

// src/uses/sql.ts
/** SQL: what views, indexes, aliases, and tables made by a query or `like` another, are made over. */
const pattern = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|([\w$#@\u0080-\uffff]+|[().,;/])|('[^']*'?|"[^"]*"?)/g;
/**
* The uses of an SQL source, but for tables that it makes itself. What routines and triggers read, they read at run time.
*/
function usesOfSql(text) {
	const made = /* @__PURE__ */ new Set();
	return statementsOf(text).flatMap((statement) => {
		const at = statement.findIndex(isKind);
		const kind = statement[at];
		const uses = usesOfStatement(statement, at).filter(({ name }) => !(name.as === "object" && made.has(name.name)));
		const [table] = isWord(kind, "TABLE") ? nameAt(statement, at + 1).uses : [];
		if (table?.name.as === "object") made.add(table.name.name);
		return uses;
	}).toArray();
}
function usesOfStatement(statement, at) {
	const kind = statement[at];
	if (isWord(kind, "VIEW", "TABLE")) return usesOfQuery(statement.slice(at + 1), isWord(kind, "TABLE"));
	if (isWord(kind, "INDEX")) return after("ON", statement);
	return isWord(kind, "ALIAS") ? after("FOR", statement) : [];
}
/** Words that a statement may have before the kind of object that it makes: `create or replace encoded vector index`. */
const longestStart = 6;
const isKind = (token) => isWord(token, "VIEW", "TABLE", "INDEX", "ALIAS", ...routines);
const routines = [
	"PROCEDURE",
	"FUNCTION",
	"TRIGGER",
	"BEGIN"
];
/** The `create` statements; of routines, only how they start. */
function* statementsOf(text) {
	let statement = [];
	let isRoutine = false;
	let depth = 0;
	let before;
	for (const token of tokensOf(text, pattern)) {
		if (isRoutine || statement.length < longestStart) depth = Math.max(0, depth + step(token, before));
		before = token;
		if (isWord(token, ";") && !(isRoutine && depth > 0)) {
			if (isWord(statement[0], "CREATE")) yield statement;
			statement = [];
			isRoutine = false;
			depth = 0;
		} else if (statement.length < longestStart) {
			statement.push(token);
			isRoutine = isWord(statement.find(isKind), ...routines);
		} else if (!isRoutine && isWord(statement[0], "CREATE")) statement.push(token);
	}
	if (isWord(statement[0], "CREATE")) yield statement;
}
/** How much deeper a word leads into the blocks of a routine: `end if` closes none that `if` opened. */
function step(token, before) {
	if (isWord(token, "END")) return -1;
	if (isWord(before, "END")) return isWord(token, "IF", "LOOP", "WHILE", "REPEAT", "FOR") ? 1 : 0;
	return isWord(token, "BEGIN", "CASE") ? 1 : 0;
}
function after(word, statement) {
	const at = statement.findIndex((token) => isWord(token, word));
	return at < 0 ? [] : nameAt(statement, at + 1).uses;
}

// src/uses/source-uses.ts
/** What a source uses: picks the reader for its language. */
const readers = {
	RPG: (text) => usesOfRpg(text, false),
	"RPG III": (text) => usesOfRpg(text, true),
	CL: usesOfCl,
	commands: (text, path) => usesOfCommands(text, called(path).loose),
	COBOL: usesOfCobol,
	DDS: usesOfDds,
	SQL: usesOfSql,
	C: usesOfC,
	"Rules.mk": usesOfRulesMk
};
const bySuffix = new Map([
	["RPG", "RPGLE SQLRPGLE RPGLEINC SQLRPGLEINC RPGINC RPGLE_H RPGMOD RPGLEMOD"],
	["RPG III", "RPG SQLRPG RPG38 RPT RPT38"],
	["CL", "CL CLLE CLP CLP38 CLLEINC"],
	["commands", "BNDDIR ILEPGM ILESRVPGM"],
	["COBOL", "CBL CBLLE SQLCBL SQLCBLLE CBLLEINC COB CPY"],
	["DDS", "PF LF DSPF PRTF ICFF PF38 LF38 DSPF38 PRTF38"],
	["SQL", "SQL DDL TABLE VIEW INDEX ALIAS PFSQL LFSQL SQLTABLE SQLVIEW SQLINDEX SQLALIAS SQLMQT"],
	["C", "C CPP CLE H HPP SQLC SQLCPP"]
].flatMap(([language, names]) => names.split(" ").map((name) => [name, language])));
/** Languages of the source files that members without a suffix, or with one that says nothing, stand in. */
const byFolder = [
	[/^Q?(?:SQL)?RPGLE|^Q\w*PROTO|^QCPYLE/, "RPG"],
	[/^QRPG/, "RPG III"],
	[/^QCL/, "CL"],
	[/^Q(?:CBL|LBL)/, "COBOL"],
	[/^QDDS/, "DDS"],
	[/^QSQLSRC/, "SQL"],
	[/^H$|^Q(?:SQL)?C(?:S|PP)/, "C"]
];
/** The language of a source by its path, or null: it uses nothing, so nobody needs to read it. */
function languageOf(path) {
	const [name = "", folder = ""] = path.toUpperCase().split("/").reverse();
	if (name === "RULES.MK") return "Rules.mk";
	const suffix = name.slice(name.lastIndexOf(".") + 1);
	if (name.includes(".") && !/^(?:INC|COPY|MBR)$/.test(suffix)) return bySuffix.get(suffix) ?? null;
	return byFolder.find(([pattern]) => pattern.test(folder))?.[1] ?? null;
}
/** Mostly of COBOL; some hold RPG. */
const copyBook = /\.cpy$/i;
/** What no copy book of COBOL holds: free form, a directive, a specification with nothing in front of it. */
const rpgMark = /^(?:[ \t]*(?:\*\*free|dcl-\w|ctl-opt)|.{5}[ A-Z]\/(?:copy|include|if|define|free|eof)\b| {5}[HFDIP][ \w])/im;
/** Languages that include sources of their own only; what a `.cpy` holds, its suffix does not tell. */
function includedIn(path) {
	const language = languageOf(path);
	if (copyBook.test(path)) return null;
	if (language === "RPG III") return "RPG";
	return language === "RPG" || language === "CL" || language === "COBOL" || language === "C" ? language : null;
}
/** False for two sources that are known to be of different languages. */
function mayInclude(user, included) {
	const [one, other] = [includedIn(user), includedIn(included)];
	return one === null || other === null || one === other;
}
/**
* What a source uses, in the order of its lines.
*
* @param path its path in the repository, which tells its language
* @param text the whole source
*/
function usesOf(path, text) {
	const language = languageOf(path);
	const uses = language === null ? [] : readers[language](text, path);
	return (uses.length === 0 && copyBook.test(path) && rpgMark.test(text) ? readers.RPG(text, path) : uses).sort((a, b) => a.line - b.line);
}

// src/uses/source-index.ts
/** The files of a repository by all the names that a use can call them. */
/** For more names, a list of all objects is as quickly made. */
const mostNames = 20;
/**
* An index over paths. Each of its parts is made when it is first needed, in linear time: the mapping is asked about the
* whole tree only when many objects are looked for.
*/
function sourceIndex(paths, objectsOf, mayMake) {
	const byPath = grouped(paths, (path) => [path.toUpperCase()]);
	const byName = grouped(paths, (path) => {
		const { strict, loose } = called(path);
		return [...strict, loose];
	});
	const objectsIn = (path) => objectsOf(path).map(({ objn }) => objn.toUpperCase());
	const byAnyObject = grouped(paths, objectsIn);
	const known = /* @__PURE__ */ new Map();
	const byObject = (name) => {
		if (mayMake === void 0 || known.size === mostNames) return known.get(name) ?? byAnyObject(name);
		const found = known.get(name) ?? paths.filter(mayMake(name)).filter((path) => objectsIn(path).includes(name));
		known.set(name, found);
		return found;
	};
	const members = (name, folder) => {
		return parted(byName(name).filter((path) => folder === null || called(path).folder === folder), (path) => called(path).strict.includes(name));
	};
	return {
		at: byPath,
		members,
		includes: (name, folder, user) => {
			const isBeside = (path) => path !== user && folderOf(path) === folderOf(user) && called(path).strict[1] === name;
			return members(name, folder).flatMap((found) => {
				const free = [];
				const making = [];
				for (const path of found) {
					const objects = objectsOf(path);
					if (isOnlyFile(path, objects) || !(name.includes(".") || mayInclude(user, path))) continue;
					(objects.length === 0 || isBeside(path) ? free : making).push(path);
				}
				return [free, making];
			});
		},
		makers: (name, types) => {
			const named = (path) => objectsOf(path).filter(({ objn }) => objn.toUpperCase() === name);
			const told = parted(byObject(name).filter((path) => makes(path, named(path), types)), (path) => named(path).some((object) => typeOf$1(path, object) !== null));
			const unmapped = byName(name).filter((path) => {
				const type = objectsOf(path).length > 0 ? null : typeLeftOut(path);
				return type !== null && types.includes(type);
			});
			return [...told, unmapped];
		}
	};
}
/** Paths by keys; the index is made at the first question. */
function grouped(paths, keysOf) {
	let index = null;
	const make = () => {
		const made = /* @__PURE__ */ new Map();
		for (const path of paths) for (const key of new Set(keysOf(path))) {
			const known = made.get(key);
			if (known === void 0) made.set(key, [path]);
			else known.push(path);
		}
		return made;
	};
	return (key) => {
		index ??= make();
		return index.get(key) ?? [];
	};
}
/** What passes, and the rest. */
function parted(paths, test) {
	const yes = [];
	const no = [];
	for (const path of paths) (test(path) ? yes : no).push(path);
	return [yes, no];
}

// src/uses/seek-users.ts
/** As many sources are read at once. */
const atOnce = 100;
/** Where modules are named: a few files, which are searched much quicker than all sources. */
const bindingSources = [
	"mk",
	"ilepgm",
	"ilesrvpgm",
	"bnddir",
	"bnd",
	"binder",
	"cl",
	"clle",
	"clp"
].map((extension) => `:(icase)*.${extension}`);
/**
* Finds the direct users of files: one search for all of a round (and one for what only binding names), then the sources
* that they find are read whole.
*/
function seekUsers(sources) {
	const said = /* @__PURE__ */ new Map();
	const isModule = (path) => {
		const objects = sources.objectsOf(path);
		return objects.length > 0 && objects.every((object) => typeOf$1(path, object) === "*MODULE");
	};
	const search = async (paths, pathspecs) => paths.length === 0 ? [] : sources.search(soughtWords(paths, sources.objectsOf), pathspecs);
	const namesakes = (path) => sources.objectsOf(path).filter((object) => makes(path, [object], ["*MODULE"])).flatMap(({ objn }) => sources.resolve(path, {
		kind: "bind",
		name: {
			as: "object",
			name: objn,
			type: "*PGM"
		}
	})).filter((maker) => languageOf(maker) === "commands");
	let isFirst = true;
	return async (paths) => {
		const [modules = [], others = []] = isFirst ? [[], paths] : parted(paths, isModule);
		isFirst = false;
		const naming = search(others, []);
		for (let turn = 0; turn < 2; turn += 1) await setImmediate();
		prepare(paths, sources);
		const users = await naming;
		if ("unknown" in users) return users;
		const binding = await search(modules, bindingSources);
		if ("unknown" in binding) return binding;
		const found = [.../* @__PURE__ */ new Set([
			...users,
			...binding,
			...paths.flatMap(namesakes)
		])];
		const sought = soughtWords(paths, sources.objectsOf);
		const unread = found.filter((path) => !said.has(path));
		for (let at = 0; at < unread.length; at += atOnce) {
			const part = unread.slice(at, at + atOnce);
			const read = await Promise.all(part.map(sources.read));
			for (const [n, path] of part.entries()) said.set(path, read[n] ?? []);
		}
		const wanted = new Set(paths);
		return distinct([...found.flatMap((path) => edgesOf(path, said.get(path) ?? [], sought, sources.resolve)), ...paths.filter(isBinderSource).flatMap((path) => edgesOfBinder(path, sources.resolve))].filter(({ user, used }) => wanted.has(used) && user !== used));
	};
}
/** Asks about some of the files themselves: what resolving needs is then made while Git searches in another process. */
function prepare(paths, { objectsOf, resolve }) {
	const [include] = paths.filter((path) => objectsOf(path).length === 0);
	const [object] = paths.flatMap(objectsOf);
	if (include !== void 0) resolve("", {
		kind: "include",
		name: {
			as: "path",
			path: called(include).loose
		}
	});
	if (object !== void 0) resolve("", {
		kind: "file",
		name: {
			as: "object",
			name: object.objn,
			type: null
		}
	});
}
/** The uses of a source, or of what it speaks of, among those that can mean a sought file. */
function edgesOf(path, said, sought, resolve) {
	return said.flatMap(({ target, uses }) => {
		const meant = uses.filter(({ name }) => sought.mayMean(name));
		if (meant.length === 0) return [];
		return (target === null ? [path] : makersOf(target, resolve)).flatMap((user) => meant.flatMap((use) => edgesOfUse(user, resolve(user, use, path), use)));
	});
}
/** The files that make an object of which a `Rules.mk` speaks. */
function makersOf({ name, type }, resolve) {
	return resolve("", {
		kind: "bind",
		name: {
			as: "object",
			name,
			type
		}
	});
}
function edgesOfUse(user, paths, { kind, name }) {
	return paths.map((used) => ({
		user,
		used,
		kind,
		byObject: name.as === "object",
		ambiguous: paths.length > 1
	}));
}
/** A binder source belongs to the service program of its name, whoever makes that. */
function edgesOfBinder(used, resolve) {
	const makers = resolve(used, {
		kind: "bind",
		name: {
			as: "object",
			name: called(used).loose,
			type: "*SRVPGM"
		}
	});
	return makers.map((user) => ({
		user,
		used,
		kind: "bind",
		byObject: false,
		ambiguous: makers.length > 1
	}));
}
function distinct(edges) {
	return [...new Map(edges.map((edge) => [JSON.stringify(edge), edge])).values()];
}

// src/uses/resolve.ts
/** Objects that a use without a type can mean. */
const typesOfKind = {
	include: ["*FILE"],
	file: ["*FILE"],
	bind: [
		"*MODULE",
		"*SRVPGM",
		"*BNDDIR"
	]
};
/** Resolves names as compilers do (design §13); case never counts. Costs nothing until it is asked. */
function resolver(tree) {
	const index = sourceIndex([.../* @__PURE__ */ new Set([...tree.paths, ...tree.deleted])], tree.objectsOf, tree.mayMake);
	const deleted = new Set(tree.deleted);
	for (const path of tree.paths) deleted.delete(path);
	return (user, use, from = user) => {
		for (const found of candidates(index, [
			folderOf(from),
			"",
			...tree.includePaths
		], user, use)) {
			if (found.length === 0) continue;
			const there = found.filter((path) => !deleted.has(path));
			const meant = there.length > 0 ? there : found;
			const others = meant.filter((path) => path !== user);
			return (others.length > 0 ? others : meant).toSorted();
		}
		return [];
	};
}
/**
* Candidates for a name: those of the first list that has any are meant.
*
* @param folders in which paths begin.
*/
function* candidates(index, folders, user, { kind, name }) {
	const members = (member, folder) => kind === "include" ? index.includes(member, folder, user) : index.members(member, folder);
	if (name.as === "object") yield* index.makers(name.name.toUpperCase(), name.type === null ? typesOfKind[kind] : [name.type]);
	else if (name.as === "member") {
		const member = name.member.toUpperCase();
		if (name.file !== null) yield* members(member, name.file.toUpperCase());
		yield* members(member, null);
	} else {
		for (const folder of folders) {
			const path = joined$1(folder, name.path);
			if (path !== null) yield index.at(path.toUpperCase());
		}
		const { base, extension, loose, folder } = called(name.path);
		yield* members(base, folder);
		yield* members(base, null);
		if (extension !== "") yield* members(loose, extension);
	}
}

// src/run/small-tree.ts
/** A tree is small up to so many sources, and bytes in them: starting Git for a search takes longer than reading it. */
const most = {
	sources: 2e3,
	bytes: 8e6
};
/** A search for more words finds nearly every source. */
const mostWords = 20;
/**
* All sources of a small tree, read at once; null for a large one. What a partial clone lacks is fetched first.
*
* @param files the OIDs of all files by their paths.
* @throws Problem('git') when one cannot be had.
*/
async function textsOfSmall(repository, files) {
	const sources = [];
	for (const file of files) {
		if (languageOf(file[0]) !== null) sources.push(file);
		if (sources.length > most.sources) return null;
	}
	const oids = [...new Set(sources.map(([, oid]) => oid))];
	if ((await presentBlobs(repository, oids)).reduce((sum, info) => sum + (info?.size ?? 0), 0) > most.bytes) return null;
	const contents = await repository.objects.contents(oids);
	const texts = new Map(oids.map((oid, n) => [oid, sourceText(contents[n] ?? Buffer.alloc(0))]));
	return new Map(sources.map(([path, oid]) => [path, texts.get(oid) ?? ""]));
}
/** Sources are of many encodings; the names in them are in ASCII, or in UTF-8. */
function sourceText(bytes) {
	const text = bytes.toString("utf8");
	return text.includes("�") ? bytes.toString("latin1") : text;
}
/** Finds what `git grep` would find with the same words and patterns, and perhaps more. */
function matcherOf({ words, patterns }) {
	if (words.length > mostWords || words.includes("")) return () => true;
	const literal = words.map((word) => RegExp.escape(word));
	const expression = new RegExp([...literal, ...patterns].join("|"), "im");
	return (text) => expression.test(text);
}

// src/run/uses-at-head.ts
/** Prepares to look into the sources of a commit; nothing is read yet but the `iproj.json` files. */
async function usesAtHead(repository, mapper, { commit, ...head }) {
	const { oidsOf, texts, ...sources } = await sourcesOf(repository, mapper, head);
	const search = async (sought, pathspecs) => {
		const small = await texts().catch(unknown);
		if (small !== null && "unknown" in small) return small;
		if (small !== null) return pathsWith(small, sought);
		const blobs = () => oidsOf(sources.paths());
		const found = await filesWith(repository, sought, {
			commit,
			pathspecs,
			blobs
		});
		if ("unknown" in found) return found;
		return found.flatMap(({ raw, text: path }) => raw === null && languageOf(path) !== null ? [path] : []);
	};
	return {
		...sources,
		seek: seekUsers({
			...sources,
			search
		})
	};
}
function pathsWith(texts, sought) {
	const matches = matcherOf(sought);
	return [...texts].flatMap(([path, text]) => matches(text) ? [path] : []);
}
/** The sources of a tree, as usesAtHead prepares them. */
async function sourcesOf(repository, mapper, { tree, deleted }) {
	const files = new Map(tree.filter(isFile$1).flatMap(({ path, oid }) => path.raw === null ? [[path.text, oid]] : []));
	const oidsOf = (paths) => [...new Set(paths.flatMap((path) => files.get(path) ?? []))];
	const paths = () => [...files.keys()].filter((path) => languageOf(path) !== null);
	const bring = async (paths) => {
		await presentBlobs(repository, oidsOf(paths));
	};
	let held = null;
	const texts = () => {
		held ??= textsOfSmall(repository, files);
		return held;
	};
	const text = async (path) => (await held)?.get(path) ?? textOf(repository.objects, files.get(path));
	const objectsOf = cached((path) => madeObjects(targetsOf(mapper(textPath(path))).map(({ fields }) => fields)));
	const projects = [...files.keys()].filter((path) => /(^|\/)iproj\.json$/i.test(path));
	const readProjects = () => Promise.all(projects.map(async (path) => includePathsOf(path, await text(path))));
	const includePaths = await bring(projects).then(readProjects, none);
	const named = {
		paths: [...files.keys()],
		deleted,
		includePaths: includePaths.flat()
	};
	return {
		paths,
		objectsOf,
		resolve: resolver({
			...named,
			objectsOf,
			mayMake: mapper.makersOf
		}),
		read: cached(async (path) => said(path, await text(path))),
		bring,
		isThere: (path) => files.has(path),
		oidsOf,
		texts
	};
}
function none(error) {
	if (error instanceof Problem) return [];
	throw error;
}
function unknown(error) {
	if (error instanceof Problem) return { unknown: error.message };
	throw error;
}
function said(path, text) {
	return languageOf(path) === "Rules.mk" ? rulesMkUses(text).map(({ target, uses }) => ({
		target,
		uses
	})) : [{
		target: null,
		uses: usesOf(path, text)
	}];
}
async function textOf(objects, oid) {
	if (oid === void 0) return "";
	const content = await objects.content(oid);
	return sourceText(content instanceof Blob ? Buffer.from(await content.arrayBuffer()) : content);
}
function cached(make) {
	const known = /* @__PURE__ */ new Map();
	return (path) => {
		const found = known.get(path);
		if (found !== void 0) return found;
		const made = make(path);
		known.set(path, made);
		return made;
	};
}

export { languageOf, makersOf, sourcesOf, usesAtHead };