// src/plan/planned.ts
/** What the report says of a file that no rule reaches. The report has no kinds: there this text alone tells them. */
const unmappedWhy = "no rule matches it";
const forNow = [
	"noBranchRule",
	"unmapped",
	"superseded",
	"asOnDefault"
];
/** True for a file that is left out for now only: what is open of it stays open. */
function isLeftOutForNow({ kind }) {
	return forNow.includes(kind);
}

export { unmappedWhy as n, isLeftOutForNow as t };