import { Problem, counted, defaultMappingFile, escapeText, exitCodes, identityKey, some } from "./start.mjs";
import { openRepository } from "./repository.mjs";
import { checkedOutBranch } from "./resolve-range.mjs";
import { listTracked } from "./tracked.mjs";
import { isFile } from "./tree.mjs";
import { bindMapping, branchRuleFor, compileMapping, matchFile } from "./bind-mapping.mjs";
import { MappingError, loadMapping } from "./load.mjs";
import { targetsOf } from "./mapper.mjs";
import { extensionPatterns, includeRules, isInIncludeFolder, namesWithPrototypes } from "./includes.mjs";
import { asPattern, distinct, isListable, isOfTool, isSourceFileName, namePatterns, sourceTypes, testReason, trackedFile } from "./tracked-file.mjs";
import { noSourceComment, renderStarter, writeNew } from "./new-file.mjs";
import { canMatch, openIn } from "./starter-rule.mjs";
import { placeholdersIn } from "./templates.mjs";
import { parseMappingName } from "./source.mjs";
import { readSet } from "./read-set.mjs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";

// src/init/message.ts
/** What `init` says when it has written the file: what each rule reaches, what is a guess, what to do next. */
/** The lines to print. */
function initMessage(starter, { file, option, tracked, linked, open }) {
	const rules = starter.rules.map(({ rule, files }, index) => {
		const { result } = rule;
		const what = "skip" in result ? `skip: ${result.skip}` : result.request.objt ?? "";
		const patterns = Object.values(rule.match).map(([first = "", ...more]) => `${first}${more.length > 0 ? " ..." : ""}`);
		return `  rules[${index}]  ${String(files).padStart(5)}  ${what}  (${patterns.join(", ")})`;
	});
	const linkAdvice = linked === null ? "" : `; if ${linked} is linked to a project, add --linked ${linked}`;
	return [
		`wrote ${file}: ${counted(starter.rules.length, "rule")} for ${counted(tracked, "tracked file")}`,
		...starter.hasSources ? [] : ["No rule files anything yet: there is no source of an object (includes and tests aside)."],
		"files reached by each rule:",
		...rules,
		`  no rule   ${String(starter.unmapped.length).padStart(5)}`,
		...starter.unsure.length === 0 ? [] : ["not sure:", ...starter.unsure.map((one) => `  ${one}`)],
		...starter.questions.flatMap(({ text, rules: places }) => [text, `  it is asked in ${places.map((at) => `rules[${at}]`).join(", ")}`]),
		"next:",
		...linked === null ? [] : [`  where branches are not linked to a project at the service: proj: null in branches[0]`],
		...open.length === 0 ? [] : [`  fill in ${open.map(({ path, value }) => `${path} (${value})`).join(", ")}`],
		`  file-checkouts check${option}`,
		"    what the file leaves out, and which files make one object",
		`  file-checkouts plan --base HEAD~1 --head HEAD${option}`,
		"    what a push of the last commit would file",
		`  file-checkouts rehearse --repo-dir . --last 10${option}`,
		`    files the last commits at a service in memory${linkAdvice}`
	];
}

