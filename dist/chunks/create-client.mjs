import { Problem, messageOf, readRegularFile, safeTextFor } from "./start.mjs";
import { isLoopback } from "./loopback.mjs";
import { isReply, messages, readReply, readRequestNumber, saysLike } from "./replies.mjs";
import { getCACertificates } from "node:tls";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { randomBytes } from "node:crypto";
import { setTimeout as setTimeout$1 } from "node:timers/promises";

// src/client/address.ts
/** The address of the service: what a base URL may look like, and the one resource below it (interface §1). */
const resource = "/object-request";
/**
* The URL of the object-request resource, `{base}/object-request`.
* @param base as the user gave it; it may have a path, and trailing slashes do not matter
* @param allowHttp allows plain http on other hosts than this one
* @throws Problem('usage') for what is no plain http(s) address; a URL that may hold a secret is not quoted
*/
function resourceUrl(base, allowHttp = false) {
	const url = URL.parse(base.trim());
	const example = "Give the base address, such as https://host.example/api.";
	if (url === null || !/^https?:$/.test(url.protocol)) throw usage("is not an http(s) address", example);
	if (url.username !== "" || url.password !== "") throw usage("holds a user name or password", "Leave them out: the token alone tells the service who calls.");
	if (url.search !== "" || url.hash !== "") throw usage("has a query or a fragment", "Give the base address only, such as https://host.example/api.");
	if (url.protocol !== "https:" && !allowHttp && !isLoopback(url.hostname)) throw usage(`${url.href} is not https, so the token would travel readable`, "Use an https address, or add --allow-http if the network between is yours.");
	const path = url.pathname.replace(/\/+$/, "");
	if (path.endsWith(resource)) throw usage(`ends with ${resource}, which is added to it`, `Leave ${resource} out of the URL.`);
	url.pathname = `${path}${resource}`;
	return url;
}
function usage(what, remedy) {
	return new Problem("usage", `The service URL ${what}.`, remedy);
}

// src/client/no-updates.ts
/** The refusal of an update by a service that has none, in our words; the run goes on, as creates may still be made. */
const refusedUpdate = {
	sev: 30,
	code: "noUpdates",
	msg: "This service cannot update a request: it is of the earlier variant of the interface, which has no PATCH",
	existingObjectId: null,
	request: null
};
/**
* True when an answer to a PATCH says by HTTP's own means that the resource takes creates and no updates: 405 with an
* `Allow` that has POST and not PATCH. Without it a 405 may as well come from a proxy, and stops the run (design §7).
*/
function hasNoUpdates({ status, allow }) {
	const methods = (allow ?? "").toUpperCase().split(/\s*,\s*/);
	return status === 405 && methods.includes("POST") && !methods.includes("PATCH");
}

// src/client/backoff.ts
const baseMs = 500;
const capMs = 3e4;
/** The longest wait a service can ask for: a run must end within the time that CI allows. */
const retryAfterCapMs = 12e4;
/**
* Exponential backoff with full jitter, in milliseconds: anything from 0 to 0.5 s, 1 s, 2 s, ... at most 30 s.
* @param attempt the one that just failed, from 1 @param random from 0 to 1
*/
function backoffMs(attempt, random) {
	return Math.round(random * Math.min(capMs, baseMs * 2 ** (attempt - 1)));
}
/**
* What a `Retry-After` header asks for, seconds or an HTTP date: milliseconds from now, 0 for the past, at most 120 s;
* null when there is no header or it cannot be read. @param now milliseconds
*/
function retryAfterMs(header, now) {
	if (header === null) return null;
	const value = header.trim();
	if (/^\d{1,15}$/.test(value)) return Math.min(Number(value) * 1e3, retryAfterCapMs);
	const date = value.endsWith(" GMT") ? Date.parse(value) : NaN;
	return Number.isNaN(date) ? null : Math.min(Math.max(date - now, 0), retryAfterCapMs);
}

