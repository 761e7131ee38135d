import { textPath } from "./action.mjs";
import { Problem, some } from "./start.mjs";
import { placeholdersIn } from "./templates.mjs";
import { GlobError, compileGlob } from "./schemas.mjs";
import { matchGlob } from "./match.mjs";
import { bindMapping } from "./bind-mapping.mjs";
import { asPattern, sourceTypeOf } from "./tracked-file.mjs";
import { targetsOf } from "./mapper.mjs";
import { isPathType } from "./object-types.mjs";

// src/commands/made-site/linked.ts
/** Which branches `--linked` means: a site links branches by their names. */
/**
* The known branches that the patterns match. A plain name counts as well if no branch has it yet.
* @throws Problem('usage') for a pattern that is wrong or matches nothing
*/
function linkedBranches(patterns, known) {
	const linked = patterns.flatMap((pattern) => {
		const found = matching(pattern, known);
		if (found.length > 0) return found;
		if (!/[*?[\]{}\\]/.test(pattern)) return [pattern];
		throw new Problem("usage", `--linked ${pattern} matches no branch`, `Branches that are known: ${some(known, 10)}.`);
	});
	return [...new Set(linked)];
}
function matching(pattern, known) {
	try {
		const glob = compileGlob(pattern, false);
		return known.filter((branch) => matchGlob(glob, branch) !== null);
	} catch (error) {
		if (!(error instanceof GlobError)) throw error;
		throw new Problem("usage", `--linked ${pattern}: ${error.found}`, `${error.right}.`, { cause: error });
	}
}

// src/commands/made-site/attributes.ts
/** The attributes of a made site: as the mapping names them, else one for each extension, as a service would derive it. */
/** Where sources and files of the IFS are, unless the mapping says it. */
const madePlaces = {
	fsfl: "QSOURCE",
	target: "/rehearsal"
};
/** Files without an extension get the attribute of this name. */
const noExtension = "FILE";
/** One attribute for each code that the requests of an application name or leave out, and those of the pipelines. */
function madeAttributes(requests, pipes) {
	const all = [...Map.groupBy(requests, attrOf)].map(([attr, of]) => {
		const typed = of.find(({ objt }) => objt !== void 0);
		const [first = {}] = of;
		const objt = typed?.objt ?? usualType(first);
		const open = of.find((fields) => fields.attr === void 0);
		const made = {
			attr,
			objt,
			pattern: open ? patternOf(open) : null,
			isGuess: typed === void 0
		};
		return {
			made,
			attribute: attributeOf(made, of)
		};
	});
	const known = new Set(all.map(({ made }) => made.attr));
	const ofPipes = [...new Set(pipes.map(({ pipa }) => pipa))].filter((pipa) => !known.has(pipa));
	return {
		attributes: [...all.map(({ attribute }) => attribute), ...ofPipes.map((attr) => ({
			attr,
			objt: "*PIPE",
			source: "none"
		}))],
		made: all.map(({ made }) => made)
	};
}
function attributeOf({ attr, objt }, requests) {
	if (isPathType(objt)) return {
		attr,
		objt,
		source: "ifs",
		target: madePlaces.target
	};
	return {
		attr,
		objt,
		source: "member",
		fsfl: requests.find((fields) => fields.fsfl !== void 0)?.fsfl ?? madePlaces.fsfl
	};
}
function extensionOf({ gfile = "" }) {
	const dot = gfile.lastIndexOf(".");
	return dot < 0 || dot === gfile.length - 1 ? null : gfile.slice(dot + 1).toUpperCase();
}
const attrOf = (fields) => fields.attr ?? extensionOf(fields) ?? noExtension;
function patternOf(fields) {
	const extension = extensionOf(fields);
	return extension === null ? "*" : `*.${asPattern(extension)}`;
}
/** What a source of that extension usually makes. */
function usualType(fields) {
	const extension = extensionOf(fields) ?? "";
	const makes = sourceTypeOf(extension)?.makes;
	if (makes?.kind === "ile") return makes.usual;
	return makes?.kind === "object" ? makes.objt.replace("{ext|upper}", extension) : "*PGM";
}