// src/init/applications.ts
/** Directories at the top that look like applications: each has source files' directories of its own. */
/** Their names as written; fewer than two are none. */
function applicationFolders(files) {
	const tops = files.flatMap((file) => {
		const [top = "", ...below] = file.gpath.split("/");
		return file.type !== null && !isOfTool(file) && !isInIncludeFolder(file) && below.some(isSourceFileName) && !isSourceFileName(top) && isListable(top) ? [top] : [];
	});
	const names = distinct(tops);
	return names.length < 2 ? [] : names;
}
/** How `appl` can be taken from such a directory: a rule, commented out. */
function applicationExample(folders) {
	if (folders.length === 0) return [];
	const [first = ""] = folders;
	return [
		`Directories at the top look like applications: ${some(folders, 4)}.`,
		"Where each is an application of its own, take appl from the directory, in each rule, as here:",
		"- match: { gpath: \"{app}/**\", gfile: \"*.RPGLE\" }",
		"  request: { appl: \"{app|upper}\", objt: \"*PGM\", srca: \"{ext|upper}\" }",
		"and where names differ, one rule for each:",
		`- match: { gpath: ${JSON.stringify(`${asPattern(first)}/**`)}, gfile: "*.RPGLE" }`,
		"  request: { appl: \"<APPL>\", objt: \"*PGM\", srca: \"{ext|upper}\" }"
	];
}

// src/init/ifs.ts
const treeName = /^(web|www|wwwroot|htdocs|public_html|html|ifs|webapp|webcontent)$/;
/** Directories whose pages are not deployed. */
const notDeployed = /^(docs?|documentation|tests?|unit_?tests?|examples?|samples?|node_modules)$/;
const pages = /* @__PURE__ */ new Set([
	"HTML",
	"HTM",
	"XHTML",
	"CSS",
	"JS",
	"MJS",
	"SVG",
	"JSP",
	"PHP"
]);
/** The tops of the IFS trees, as written: named like one, with pages inside and no source. */
function ifsTrees(files) {
	const candidates = files.filter((file) => !isOfTool(file) && !file.folders.some((one) => notDeployed.test(one)));
	const trees = [...Map.groupBy(candidates, topOf)].flatMap(([top, inside]) => {
		const hasPages = inside.some(({ extension }) => pages.has(extension));
		return top !== null && hasPages && inside.every(({ type }) => type === null) ? [top] : [];
	});
	return distinct(trees).filter(isListable);
}
/** The directory named like an IFS tree that a file stands below; null: none. */
function topOf({ folders, gpath }) {
	const length = folders.findIndex((folder) => treeName.test(folder)) + 1;
	return length === 0 ? null : gpath.split("/").slice(0, length).join("/");
}
/** One rule for all trees. The path in the repository becomes the relative path, or every second index.html collides. */
function ifsRule(files) {
	const trees = ifsTrees(files);
	const [first = ""] = trees;
	return {
		comment: [
			"Files of the IFS. rpth is appended to the target directory of the attribute, and keeps two index.html",
			"apart; here it is the whole directory in the repository. To leave the first part out, write a rule for each",
			`depth: gpath: "${asPattern(first)}/{d1}" with rpth: "/{d1}", and so on.`
		],
		match: { path: trees.map((tree) => `${asPattern(tree)}/**`) },
		result: { request: {
			objt: "*IFS",
			rpth: "/{gpath}"
		} },
		unsure: `${trees.join(", ")}: taken for files of the IFS; look at rpth`
	};
}

// src/init/ile.ts
/**
* ILE sources: a program or a module? The name says it (`ORD100.pgm.rpgle`), or the files beside it do; where neither
* does, the usual answer is a guess, and is marked as one.
*/
const suffix = /\.(pgm|module|mod|srvpgm)(\.+)[^.]+$/i;
const objectOf = {
	PGM: "*PGM",
	MODULE: "*MODULE",
	MOD: "*MODULE",
	SRVPGM: "*SRVPGM"
};
/** From which share of suffixed programs on a plain name means a module. */
const suffixedShare = .1;
const isIle = (file) => file.type?.makes.kind === "ile";
/** True where programs carry `.pgm.` in their names, so that a plain source is a module. @param files as below. */
function areProgramsSuffixed(files) {
	const sources = files.filter(isIle);
	const programs = sources.filter(({ gfile }) => suffix.exec(gfile)?.[1]?.toUpperCase() === "PGM");
	return programs.length > 0 && programs.length >= sources.length * suffixedShare;
}
/** @param files the sources that are neither includes nor tests. @param prototypes names of sources that have some. */
function ileRules(files, prototypes) {
	const sources = files.filter(isIle);
	const ofSuffixes = suffixRules(sources);
	if (areProgramsSuffixed(files)) return ofSuffixes;
	const plain = sources.filter(({ gfile }) => !suffix.test(gfile));
	return [
		...ofSuffixes,
		moduleRule(plain, files, prototypes),
		loneCRule(plain, files)
	];
}
/** One rule for each object type that names tell; it lists the usual ILE languages, and others that are there. */
function suffixRules(sources) {
	const usual = sourceTypes.flatMap(({ makes, extensions }) => makes.kind === "ile" ? extensions : []);
	const languages = [.../* @__PURE__ */ new Set([...usual, ...distinct(sources.map(({ extension }) => extension))])];
	const words = /* @__PURE__ */ new Map();
	for (const { gfile } of sources) {
		const [, kind, dots] = suffix.exec(gfile) ?? [];
		if (kind !== void 0) words.set(`${kind.toUpperCase()}${dots}`, objectOf[kind.toUpperCase()] ?? "");
	}
	return [...new Set(words.values())].toSorted().map((objt) => ({
		comment: [`The name says it: ${objt}.`],
		match: { gfile: [...words].flatMap(([word, of]) => of === objt ? languages.map((one) => `*.${word}${one}`) : []) },
		result: { request: {
			objt,
			srca: "{ext|upper}"
		} }
	}));
}
/** Sources that have prototypes, binder source or a list of modules under their own name. */
function moduleRule(plain, files, prototypes) {
	const bound = new Set(files.filter(({ extension }) => /^(BND|BINDER|ILEPGM|ILESRVPGM)$/.test(extension)).map(({ name }) => name));
	const modules = plain.filter(({ name }) => bound.has(name) || prototypes.has(name));
	const gfile = namePatterns(modules.map((file) => file.gfile));
	return {
		comment: ["A guess: modules, because prototypes or binder source of the same name stand beside them."],
		match: { gfile },
		result: { request: {
			objt: "*MODULE",
			srca: "{ext|upper}"
		} },
		unsure: `sources with prototypes or binder source of their own are taken for modules: ${some(gfile, 5)}`
	};
}
/** A C source that is alone in its directory is a program of one module. */
function loneCRule(plain, files) {
	const c = sourceTypes.find(({ makes }) => makes.kind === "ile" && makes.usual === "*MODULE");
	const alone = [...Map.groupBy(plain.filter(({ type }) => type === c), ({ gpath }) => gpath).values()].flatMap((ofFolder) => ofFolder.length === 1 ? ofFolder : []);
	const bound = new Set(files.flatMap(({ gpath, name, extension }) => extension === "BND" ? [`${gpath}/${name}`] : []));
	const programs = alone.filter(({ gpath, name }) => !bound.has(`${gpath}/${name}`));
	const path = namePatterns(programs.map((file) => file.path));
	return {
		comment: ["A guess: programs, because each is the only C source of its directory."],
		match: { path },
		result: { request: {
			objt: "*PGM",
			srca: "{ext|upper}"
		} },
		unsure: `C sources that are alone in their directories are taken for programs: ${some(path, 5)}`
	};
}
/** What a plain ILE source is, and why. @param usual what such a source is where nothing else speaks. */
function plainIle(usual, suffixed) {
	if (suffixed) return {
		objt: "*MODULE",
		comment: "Modules: programs say .PGM in their names here.",
		isGuess: false
	};
	const [what, other] = usual === "*PGM" ? ["programs", "*MODULE"] : ["modules", "*PGM"];
	return {
		objt: usual,
		comment: `A guess: ${what}. A ${other} needs a rule above this one.`,
		isGuess: true
	};
}

// src/init/other-files.ts
/** Files that are no source of the field: documentation, settings, other languages. They get skip rules, by extension. */
/** @param extensions and @param names in lower case, with blanks between them. */
function kind(why, extensions, names = "") {
	return {
		why,
		extensions: extensions.match(/\S+/g) ?? [],
		names: names.match(/\S+/g) ?? []
	};
}
/** Never deployed, also not from a directory whose files are. */
const never = [kind("documentation", "md markdown rst adoc asciidoc wiki rtf doc docx odt", "license licence readme changelog contributing authors notice copying codeowners"), kind("build and settings", "mk mak cmake lock iml code-workspace", `makefile gnumakefile jenkinsfile dockerfile configure package.json package-lock.json iproj.json tsconfig.json pom.xml
     build.xml build.gradle build.txt setup makefile.in`)];
/** Not deployed as check-outs where they stand; the same extensions inside of an IFS tree are. */
const elsewhere = [
	kind("build and settings", "json jsonc yml yaml xml toml ini cfg conf config properties env pub"),
	kind("documentation", "txt pdf xls xlsx ppt pptx"),
	kind("data, logs and backups", "csv log old bak orig"),
	kind("picture", "png jpg jpeg gif svg ico bmp tif tiff webp"),
	kind("other language: not deployed as a check-out", `sh bash zsh ksh qsh ps1 bat py php pl rb js mjs cjs ts tsx jsx vue java class jar css scss less html htm xhtml xsl xslt
     xsd wsdl go cs vbs`),
	kind("archive", "zip tar gz tgz bz2 7z rar savf savfsrc bin exe dll so")
];
/** How many names of one kind a rule lists; what comes after stays without a rule, where `check` shows it. */
const mostNames = 60;
/** Skip rules for what is never deployed; files of tools come first, and with them the mapping file itself. */
function toolRules(files) {
	const tools = {
		comment: ["Files and directories of tools: .gitignore, .github, .vscode, and this file."],
		match: { path: ["**/.*", "**/.*/**"] },
		result: { skip: "settings of tools" }
	};
	const others = files.filter((file) => !isOfTool(file));
	return [tools, ...never.map((kind) => kindRule(kind, others))];
}
/**
* Skip rules for everything else that is no source. An extension or a name that is not known is left out as well, unless it
* stands in a source file's directory: that may be a source whose name went wrong, and stays without a rule.
*/
function otherRules(files) {
	const others = files.filter((file) => file.type === null && !isOfTool(file));
	const known = new Set([...never, ...elsewhere].flatMap(({ extensions }) => extensions));
	const names = new Set(never.flatMap((kind) => kind.names));
	const unknown = others.filter(({ extension, gfile, folders }) => !known.has(extension.toLowerCase()) && !names.has(gfile.toLowerCase()) && !folders.some(isSourceFileName));
	return [...elsewhere.map((kind) => kindRule(kind, others)), unknownRule(unknown)];
}
function kindRule(kind, files) {
	const extensions = kind.extensions.filter((one) => files.some(({ extension }) => extension.toLowerCase() === one));
	const names = distinct(files.map(({ gfile }) => gfile)).filter((gfile) => kind.names.includes(gfile.toLowerCase()));
	return {
		comment: [],
		match: { gfile: [...extensions.map((one) => `*.${one}`), ...names.map(asPattern)] },
		result: { skip: kind.why }
	};
}
function unknownRule(files) {
	const listable = files.filter(({ gfile }) => isListable(gfile));
	const extensions = distinct(listable.flatMap(({ extension }) => extension === "" ? [] : [extension.toLowerCase()]));
	const names = distinct(listable.flatMap(({ extension, gfile }) => extension === "" ? [gfile] : []));
	const gfile = [...extensions.slice(0, mostNames).map((one) => `*.${asPattern(one)}`), ...names.slice(0, mostNames).map(asPattern)];
	return {
		comment: ["No source type is known for these. If one of them makes an object, give it a rule of its own."],
		match: { gfile },
		result: { skip: "no source type that is known" },
		unsure: `no source type is known for ${some(gfile, 5)}: left out`
	};
}

// src/init/type-rules.ts
/** The rules of the source types: by extension, or by the source file where names have none. */
/** The rule of a source type. @param ofRow the files of that type, outside of tests. */
function rowRule(row, ofRow, suffixed) {
	const match = { gfile: extensionPatterns(row, new Set(ofRow.map(({ extension }) => extension))) };
	const { makes, srca, title } = row;
	if (makes.kind === "nothing") {
		const unsure = makes.unsure === void 0 ? {} : { unsure: makes.unsure };
		return {
			comment: [`${title}.`, ...makes.comment ?? []],
			match,
			result: { skip: makes.why },
			...unsure
		};
	}
	const ofMember = srca === null ? {} : { srca };
	if (makes.kind === "object") return {
		comment: [`${title}.`],
		match,
		result: { request: {
			objt: makes.objt,
			...ofMember
		} }
	};
	const plain = plainIle(makes.usual, suffixed);
	return {
		comment: [`${title}. ${plain.comment}`],
		match,
		result: { request: {
			objt: plain.objt,
			...ofMember
		} },
		...plain.isGuess ? { unsure: `plain ${title} sources are taken for ${plain.objt}` } : {}
	};
}
/** Members without an extension, where most files of a source file's directory have none: the directory tells the type. */
function memberRules(bare, files) {
	return distinct(bare.flatMap(sourceFileOf)).flatMap((folder) => {
		const inFolder = (file) => sourceFileOf(file).some((one) => one.toLowerCase() === folder.toLowerCase());
		const row = sourceTypes.find(({ sourceFiles }) => sourceFiles?.includes(folder.toUpperCase()));
		if (row === void 0 || bare.filter(inFolder).length * 2 <= files.filter(inFolder).length) return [];
		const { makes } = row;
		return [{
			comment: [`Members of ${folder}: their names have no extension, so the directory tells. srca is left to the service.`],
			match: {
				gpath: [`**/${asPattern(folder)}`],
				gfile: ["*"]
			},
			result: makes.kind === "nothing" ? { skip: makes.why } : { request: { objt: makes.kind === "ile" ? makes.usual : makes.objt } },
			unsure: `members of ${folder} without an extension: their type is a guess`
		}];
	});
}
/** The directory that a file stands in, when it is named like a source file. */
function sourceFileOf({ gpath }) {
	const last = gpath.slice(gpath.lastIndexOf("/") + 1);
	return isSourceFileName(last) ? [last] : [];
}

// src/init/starter-rules.ts
/** From the tracked files to the rules of the starter file, in the order in which they must stand. */
const testFolder = /^(q?(unit_?-?)?tests?(src)?|q?rpgunit(src)?)$/;
const testName = /\.test\.[^.]+$/i;
const isTest = (file) => testName.test(file.gfile) || file.folders.some((folder) => testFolder.test(folder));
/**
* The rules for a repository, specific ones first: what is never deployed, IFS trees, other files, tests, includes, names
* that tell the object type, and at last one rule for each source type that is there. None of them matches every file.
* A rule may turn out to reach nothing, because an earlier one takes it all.
*/
function starterRules(files) {
	const others = files.filter((file) => !isOfTool(file));
	const sources = others.filter((file) => file.type !== null && !isTest(file));
	const own = sources.filter((file) => !isInIncludeFolder(file));
	const suffixed = areProgramsSuffixed(own);
	return merged([
		...toolRules(files),
		ifsRule(others),
		...otherRules(files),
		testRule(others.filter(isTest)),
		...includeRules(sources),
		twinRule(own),
		...ileRules(own, namesWithPrototypes(sources)),
		...sourceTypes.flatMap((row) => {
			const ofRow = sources.filter(({ type }) => type === row);
			return ofRow.length === 0 ? [] : [rowRule(row, ofRow, suffixed)];
		}),
		...memberRules(others.filter(({ extension, gfile }) => extension === "" && isListable(gfile)), others)
	].filter(canMatch));
}
/** Rules for the usual source types that are not there yet, for a person to take over when the first one comes. */
function absentRules(files) {
	const sources = files.filter((file) => file.type !== null && !isOfTool(file) && !isTest(file));
	const suffixed = areProgramsSuffixed(sources.filter((file) => !isInIncludeFolder(file)));
	return sourceTypes.filter((row) => row.extensions.length > 0 && sources.every(({ type }) => type !== row)).map((row) => rowRule(row, [], suffixed));
}
/** Skip rules that follow each other and say the same of file names, as one. */
function merged(rules) {
	const all = [];
	for (const rule of rules) {
		const last = all.at(-1);
		if (last === void 0 || !isPlainSkip(last) || !isPlainSkip(rule) || skipOf(last) !== skipOf(rule)) all.push(rule);
		else all.splice(-1, 1, {
			...last,
			match: { gfile: [...last.match.gfile ?? [], ...rule.match.gfile ?? []] }
		});
	}
	return all;
}
const skipOf = ({ result }) => "skip" in result ? result.skip : null;
function isPlainSkip(rule) {
	return rule.comment.length === 0 && skipOf(rule) !== null && Object.keys(rule.match).join() === "gfile";
}
function testRule(tests) {
	const folders = distinct(tests.flatMap(({ folders: lower, gpath }) => gpath.split("/").filter((_, at) => testFolder.test(lower[at] ?? ""))));
	const names = tests.some(({ gfile }) => testName.test(gfile)) ? ["**/*.test.*"] : [];
	return {
		comment: ["Tests are run by a test tool, and seldom deployed."],
		match: { path: [...folders.map((folder) => `**/${asPattern(folder)}/**`), ...names] },
		result: { skip: testReason }
	};
}
/** Binder source beside the commands that bind the same service program: two files, one object. */
function twinRule(own) {
	const bound = new Set(own.filter(({ extension }) => extension === "ILESRVPGM").map(({ name }) => name));
	const twins = own.filter(({ extension, name }) => /^(BND|BINDER)$/.test(extension) && bound.has(name));
	const gfile = namePatterns(twins.map((file) => file.gfile));
	return {
		comment: ["Service programs that have an ILESRVPGM as well: one of the two files may stand for the object."],
		match: { gfile },
		result: { skip: "its ILESRVPGM stands for the service program" },
		unsure: `${gfile.join(", ")}: left out, because the ILESRVPGM of the same name makes the same object`
	};
}

// src/init/starter.ts
/** From the names of the tracked files to the starter file, and what a person should know of it. Reads no content. */
/**
* Makes the starter file for a repository.
* @param paths the tracked files, with slashes and without a leading one; the mapping file among them
* @throws MappingError when the fields of `head` do not fit together
*/
function makeStarter(paths, head) {
	const files = paths.map(trackedFile);
	const drafted = starterRules(files);
	const comment = applicationExample(applicationFolders(files));
	const compile = (rules, above, absent) => {
		const text = renderStarter(head, above, rules, absent);
		return {
			text,
			compiled: compileMapping(loadMapping(text, "the starter file"))
		};
	};
	const { reached } = countFiles(compile(drafted, [], []).compiled, drafted, files, head);
	const rules = reached.filter(({ files: count }) => count > 0);
	const hasSources = rules.some(({ rule }) => "request" in rule.result);
	const questions = [includesQuestion(rules), testsQuestion(rules)].filter((question) => question.rules.length > 0);
	const kept = rules.map(({ rule }, index) => withQuestion(rule, index, questions));
	const { text, compiled } = compile(kept, hasSources ? comment : noSourceComment, absentRules(files));
	const { unmapped } = countFiles(compiled, kept, files, head);
	return {
		text,
		rules,
		unmapped,
		questions,
		unsure: [...kept.flatMap(({ unsure }) => unsure ?? []), ...doubts(compiled, files, head, unmapped)],
		hasSources
	};
}
function includesQuestion(rules) {
	const { places, files } = waiting(rules, "includes");
	const [are, them] = files === 1 ? ["is", "it"] : ["are", "them"];
	return {
		text: `${counted(files, "include")} ${are} left out: which attribute delivers ${them}?`,
		rules: places,
		answer: [
			"What is not delivered is not there to compile with: programs take the old one. An attribute of the level that takes",
			"source only delivers it. Put its code for <ATTR>, here and in other rules for includes, and take away the line with",
			"skip and the \"# \" of the line below it."
		]
	};
}
function testsQuestion(rules) {
	const { places, files } = waiting(rules, "tests");
	return {
		text: `${counted(files, "file")} of tests ${files === 1 ? "is left out: is it" : "are left out: are they"} filed too?`,
		rules: places,
		answer: ["If so, take away the line with skip and the \"# \" of the line below it: a suite of RPGUnit is a service program.", "Tests of other types need rules of their own above this one."]
	};
}
function waiting(rules, what) {
	const places = rules.flatMap(({ rule }, index) => openIn(rule) === what ? [index] : []);
	return {
		places,
		files: places.reduce((sum, at) => sum + (rules[at]?.files ?? 0), 0)
	};
}
/** The rule, with a question above it if it is the first that waits for the answer. */
function withQuestion(rule, index, questions) {
	const asked = questions.find(({ rules: [first] }) => first === index);
	return asked === void 0 ? rule : {
		...rule,
		comment: [
			...rule.comment,
			asked.text,
			...asked.answer
		]
	};
}
function countFiles(compiled, rules, files, head) {
	const counts = /* @__PURE__ */ new Map();
	const unmapped = [];
	for (const { path } of files) {
		const match = matchFile(compiled, {
			path,
			repo: head.repo ?? "",
			branch: head.branch
		});
		if (match.kind === "unmapped") unmapped.push(path);
		else counts.set(match.rule, (counts.get(match.rule) ?? 0) + 1);
	}
	return {
		reached: rules.map((rule, index) => ({
			rule,
			files: counts.get(`rules[${index}]`) ?? 0
		})),
		unmapped
	};
}
/** What the rules together leave open. */
function doubts(compiled, files, head, unmapped) {
	const run = {
		repo: head.repo ?? "",
		branch: head.branch,
		sha: "",
		run: "",
		user: null,
		set: {}
	};
	const mapper = bindMapping(compiled, branchRuleFor(compiled, head.branch), run);
	const made = files.flatMap(({ path }) => targetsOf(mapper({
		text: path,
		raw: null
	})).map(({ identity }) => ({
		path,
		identity
	})));
	const long = made.flatMap(({ path, identity: { type, objn } }) => type !== "*IFS" && objn.length > 10 ? path : []);
	const shared = [...Map.groupBy(made, ({ identity }) => identityKey(identity)).values()].filter((ofObject) => ofObject.length > 1);
	const example = (shared[0] ?? []).map(({ path }) => path);
	return [
		...unmapped.length > 0 ? [`no rule reaches ${some(unmapped, 5)}`] : [],
		...long.length > 0 ? [`object names of more than 10 characters: ${some(long, 5)}; map objn`] : [],
		...shared.length > 0 ? [`objects that several files make: ${shared.length}, for example from ${some(example)}; check lists them`] : []
	];
}

// src/commands/init.ts
/**
* `init`: writes a starter mapping made from the names of the tracked files (design §2, §5, §6), and says on standard
* output what it wrote, what it was not sure of, and what to do next. Never overwrites a file.
*
* @throws Problem('usage') when the file is there already or cannot be written, or an option cannot be used;
* Problem('git' or 'range') when the files cannot be listed.
*/
async function init(options, output, { env, gitToken, cwd }) {
	const set = readSet(options);
	using repository = await openRepository({
		repoDir: resolve(cwd, options["repo-dir"]),
		env,
		gitToken
	});
	const target = targetOf(options.mapping, repository, cwd);
	const paths = (await listTracked(repository, options.head)).filter(isFile).map(({ path }) => path.text);
	const checkedOut = checkedOutBranch(repository.location);
	const branch = options.branch ?? checkedOut ?? "main";
	const starter = makeFor(withTarget(paths, target, repository), {
		repo: options.repo ?? null,
		branch,
		branchFields: {
			appl: set.appl ?? "<APPL>",
			lvl: set.lvl ?? "<LVL>"
		},
		request: Object.fromEntries(Object.entries(set).filter(([name]) => name !== "appl" && name !== "lvl"))
	});
	await writeNew(target, starter.text, "--mapping");
	const option = options.mapping === void 0 ? "" : ` --mapping ${options.mapping}`;
	const open = placeholdersIn(loadMapping(starter.text, target.name));
	const linked = "proj" in set ? null : branch;
	const lines = initMessage(starter, {
		file: target.name,
		option,
		tracked: paths.length,
		linked,
		open
	});
	if (options.branch === void 0 && checkedOut === null) lines.push("  no branch is checked out: look at branches[0].branch");
	output.out(`${lines.map(escapeText).join("\n")}\n`);
	return exitCodes.filed;
}
function targetOf(mapping, { location }, cwd) {
	if (mapping === void 0) {
		if (location.top === location.gitDir) throw new Problem("usage", "a bare repository has no place for the mapping", "Name the file with --mapping.");
		return {
			file: join(location.top, defaultMappingFile),
			name: defaultMappingFile
		};
	}
	const parsed = parseMappingName(mapping);
	if ("rev" in parsed) throw new Problem("usage", `${mapping} names a file in a commit, which cannot be written`, "Name a file on disk.");
	return {
		file: resolve(cwd, parsed.file),
		name: parsed.file
	};
}
/** The tracked files and the one to be written, which will be tracked soon and wants a rule too. */
function withTarget(paths, target, { location }) {
	const inside = relative(location.top, target.file);
	if (isAbsolute(inside) || inside.split(sep)[0] === "..") return [...paths];
	return [.../* @__PURE__ */ new Set([...paths, inside.split(sep).join("/")])];
}
function makeFor(paths, head) {
	try {
		return makeStarter(paths, head);
	} catch (error) {
		const [first] = error instanceof MappingError ? error.problems : [];
		if (first === void 0) throw error;
		const { found, right } = first;
		throw new Problem("usage", `the options make no valid mapping: ${found}`, `${right}.`, { cause: error });
	}
}

export { init };