// src/client/network-error.ts
const certificateCodes = /* @__PURE__ */ new Set([
	"DEPTH_ZERO_SELF_SIGNED_CERT",
	"SELF_SIGNED_CERT_IN_CHAIN",
	"UNABLE_TO_VERIFY_LEAF_SIGNATURE",
	"UNABLE_TO_GET_ISSUER_CERT",
	"UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
	"UNABLE_TO_DECRYPT_CERT_SIGNATURE",
	"INVALID_CA",
	"INVALID_PURPOSE",
	"HOSTNAME_MISMATCH",
	"ERR_TLS_CERT_ALTNAME_INVALID",
	"UND_ERR_PRX_TLS"
]);
/** The other side does not speak TLS at all: a plain http port was addressed with https. */
const notTlsCodes = /* @__PURE__ */ new Set([
	"ERR_SSL_WRONG_VERSION_NUMBER",
	"ERR_SSL_PACKET_LENGTH_TOO_LONG",
	"ERR_SSL_HTTP_REQUEST"
]);
const wordsOfCode = {
	ECONNREFUSED: "the connection was refused",
	ENOTFOUND: "the host name is not known",
	EAI_AGAIN: "the name server does not answer",
	EHOSTUNREACH: "there is no way to the host",
	ENETUNREACH: "there is no way to the network of the host",
	ETIMEDOUT: "no connection came about in time",
	UND_ERR_CONNECT_TIMEOUT: "no connection came about in time",
	ECONNRESET: "the connection was cut",
	EPIPE: "the connection was cut",
	UND_ERR_SOCKET: "the connection was cut",
	UND_ERR_PRX_CONN: "the connection to the proxy was cut"
};
/** The stop that a failure means when another try in a few seconds cannot help, else null. @param code of a NetworkError */
function codeThatStays(code) {
	if (certificateCodes.has(code) || /^(CERT|CRL)_/.test(code)) return "certificate";
	if (notTlsCodes.has(code)) return "address";
	if (code === "PROXY_LOGIN" || code === "PROXY_REFUSED") return "proxy";
	return null;
}
/** True for a bug of ours, which is neither retried nor hidden. */
function isOwnBug(error) {
	if (proxyStatus(error) !== null) return false;
	return [
		"UND_ERR_INVALID_ARG",
		"UND_ERR_NOT_SUPPORTED",
		"UND_ERR_INVALID_RETURN_VALUE"
	].includes(codeOf(error) ?? "");
}
/** Names a failure. The words are not yet safe to show: they may quote the other side. */
function describeError(error) {
	const status = proxyStatus(error);
	if (status === 407) return {
		code: "PROXY_LOGIN",
		why: "the proxy demands a login (HTTP 407)"
	};
	if (status !== null) return {
		code: status >= 500 || status === 429 ? "PROXY_BUSY" : "PROXY_REFUSED",
		why: `the proxy refuses to connect to the service (HTTP ${status})`
	};
	const code = codeOf(error) ?? "UNKNOWN";
	if (code.startsWith("HPE_")) return {
		code,
		why: `the answer is not HTTP (${code})`
	};
	const words = wordsOfCode[code] ?? messageOf(error);
	return {
		code,
		why: code === "TIMEOUT" ? words : `${words} (${code})`
	};
}
/** An error that says that the time for a call is over; `describeError` reads it as `TIMEOUT`. */
function timeoutError(seconds) {
	return Object.assign(/* @__PURE__ */ new Error(`no answer came within ${seconds} s`), { code: "TIMEOUT" });
}
function codeOf(error) {
	if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
	return error.code;
}
/** undici tells the status of a proxy that refuses only in the message, in two spellings. */
function proxyStatus(error) {
	const found = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(messageOf(error));
	return found?.[1] === void 0 ? null : Number(found[1]);
}

