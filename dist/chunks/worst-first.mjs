// src/report/links.ts
/** A path that is long enough to be an attack on the size of a page is no link. */
const longestLink = 1e3;
/** The links of an event. */
function linksOf(event) {
	return {
		host: event.host,
		repository: event.repository.url
	};
}
function page({ host, repository }, rest) {
	if (repository === null) return null;
	return host === "gitlab" ? `${repository}/-/${rest}` : `${repository}/${rest}`;
}
/** The page of a file as a commit has it; null when there is none to point to. Safe inside a quoted attribute. */
function fileUrl(links, head, path) {
	if (path.length > longestLink) return null;
	return page(links, `blob/${head}/${path.toWellFormed().split("/").map(encodeURIComponent).join("/").replaceAll("'", "%27")}`);
}
/** The page of a commit. */
function commitUrl(links, oid) {
	return page(links, `commit/${oid}`);
}
/** The page that compares two commits. */
function compareUrl(links, base, head) {
	return page(links, `compare/${base}...${head}`);
}

// src/report/worst-first.ts
/** What needs a person comes first; outcomes that are not named come last, all alike. */
const order = [
	"conflict",
	"rejected",
	"collision",
	"unknown",
	"unsendable",
	"notAttempted",
	"withdrawn"
];
/** The requests with those first that need a person; within an outcome they stay as they are. */
function worstFirst(requests) {
	const rank = ({ outcome }) => order.indexOf(outcome) + 1 || order.length + 1;
	return requests.toSorted((one, other) => rank(one) - rank(other));
}

export { linksOf as a, fileUrl as i, commitUrl as n, compareUrl as r, worstFirst as t };