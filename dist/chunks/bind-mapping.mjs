import { i as matchFile, o as renderFields } from "./set.mjs";
import { n as identityOf } from "./identity.mjs";

// src/plan/bind-mapping.ts
/**
* Binds a mapping to one branch and run. A mapping with branch rules of which none matches leaves everything out.
*/
function bindMapping(compiled, branchMatch, run) {
	const { branches, unmapped } = compiled.mapping;
	const noRule = branches !== void 0 && branchMatch === null;
	return (path) => {
		if (noRule) return {
			kind: "leftOut",
			why: `no rule for branch ${run.branch}`,
			error: false
		};
		const match = matchFile(compiled, {
			path: path.text,
			repo: run.repo,
			branch: run.branch
		});
		if (match.kind === "skip") return {
			kind: "leftOut",
			why: `skip: ${match.why}`,
			error: false
		};
		if (match.kind === "unmapped") return {
			kind: "leftOut",
			why: "no rule matches it",
			error: unmapped === "error"
		};
		return requests(compiled, branchMatch, run, path.text, match);
	};
}
function requests(compiled, branchMatch, run, path, match) {
	const targets = match.requests.map((requestFields) => {
		const { fields, problems } = renderFields({
			compiled,
			branchMatch,
			requestFields,
			captures: match.captures,
			path,
			rule: match.rule,
			run: {
				repo: run.repo,
				branch: run.branch,
				sha: run.sha,
				run: run.run,
				user: run.user
			},
			set: run.set
		});
		return {
			identity: identityOf(fields),
			fields,
			problems
		};
	});
	return {
		kind: "requests",
		rule: match.rule,
		targets
	};
}

export { bindMapping as t };