// src/client/retry.ts
/**
* What to make of an attempt that has ended: take its answer, try again, or give up. Pure: everything is in the input.
* Follows "Answers" and "Retries" of the contract; the statuses are those of interface §4 and §7.
*/
/** Attempts of one call, unless a lost answer calls for more. */
const mostAttempts = 5;
/** A lost answer is settled by repeating the create: this many attempts, counted from the one that was lost. */
const attemptsToSettle = 4;
/** Statuses of a refusal that may pass. */
const statusesForNow = /* @__PURE__ */ new Set([
	408,
	425,
	429,
	503
]);
/** Another job holds the record: it needs a moment, so the wait is never next to nothing. */
const recordLockedMs = 1e3;
/** Decides what follows an attempt. Every call ends: after 5 attempts, or 4 from the first lost one if that is later. */
function decideRetry(end) {
	const { final, again } = judge(end);
	const mayBeDone = "as" in final && (final.as === "lost" || final.as === "unreadable");
	const lostBefore = (end.firstLost ?? null) !== null;
	const otherwise = lostBefore ? stillLost(end, final) : final;
	if (!again || end.attempt >= attemptLimit(end, mayBeDone)) return otherwise;
	return {
		do: "retry",
		delayMs: delayOf(end),
		why: reasonOf(end),
		mayBeDone: mayBeDone || lostBefore,
		otherwise
	};
}
function judge(end) {
	if (end.phase === "answered") return judgeAnswer(end, end.status ?? 0);
	const stays = codeThatStays(end.error ?? "");
	if (stays !== null) return stop(stays);
	return end.phase === "notSent" ? {
		...stop("unreachable"),
		again: true
	} : lostConnection(end);
}
/** The body decides, whatever the status; only a refused token is never an answer to the request. */
function judgeAnswer(end, status) {
	if (status === 401) return stop("token");
	if (status === 404 && end.elsewhere) return stop("address");
	if (end.readable) return {
		final: { do: "accept" },
		again: isForNow(end)
	};
	if (status === 403) return stop("token");
	if (status === 404 || status === 405) return stop("address");
	if (status === 407) return stop("proxy");
	if (status >= 300 && status < 400) return stop("redirect");
	if (status === 429) return {
		...stop("unreachable"),
		again: true
	};
	if (status >= 400 && status < 500 && !statusesForNow.has(status)) return {
		final: {
			do: "giveUp",
			as: "refused"
		},
		again: false
	};
	if (end.method === "POST" || end.error !== void 0) return lostConnection(end);
	return {
		final: {
			do: "giveUp",
			as: "unreadable"
		},
		again: [
			502,
			503,
			504
		].includes(status)
	};
}
/** The service does not do it now, says that it has not, and when to come again. */
function isForNow(end) {
	if (end.recordLocked === true) return true;
	return end.refused === true && typeof end.retryAfter === "string" && statusesForNow.has(end.status ?? 0);
}
/** An update can be repeated without harm; a create only if its lock keeps a second one out. */
function lostConnection(end) {
	if (end.method === "PATCH") return {
		final: {
			do: "giveUp",
			as: "unreadable"
		},
		again: true
	};
	return {
		final: {
			do: "giveUp",
			as: "lost",
			stop: null
		},
		again: end.lock === "*YES"
	};
}
function stop(code) {
	return {
		final: {
			do: "giveUp",
			as: "stopped",
			code
		},
		again: false
	};
}
/** Once a call may have been done, only an answer about it can tell; whatever else ends the call leaves it lost. */
function stillLost(end, final) {
	if ("code" in final) return {
		do: "giveUp",
		as: "lost",
		stop: final.code
	};
	if (!(final.do === "accept" ? isForNow(end) && !end.recordLocked : final.as === "refused")) return final;
	return end.method === "POST" ? {
		do: "giveUp",
		as: "lost",
		stop: null
	} : {
		do: "giveUp",
		as: "unreadable"
	};
}
function attemptLimit(end, mayBeDone) {
	if (end.method !== "POST") return mostAttempts;
	const lost = end.firstLost ?? (mayBeDone ? end.attempt : null);
	return lost === null ? mostAttempts : Math.max(mostAttempts, lost + attemptsToSettle - 1);
}
function delayOf(end) {
	const asked = retryAfterMs(end.retryAfter ?? null, end.now) ?? 0;
	const least = end.recordLocked ? recordLockedMs : 0;
	return Math.max(asked, least, backoffMs(end.attempt, end.random()));
}
function reasonOf(end) {
	if (end.recordLocked) return "the request record is locked by another job";
	if (end.phase === "answered") return end.error === void 0 ? `HTTP ${end.status}` : `answer cut: ${end.error}`;
	return `${end.phase === "notSent" ? "not sent" : "no answer"}: ${end.error ?? "unknown"}`;
}

// src/client/snippet.ts
/** Longest piece of an answer that is looked at for a snippet; keeps the work small whatever the size of the answer. */
const snippetSource = 4e3;
/** A safe, short piece of an answer's body for a sentence; of a page only its text. */
function snippetOf(body, safe) {
	const piece = safe(body.slice(0, 2 * snippetSource), snippetSource);
	if (!/^\s*</.test(piece)) return safe(piece);
	return safe(piece.replace(/<[^>]*>?/g, " "));
}

// src/client/proxy.ts
/** The environment variable that names the proxy for an address, as a URL. */
function proxyVariable(address) {
	return address.startsWith("https:") ? "https_proxy" : "http_proxy";
}
/**
* The proxy settings for one service in undici's terms: empty strings say "none", and keep undici from looking itself;
* null: no proxy. As with curl, https goes by `https_proxy` and http by `http_proxy`; as with Go, this machine is reached
* without one. A proxy without a scheme is http.
* @throws Problem('usage') for an address that cannot be read, which is not quoted, as it may hold a password
*/
function proxySettings(url, env) {
	const name = proxyVariable(url.href);
	const value = read(env, name);
	if (value === "" || isLoopback(url.hostname)) return null;
	const proxy = URL.parse(value.includes("://") ? value : `http://${value}`);
	if (proxy === null || !/^https?:$/.test(proxy.protocol)) throw new Problem("usage", `The environment variable ${name} is not the address of an HTTP proxy.`, "Write it as http://proxy.example:3128, or add the host of the service to no_proxy.");
	const noProxy = read(env, "no_proxy");
	const isHttps = url.protocol === "https:";
	return {
		httpProxy: isHttps ? "" : proxy.href,
		httpsProxy: isHttps ? proxy.href : "",
		noProxy
	};
}
function read(env, name) {
	return (env[name] || env[name.toUpperCase()] || "").trim();
}

