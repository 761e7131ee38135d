/** Objects that a push affects beside those that it changes, as reports show them (design §13). */
import { formatCount, joinTexts, limitLines } from '../counted.ts';
import { type Identity, mayBeSame } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { type Affected, mostCauses as mostKnown } from '../uses/affected.ts';
import type { Report, ReportDependent, ReportRequest } from './report-json.ts';
import { describeAction } from './request-words.ts';

/** An object that a push affects, or a source that the mapping makes no object of. */
export interface DependentRow extends Affected {
  readonly identity: Identity | null;
  readonly objt: string | null;
  /** Why the mapping makes nothing of it; null: it makes the object. */
  readonly leftOut: string | null;
  /** The request of this push that compiles it; null: nothing is requested. */
  readonly request: PlannedRequest | null;
}

/**
 * Makes the dependents of a report, in the order of the rows. `request` is the index in `requests` of the first with the object and the
 * reason of the row's request; null if the row has no request, or `requests` has none like it.
 */
export function toReportDependents(rows: readonly DependentRow[], requests: readonly ReportRequest[]) {
  const keyOf = ({ appl, lvl, objn }: Pick<Identity, 'appl' | 'lvl' | 'objn'>) => JSON.stringify([appl, lvl, objn]);
  const places = Map.groupBy(requests.entries(), ([, row]) => keyOf(row));
  const findRequestPlace = ({ identity, reason }: PlannedRequest) => {
    // The list may also have an earlier request of the object, for another reason, that was withdrawn.
    const same = places.get(keyOf(identity))?.find(([, { objt, attr, reason: ofRow }]) => {
      // Without a type in the mapping, the identity has the attribute in its place.
      return ofRow === reason && [objt, attr ?? objt].some((type) => mayBeSame({ ...identity, type }, identity));
    });
    return same?.[0] ?? null;
  };
  return rows.map(({ path, identity, objt, reason, because, ambiguous, leftOut, request }): ReportDependent => {
    const { appl = null, lvl = null, objn = null } = identity ?? {};
    return {
      ...{ path, appl, lvl, objn, objt, reason },
      because: because.map(({ deleted, ...cause }) => ({ ...cause, ...(deleted ? { deleted } : {}) })),
      ...(ambiguous ? { ambiguous } : {}),
      ...(leftOut === null ? {} : { leftOut }),
      request: request === null ? null : findRequestPlace(request),
    };
  });
}

/** Number of changed files that are named as causes of one dependent. */
const mostCauses = 3;
/** Number of files that are named on the way to a changed one, beside the first and the last. */
const mostBetween = 2;

/**
 * Says by which changed files a dependent is affected: the ways to the first three, and how many more, `uses A, which uses B, and uses C`, `uses A and B`;
 * then, if so, that a name on the way means several files, and why the mapping leaves it out. Ten changed files count as ten `or more`.
 */
export function explainAffected({ because, ambiguous, leftOut }: ReportDependent): string {
  const orMore = because.length < mostKnown ? '' : ' or more';
  const more = (left: number) => `${formatCount(left, 'other changed file')}${orMore}`;
  const doubt = ambiguous === true ? ' (more than one file has that name)' : '';
  const out = leftOut === undefined ? '' : `; the mapping leaves it out (${leftOut})`;
  const ways = because.map(describeWay);
  const text = limitLines(ways, mostCauses, more).join(', and ');
  const isPlain = ways.every((way) => /^uses [^,]*$/.test(way));
  return `${isPlain ? text.replaceAll(', and uses ', ' and ') : text}${doubt}${out}`;
}

/**
 * Says how a dependent uses one changed file, with file names shortened: `uses A, which uses B`, or `binds A`. Of over five files (with the
 * changed one) it names the first three, the number of others, and the last. Ends in `, which was deleted` if the changed one is gone.
 */
function describeWay({ path, via, use, deleted }: ReportDependent['because'][number]): string {
  const [first = '', ...others] = [...via, path].map(shortenFileName);
  const skipped = others.length - 1 - mostBetween;
  const named =
    skipped > 1 ? [...others.slice(0, mostBetween), `${skipped} others on the way to ${others.at(-1)}`] : others;
  const verb = use === 'bind' ? 'binds' : 'uses';
  const end = deleted === true ? ', which was deleted' : '';
  return `${verb} ${[first, ...named.map((name) => `which uses ${name}`)].join(', ')}${end}`;
}

/** Returns a file name without folders, endings, and the `-TEXT` behind a name of up to ten characters: `ORD100` of `Q/ORD100-A.RPGLE`. */
function shortenFileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/(?<=.)\..*$/s, '').replace(/^([\w$#@]{1,10})-.*/, '$1');
}

/** Names the object of a dependent, `ORD/50 ORD100 *PGM` (without an unknown type); the file, if the mapping makes no object of it. */
export function formatDependentName({ path, appl, lvl, objn, objt }: ReportDependent): string {
  return objn === null ? path : `${appl}/${lvl} ${objn}${objt === null ? '' : ` ${objt}`}`;
}

/** Counts dependents: `3 objects, 1 file that the mapping leaves out`. An object that several files make counts once. Empty for none. */
export function formatAffectedCount(dependents: readonly ReportDependent[]): string {
  const made = dependents.filter(({ objn }) => objn !== null);
  const objects = new Set(made.map(formatDependentName)).size;
  const files = dependents.length - made.length;
  const leftOut = files > 0 ? `${formatCount(files, 'file')} that the mapping leaves out` : '';
  return joinTexts([objects > 0 ? formatCount(objects, 'object') : '', leftOut], ', ');
}

/** Returns the request of the report that compiles a dependent (by its index `request`); null if nothing is requested. */
export function findDependentRequest({ request }: ReportDependent, { requests }: Report): ReportRequest | null {
  return requests[request ?? -1] ?? null;
}

/** Says what became of the request of a dependent, or would (`created`, `to create`); without a request `not requested`. */
export function describeDependentState(dependent: ReportDependent, report: Report): string {
  const request = findDependentRequest(dependent, report);
  return request === null ? 'not requested' : describeAction(request);
}

/**
 * Groups dependents with the same `state` (`*RECOMPILE, created`) and `why` (`uses A`, of several `each uses A`), in the report's
 * order. `names` has the object of each, else the file; several files that make one object are told apart by ` from PATH` behind it.
 */
export function groupDependents(report: Report) {
  const sameNamed = Map.groupBy(report.dependents, formatDependentName);
  const rows = report.dependents.map((one) => {
    const name = formatDependentName(one);
    const named = sameNamed.get(name)?.length === 1 ? name : `${name} from ${one.path}`;
    return { name: named, state: `${one.reason}, ${describeDependentState(one, report)}`, why: explainAffected(one) };
  });
  const groups = Map.groupBy(rows, ({ state, why }) => `${state}\n${why}`).values();
  return [...groups].map((all) => {
    const { state, why } = all[0] as (typeof rows)[number];
    return { state, why: all.length > 1 ? `each ${why}` : why, names: all.map(({ name }) => name) };
  });
}
