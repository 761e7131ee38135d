// src/filing/outcome.ts
/** How one request ended (design §10). */
const outcomes = [
	"created",
	"updated",
	"unchanged",
	"conflict",
	"rejected",
	"collision",
	"withdrawn",
	"covered",
	"unknown",
	"unsendable",
	"notAttempted"
];
/** Outcomes with which a request of the branch stands at the service. */
const heldOutcomes = [
	"created",
	"updated",
	"unchanged"
];
/** Outcomes with which nothing is left to do; every other one makes the exit code 1. */
const settledOutcomes = [
	...heldOutcomes,
	"withdrawn",
	"covered"
];
/** A row for a request; what is not named is not known. */
function filed(request, outcome, rest = {}) {
	return {
		request,
		reason: request.reason,
		path: request.path,
		outcome,
		objectId: null,
		rfp: null,
		sev: null,
		msg: null,
		remedy: null,
		vref: null,
		tkey: null,
		used: null,
		needsPerson: outcome === "unsendable" || outcome === "collision" || outcome === "unknown",
		uncertain: [],
		of: null,
		ofAdded: false,
		stands: true,
		warnings: [],
		...rest
	};
}

// src/git/git-path.ts
/** Decodes one file name as Git stores it. */
function gitPath(bytes) {
	const text = bytes.toString("utf8");
	return {
		text,
		raw: !text.includes("�") || Buffer.from(text, "utf8").equals(bytes) ? null : Buffer.from(bytes)
	};
}
/** A GitPath of a name known as text. */
function textPath(text) {
	return {
		text,
		raw: null
	};
}
/** A key under which equal names, and only those, meet. */
function pathKey(path) {
	return path.raw === null ? path.text : `\0${path.raw.toString("base64")}`;
}
/** Why the interface cannot carry this name in a JSON string or a header, or null when it can (design §4). */
function unsendableName(path) {
	if (path.raw !== null) return "its name is not UTF-8";
	if (/[\u0000-\u001f\u007f-\u009f]/.test(path.text)) return "its name holds control characters";
	const leading = path.text.split("/").find(leadsElsewhere);
	return leading === void 0 ? null : `its path holds ${JSON.stringify(leading)}, which would lead elsewhere`;
}
/** Characters that macOS ignores in a name. */
const ignored = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/**
* True for an entry of a tree that nobody can commit with Git itself, but can push: `.`, `..`, none at all, and what
* some file system takes for `.git`, as Git itself refuses it.
*/
function leadsElsewhere(entry) {
	if (entry === "" || entry === "." || entry === "..") return true;
	const [name = ""] = entry.replace(ignored, "").toLowerCase().split(/[:\\]/);
	return /^(\.git|git~1)[ .]*$/.test(name);
}
/** Directory and file name as the interface has them: no leading slash, `gpath` empty at the root. */
function splitPath(path) {
	const slash = path.lastIndexOf("/");
	return slash < 0 ? {
		gpath: "",
		gfile: path
	} : {
		gpath: path.slice(0, slash),
		gfile: path.slice(slash + 1)
	};
}

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

// src/report/report.ts
function reportPath(path) {
	if (unsendableName(path) === null) return { path: path.text };
	return {
		path: path.text,
		pathBase64: (path.raw ?? Buffer.from(path.text, "utf8")).toString("base64")
	};
}
/** Between what is said of one left-out file. */
const andAlso = "; ";
/**
* The left-out files of a report, one row a file: what is said of several objects of one file, or of the old path of a
* file that was moved, stands in that row (design §10).
*/
function reportLeftOuts(entries) {
	const movedTo = /* @__PURE__ */ new Map();
	for (const { path, previousPath } of entries) if (previousPath !== null) movedTo.set(pathKey(previousPath), pathKey(path));
	const rowOf = ({ path, previousPath }) => {
		const key = pathKey(path);
		return previousPath === null ? movedTo.get(key) ?? key : key;
	};
	return [...Map.groupBy(entries, rowOf).values()].map(oneRow);
}
function oneRow(entries) {
	const [first, ...others] = entries.toSorted((one, other) => wasMoved(other) - wasMoved(one));
	const whys = new Set([first, ...others].map(({ why }) => why));
	return reportLeftOut({
		...first,
		why: [...whys].join(andAlso)
	});
}
const wasMoved = ({ previousPath }) => previousPath === null ? 0 : 1;
/** A left-out file in the report; a rename carries its old name too. */
function reportLeftOut(entry) {
	const previous = entry.previousPath === null ? {} : { previousPath: entry.previousPath.text };
	return {
		...reportPath(entry.path),
		...previous,
		why: entry.why
	};
}
/** True for a file that no rule of the mapping reaches. */
function isUnmapped({ why }) {
	return why === "no rule matches it" || why.startsWith(`${"no rule matches it"}${andAlso}`);
}
/** A filed request in the report. */
function reportRequest(row) {
	const { request } = row;
	const used = row.used ?? {};
	const text = (name) => typeof used[name] === "string" ? used[name] : null;
	return {
		...reportPath(row.path),
		previousPath: request.previousPath?.text ?? null,
		reason: row.reason,
		rule: request.rule,
		appl: request.identity.appl,
		lvl: request.identity.lvl,
		objn: request.identity.objn,
		objt: text("objt") ?? request.fields.objt ?? null,
		attr: text("attr") ?? request.fields.attr ?? null,
		blob: request.blob,
		bytes: request.bytes,
		outcome: row.outcome,
		objectId: row.objectId,
		rfp: row.rfp,
		sev: row.sev,
		msg: row.msg,
		remedy: row.remedy,
		vref: row.vref,
		warnings: row.warnings,
		used: row.used
	};
}
/** Name and type of the object of a request; without a type that is known, the attribute. */
function typedName({ objn, objt, attr }) {
	return `${objn} ${objt ?? attr ?? ""}`.trim();
}
/** The object of a request as reports name it: application and level, name, type. */
function objectText(request) {
	return `${request.appl}/${request.lvl} ${typedName(request)}`;
}
/** Counts the rows by outcome. */
function countRows(requests, leftOut) {
	const counts = { ...Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) };
	for (const { outcome } of requests) counts[outcome] = (counts[outcome] ?? 0) + 1;
	return {
		...counts,
		leftOut
	};
}
/** True for a row with which nothing is left to do, or that is planned. */
function isSettled({ outcome }) {
	return outcome === "planned" || settledOutcomes.includes(outcome);
}
/** True when every row is settled or planned, so that the run is green. */
function allSettled(requests) {
	return requests.every(isSettled);
}

// src/git/empty-tree.ts
/** OIDs of the empty tree, which Git knows without having it. */
const emptyTree = {
	sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
	sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
};
/** True for the empty tree, from which a first import is compared; a host has no page for it. */
function isEmptyTree(oid) {
	return oid === emptyTree.sha1 || oid === emptyTree.sha256;
}

export { allSettled, countRows, emptyTree, filed, gitPath, heldOutcomes, isEmptyTree, isLeftOutForNow, isSettled, isUnmapped, objectText, pathKey, reportLeftOuts, reportRequest, settledOutcomes, splitPath, textPath, typedName, unmappedWhy, unsendableName };