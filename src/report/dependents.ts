/** Objects that a push affects beside those that it changes, as reports show them (design §13). */
import { counted } from '../counted.ts';
import { type Identity, mayBeSame } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { type Affected, mostCauses as mostKnown } from '../uses/affected.ts';
import type { Report, ReportDependent, ReportRequest } from './report-json.ts';
import { doingText } from './request-words.ts';

/** An object that a push affects, or a source that the mapping makes no object of. */
export interface DependentRow extends Affected {
  readonly identity: Identity | null;
  readonly objt: string | null;
  /** Why the mapping makes nothing of it; null: it makes the object. */
  readonly leftOut: string | null;
  /** The request of this push that compiles it; null: nothing is requested. */
  readonly request: PlannedRequest | null;
}

/** Makes the dependents of a report, in the order of the rows. `request` is the place in `requests` of the same object and reason; null: none. */
export function reportDependents(
  rows: readonly DependentRow[],
  requests: readonly ReportRequest[],
): Report['dependents'] {
  const keyOf = ({ appl, lvl, objn }: Pick<Identity, 'appl' | 'lvl' | 'objn'>) => `${appl} ${lvl} ${objn}`;
  const places = Map.groupBy(rows.length === 0 ? [] : requests.keys(), (n) => keyOf(requests[n] as ReportRequest));
  const placeOf = ({ identity, reason: planned }: PlannedRequest) => {
    const isSame = (n: number) => {
      const { appl, lvl, objn, objt, reason } = requests[n] as ReportRequest;
      // The list may also have an earlier request of the object, for another reason, that was withdrawn.
      return reason === planned && mayBeSame({ appl, lvl, objn, rpth: identity.rpth, type: objt }, identity);
    };
    return places.get(keyOf(identity))?.find(isSame) ?? null;
  };
  return rows.map(({ path, identity, objt, reason, because, ambiguous, leftOut, request }): ReportDependent => {
    const { appl = null, lvl = null, objn = null } = identity ?? {};
    return {
      path,
      appl,
      lvl,
      objn,
      objt,
      reason,
      because: because.map(({ deleted, ...cause }) => ({ ...cause, ...(deleted ? { deleted } : {}) })),
      ...(ambiguous ? { ambiguous } : {}),
      ...(leftOut === null ? {} : { leftOut }),
      request: request === null ? null : placeOf(request),
    };
  });
}

/** Number of changed files that are named as causes of one dependent. */
const mostCauses = 3;
/** Number of files that are named on the way to a changed one, beside the first and the last. */
const mostBetween = 2;

/** Says why a dependent is affected (three causes, the rest counted) or left out: `uses CUSTL1, which uses CUST; and 2 other changed files`. */
export function whyAffected({ because, ambiguous, leftOut }: ReportDependent): string {
  const ways = because.slice(0, mostCauses).map(wayTo);
  const rest = because.length - mostCauses;
  const more =
    rest > 0 ? [`and ${counted(rest, 'other changed file')}${because.length < mostKnown ? '' : ' or more'}`] : [];
  const doubt = ambiguous === true ? ' (more than one file has that name)' : '';
  const out = leftOut === undefined ? '' : `; the mapping leaves it out (${leftOut})`;
  return `${[...ways, ...more].join('; ')}${doubt}${out}`;
}

/** Says how a dependent uses one changed file, by short names: `uses A, which uses B`, `binds C`; of a long way the first three files and the last. */
function wayTo({ path, via, use, deleted }: ReportDependent['because'][number]): string {
  const [first = '', ...others] = [...via, path].map(shortName);
  const skipped = others.length - 1 - mostBetween;
  const named =
    skipped > 1 ? [...others.slice(0, mostBetween), `${skipped} others on the way to ${others.at(-1)}`] : others;
  const verb = use === 'bind' ? 'binds' : 'uses';
  const end = deleted === true ? ', which was deleted' : '';
  return `${verb} ${[first, ...named.map((name) => `which uses ${name}`)].join(', ')}${end}`;
}

/** Returns a file's name as people call it, `ORD100` of `ORD100-Order entry.PGM.RPGLE`: up to the first dot, without text behind a hyphen. */
function shortName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/(?<=.)\..*$/s, '').replace(/^([\w$#@]{1,10})-.*/, '$1');
}

/** Names the object, `ORD/50 ORD100 *PGM`, or the file if the mapping makes none of it. */
export function dependentName({ path, appl, lvl, objn, objt }: ReportDependent): string {
  return objn === null ? path : `${appl}/${lvl} ${objn}${objt === null ? '' : ` ${objt}`}`;
}

/** Returns a function that names a dependent, with its file if several of them make the object. */
function uniqueNames(dependents: readonly ReportDependent[]): (one: ReportDependent) => string {
  const files = Map.groupBy(dependents, dependentName);
  return (one) => {
    const name = dependentName(one);
    return (files.get(name)?.length ?? 0) > 1 ? `${name} from ${one.path}` : name;
  };
}

/** Counts: `3 objects, 1 file that the mapping leaves out`. An object that several files make counts once. Empty for none. */
export function countAffected(dependents: readonly ReportDependent[]): string {
  const made = dependents.filter(({ objn }) => objn !== null);
  const objects = new Set(made.map(dependentName)).size;
  const files = dependents.length - made.length;
  const leftOut = files === 0 ? [] : [`${counted(files, 'file')} that the mapping leaves out`];
  return [...(objects === 0 ? [] : [counted(objects, 'object')]), ...leftOut].join(', ');
}

/** Returns the row of the request that compiles a dependent; null: nothing is requested. */
export function dependentRequest(
  { request }: ReportDependent,
  { requests }: Pick<Report, 'requests'>,
): ReportRequest | null {
  return (request === null ? null : requests[request]) ?? null;
}

/** Says what became of the request of a dependent, in the words of the requests, or `not requested`. */
export function dependentState(dependent: ReportDependent, report: Pick<Report, 'requests'>): string {
  const request = dependentRequest(dependent, report);
  return request === null ? 'not requested' : doingText(request);
}

/** Dependents that are affected for one reason, with requests that ended alike. */
export interface DependentGroup {
  readonly names: readonly string[];
  /** `*RECOMPILE, created` */
  readonly state: string;
  readonly why: string;
}

/** Groups dependents by state and cause, in the order of the report, so that what is true of many is said once. */
export function dependentGroups(report: Pick<Report, 'requests' | 'dependents'>): DependentGroup[] {
  const nameOf = uniqueNames(report.dependents);
  const groups = new Map<string, DependentGroup & { names: string[] }>();
  for (const one of report.dependents) {
    const [state, why] = [`${one.reason}, ${dependentState(one, report)}`, whyAffected(one)];
    const key = `${state}\n${why}`;
    const group = groups.get(key) ?? { names: [], state, why };
    group.names.push(nameOf(one));
    groups.set(key, group);
  }
  return [...groups.values()];
}