// src/commands/made-site/make-site.ts
/** The user who calls, with all authority there is, and their token. */
const madeUser = {
	user: "REHEARSE",
	token: "rehearsal-token"
};
/** What *BRANCH stands for. */
const linkedProject = "REHEARSE";
/** The smallest site that takes these requests and nothing that a real installation would refuse whatever it is like. */
function makeSite(needs) {
	const requests = needs.requests.filter(({ appl, lvl }) => appl !== void 0 && lvl !== void 0);
	const parts = {
		...needs,
		requests,
		applications: applicationsOf(requests, needs.pipes),
		users: distinct([...needs.users, ...requests.map(({ user }) => user)]).filter((one) => one !== madeUser.user),
		projects: projectsOf(requests),
		pipelines: distinct(needs.pipes.map(({ pipe }) => pipe))
	};
	return {
		site: siteFrom(parts),
		madeUp: madeUpFrom(parts)
	};
}
function siteFrom({ repo, applications, users, linked, projects, pipelines }) {
	const derived = applications.flatMap(({ made }) => made).flatMap(({ attr, pattern }) => pattern === null ? [] : [{
		gfile: pattern,
		attr
	}]);
	const ofBranches = {
		proj: linkedProject,
		text: "What the branches are linked to"
	};
	const isNamed = projects.some(({ proj }) => proj === linkedProject);
	return {
		users: [{
			...madeUser,
			addRequest: true,
			codes: [37, 31],
			authorizeProjects: true
		}, ...users.map((user) => ({ user }))],
		applications: applications.map(({ appl, levels, attributes }) => ({
			appl,
			levels,
			attributes: [...attributes]
		})),
		repositories: [{
			repo,
			attributes: inOrder(derived),
			branches: linked.map((branch) => ({
				branch,
				proj: linkedProject
			}))
		}],
		projects: [...linked.length === 0 || isNamed ? [] : [ofBranches], ...projects],
		nativeNames: true,
		allInstalled: false,
		pipelines: pipelines.map((pipe) => ({ pipe }))
	};
}
function madeUpFrom({ requests, applications, linked, projects, users, pipelines }) {
	const attributes = new Map(applications.flatMap(({ made }) => made.map((one) => [one.attr, one])));
	const open = requests.flatMap(({ proj, branch }) => proj === "*BRANCH" && branch !== void 0 ? [branch] : []);
	return {
		targets: applications.flatMap(({ appl, levels }) => levels.map(({ lvl }) => `${appl}/${lvl}`)),
		attributes: [...attributes.values()],
		linked,
		unlinked: distinct(open).filter((branch) => !linked.includes(branch)),
		projects: projects.flatMap(({ proj, tasks = [] }) => [proj, ...tasks.map(({ task }) => `${proj} task ${task}`)]),
		users,
		pipelines
	};
}
/** Once each; the pattern that takes every file comes last, as the first that fits decides. */
function inOrder(entries) {
	return [...new Map(entries.map((entry) => [entry.gfile, entry])).values()].toSorted((one, other) => Number(one.gfile === "*") - Number(other.gfile === "*"));
}
function applicationsOf(requests, pipes) {
	return [...Map.groupBy(requests, ({ appl = "" }) => appl)].map(([appl, of]) => ({
		appl,
		levels: levelsOf(of),
		...madeAttributes(of, pipes)
	}));
}
function levelsOf(requests) {
	return [...new Set(requests.map(({ lvl = 0 }) => lvl))].toSorted((one, other) => one - other).map((lvl) => ({ lvl }));
}
/** The projects, tasks and subtasks that the requests name; all are open. */
function projectsOf(requests) {
	const named = requests.filter(({ proj }) => proj !== void 0 && !proj.startsWith("*"));
	return [...Map.groupBy(named, ({ proj = "" }) => proj)].map(([proj, ofProject]) => {
		const withTask = ofProject.filter(({ task }) => task !== void 0 && task > 0);
		const tasks = [...Map.groupBy(withTask, ({ task = 0 }) => task)].map(([task, ofTask]) => {
			const subtasks = new Set(ofTask.flatMap(({ stsk }) => stsk === void 0 || stsk === 0 ? [] : [stsk]));
			return {
				task,
				text: `Task ${task} of ${proj}`,
				subtasks: [...subtasks].map((stsk) => ({ stsk }))
			};
		});
		return {
			proj,
			text: `Project ${proj}`,
			tasks
		};
	});
}
function distinct(values) {
	return [...new Set(values)].filter((value) => value !== void 0);
}

