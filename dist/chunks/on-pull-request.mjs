import { linksOf, markdownReport } from "./action.mjs";
import { escapeText, messageOf, safeTextFor } from "./start.mjs";
import { isLoopback } from "./loopback.mjs";
import { createHash } from "node:crypto";

// src/comment/body.ts
/** An address that can stand in a Markdown link as it is; anything else is left out. */
const plainAddress = /^https?:\/\/[^\s"'<>()\\]+$/;
const heading = "### file-checkouts: what merging would file";
/**
* The hidden first line that tells our comment from others, and the plan of one workflow and mapping from another's.
*
* @param parts what tells them apart: names of workflow and job, mapping file, repository ID. Only their hash is
* shown, so that no name can end the HTML comment; an absent part counts as such.
*/
function commentMarker(parts) {
	return `<!-- file-checkouts plan ${createHash("sha256").update(JSON.stringify(parts.map((part) => part ?? null))).digest("hex").slice(0, 16)} -->`;
}
/**
* The plan as the Markdown of a comment, of any length and without the marker: heading, where the whole of it is, and
* the report, in which every text from outside is escaped already.
*
* @param runUrl page of the run, where the job summary is; null: none.
*/
function commentBody(report, links, runUrl) {
	const lead = `Planned only: a pull request files nothing.${runUrl !== null && plainAddress.test(runUrl) ? ` [Run and job summary](${runUrl})` : ""}`;
	return `${heading}\n\n${lead}\n\n${markdownReport(report, links).replace(/^### .*\n+/, "")}`;
}

// src/comment/api.ts
/** The few calls of the host's API that a comment needs, through `@actions/github`, which is loaded only then. */
/** The API answered with something that is no comment: a proxy's page, for example. */
var UnreadableAnswer = class extends Error {
	name = "UnreadableAnswer";
};
const perPage = 100;
function record(value) {
	return typeof value === "object" && value !== null ? value : {};
}
function readAccount(value, idName) {
	const { login, [idName]: id } = record(value);
	return {
		id: typeof id === "number" ? id : null,
		login: typeof login === "string" ? login : null
	};
}
function readComment(value) {
	const { id, body, html_url: url, user } = record(value);
	if (typeof id !== "number") throw new UnreadableAnswer("the answer holds no comment");
	return {
		id,
		body: typeof body === "string" ? body : "",
		url: typeof url === "string" ? url : null,
		author: readAccount(user, "id")
	};
}
/** null for an answer by which a host says that it has no such thing; anything else stays an error. */
function noGraphQl(error) {
	if ([
		403,
		404,
		405,
		501
	].includes(Number(record(error).status))) return null;
	throw error;
}
function silent() {}
/** The token would travel readable. */
function refuseReadable(apiUrl) {
	const url = URL.parse(apiUrl);
	if (url?.protocol === "https:" || url?.protocol === "http:" && isLoopback(url.hostname)) return;
	throw new Error(`the token is not sent to ${url?.origin ?? "the API of the host"}, which is not https`);
}
/**
* Opens the API. The library chooses the proxy when it is loaded, by GITHUB_API_URL and the proxy variables of the
* process: the host that it is told about here must be the one of that variable.
*
* @throws Error for an address over plain http, this very machine's excepted.
*/
async function openCommentApi(options) {
	refuseReadable(options.apiUrl);
	const { getOctokit } = await import("./github.mjs");
	const { number: issue_number, signal } = options;
	const [owner = "", repo = ""] = options.repository.split("/");
	const octokit = getOctokit(options.token, {
		baseUrl: options.apiUrl.replace(/\/+$/, ""),
		log: {
			debug: silent,
			info: silent,
			warn: silent,
			error: silent
		}
	});
	const pull = {
		owner,
		repo,
		issue_number,
		request: { signal }
	};
	return {
		list: async () => {
			const comments = [];
			for (let page = 1;; page += 1) {
				const answer = await octokit.rest.issues.listComments({
					...pull,
					per_page: perPage,
					page
				});
				if (!Array.isArray(answer.data)) throw new UnreadableAnswer("the answer is no list of comments");
				comments.push(...answer.data.map(readComment));
				if (!/rel="next"/.test(answer.headers.link ?? "")) break;
			}
			return comments.sort((one, other) => one.id - other.id);
		},
		create: async (body) => readComment((await octokit.rest.issues.createComment({
			...pull,
			body
		})).data),
		update: async (comment_id, body) => {
			readComment((await octokit.rest.issues.updateComment({
				owner,
				repo,
				comment_id,
				body,
				request: { signal }
			})).data);
		},
		account: async () => {
			const answer = await octokit.graphql("{ viewer { databaseId login } }", { request: { signal } }).catch(noGraphQl);
			if (answer === null) return null;
			const account = readAccount(record(answer).viewer, "databaseId");
			if (account.login === null) throw new UnreadableAnswer("the answer names no account");
			return account;
		}
	};
}

// src/comment/refusal.ts
const remedy = "Give the job the permission \"pull-requests: write\"; a pull request from a fork never has it, and keeps the job summary.";
/** The answer that the library's error carries; null: there was none. */
function answerOf(error) {
	if (!(error instanceof Error) || !("response" in error) || !("status" in error)) return null;
	const { status, response } = error;
	if (typeof status !== "number" || typeof response !== "object" || response === null) return null;
	const { headers = {}, data } = response;
	const said = typeof data === "object" && data !== null && "message" in data ? data.message : "";
	return {
		status,
		headers,
		message: typeof said === "string" ? said : ""
	};
}
function isRateLimit({ status, headers, message }) {
	if (status === 429) return true;
	const none = String(headers["x-ratelimit-remaining"] ?? "") === "0" || headers["retry-after"] !== void 0;
	return status === 403 && (none || /rate limit/i.test(message));
}
/**
* What an error of the API is to the run: never a failure of it.
*
* @param token kept out of every sentence. @param signal the one that the calls were given.
*/
function refusalOf(error, token, signal) {
	const safe = safeTextFor(token);
	const failed = (why, passing = false) => ({
		outcome: "failed",
		why,
		passing
	});
	if (signal.aborted) return failed(signal.reason instanceof Error && signal.reason.name === "TimeoutError" ? "GitHub did not answer in time" : "the run was cancelled");
	const answer = answerOf(error);
	if (answer === null) return withoutAnswer(error, failed, safe(messageOf(error)));
	const said = answer.message === "" ? "" : `: ${safe(answer.message)}`;
	if (isRateLimit(answer)) return failed(`the rate limit of GitHub is used up (${answer.status})${said}`);
	if (answer.status === 403 || answer.status === 404) return {
		outcome: "notAllowed",
		why: `the token may not write it (${answer.status})${said}`,
		remedy
	};
	if (answer.status === 401) return failed(`GitHub does not accept the token (401)${said}`);
	return failed(`GitHub answered ${answer.status}${said}`, answer.status >= 500);
}
/** No answer, one that cannot be read, or something that was no call at all, as a library that cannot be loaded. */
function withoutAnswer(error, failed, message) {
	if (error instanceof UnreadableAnswer) return failed(`the answer of GitHub cannot be read: ${message}`);
	const sent = error instanceof Error && "request" in error;
	if (sent && "errors" in error) return failed(`GitHub does not say whose token it is: ${message}`);
	return sent ? failed(`GitHub could not be reached: ${message}`, true) : failed(message);
}

// src/comment/shorten.ts
/** Room for the sentence that says what is missing, and for closing what was open. */
const reserve = 300;
/** The lines without a code block that is cut in two: half a picture would show as an error. */
function withoutHalfBlock(lines) {
	const fences = lines.flatMap((line, index) => line.startsWith("```") ? index : []);
	return fences.length % 2 === 0 ? lines : lines.slice(0, fences.at(-1));
}
/** Ends what is left open where the text is cut: it would swallow the sentence behind it. */
function closing(lines) {
	const count = (tag) => lines.filter((line) => tag.test(line)).length;
	const open = count(/<details( open)?>/) - count(/<\/details>/);
	return open > 0 ? ["", ...Array.from({ length: open }, () => "</details>")] : [];
}
/**
* Markdown of at most `most` characters (UTF-16 units, so never more than the host counts): whole lines only, with
* blocks closed, and a last line that says how much is missing and where it is.
*/
function shorten(text, most) {
	if (text.length <= most) return text;
	const lines = text.trimEnd().split("\n");
	let length = 0;
	const fits = lines.findIndex((line) => {
		length += line.length + 1;
		return length > most - reserve;
	});
	const kept = withoutHalfBlock(lines.slice(0, Math.max(fits, 0)));
	const pointer = `*Shortened: ${lines.length - kept.length} more lines are in the job summary of the run.*`;
	return [
		...kept,
		...closing(kept),
		"",
		pointer,
		""
	].join("\n");
}

// src/comment/keep-comment.ts
/**
* The plan of a pull request as one comment that is kept up to date (design §9). It never fails a run: whatever goes
* wrong ends as a sentence.
*/
/** The host refuses a comment of more characters. */
const mostCharacters = 65536;
const defaultTimeoutMs = 3e4;
const pauseMs = 1e3;
/**
* Writes the plan as a comment of the pull request: updates the one that the token's own account wrote under the
* marker, else creates it. Logs one line. Never throws.
*/
async function commentPlan(input) {
	const signal = AbortSignal.any([input.signal, AbortSignal.timeout(input.timeoutMs ?? defaultTimeoutMs)]);
	let result = await tryOnce(input, signal);
	if (result.outcome === "failed" && result.passing) {
		await input.sleep(pauseMs, signal);
		result = await tryOnce(input, signal);
	}
	input.log.notice(escapeText(sentence(result)));
	return result;
}
function sentence(result) {
	const url = "url" in result && result.url !== null ? `: ${result.url}` : "";
	switch (result.outcome) {
		case "notAllowed": return `the plan is not written as a comment: ${result.why}. ${result.remedy}`;
		case "failed": return `the plan could not be written as a comment: ${result.why}`;
		case "unchanged": return `the comment with the plan is up to date${url}`;
		default: return `the comment with the plan is ${result.outcome}${url}`;
	}
}
async function tryOnce(input, signal) {
	try {
		return await keep(await openCommentApi({
			...input,
			signal
		}), input);
	} catch (error) {
		return refusalOf(error, input.token, signal);
	}
}
async function keep(api, { marker, body }) {
	const text = shorten(`${marker}\n${body}`, mostCharacters);
	const known = await ours(api, marker);
	if (known.length > 0) return settle(api, known, marker, text);
	const made = await api.create(text);
	const now = await ours(api, marker).catch(() => []);
	if (now.length > 1) await settle(api, now, marker, text).catch(() => {});
	return {
		outcome: "created",
		url: now[0]?.url ?? made.url
	};
}
/**
* Our comments under the marker, oldest first. Only what the token's own account wrote counts: anybody may paste a
* marker, and a token that may write may edit everybody's comments. The marker must be the first line, so that a text
* which another workflow of the same account quotes is not taken for ours.
*/
async function ours(api, marker) {
	const marked = (await api.list()).filter(({ body }) => body.split(/\r?\n/, 1)[0]?.trim() === marker);
	if (marked.length === 0) return [];
	const me = await api.account() ?? jobAccount;
	return marked.filter(({ author }) => isSame(author, me));
}
/** The account of the token that GitHub gives to a job: whose else a token is, only GraphQL tells. */
const jobAccount = {
	id: null,
	login: "github-actions[bot]"
};
function isSame(one, other) {
	return one.id !== null && one.id === other.id || one.login !== null && one.login === other.login;
}
/** The first of ours holds the plan; any other one only says where it is. Nothing is deleted. */
async function settle(api, known, marker, text) {
	const [first, ...others] = known;
	const url = first?.url ?? null;
	const changed = first !== void 0 && await put(api, first, text);
	const place = plainAddress.test(url ?? "") ? `[an earlier comment](${url})` : "an earlier comment";
	for (const other of others) await put(api, other, `${marker}\nThe plan is kept up to date in ${place}.\n`);
	return {
		outcome: changed ? "updated" : "unchanged",
		url
	};
}
/** The host may change line ends and drop blanks at the end: that is no difference. */
async function put(api, comment, text) {
	const plain = (body) => body.replaceAll("\r\n", "\n").trimEnd();
	if (plain(comment.body) === plain(text)) return false;
	await api.update(comment.id, text);
	return true;
}

// src/comment/on-pull-request.ts
/** The number of the pull request that the run is about; null: it is about none, or not on GitHub. */
function pullRequestOf({ host, happening }) {
	return host === "github" && happening.kind === "proposal" ? happening.number : null;
}
/**
* Writes the plan of a pull request as its comment. Null: there is no pull request, or nothing to write it with. Never
* throws.
*/
async function commentOnPullRequest(input) {
	const { report, event, env, options, token, signal, sleep, log } = input;
	const number = pullRequestOf(event);
	const { GITHUB_REPOSITORY: repository, GITHUB_API_URL: apiUrl = "https://api.github.com" } = env;
	if (number === null || !repository || !token) return null;
	const { mapping, repo, url, "ledger-key": key } = options;
	return commentPlan({
		token,
		apiUrl,
		repository,
		number,
		marker: commentMarker([
			env.GITHUB_WORKFLOW,
			env.GITHUB_JOB,
			mapping,
			repo,
			url,
			key
		]),
		body: commentBody(report, linksOf(event), event.run.url),
		signal,
		sleep,
		log
	});
}

export { commentOnPullRequest };