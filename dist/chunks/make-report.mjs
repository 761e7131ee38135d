import { Problem, exitCodes, messageOf } from "./start.mjs";
import { countRows, isSettled } from "./action.mjs";

// src/report/make-report.ts
function makeReport({ error, standing, ...outcome }, { event, at, tool, command }) {
	const { id, attempt, url, actor } = event.run;
	const { mapping, range, nothingToFile, requests, dependents, leftOut, notices } = outcome;
	return {
		version: 1,
		tool,
		command,
		run: {
			id,
			attempt,
			url,
			actor,
			at: at.toISOString()
		},
		mapping,
		range,
		nothingToFile,
		counts: countRows(requests, leftOut.length),
		requests,
		dependents,
		leftOut,
		...standing === null ? {} : { standing },
		notices,
		error: error === null ? null : {
			code: error.code,
			message: error.message,
			remedy: error.remedy
		},
		exitCode: error?.exitCode ?? (requests.every(isSettled) ? exitCodes.filed : exitCodes.notFiled)
	};
}
/** What a thrown error is in a report. Anything but a Problem is a bug of ours and says so. */
function errorOf(thrown) {
	if (thrown instanceof Problem) return thrown;
	return {
		code: "defect",
		message: messageOf(thrown),
		remedy: "This is a defect of file-checkouts: please report it with the stack shown under FILE_CHECKOUTS_DEBUG=1.",
		exitCode: exitCodes.notFiled
	};
}

export { errorOf, makeReport };