// src/commands/made-site/made-up-lines.ts
/** What of a made site is made up, in a few short lines. */
/** So many names of a kind are said; the others are counted. */
const mostNames = 8;
/** Lines for the beginning: what a green run at such a site does not prove. */
function madeUpLines({ targets, attributes, linked, unlinked, projects, users, pipelines }) {
	const list = (names) => some(names, mostNames);
	const named = attributes.filter(({ pattern }) => pattern === null).map(({ attr }) => attr);
	const types = attributes.filter(({ pattern }) => pattern !== null).map(({ pattern, objt, isGuess }) => `${pattern} ${objt}${isGuess ? " (a guess)" : ""}`);
	return [
		"made up; your service may be otherwise:",
		`  user ${madeUser.user} may add requests, update all (codes 37 and 31) and authorize projects`,
		...line("levels that permit check-outs", list(targets)),
		...line("attributes that the mapping names", list(named)),
		...line("attributes that the service derives by the name of the file", list(types)),
		`  sources are in ${madePlaces.fsfl}, files of the IFS below ${madePlaces.target}, libraries are called <user><level>`,
		...line("linked to a project, as --linked says", list(linked)),
		...unlinkedLines(unlinked),
		...line("projects that are open", list(projects)),
		...line("users", list(users)),
		...line("pipeline servers", list(pipelines)),
		"  what is installed is not known, so every object may be recompiled; nobody else has requests"
	];
}
/** What to do about branches that are not linked. */
function unlinkedLines(unlinked) {
	const [first] = unlinked;
	if (first === void 0) return [];
	const are = unlinked.length === 1 ? "is" : "are";
	return [
		`  NOT linked to a project: ${some(unlinked, mostNames)}. Requests with proj *BRANCH (the default) are refused there`,
		`    if ${unlinked.length === 1 ? "it" : "they"} ${are} linked at your service: --linked ${unlinked.length === 1 ? first : "'*'"}`,
		"    if not: write proj: null into the branch rule, or proj: NAME"
	];
}
function line(what, names) {
	return names === "" ? [] : [`  ${what}: ${names}`];
}

// src/commands/made-site/site-of-mapping.ts
/** The site that a mapping asks for. */
/**
* A site that takes what the mapping makes of these paths on these branches, and what of it is made up.
* @throws Problem('mapping') when that is nothing, as before a person has filled in what `init` left open
*/
function siteOfMapping({ mapping, repo, branches, paths, linked }) {
	const open = placeholdersIn(mapping.mapping).map(({ path, value }) => `${path} (${value})`);
	if (open.length > 0) throw new Problem("mapping", `the mapping still holds placeholders: ${some(open, 5)}`, "Fill them in.");
	const requests = branches.flatMap((branch) => {
		const run = {
			repo,
			branch: branch.name,
			sha: "0".repeat(40),
			run: "rehearsal",
			user: null,
			set: {}
		};
		const mapper = bindMapping(mapping, branch.match, run);
		const all = paths.flatMap((path) => targetsOf(mapper(textPath(path))).map(({ fields }) => fields));
		return branch.isExample ? withoutExample(all, branch) : all;
	});
	if (!requests.some(({ appl, lvl }) => appl !== void 0 && lvl !== void 0)) throw new Problem("mapping", `the mapping makes no request with appl and lvl of any of ${paths.length} files`, "file-checkouts check says what it leaves out.");
	const { pipe, users = {} } = mapping.mapping;
	return makeSite({
		repo,
		requests,
		linked,
		pipes: pipe === void 0 ? [] : [pipe],
		users: Object.values(users)
	});
}
/** Requests without what an example of a branch has brought in. */
function withoutExample(requests, { match }) {
	const captured = Object.values(match.captures);
	return requests.filter(({ appl }) => appl === void 0 || !captured.includes(appl)).map(({ branch: _name, proj, task, stsk, user, ...fields }) => captured.length > 0 ? fields : {
		...fields,
		proj,
		task,
		stsk,
		user
	});
}

export { linkedBranches, madeUpLines, madeUser, siteOfMapping, unlinkedLines };