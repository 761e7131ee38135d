import { t as Problem } from "./errors.mjs";
import { t as escapeText } from "./log.mjs";

// src/client-setup.ts
/** The client's options as the run gives them. @throws Problem('usage') without an address or a token. */
function clientOptions(input, concurrency) {
	const { options, log } = input;
	return {
		url: required(options.url, "the base address of the service", "--url or FILE_CHECKOUTS_URL, in the action by its input url"),
		token: required(input.token, "the token of the service", "FILE_CHECKOUTS_TOKEN or --token-file, in the action by its input token"),
		timeoutSeconds: options.timeout ?? 120,
		...options["ca-file"] === void 0 ? {} : { caFile: options["ca-file"] },
		allowHttp: options["allow-http"] === true,
		concurrency,
		proxyEnv: input.proxyEnv,
		version: input.version,
		signal: input.signal,
		log: (line) => log.notice(escapeText(line))
	};
}
function required(value, what, where) {
	if (value !== void 0 && value !== "") return value;
	throw new Problem("usage", `${what} is not given`, `Give it by ${where}.`);
}

export { clientOptions as t };