// src/client/stops.ts
/** Puts a stop into words. */
function describeStop(code, facts) {
	return {
		code,
		...wordsOf[code](facts)
	};
}
const wordsOf = {
	token: (facts) => facts.status === 401 ? {
		why: "The service does not accept the token (HTTP 401).",
		remedy: "Give a valid access token by FILE_CHECKOUTS_TOKEN or --token-file; this one may be mistyped or expired."
	} : {
		why: `The call to ${facts.url} is forbidden (HTTP 403)${quoted(facts)}.`,
		remedy: "Check that the owner of the token may use this interface, and that no proxy or firewall on the way refuses the call."
	},
	address: (facts) => facts.status === null ? {
		why: `${facts.url} does not speak https: ${facts.failure}.`,
		remedy: "Check the port in --url, and whether the service is reached by http there."
	} : {
		why: `No object-request service answers at ${facts.url} (HTTP ${facts.status})${quoted(facts)}.`,
		remedy: "Check --url: it is the base address, to which /object-request is added. An earlier variant of the service knows no PATCH."
	},
	proxy: (facts) => ({
		why: `The proxy does not let the call through: ${facts.failure || `HTTP ${facts.status}`}.`,
		remedy: `Put user and password into ${proxyVariable(facts.url)} if the proxy wants a login, have the host allowed there, or add it to no_proxy if it can be reached directly.`
	}),
	unreachable: (facts) => facts.status === null ? {
		why: `The service at ${facts.url} cannot be reached: ${facts.failure}.`,
		remedy: `Check host and port in --url, that the service is up, and that this machine may reach it (name server, firewall, ${proxyVariable(facts.url)}).`
	} : {
		why: `The service takes no calls for now (HTTP ${facts.status})${quoted(facts)}.`,
		remedy: "Run again later, or with a lower --concurrency."
	},
	certificate: (facts) => ({
		why: `The certificate of ${facts.url} is not trusted: ${facts.failure}.`,
		remedy: "If it is issued by an authority of your own, give its certificate with --ca-file; else have the certificate renewed or the host name in --url corrected."
	}),
	redirect: (facts) => ({
		why: `${facts.url} redirects elsewhere (HTTP ${facts.status})${facts.location === null ? "" : `, to ${facts.location}`}.`,
		remedy: "Redirects are not followed, as the token would go along. Give the final address in --url, or sign in at the gateway that redirects."
	})
};
function quoted(facts) {
	return facts.snippet === "" ? "" : `; it says: ${facts.snippet}`;
}

