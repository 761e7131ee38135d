import { i as matchFile, t as fieldsOf } from "./fields.mjs";
import { n as identityOf } from "./identity.mjs";
import { n as unmappedWhy } from "./planned.mjs";

// src/plan/bind-mapping.ts
/**
* Binds a mapping to one branch and run. A branch that no branch rule matches (null) leaves everything out.
*/
function bindMapping(compiled, branchMatch, run) {
	const { unmapped } = compiled.mapping;
	if (branchMatch === null) {
		const mapped = {
			kind: "noBranchRule",
			why: `no rule for branch ${run.branch}`,
			error: false
		};
		return () => mapped;
	}
	const { repo, branch, set } = run;
	const prepared = /* @__PURE__ */ new Map();
	const fieldsBy = (rule, requests) => {
		const known = prepared.get(rule) ?? requests.map((requestFields) => fieldsOf({
			compiled,
			branchMatch,
			requestFields,
			rule,
			run,
			set
		}));
		prepared.set(rule, known);
		return known;
	};
	return ({ text: path }) => {
		const match = matchFile(compiled, {
			path,
			repo,
			branch
		});
		if (match.kind === "skip") return {
			kind: "skip",
			why: `skip: ${match.why}`,
			error: false
		};
		if (match.kind === "unmapped") return {
			kind: "unmapped",
			why: unmappedWhy,
			error: unmapped === "error"
		};
		const { rule, captures } = match;
		return {
			kind: "requests",
			rule,
			targets: fieldsBy(rule, match.requests).map((fieldsFor) => {
				const { fields, problems } = fieldsFor({
					captures,
					path
				});
				return {
					identity: identityOf(fields),
					fields,
					problems
				};
			})
		};
	};
}

export { bindMapping as t };