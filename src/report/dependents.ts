/** What a push affects beside what it changes, as reports show it (design §13). */
import { counted } from '../counted.ts';
import { type Identity, mayBeSame } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { type Affected, mostCauses as mostKnown } from '../uses/affected.ts';
import { doingText } from './plan-words.ts';
import type { Report, ReportRequest } from './report-json.ts';

/** An object that a push affects, or a source that the mapping makes none of. */
export interface DependentRow extends Affected {
  readonly identity: Identity | null;
  readonly objt: string | null;
  /** Why the mapping makes nothing of it; null: it makes the object. */
  readonly leftOut: string | null;
  /** The request of this push that compiles it; null: nothing is requested. */
  readonly request: PlannedRequest | null;
}

export type ReportDependent = Report['dependents'][number];

/** The dependents of a report; `request`: where the request that compiles it stands among the rows. */
export function reportDependents(
  rows: readonly DependentRow[],
  requests: readonly ReportRequest[],
): Report['dependents'] {
  if (rows.length === 0) return [];
  const places = Map.groupBy(requests.keys(), (n) => keyOf(requests[n] as ReportRequest));
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
      request: request === null ? null : placeOf(request, places, requests),
    };
  });
}

function keyOf({ appl, lvl, objn }: Pick<Identity, 'appl' | 'lvl' | 'objn'>): string {
  return `${appl} ${lvl} ${objn}`;
}

function placeOf(
  asked: PlannedRequest,
  places: ReadonlyMap<string, readonly number[]>,
  requests: readonly ReportRequest[],
): number | null {
  const { identity } = asked;
  const isSame = (n: number) => {
    const { appl, lvl, objn, objt, reason } = requests[n] as ReportRequest;
    // Beside it may stand an earlier request of the object, of another reason, that was withdrawn.
    return reason === asked.reason && mayBeSame({ appl, lvl, objn, rpth: identity.rpth, type: objt }, identity);
  };
  return places.get(keyOf(identity))?.find(isSame) ?? null;
}

const mostCauses = 3;
/** So many files are named on the way to one, beside the first and the last. */
const mostBetween = 2;

/** Why a dependent is affected: `uses CUSTL1, which uses CUST`. */
export function whyAffected({ because, ambiguous, leftOut }: ReportDependent): string {
  const ways = because.slice(0, mostCauses).map(wayTo);
  const rest = because.length - mostCauses;
  const more =
    rest > 0 ? [`and ${counted(rest, 'other changed file')}${because.length < mostKnown ? '' : ' or more'}`] : [];
  const doubt = ambiguous === true ? ' (more than one file has that name)' : '';
  const out = leftOut === undefined ? '' : `; the mapping leaves it out (${leftOut})`;
  return `${[...ways, ...more].join('; ')}${doubt}${out}`;
}

function wayTo({ path, via, use, deleted }: ReportDependent['because'][number]): string {
  const [first = '', ...others] = [...via, path].map(shortName);
  const skipped = others.length - 1 - mostBetween;
  const named =
    skipped > 1 ? [...others.slice(0, mostBetween), `${skipped} others on the way to ${others.at(-1)}`] : others;
  const verb = use === 'bind' ? 'binds' : 'uses';
  const end = deleted === true ? ', which was deleted' : '';
  return `${verb} ${[first, ...named.map((name) => `which uses ${name}`)].join(', ')}${end}`;
}

/** A file as people call it: its name up to the first dot, without a text behind a hyphen. */
function shortName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.replace(/(?<=.)\..*$/, '').replace(/^([\w$#@]{1,10})-.*/, '$1');
}

/** The object, or the file where the mapping makes none of it. */
export function dependentName({ path, appl, lvl, objn, objt }: ReportDependent): string {
  return objn === null ? path : `${appl}/${lvl} ${objn}${objt === null ? '' : ` ${objt}`}`;
}

/** Names them, each with its file where several files make the object. */
function dependentNames(dependents: readonly ReportDependent[]): (one: ReportDependent) => string {
  const files = Map.groupBy(dependents, dependentName);
  return (one) => {
    const name = dependentName(one);
    return (files.get(name)?.length ?? 0) > 1 ? `${name} from ${one.path}` : name;
  };
}

/** How many there are: `3 objects, 1 file that the mapping leaves out`. */
export function countAffected(dependents: readonly ReportDependent[]): string {
  const made = dependents.filter(({ objn }) => objn !== null);
  const objects = new Set(made.map(dependentName)).size;
  const files = dependents.length - made.length;
  const leftOut = files === 0 ? [] : [`${counted(files, 'file')} that the mapping leaves out`];
  return [...(objects === 0 ? [] : [counted(objects, 'object')]), ...leftOut].join(', ');
}

export function dependentRequest({ request }: ReportDependent, { requests }: Pick<Report, 'requests'>) {
  return (request === null ? null : requests[request]) ?? null;
}

/** What became of its request, in the words of the requests. */
export function dependentState(dependent: ReportDependent, report: Pick<Report, 'requests'>): string {
  const request = dependentRequest(dependent, report);
  return request === null ? 'not requested' : doingText(request);
}

/** Dependents that are affected for one reason, and of which the same became. */
export interface DependentGroup {
  readonly names: readonly string[];
  /** `*RECOMPILE, created` */
  readonly state: string;
  readonly why: string;
}

/** What is true of many is said once. */
export function dependentGroups(report: Pick<Report, 'requests' | 'dependents'>): DependentGroup[] {
  const nameOf = dependentNames(report.dependents);
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