// src/client/call.ts
const noReason = "the service refuses it (sev 30) and gives no reason: its rtn has no msg";
const messageLimit = 1e3;
/**
* Makes a call: attempts with the same bytes until `decideRetry` has enough. Does not reject for anything that the
* network or the service does.
*/
async function makeCall(setting, call) {
	if (setting.signal?.aborted) return { kind: "cancelled" };
	let firstLost = null;
	for (let number = 1;; number += 1) {
		const stop = await setting.mayGoOn();
		if (stop !== null) return notGoingOn(stop, number, firstLost);
		const ending = await setting.transport.send(call.method, call.body);
		const attempt = {
			number,
			firstLost,
			ending,
			read: readEnding(setting, call, ending)
		};
		const decision = decideRetry(endOf(setting, call, attempt));
		if (decision.do !== "retry") return resultOf(setting, attempt, decision);
		if (setting.once) return resultOf(setting, attempt, decision.otherwise);
		if (decision.mayBeDone) firstLost ??= number;
		if (!setting.signal?.aborted) {
			const seconds = (decision.delayMs / 1e3).toFixed(1);
			setting.log(setting.safe(`${call.label}: ${decision.why}; attempt ${number + 1} in ${seconds} s`));
			await setting.sleep(decision.delayMs, setting.signal);
		}
		if (setting.signal?.aborted) return cancelledResult(setting, attempt, decision);
	}
}
/** What was sent before stays as uncertain as it is. */
function notGoingOn(stop, number, firstLost) {
	const attempts = number - 1;
	if (firstLost === null) return {
		kind: "stopped",
		...stop,
		attempts
	};
	return {
		kind: "lost",
		why: stop.why,
		attempts,
		stop,
		cancelled: false
	};
}
/** A call that the service may have carried out, or has answered, is never passed off as one that was not made. */
function cancelledResult(setting, attempt, decision) {
	if (!(decision.mayBeDone || decision.otherwise.do === "accept")) return { kind: "cancelled" };
	const result = resultOf(setting, attempt, decision.otherwise);
	return result.kind === "lost" ? {
		...result,
		cancelled: true
	} : result;
}
function readEnding({ seen, log }, call, ending) {
	if (ending.phase !== "answered") return null;
	const read = readBody(ending);
	if (call.method === "POST" || !hasNoUpdates(ending)) return aboutAsked(call, read);
	if (!seen.noUpdates) log(`${refusedUpdate.msg}.`);
	seen.noUpdates = true;
	return refusedUpdate;
}
/** An answer about another request than the one asked for tells nothing about that. */
function aboutAsked({ objectId }, read) {
	const answered = isReply(read) ? readRequestNumber(read.request?.objectId) : null;
	if (objectId === void 0 || answered === null || answered === objectId) return read;
	return { unreadable: `it is about request ${answered}, and not about ${objectId}` };
}
function readBody(ending) {
	if (ending.cut !== null) return { unreadable: `the answer was cut: ${ending.cut.why}` };
	if (ending.tooLong) return { unreadable: "the answer is longer than 8 MiB" };
	return readReply(ending.text);
}
function endOf(setting, { method, lock }, attempt) {
	const { ending, read, number, firstLost } = attempt;
	const common = {
		method,
		lock,
		attempt: number,
		firstLost,
		now: setting.now(),
		random: setting.random
	};
	if (ending.phase !== "answered") return {
		...common,
		phase: ending.phase,
		error: ending.code
	};
	const reply = read !== null && isReply(read) ? read : null;
	const refused = reply?.sev === 30;
	return {
		...common,
		phase: "answered",
		status: ending.status,
		...ending.cut === null ? {} : { error: ending.cut.code },
		readable: reply !== null,
		refused,
		elsewhere: isElsewhere(ending),
		recordLocked: method === "PATCH" && refused && saysLike(reply, messages.recordLocked),
		retryAfter: ending.retryAfter
	};
}
/** Our own service says at any other path where its resource is (RFC 8288). */
function isElsewhere({ link }) {
	return /;\s*rel="?service"?\s*(?:[;,]|$)/i.test(link ?? "");
}
function resultOf(setting, attempt, final) {
	const { url, safe } = setting;
	const { ending, read, number: attempts } = attempt;
	if (final.do === "accept") return answeredResult(setting, attempt);
	const answer = ending.phase === "answered" ? ending : null;
	const status = answer?.status ?? null;
	const snippet = snippetOf(read !== null && isReply(read) ? read.msg : answer?.text ?? "", safe);
	const facts = {
		url,
		status,
		failure: ending.phase === "answered" ? "" : safe(ending.why),
		snippet,
		location: answer?.location ? safe(answer.location) : null
	};
	if (final.as === "stopped") return {
		kind: "stopped",
		...describeStop(final.code, facts),
		attempts
	};
	const why = whyNoReply(setting, attempt);
	if (final.as === "unreadable") return {
		kind: "unreadable",
		why,
		snippet,
		status,
		attempts
	};
	if (final.as === "refused") return {
		kind: "refused",
		...refusal(status ?? 0, snippet),
		snippet,
		attempts
	};
	const stop = final.stop === null ? null : describeStop(final.stop, facts);
	return {
		kind: "lost",
		why: quoting(why, snippet),
		attempts,
		stop,
		cancelled: false
	};
}
function refusal(status, snippet) {
	const remedy = status === 413 ? "The file is too large for the service, or for the gateway before it: have that limit raised." : "Ask the administrator of the service, or of the gateway before it, why it refuses this call.";
	return {
		why: quoting(`The call was refused with HTTP ${status}, without an answer of this interface.`, snippet),
		remedy,
		status
	};
}
function quoting(sentence, snippet) {
	return snippet === "" ? sentence : `${sentence} It says: ${snippet}`;
}
function answeredResult(setting, { ending, read, firstLost, number }) {
	if (ending.phase !== "answered" || read === null || !isReply(read)) throw new Error("accepted without a reply");
	const msg = setting.safe(read.msg, messageLimit);
	return {
		kind: "answered",
		reply: {
			...read,
			msg: read.sev === 30 && msg.trim() === "" ? noReason : msg
		},
		status: ending.status,
		attempts: number,
		afterLost: firstLost !== null
	};
}
function whyNoReply(setting, { ending, read }) {
	if (ending.phase !== "answered") return `No answer came: ${setting.safe(ending.why)}.`;
	const reason = read !== null && !isReply(read) ? read.unreadable : "it is not of this interface";
	return `The answer (HTTP ${ending.status}) cannot be read: ${setting.safe(reason)}.`;
}

