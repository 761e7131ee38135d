/** Values that the service is not likely to take: names of native objects, object types, fields that cannot be sent. */
import { some } from '../counted.ts';
import type { CreateFields } from '../interface/fields.ts';
import { checkCreate, type FieldFinding } from '../interface/rules.ts';
import { internalTypes, systemTypes } from '../interface/system-types.ts';
import { nearest } from '../near.ts';
import { nameProblems } from '../plan/object-names.ts';
import type { MappedRequest } from './mapped-files.ts';
import { type LineOf, lineOfRule, type Remark } from './remark.ts';

/** A level may have types of its own: only what looks like one of these, the usual ones first, is taken for a slip. */
const knownTypes = ['*PGM', '*FILE', '*MODULE', '*SRVPGM', ...internalTypes, ...systemTypes];

function typeProblems({ objt }: CreateFields): FieldFinding[] {
  if (objt === undefined) return [];
  const type = objt.toUpperCase();
  const about = { field: 'objt', detail: objt };
  if (knownTypes.includes(`*${type}`)) {
    return [{ ...about, code: 'needsStar', text: `objt is ${objt}; the system object type is *${type}` }];
  }
  const meant = knownTypes.includes(type) || !/^\*\w+$/.test(objt) ? null : nearest(type, knownTypes);
  if (meant !== null) {
    const text = `objt is ${objt}, which is no type of the system; did you mean ${meant}?`;
    return [{ ...about, code: 'unknownType', text }];
  }
  if (/^\*?[A-Z0-9]{1,10}$/.test(objt)) return [];
  return [{ ...about, code: 'notCapitals', text: `objt is ${objt}; a type is written in capitals, as "*PGM"` }];
}

/** Fields that go with an RFP, which the run assigns. */
const ofRun = ['rfpd', 'pipe', 'pipa', 'tkey'];

/** Everything that speaks against one request; the first finding is the worst. */
function requestProblems({ fields, problems, open }: MappedRequest): FieldFinding[] {
  // The mapper has told what is wrong with single values; a whole body shows what is missing. What init left open is
  // told by itself, and what the run adds is not there yet.
  const mapped = Object.fromEntries(Object.entries(fields).filter(([name]) => !ofRun.includes(name)));
  const isTold = ({ code, field }: FieldFinding) => problems.some((told) => told.code === code && told.field === field);
  const missing = checkCreate(mapped).filter((found) => !isTold(found) && !open.includes(found.field));
  return [...problems, ...missing, ...nameProblems(fields), ...typeProblems(fields)];
}

/**
 * Tasks that the mapping gives and the service takes from the branch (interface §2.2): one warning for each place. Those of
 * `--set` are the run's own.
 */
export function withheldWarnings(requests: readonly MappedRequest[], lineOf: LineOf): Remark[] {
  const findings = new Map<string, Remark>();
  for (const { withheld } of requests) {
    for (const [name, { origin, code, why }] of Object.entries(withheld)) {
      if (code !== 'ofBranch' || origin === '--set') continue;
      const message = `${origin}: ${name} is given, and ${why}: the service takes it from the branch. Give proj too, or leave ${name} out`;
      const line = origin === 'request' ? (lineOf(['request', name]) ?? null) : lineOfRule(origin, lineOf);
      findings.set(`${origin} ${name}`, { line, message });
    }
  }
  return [...findings.values()];
}

/** Warnings about the values of requests, one for each rule and kind of problem, with the first files it is about. */
export function valueWarnings(requests: readonly MappedRequest[], lineOf: LineOf): Remark[] {
  const told = requests.flatMap((request) =>
    requestProblems(request).map((problem) => ({
      path: request.path.text,
      place: placeToCorrect(request, problem),
      problem,
    })),
  );
  const groups = Map.groupBy(told, ({ place, problem: { code, field, detail } }) =>
    JSON.stringify([place, code, field, detail]),
  );
  return [...groups.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const { place, problem } = first;
    const paths = [...new Set([first, ...more].map(({ path }) => path))];
    const where = paths.length === 1 ? first.path : `${paths.length} files (${some(paths)})`;
    return [{ line: lineOfRule(place, lineOf), message: `${place}: ${problem.text}; ${where}` }];
  });
}

/** Where a problem is mended: a target that is missing belongs to the branch rule, all else to the file rule. */
function placeToCorrect({ rule, branchRule }: MappedRequest, { code, field }: FieldFinding): string {
  return code === 'missing' && (field === 'appl' || field === 'lvl') ? branchRule : rule;
}
