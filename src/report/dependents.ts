/** What a push affects beside what it changes, as reports show it (design §13). */
import { counted } from '../counted.ts';
import { type Identity, mayBeSame } from '../plan/identity.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Affected } from '../uses/affected.ts';
import type { Report, ReportRequest } from './report-json.ts';

/** An object that a push affects, or a source of which the mapping makes none. */
export interface DependentRow extends Affected {
  readonly identity: Identity | null;
  readonly objt: string | null;
  /** Why the mapping makes nothing of it; null: it makes the object. */
  readonly leftOut: string | null;
  /** The request of this push that compiles it; null: nothing is requested. */
  readonly request: PlannedRequest | null;
}

/** One dependent in the JSON report. */
export type ReportDependent = Report['dependents'][number];

/** The dependents of a report; `request`: where the request that compiles it stands among the rows. */
export function reportDependents(
  rows: readonly DependentRow[],
  requests: readonly ReportRequest[],
): Report['dependents'] {
  const places = Map.groupBy(requests.keys(), (n) => keyOf(requests[n] as ReportRequest));
  return rows.map(({ path, identity, objt, reason, because, ambiguous, leftOut, request }): ReportDependent => {
    const about = {
      path,
      appl: identity?.appl ?? null,
      lvl: identity?.lvl ?? null,
      objn: identity?.objn ?? null,
      objt,
    };
    const causes = because.map(({ deleted, ...cause }) => ({ ...cause, ...(deleted ? { deleted } : {}) }));
    return {
      ...about,
      reason,
      because: causes,
      ...(ambiguous ? { ambiguous } : {}),
      ...(leftOut === null ? {} : { leftOut }),
      request: request === null ? null : placeOf(request.identity, places, requests),
    };
  });
}

function keyOf({ appl, lvl, objn }: Pick<Identity, 'appl' | 'lvl' | 'objn'>): string {
  return `${appl} ${lvl} ${objn}`;
}

function placeOf(
  identity: Identity,
  places: ReadonlyMap<string, readonly number[]>,
  requests: readonly ReportRequest[],
): number | null {
  const isSame = (n: number) => {
    const { appl, lvl, objn, objt } = requests[n] as ReportRequest;
    return mayBeSame({ appl, lvl, objn, rpth: identity.rpth, type: objt }, identity);
  };
  return places.get(keyOf(identity))?.find(isSame) ?? null;
}

/** So many changed files are named for one dependent. */
const mostCauses = 3;

/** Why a dependent is affected: `uses CUSTL1, which uses CUST`. */
export function whyAffected({ because, ambiguous, leftOut }: ReportDependent): string {
  const ways = because.slice(0, mostCauses).map(({ path, via, use, deleted }) => {
    const [first = '', ...others] = [...via, path].map(shortName);
    const verb = use === 'bind' ? 'binds' : 'uses';
    const end = deleted === true ? ', which was deleted' : '';
    return `${verb} ${[first, ...others.map((name) => `which uses ${name}`)].join(', ')}${end}`;
  });
  const more = because.length > mostCauses ? [`and ${counted(because.length - mostCauses, 'other changed file')}`] : [];
  const doubt = ambiguous === true ? ' (more than one file has that name)' : '';
  const out = leftOut === undefined ? '' : `; the mapping leaves it out (${leftOut})`;
  return `${[...ways, ...more].join('; ')}${doubt}${out}`;
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

/** What comes of it: how its request ended, or that there is none. */
export function dependentState({ request }: ReportDependent, { requests }: Pick<Report, 'requests'>): string {
  const row = request === null ? undefined : requests[request];
  if (row === undefined) return 'not requested';
  return row.outcome === 'planned' ? 'planned' : row.outcome;
}
