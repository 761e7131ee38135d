/** Values that the service is not likely to take: names of native objects, object types, fields that cannot be sent. */

import { some } from '../counted.ts';
import type { CreateFields } from '../interface/fields.ts';
import { checkCreate } from '../interface/rules.ts';
import type { MappedRequest } from './mapped-files.ts';
import { type LineOf, lineOfRule, type Remark } from './remark.ts';

/** Types whose names are paths or names of other systems. */
const notNative: readonly (string | undefined)[] = ['*IFS', '*REMOTE'];

/** The fields of IFS objects alone tell of the type where the service derives it. */
function mayBeNative({ objt, rpth, dir }: CreateFields): boolean {
  return !notNative.includes(objt) && (objt !== undefined || (rpth === undefined && dir === undefined));
}

const nativeName = /^[A-Z0-9$#@_.]{1,10}$/;

/** System object types that are often written without their star. */
const systemTypes = [
  'PGM',
  'MODULE',
  'SRVPGM',
  'FILE',
  'CMD',
  'DTAARA',
  'DTAQ',
  'BNDDIR',
  'MSGF',
  'MENU',
  'PNLGRP',
  'IFS',
];

function nameProblem(fields: CreateFields): string | null {
  const { objn } = fields;
  if (objn === undefined || !mayBeNative(fields) || nativeName.test(objn)) return null;
  if (objn.length > 10) return `objn ${objn} has ${objn.length} characters; a native object has at most 10`;
  return `objn ${objn} holds characters that no native object has; A-Z 0-9 $ # @ _ . are allowed`;
}

function typeProblem({ objt }: CreateFields): string | null {
  if (objt === undefined) return null;
  if (systemTypes.includes(objt.toUpperCase()))
    return `objt is ${objt}; the system object type is *${objt.toUpperCase()}`;
  return /^\*?[A-Z0-9]{1,10}$/.test(objt) ? null : `objt is ${objt}; a type is written in capitals, as "*PGM"`;
}

/** Fields that go with an RFP, which the run assigns. */
const ofRun = ['rfpd', 'pipe', 'pipa', 'tkey'];

/** Everything that speaks against one request; the first sentence is the worst. */
function problemsOf({ fields, problems, open }: MappedRequest): string[] {
  // The mapper has told what is wrong with single values; a whole body shows what is missing. What init left open is
  // told by itself, and what the run adds is not there yet.
  const mapped = Object.fromEntries(Object.entries(fields).filter(([name]) => !ofRun.includes(name)));
  const missing = checkCreate(mapped).filter(
    (sentence) => !problems.includes(sentence) && !open.includes(sentence.split(' ')[0] ?? ''),
  );
  return [...problems, ...missing, ...[nameProblem(fields), typeProblem(fields)].filter((one) => one !== null)];
}

/**
 * Tasks that the mapping gives and the service takes from the branch (interface §2.2): one warning for each place. Those of
 * `--set` are the run's own.
 */
export function withheldWarnings(requests: readonly MappedRequest[], lineOf: LineOf): Remark[] {
  const findings = new Map<string, Remark>();
  for (const { withheld } of requests) {
    for (const [name, { origin, why }] of Object.entries(withheld)) {
      if (why !== 'proj is *BRANCH' || origin === '--set') continue;
      const message = `${origin}: ${name} is given, and ${why}: the service takes it from the branch. Give proj too, or leave ${name} out`;
      const line = origin === 'request' ? (lineOf(['request', name]) ?? null) : lineOfRule(origin, lineOf);
      findings.set(`${origin} ${name}`, { line, message });
    }
  }
  return [...findings.values()];
}

/**
 * Warnings about the values of requests, one for each rule and kind of problem, with the first files it is about.
 */
export function valueWarnings(requests: readonly MappedRequest[], lineOf: LineOf): Remark[] {
  const told = requests.flatMap((request) => problemsOf(request).map((problem) => ({ request, problem })));
  const groups = Map.groupBy(told, ({ request, problem }) => `${placeOf(request, problem)} ${kindOf(problem)}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const paths = [...new Set(group.map(({ request }) => request.path.text))];
    const where = paths.length === 1 ? paths[0] : `${paths.length} files (${some(paths)})`;
    const place = placeOf(first.request, first.problem);
    return [{ line: lineOfRule(place, lineOf), message: `${place}: ${first.problem}; ${where}` }];
  });
}

/** Where a problem is mended: a target that is missing belongs to the branch rule, all else to the file rule. */
function placeOf({ rule, branchRule }: MappedRequest, problem: string): string {
  return /^(appl|lvl) is not given/.test(problem) ? branchRule : rule;
}

/** The sentence without what differs from file to file. */
function kindOf(problem: string): string {
  return problem.replace(/ ".*?"|\bobjn \S+|\d+/g, '');
}
