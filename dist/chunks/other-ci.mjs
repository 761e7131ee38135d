import { __toESM } from "./rolldown-runtime.mjs";
import { oidOrNull, textOrNull } from "./start.mjs";

// src/host/other-ci.ts
/** By the name that env-ci has for a host. */
const moreOf = {
	azurePipelines: (env) => ({
		actor: env.BUILD_REQUESTEDFOREMAIL ?? env.BUILD_REQUESTEDFOR,
		repository: env.BUILD_REPOSITORY_NAME,
		attempt: env.SYSTEM_JOBATTEMPT,
		build: env.BUILD_BUILDID,
		url: env.SYSTEM_TEAMFOUNDATIONCOLLECTIONURI && env.SYSTEM_TEAMPROJECT && env.BUILD_BUILDID ? `${env.SYSTEM_TEAMFOUNDATIONCOLLECTIONURI}${encodeURIComponent(env.SYSTEM_TEAMPROJECT)}/_build/results?buildId=${env.BUILD_BUILDID}` : void 0
	}),
	bamboo: (env) => ({
		pr: env.bamboo_repository_pr_key,
		target: env.bamboo_repository_pr_targetBranch
	}),
	bitbucket: (env) => ({
		pr: env.BITBUCKET_PR_ID,
		target: env.BITBUCKET_PR_DESTINATION_BRANCH,
		repository: env.BITBUCKET_REPO_SLUG
	}),
	codebuild: ({ CODEBUILD_WEBHOOK_TRIGGER, CODEBUILD_SOURCE_VERSION, CODEBUILD_WEBHOOK_BASE_REF }) => {
		const [, kind, name] = /^(pr|branch|tag)\/(.+)$/.exec(CODEBUILD_WEBHOOK_TRIGGER ?? "") ?? [];
		const pr = kind === "pr" ? name : /^pr\/(\d+)/.exec(CODEBUILD_SOURCE_VERSION ?? "")?.[1];
		return {
			branch: kind === "branch" ? name : null,
			tag: kind === "tag" ? name : void 0,
			pr,
			target: CODEBUILD_WEBHOOK_BASE_REF
		};
	},
	jenkins: (env) => ({
		branch: textOrNull(env.BRANCH_NAME) ?? textOrNull(env.GIT_LOCAL_BRANCH) ?? textOrNull(env.GIT_BRANCH)?.replace(/^(refs\/remotes\/)?origin\//, ""),
		tag: env.TAG_NAME,
		target: env.CHANGE_TARGET,
		actor: env.CHANGE_AUTHOR ?? env.BUILD_USER_ID
	}),
	teamcity: ofTeamCity,
	woodpecker: (env) => ({
		pr: /^pull_request/.test(env.CI_PIPELINE_EVENT ?? "") ? env.CI_COMMIT_PULL_REQUEST : void 0,
		target: env.CI_COMMIT_TARGET_BRANCH,
		actor: env.CI_COMMIT_AUTHOR,
		repository: env.CI_REPO_NAME
	})
};
/** Its variables are few; the rest stands in files that they name. */
async function ofTeamCity({ TEAMCITY_BUILD_PROPERTIES_FILE: file }) {
	if (textOrNull(file) === null) return {};
	const { default: properties } = await import("./dist-node.mjs").then((m) => /* @__PURE__ */ __toESM(m.default, 1));
	const read = (path) => {
		try {
			return path === void 0 ? void 0 : properties.of(path);
		} catch {
			return;
		}
	};
	const build = read(file);
	const valueIn = (of, name) => {
		const value = of?.get(name);
		return typeof value === "string" ? value : void 0;
	};
	const configuration = read(valueIn(build, "teamcity.configuration.properties.file"));
	const said = (name) => valueIn(configuration, name) ?? valueIn(build, name);
	const branch = said("teamcity.build.branch");
	return {
		branch: branch === void 0 || branch === "<default>" ? said("vcsroot.branch") : branch,
		pr: said("teamcity.pullRequest.number"),
		target: said("teamcity.pullRequest.target.branch"),
		actor: said("teamcity.build.triggeredBy.username")
	};
}
function happening({ name = "", commit, branch, tag, isPr, pr }, more) {
	const guessed = more.branch === null ? void 0 : branch;
	const ref = textOrNull(more.branch) ?? textOrNull(guessed);
	const ofRef = ref === null ? null : /^refs\/tags\/(.+)$/.exec(ref)?.[1];
	const named = textOrNull(more.tag) ?? textOrNull(tag) ?? ofRef ?? null;
	const head = oidOrNull(commit);
	const proposed = textOrNull(more.pr) ?? (isPr === true ? String(pr ?? "") : null);
	if (proposed !== null) return proposal(name, {
		target: more.target ?? guessed,
		head,
		number: proposed
	});
	if (named !== null) return {
		kind: "tag",
		name: named
	};
	const short = ref?.replace(/^refs\/heads\//, "") ?? null;
	return {
		kind: "manual",
		what: name,
		branch: short !== null && !/^(HEAD$|detached$|<default>|refs\/)/.test(short) ? short : null,
		head,
		builds: true
	};
}
function proposal(what, { target, head, number }) {
	const into = textOrNull(target)?.replace(/^refs\/heads\//, "") ?? null;
	const why = `this build of a pull request by ${what} does not name its target branch and commit`;
	if (into === null || head === null) return {
		kind: "unclear",
		branch: into,
		why
	};
	return {
		kind: "proposal",
		what,
		target: into,
		base: null,
		head,
		baseIsTip: true,
		number: Number(number) || null
	};
}
/**
* Reads a job of any CI system that the env-ci package knows (design §15): branch, commit, build, and whether it is a pull
* request. Such hosts do not say what was pushed: that the ledger knows.
*
* @param cwd where env-ci asks Git for a commit that the host does not name.
* @returns null for a system that it does not know.
*/
async function readOtherCi(env, cwd) {
	const { default: envCi } = await import("./env-ci.mjs");
	const told = envCi({
		env: { ...env },
		cwd
	});
	if (told.service === void 0) return null;
	const more = await moreOf[told.service]?.(env) ?? {};
	return {
		host: "other",
		run: {
			id: textOrNull(more.build) ?? textOrNull(told.build),
			attempt: /^[1-9]\d{0,8}$/.test(more.attempt ?? "") ? Number(more.attempt) : 1,
			url: textOrNull(more.url) ?? textOrNull(told.buildUrl),
			actor: textOrNull(more.actor)
		},
		repository: {
			name: textOrNull(more.repository) ?? textOrNull(told.slug)?.split("/").at(-1) ?? null,
			url: null,
			defaultBranch: null
		},
		happening: happening(told, more)
	};
}

export { readOtherCi };