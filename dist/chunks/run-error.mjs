import { Problem, exitCodes, messageOf } from "./start.mjs";

// src/report/run-error.ts
/** What a thrown error is in a report. Anything but a Problem is a bug of ours and says so. */
function errorOf(thrown) {
	if (thrown instanceof Problem) return {
		code: thrown.code,
		message: thrown.message,
		remedy: thrown.remedy,
		exitCode: thrown.exitCode
	};
	return {
		code: "defect",
		message: messageOf(thrown),
		remedy: "This is a defect of file-checkouts: please report it with the stack shown under FILE_CHECKOUTS_DEBUG=1.",
		exitCode: exitCodes.notFiled
	};
}

export { errorOf };