// src/client/multipart.ts
/** The body of a call: JSON alone, or `multipart/mixed` with the file (interface §4.3). */
/** A boundary of 128 random bits, which no content holds by chance or by a guess. */
function randomBoundary() {
	return `file-checkouts-${randomBytes(16).toString("hex")}`;
}
/**
* Builds the body of a call: `application/json` in UTF-8 without a file; with one `multipart/mixed`: the part `payload`,
* then the file, byte for byte. Its length is known before sending, and the file is read only while sending.
* @throws Error when `size` is not the size of the blob (a bug)
*/
function buildBody(fields, content, boundary) {
	const json = JSON.stringify(fields);
	if (content === null) return {
		contentType: "application/json",
		bytes: Buffer.from(json, "utf8")
	};
	const size = content.blob instanceof Blob ? content.blob.size : content.blob.length;
	if (size !== content.size) throw new Error(`content is ${size} bytes long, not ${content.size}`);
	const { disposition } = content;
	const name = quotable(content.name);
	const head = [
		`--${boundary}`,
		`Content-Disposition: ${disposition}; name="payload"`,
		"Content-Type: application/json",
		"",
		json,
		`--${boundary}`,
		`Content-Disposition: ${disposition}; name="${name}"; filename="${name}"`,
		"Content-Type: application/octet-stream",
		"",
		""
	].join("\r\n");
	const tail = `\r\n--${boundary}--`;
	const bytes = content.blob instanceof Blob ? new Blob([
		head,
		content.blob,
		tail
	]) : Buffer.concat([
		Buffer.from(head, "utf8"),
		content.blob,
		Buffer.from(tail, "utf8")
	]);
	return {
		contentType: `multipart/mixed; boundary=${boundary}`,
		bytes
	};
}
/**
* A name for a quoted header value, which cannot leave the quotes or the line: raw UTF-8; a quote or a backslash is
* escaped (RFC 2183, RFC 5322). Control characters are percent-encoded, and a backslash at the end, which some parsers
* take for an escape of the closing quote; no plan lets them through.
*/
function quotable(name) {
	return name.replace(/[\x00-\x1f\x7f]|\\$/g, encodeURIComponent).replace(/["\\]/g, "\\$&");
}

// src/client/answer-text.ts
const decoders = /* @__PURE__ */ new Map([
	["gzip", gunzipSync],
	["x-gzip", gunzipSync],
	["deflate", inflateSync],
	["br", brotliDecompressSync]
]);
/**
* Reads a whole body, also a compressed one; what cannot be decompressed is read as it came. What reads as UTF-8 is
* UTF-8, whatever charset it names; else it is in that charset, else in Latin-1 (as Windows has it).
* @param limit the most bytes that a decompressed body may have
*/
function answerText(bytes, headers, limit) {
	const plain = decompressed(bytes, headers.contentEncoding, limit);
	const charset = /;\s*charset="?([^\s;"]+)/i.exec(headers.contentType ?? "")?.[1];
	return decoded(plain, "utf-8") ?? decoded(plain, charset) ?? new TextDecoder("windows-1252").decode(plain);
}
function decompressed(bytes, encoding, maxOutputLength) {
	const isGzip = bytes[0] === 31 && bytes[1] === 139;
	const named = (encoding ?? "").trim().toLowerCase();
	const decoder = decoders.get(named) ?? (isGzip ? gunzipSync : null);
	if (decoder === null) return bytes;
	try {
		return decoder(bytes, { maxOutputLength });
	} catch {
		return bytes;
	}
}
/** Null for a charset that is none, and for bytes that are none of it. */
function decoded(bytes, charset) {
	if (charset === void 0) return null;
	try {
		return new TextDecoder(charset, { fatal: true }).decode(bytes);
	} catch {
		return null;
	}
}

// src/client/continue.ts
const beginning = /^HTTP\/1\.[01] 100$/;
/**
* Lets an unasked `100 Continue` pass, which HTTP allows (RFC 9110 §15.2) and some gateways send: undici cuts a
* connection on which one comes. It passes over 102, which says as little, so a 100 is read as that.
*/
function toleratingContinue(socket) {
	const read = socket.read.bind(socket);
	socket.read = (size) => {
		const chunk = read(size);
		if (Buffer.isBuffer(chunk)) renumber(chunk);
		return chunk;
	};
	return socket;
}
/** Only at the beginning of what comes, and after another one: anywhere else it is content. */
function renumber(chunk) {
	let at = 0;
	while (beginning.test(chunk.toString("latin1", at, at + 12))) {
		chunk.write("2", at + 11, "latin1");
		const end = chunk.indexOf("\r\n\r\n", at);
		if (end === -1) return;
		at = end + 4;
	}
}

