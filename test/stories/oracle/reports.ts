/** A run says what it did: report, rows and exit code. */
import { differing } from '../ancestry.ts';
import type { StoryCommit, Tree } from '../history.ts';
import { keyOf } from './makers.ts';
import { openRows } from './reasons.ts';
import type { Seen } from './seen.ts';

/** A process that ended by itself, without a report that says the same. */
export function wrongEnd({ run: { told, changed } }: Seen): string[] {
  const { code, report, stderr } = told;
  if (code === null) return [];
  if (report === null) return [`no report; exit ${code}: ${stderr.trim().slice(-300)}`];
  if (report.error?.code === 'defect') return [`a defect: ${report.error.message}`];
  if (report.error?.code === 'limit' && changed.length > 0) return ['more than is allowed, and something was filed'];
  if (code > 4) return [`exit ${code}`];
  return report.exitCode === code ? [] : [`exit ${code}, and the report says ${report.exitCode}`];
}

/** An exit code that the rows do not bear out. */
export function wrongExitCode(seen: Seen): string[] {
  const { code, report } = seen.run.told;
  if (code === null || report === null) return [];
  const [open] = openRows(seen);
  if (code === 0 && open !== undefined) return [`exit 0, and ${keyOf(open)} is ${open.outcome}`];
  if (code === 0 && report.error !== null) return [`exit 0, and an error: ${report.error.message}`];
  if (code !== 0 && open === undefined && report.error === null) return [`exit ${code}, and nothing says why`];
  return [];
}

/** A run that did something although no secret of it sealed the record. */
export function notRefused({ run }: Seen): string[] {
  const { code } = run.told;
  if (!run.isSealedByOther || (code === 3 && run.changed.length === 0)) return [];
  return [`${run.branch}: exit ${code}, and ${run.changed.length} requests were changed`];
}

/** Changed files that the report does not name, or names twice. */
export function unreported(seen: Seen): string[] {
  const { report, code } = seen.run.told;
  const range = report?.range;
  if (code !== 0 || !report || !range?.head || seen.run.command !== 'file') return [];
  const [base, head] = [treeOf(seen, range.base), treeOf(seen, range.head)];
  if (base === null || head === null) return [];
  const leftOut = report.leftOut.flatMap((row) => [row.path, row.previousPath ?? null]);
  const named = new Set([...leftOut, ...report.requests.flatMap((row) => [row.path, row.previousPath])]);
  const twice = leftOut.filter((path, n) => path !== null && leftOut.indexOf(path) !== n);
  return [
    ...differing(base, head)
      .filter((path) => !named.has(path))
      .map((path) => `${path} has changed, and no row names it`),
    ...twice.map((path) => `${path} is left out twice`),
  ];
}

/** Null: no commit of the story. */
function treeOf({ history }: Seen, oid: string | null): Tree | null {
  if (oid === null) return null;
  const commits: StoryCommit[] = [...history.branches.keys()].flatMap((branch) => history.placesOf(branch));
  return commits.find((commit) => commit.oid === oid)?.tree ?? null;
}

/** A run of `release` that left a living branch without its requests, or said 0 and left locks. */
export function wrongRelease(seen: Seen): string[] {
  const { run, held, owners, doubts } = seen;
  if (run.command !== 'release' || run.told.code === null) return [];
  const named = (numbers: readonly number[]) => numbers.join(', ');
  if (run.tip !== null && !run.live) {
    if (run.changed.length === 0 && run.told.code !== 0) return [];
    const what = run.changed.map(({ request }) => request.objectId);
    return [`${run.branch} is at the remote: exit ${run.told.code}, changed were ${named(what)}`];
  }
  if (run.told.code !== 0) return [];
  const isDoubtful = (name: string) => doubts.lost.has(name) || doubts.unrecorded.has(name);
  const ours = held.requests.filter((request) => owners.ownerOf(request)?.branch === run.branch);
  const left = ours.filter(({ lock, objn }) => lock === '*YES' && !isDoubtful(objn.toUpperCase()));
  if (left.length === 0) return [];
  return [`${run.branch} is released, and ${named(left.map(({ objectId }) => objectId))} stay`];
}
