import { r as messageOf, t as Problem } from "./errors.mjs";
import { i as runNameOf } from "./runs.mjs";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

// src/host/event.ts
/** True where the host says that there is no commit: a run of zeros. */
function isNoCommit(value) {
	return typeof value === "string" && /^(0{40}|0{64})$/.test(value);
}
/** A full OID in lower case; null for a run of zeros, and for what is none. */
function oidOrNull(value) {
	if (typeof value !== "string" || !/^([0-9a-f]{40}|[0-9a-f]{64})$/i.test(value) || isNoCommit(value)) return null;
	return value.toLowerCase();
}
/** A text that says something; hosts leave variables and payload fields empty as often as they leave them out. */
function textOrNull(value) {
	return typeof value === "string" && value !== "" ? value : null;
}

// src/host/github.ts
function record(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
function unclear(what, branch) {
	return {
		kind: "unclear",
		branch,
		why: `the event payload of this ${what} run does not say what was pushed`
	};
}
/** The name behind a prefix; null when the ref has another one, or no name behind it. */
function stripRef(ref, prefix) {
	return ref?.startsWith(prefix) ? textOrNull(ref.slice(prefix.length)) : null;
}
function push(payload, env) {
	const ref = textOrNull(payload.ref) ?? textOrNull(env.GITHUB_REF);
	const tag = stripRef(ref, "refs/tags/");
	if (tag !== null) return {
		kind: "tag",
		name: tag
	};
	const branch = stripRef(ref, "refs/heads/");
	if (branch === null) return unclear("push", null);
	if (payload.deleted === true || isNoCommit(payload.after)) return {
		kind: "branchDeleted",
		branch
	};
	const before = oidOrNull(payload.before);
	const after = oidOrNull(payload.after);
	const isFirst = payload.created === true || isNoCommit(payload.before);
	if (after === null || before === null && !isFirst) return unclear("push", branch);
	return {
		kind: "push",
		branch,
		before,
		after
	};
}
function deletion(payload) {
	const ref = textOrNull(payload.ref);
	if (ref === null) return unclear("delete", null);
	return payload.ref_type === "tag" ? {
		kind: "tag",
		name: ref
	} : {
		kind: "branchDeleted",
		branch: ref
	};
}
function pullRequest(payload, what) {
	const pull = record(payload.pull_request);
	const base = oidOrNull(record(pull.base).sha);
	const head = oidOrNull(record(pull.head).sha);
	const target = textOrNull(record(pull.base).ref);
	if (base === null || head === null || target === null) return unclear(what, target);
	return {
		kind: "proposal",
		what,
		target,
		base,
		head,
		baseIsTip: true,
		number: typeof payload.number === "number" ? payload.number : null
	};
}
function mergeGroup(payload) {
	const group = record(payload.merge_group);
	const base = oidOrNull(group.base_sha);
	const head = oidOrNull(group.head_sha);
	const target = stripRef(textOrNull(group.base_ref), "refs/heads/");
	if (base === null || head === null || target === null) return unclear("merge_group", target);
	return {
		kind: "proposal",
		what: "merge_group",
		target,
		base,
		head,
		baseIsTip: false,
		number: null
	};
}
function happening$1(name, payload, env) {
	switch (name) {
		case "push": return push(payload, env);
		case "delete": return deletion(payload);
		case "pull_request":
		case "pull_request_target":
		case "pull_request_review":
		case "pull_request_review_comment": return pullRequest(payload, name);
		case "merge_group": return mergeGroup(payload);
		default: return {
			kind: "manual",
			what: name,
			branch: stripRef(textOrNull(env.GITHUB_REF), "refs/heads/"),
			head: oidOrNull(env.GITHUB_SHA)
		};
	}
}
/** The number of an attempt counts from 1; what is no such number is the first. */
function attemptOf(text) {
	return text !== void 0 && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}
/** True in a job of GitHub Actions. */
function isGitHub(env) {
	return env.GITHUB_ACTIONS === "true";
}
/**
* Reads a run of GitHub Actions. A reusable workflow sees its caller's event here.
*
* @param env the job's variables. @param payload the parsed file at GITHUB_EVENT_PATH.
* A payload that does not hold what its event promises gives the happening `unclear`.
*/
function readGitHub(env, payload) {
	const body = record(payload);
	const server = textOrNull(env.GITHUB_SERVER_URL) ?? "https://github.com";
	const repository = textOrNull(env.GITHUB_REPOSITORY);
	const url = repository === null ? null : `${server}/${repository}`;
	return {
		host: "github",
		run: {
			id: textOrNull(env.GITHUB_RUN_ID),
			attempt: attemptOf(env.GITHUB_RUN_ATTEMPT),
			url: url !== null && env.GITHUB_RUN_ID ? `${url}/actions/runs/${env.GITHUB_RUN_ID}` : null,
			actor: textOrNull(env.GITHUB_ACTOR)
		},
		repository: {
			name: repository?.split("/")[1] ?? null,
			url,
			defaultBranch: textOrNull(record(body.repository).default_branch)
		},
		happening: happening$1(env.GITHUB_EVENT_NAME ?? "", body, env)
	};
}

// src/host/gitlab.ts
function happening(env) {
	const source = env.CI_PIPELINE_SOURCE ?? "";
	if (env.CI_COMMIT_TAG) return {
		kind: "tag",
		name: env.CI_COMMIT_TAG
	};
	if (env.CI_MERGE_REQUEST_IID) return mergeRequest(env);
	const branch = textOrNull(env.CI_COMMIT_BRANCH);
	const head = oidOrNull(env.CI_COMMIT_SHA);
	if (source !== "push") return {
		kind: "manual",
		what: source || "pipeline",
		branch,
		head
	};
	if (branch === null || head === null) return {
		kind: "unclear",
		branch,
		why: "this push pipeline names no branch and commit (CI_COMMIT_BRANCH, CI_COMMIT_SHA)"
	};
	return {
		kind: "push",
		branch,
		before: oidOrNull(env.CI_COMMIT_BEFORE_SHA),
		after: head
	};
}
function mergeRequest(env) {
	const base = oidOrNull(env.CI_MERGE_REQUEST_DIFF_BASE_SHA);
	const head = oidOrNull(env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA) ?? oidOrNull(env.CI_COMMIT_SHA);
	const target = textOrNull(env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME);
	if (base === null || head === null || target === null) return {
		kind: "unclear",
		branch: target,
		why: "this merge-request pipeline does not name its base (CI_MERGE_REQUEST_DIFF_BASE_SHA)"
	};
	return {
		kind: "proposal",
		what: "merge_request",
		target,
		base,
		head,
		baseIsTip: false,
		number: Number(env.CI_MERGE_REQUEST_IID) || null
	};
}
function jobOf({ CI_JOB_NAME: name, CI_JOB_ID: id }) {
	return name && /^[1-9]\d{0,14}$/.test(id ?? "") ? { job: {
		name,
		number: Number(id)
	} } : {};
}
/** True in a job of GitLab CI/CD. */
function isGitLab(env) {
	return env.GITLAB_CI === "true";
}
/**
* Reads a job of GitLab CI/CD from its variables. Missing ones that its source promises give the happening `unclear`.
*/
function readGitLab(env) {
	return {
		host: "gitlab",
		run: {
			id: textOrNull(env.CI_PIPELINE_ID),
			attempt: 1,
			...jobOf(env),
			url: textOrNull(env.CI_PIPELINE_URL),
			actor: textOrNull(env.GITLAB_USER_LOGIN)
		},
		repository: {
			name: textOrNull(env.CI_PROJECT_NAME),
			url: textOrNull(env.CI_PROJECT_URL),
			defaultBranch: textOrNull(env.CI_DEFAULT_BRANCH)
		},
		happening: happening(env)
	};
}

// src/host/host.ts
/** A run outside CI: nothing happened that we know of; the options say what to file. */
const localEvent = {
	host: "local",
	run: {
		id: null,
		attempt: 1,
		url: null,
		actor: null
	},
	repository: {
		name: null,
		url: null,
		defaultBranch: null
	},
	happening: { kind: "local" }
};
/**
* Reads what CI told us, on whichever host this runs.
*
* @param payload the parsed event file on GitHub; not used elsewhere.
*/
function readHost(env, payload) {
	if (isGitHub(env)) return readGitHub(env, payload);
	if (isGitLab(env)) return readGitLab(env);
	return localEvent;
}

// src/surroundings.ts
/** An empty string counts as not given, wherever it comes from. */
function given(value) {
	return value === void 0 || value.trim() === "" ? void 0 : value.trim();
}
/** The event file of a GitHub run, parsed; undefined when the environment names none. */
function readPayload(env) {
	const path = given(env.GITHUB_EVENT_PATH);
	if (path === void 0) return void 0;
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch (error) {
		throw new Problem("event", `the event file ${path} cannot be read: ${messageOf(error)}`, "GITHUB_EVENT_PATH must name the JSON file of the event; or unset GITHUB_ACTIONS and give --base and --head.", { cause: error });
	}
}
/** The service's token: from the file that was named, else from the environment. */
function readToken(options, env) {
	const file = options["token-file"];
	if (file === void 0) return given(env.FILE_CHECKOUTS_TOKEN);
	try {
		return given(readFileSync(file, "utf8"));
	} catch (error) {
		throw new Problem("usage", `the token file ${file} cannot be read: ${messageOf(error)}`, "Check --token-file.");
	}
}
/**
* What a run takes from its surroundings, the same for every front door.
*
* @throws Problem('event') when they do not fit together.
*/
function surroundings(env) {
	return surroundingsOf(readHost(env, readPayload(env)), env);
}
/** The same for an event that is known already. */
function surroundingsOf(event, env) {
	const now = () => /* @__PURE__ */ new Date();
	return {
		event,
		proxyEnv: env,
		gitToken: given(env.FILE_CHECKOUTS_GIT_TOKEN),
		now,
		me: runNameOf(event.run, now(), randomUUID()),
		sleep: (ms, signal) => setTimeout(ms, void 0, { signal }).catch(() => {})
	};
}
/**
* The environment of a run without the tokens that are this program's own, which Git's processes must not see; what
* belongs to the job, as CI_JOB_TOKEN, stays.
*/
function withoutSecrets(env) {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(FILE_CHECKOUTS_(GIT_)?TOKEN|INPUT_(GITHUB-)?TOKEN)$/.test(name)));
}

export { withoutSecrets as a, isGitHub as c, surroundingsOf as i, readToken as n, readHost as o, surroundings as r, isGitLab as s, given as t };