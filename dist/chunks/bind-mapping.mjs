import { fieldsOf, matchFile } from "./fields.mjs";
import { identityOf } from "./action.mjs";

// src/plan/bind-mapping.ts
/**
* Binds a mapping to one branch and run. A branch that no branch rule matches (null) leaves everything out.
*/
function bindMapping(compiled, branchMatch, run) {
	const { unmapped } = compiled.mapping;
	if (branchMatch === null) {
		const mapped = leftOut({
			code: "noBranchRule",
			branch: run.branch
		});
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
		if (match.kind === "skip") return leftOut({
			code: "skip",
			why: match.why
		});
		if (match.kind === "unmapped") return leftOut({
			code: "unmapped",
			isError: unmapped === "error"
		});
		const { rule, captures } = match;
		return {
			kind: "requests",
			rule,
			targets: fieldsBy(rule, match.requests).map((fieldsFor) => {
				const { fields, problems, isOrdered } = fieldsFor({
					captures,
					path
				});
				return {
					identity: identityOf(fields),
					fields,
					problems,
					...isOrdered ? { isOrdered } : {}
				};
			})
		};
	};
}
function leftOut(because) {
	return {
		kind: "leftOut",
		because
	};
}

export { bindMapping };