import { messages, saysLike } from "./replies.mjs";
import { createClient } from "./create-client.mjs";

// src/client/probe-url.ts
/** The one harmless question of `check --url`: an update of request 0, which files nothing (interface §4.2, §7). */
/** A user waits for the answer, so the question has less time than a call that files. */
const mostSeconds = 10;
/**
* Asks the service one question that changes nothing, once and for ten seconds at most, and says what came. Throws as
* `createClient` does.
* @param how.isPatient as often and as long as other calls are tried.
*/
async function askHarmlessly(options, how = { isPatient: false }) {
	const log = (line) => options.log?.(line.replace(/^update 0\b/, "the question"));
	const timeoutSeconds = Math.min(options.timeoutSeconds, mostSeconds);
	const client = await createClient(how.isPatient ? {
		...options,
		log
	} : {
		...options,
		log,
		timeoutSeconds,
		once: true
	});
	try {
		return readProbe(await client.update({ objectId: 0 }, null));
	} finally {
		await client.close();
	}
}
const earlierVariant = "A service of the earlier variant of the interface answers: it has no PATCH, so requests can be created but not updated. Whether it accepts the token shows with the first create.";
function allWell(said = "The service answers and accepts the token.") {
	return {
		ok: true,
		came: "service",
		said,
		remedy: null
	};
}
function readProbe(result) {
	switch (result.kind) {
		case "answered":
			if (result.reply.sev === 30 && saysLike(result.reply, messages.objectIdRequired)) return allWell();
			if (result.reply.code === "noUpdates") return allWell(earlierVariant);
			return {
				ok: false,
				came: "otherAnswer",
				said: `The service answers, but not as expected (HTTP ${result.status}, sev ${result.reply.sev}): ${result.reply.msg}`,
				remedy: "If the message speaks of authority, have the owner of the token authorized; else ask the administrator of the service."
			};
		case "stopped": return {
			ok: false,
			came: result.code,
			said: result.why,
			remedy: result.remedy
		};
		case "cancelled": return {
			ok: false,
			came: "cancelled",
			said: "The question was not asked: cancelled.",
			remedy: "Run it again."
		};
		case "refused":
			if (result.status === 400 && result.snippet.includes(messages.objectIdRequired)) return allWell();
			return {
				ok: false,
				came: "page",
				said: result.why,
				remedy: result.remedy
			};
		case "unreadable":
		case "lost": return pageOf(result);
	}
}
/** An answer that is none of this interface, or none at all. */
function pageOf(result) {
	const beginning = result.kind === "unreadable" && result.snippet !== "" ? ` It begins: ${result.snippet}` : "";
	return {
		ok: false,
		came: "page",
		said: `${result.why}${beginning}`,
		remedy: "Check --url; a proxy or gateway may be answering in place of the service."
	};
}

export { askHarmlessly };