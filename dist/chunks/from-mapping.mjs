import { knownBranches, sampleBranches } from "./branch-names.mjs";
import { Problem, defaultMappingFile } from "./start.mjs";
import { openRepository } from "./repository.mjs";
import { checkedOutBranch } from "./resolve-range.mjs";
import { listTracked } from "./tracked.mjs";
import { isFile } from "./tree.mjs";
import { branchRuleFor, compileMapping } from "./bind-mapping.mjs";
import { loadMapping } from "./load.mjs";
import { readMappingText } from "./mapping-text.mjs";
import { repositoryName } from "./repository-name.mjs";
import { linkedBranches, madeUpLines, madeUser, siteOfMapping } from "./site-of-mapping.mjs";
import { join, resolve } from "node:path";
import { existsSync } from "node:fs";

// src/commands/made-site/from-mapping.ts
/** `serve --from-mapping`: a site for a repository, on every branch that its clone knows. */
/**
* Makes a site from a mapping and the files that Git tracks.
*
* @param named the mapping as `--mapping` would name it; the default name is that of the repository.
* @throws Problem when repository or mapping cannot be read, or the mapping files nothing.
*/
async function siteFromMapping(named, options, { event, ...around }) {
	const repoDir = resolve(around.cwd, options["repo-dir"]);
	using repository = await openRepository({
		...around,
		repoDir
	});
	const place = named === ".file-checkouts.yml" ? join(repository.location.top, defaultMappingFile) : named;
	if (named === ".file-checkouts.yml" && !existsSync(place)) throw noMapping();
	const source = await readMappingText(place, around.cwd, repository);
	if (source === null) throw new Error("a mapping that is named is read, or reading it throws");
	const mapping = compileMapping(loadMapping(source.text, named));
	const tracked = await listTracked(repository, void 0);
	const known = await knownBranches(repository);
	const current = checkedOutBranch(repository.location);
	const all = [.../* @__PURE__ */ new Set([...current === null ? [] : [current], ...known])];
	const repo = mapping.mapping.repo ?? repositoryName(event, repository);
	const there = tracked.filter(isFile).map(({ path }) => path.text);
	const paths = [.../* @__PURE__ */ new Set([...there, ...await recentPaths(repository)])];
	const linked = linkedBranches(options.linked, all);
	const branches = branchesOf(mapping, all, current);
	const { site, madeUp } = siteOfMapping({
		mapping,
		repo,
		branches,
		paths,
		linked
	});
	return {
		site,
		about: [`site made from ${named} and ${there.length} tracked files of ${repo}`, ...madeUpLines(madeUp)],
		token: madeUser.token
	};
}
function noMapping() {
	return new Problem("usage", `there is no ${defaultMappingFile} to make a site from`, "file-checkouts init writes one.");
}
/** So many commits back files are looked for that are gone by now. */
const recentCommits = 100;
/** Paths that the last commits changed; none where there is no commit. */
async function recentPaths(repository) {
	return (await repository.git([
		...[
			"log",
			"--first-parent",
			"-m",
			"--no-renames",
			"--format=",
			"-z",
			"--name-only"
		],
		`--max-count=${recentCommits}`,
		"HEAD"
	], { inCheckout: true }).catch(() => "")).split("\0").filter((path) => path !== "");
}
/** As many branches are looked at; projects that only further ones name are not made up. */
const mostBranches = 100;
/** The branches that the clone knows, and an example for each branch rule that matches none of them. */
function branchesOf(mapping, known, current) {
	const filed = known.slice(0, mostBranches).flatMap((name) => {
		const match = branchRuleFor(mapping, name);
		return match === null ? [] : [{
			name,
			match
		}];
	});
	const examples = sampleBranches(mapping, known, current).filter(({ name }) => !known.includes(name));
	return [...filed, ...examples.map((example) => ({
		...example,
		isExample: true
	}))];
}

export { siteFromMapping };