// src/client/transport.ts
/** What an attempt under way has left once the run is cancelled: GitHub kills a job 10 s after its first signal. */
const graceSeconds = 4;
const answerLimit = 8388608;
const connectSeconds = 30;
/** Opens the way to the service; connections are made with the first call and kept. undici is loaded here, not before. */
async function openTransport(options) {
	const undici = await import("./undici.mjs");
	const dispatcher = openDispatcher(undici, options);
	const way = {
		...options,
		request: undici.request,
		dispatcher
	};
	const underWay = /* @__PURE__ */ new Set();
	return {
		send: (method, body) => {
			const sending = sendOnce(way, method, body).finally(() => underWay.delete(sending));
			underWay.add(sending);
			return sending;
		},
		close: async () => {
			await Promise.allSettled(underWay);
			await dispatcher.destroy();
		}
	};
}
function openDispatcher(undici, options) {
	const tls = {
		rejectUnauthorized: true,
		...options.ca === void 0 ? {} : { ca: options.ca }
	};
	const settings = {
		connections: options.concurrency,
		headersTimeout: 0,
		bodyTimeout: 0,
		connectTimeout: Math.min(options.timeoutSeconds, connectSeconds) * 1e3,
		allowH2: false,
		connect: tls
	};
	const proxy = proxySettings(options.url, options.proxyEnv);
	if (proxy === null) {
		const { connectTimeout: timeout, allowH2 } = settings;
		return new undici.Agent({
			...settings,
			connect: connecting(undici, {
				...tls,
				timeout,
				allowH2
			})
		});
	}
	return new undici.EnvHttpProxyAgent({
		...settings,
		...proxy,
		requestTls: tls,
		proxyTls: tls
	});
}
/** Connections as undici makes them, which bear with `100 Continue`. */
function connecting(undici, options) {
	const connect = undici.buildConnector(options);
	return (to, callback) => {
		connect(to, (error, socket) => {
			if (error !== null) callback(error, null);
			else callback(null, toleratingContinue(socket));
		});
	};
}
async function sendOnce(way, method, body) {
	const { url, dispatcher, signal } = way;
	const deadline = new AbortController();
	const endIn = (seconds) => setTimeout(() => deadline.abort(timeoutError(seconds)), seconds * 1e3);
	const timer = endIn(way.timeoutSeconds);
	let grace;
	const hurry = () => {
		grace = endIn(graceSeconds);
	};
	if (signal?.aborted) hurry();
	else signal?.addEventListener("abort", hurry);
	let started = false;
	const noteStart = () => {
		started ||= !deadline.signal.aborted;
	};
	try {
		const answer = way.request(url, {
			method,
			headers: headersOf(way, body),
			body: body.bytes,
			signal: deadline.signal,
			dispatcher: dispatcher.compose(watchStart(noteStart))
		});
		return await Promise.race([answer.then(readAnswer), overdueUnsent(deadline.signal, () => started)]);
	} catch (error) {
		if (isOwnBug(error)) throw error;
		return {
			phase: started ? "sent" : "notSent",
			...describeError(error)
		};
	} finally {
		clearTimeout(timer);
		clearTimeout(grace);
		signal?.removeEventListener("abort", hurry);
	}
}
/**
* Rejects at the deadline if the request has not begun by then. undici heeds the signal only once there is a
* connection, and waits minutes for a proxy that never answers CONNECT.
*/
function overdueUnsent(deadline, isStarted) {
	return new Promise((_resolve, reject) => {
		deadline.addEventListener("abort", () => {
			if (!isStarted()) reject(deadline.reason);
		});
	});
}
function headersOf(options, body) {
	return {
		authorization: `Bearer ${options.token}`,
		accept: "application/json",
		"content-type": body.contentType,
		"user-agent": options.userAgent
	};
}
/**
* Tells when a request begins to be written. undici calls `onRequestStart` once it has a connection (through a tunnel
* too) and right before the first byte: a failure before that is the only one that surely sent nothing.
*/
function watchStart(noteStart) {
	return (dispatch) => (options, handler) => {
		return dispatch(options, {
			onRequestStart(controller, context) {
				noteStart();
				handler.onRequestStart?.(controller, context);
			},
			onResponseStart: (...args) => handler.onResponseStart?.(...args),
			onResponseData: (...args) => handler.onResponseData?.(...args),
			onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
			onResponseError: (...args) => handler.onResponseError?.(...args)
		});
	};
}
async function readAnswer(response) {
	const chunks = [];
	let length = 0;
	let cut = null;
	try {
		for await (const chunk of response.body) {
			length += chunk.length;
			if (length > answerLimit) break;
			chunks.push(chunk);
		}
	} catch (error) {
		cut = describeError(error);
	}
	const tooLong = length > answerLimit;
	const bytes = Buffer.concat(chunks);
	const header = (name) => firstOf(response.headers[name]);
	const about = {
		contentType: header("content-type"),
		contentEncoding: header("content-encoding")
	};
	return {
		phase: "answered",
		status: response.statusCode,
		retryAfter: header("retry-after"),
		location: header("location"),
		allow: header("allow"),
		link: header("link"),
		text: cut === null && !tooLong ? answerText(bytes, about, answerLimit) : bytes.toString("utf8"),
		cut,
		tooLong
	};
}
function firstOf(header) {
	return (Array.isArray(header) ? header[0] : header) ?? null;
}

