import { Problem, escapeText } from "./start.mjs";

// src/run/client-options.ts
/** The client's options as the run gives them. @throws Problem('usage') without an address or a token. */
function clientOptions(input, concurrency, mayGoOn) {
	const { options, log } = input;
	return {
		url: required(options.url, "the base address of the service", "--url"),
		token: required(input.token, "the token of the service", "FILE_CHECKOUTS_TOKEN or --token-file"),
		timeoutSeconds: options.timeout,
		...options["ca-file"] === void 0 ? {} : { caFile: options["ca-file"] },
		allowHttp: options["allow-http"],
		concurrency,
		proxyEnv: input.proxyEnv,
		version: input.version,
		signal: input.signal,
		...mayGoOn === void 0 ? {} : { mayGoOn },
		log: (line) => log.notice(escapeText(line))
	};
}
function required(value, what, where) {
	if (value !== void 0 && value !== "") return value;
	throw new Problem("usage", `${what} is not given`, `Give ${where}.`);
}

export { clientOptions };