// src/client/trust.ts
/**
* The trusted certificates (PEM): Node's own and those of the file, or undefined without a file (Node's own).
* Throws `Problem('usage')` when the file is no regular one of at most 4 MiB, or holds no certificate.
*/
async function trustedCertificates(caFile) {
	if (caFile === void 0) return void 0;
	const pem = (await readRegularFile(caFile, ".").catch((error) => {
		const why = `The CA file ${caFile} cannot be read: ${messageOf(error)}.`;
		throw new Problem("usage", why, "Give --ca-file the path of a readable PEM file.", { cause: error });
	})).toString("latin1");
	if (!pem.includes("-----BEGIN CERTIFICATE-----")) throw new Problem("usage", `The CA file ${caFile} holds no certificate in PEM form.`, "Give --ca-file a file that has a \"-----BEGIN CERTIFICATE-----\" block.");
	return [...getCACertificates("default"), pem];
}

// src/client/create-client.ts
/** The object-request interface as a client (interface §4, §5, §7). */
/**
* Makes a client for one service; nothing is sent before the first call. Throws `Problem('usage')` for a URL, token,
* CA file or proxy address that cannot be right. Calls do not reject: what goes wrong is in their `CallResult`.
*/
async function createClient(options) {
	const url = resourceUrl(options.url, options.allowHttp);
	const transport = await openTransport({
		url,
		token: checkedToken(options.token),
		userAgent: options.version === void 0 ? "file-checkouts" : `file-checkouts/${options.version}`,
		timeoutSeconds: options.timeoutSeconds,
		concurrency: options.concurrency,
		ca: await trustedCertificates(options.caFile),
		proxyEnv: options.proxyEnv,
		signal: options.signal
	});
	const setting = {
		transport,
		url: url.href,
		safe: safeTextFor(options.token),
		sleep: options.sleep ?? sleepUntil,
		random: options.random ?? Math.random,
		now: options.now ?? Date.now,
		signal: options.signal,
		log: options.log ?? (() => {}),
		once: options.once === true,
		mayGoOn: options.mayGoOn ?? (() => Promise.resolve(null)),
		seen: { noUpdates: false }
	};
	const boundary = options.boundary ?? randomBoundary;
	const call = (fields, content, about) => makeCall(setting, {
		...about,
		body: buildBody(fields, content, boundary())
	});
	return {
		create: (fields, content) => {
			const lock = fields.lock === "*NO" ? "*NO" : "*YES";
			return call(fields, content, {
				method: "POST",
				lock,
				label: `create ${fields.objn ?? ""}`
			});
		},
		update: (fields, content) => {
			const { objectId } = fields;
			return call(fields, content, {
				method: "PATCH",
				lock: "*YES",
				label: `update ${objectId}`,
				objectId
			});
		},
		close: () => transport.close()
	};
}
/** A header cannot carry everything; the token itself is never quoted. */
function checkedToken(token) {
	if (/^[\x21-\x7e]+$/.test(token)) return token;
	throw new Problem("usage", `The token of the service ${token === "" ? "is empty" : "holds blanks, line ends or non-ASCII characters"}.`, "Give the token alone, without quotes or line ends, by FILE_CHECKOUTS_TOKEN or --token-file.");
}
async function sleepUntil(ms, signal) {
	await setTimeout$1(ms, void 0, signal === void 0 ? {} : { signal }).catch((error) => {
		if (!signal?.aborted) throw error;
	});
}

export { createClient };