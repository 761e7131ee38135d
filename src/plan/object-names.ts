/** Warnings about the names of objects: those that a service probably refuses, and those that look alike. Pure. */
import type { CreateFields } from '../interface/fields.ts';
import { type FieldFinding, longestNativeName, nativeCharacters, nativeNameProblem } from '../interface/rules.ts';
import { type Identity, identityKey } from './identity.ts';
import type { PlannedRequest } from './planned.ts';

/** Types whose names are paths or names of other systems. */
const nonNativeTypes: readonly (string | undefined)[] = ['*IFS', '*REMOTE'];

/** True unless the fields say otherwise. Without a type, only an IFS object has a relative path or a directory. */
function mayBeNative({ objt, rpth, dir }: CreateFields): boolean {
  return !nonNativeTypes.includes(objt) && (objt !== undefined || (rpth === undefined && dir === undefined));
}

const none: readonly never[] = [];

/** Finds what is wrong with the name of a native object; nothing for an object that may be in the IFS. */
export function nameProblems(fields: CreateFields): readonly FieldFinding[] {
  const { objn } = fields;
  const code = objn === undefined || !mayBeNative(fields) ? null : nativeNameProblem(objn);
  if (objn === undefined || code === null) return none;
  const text =
    code === 'tooLong'
      ? `objn ${objn} has ${objn.length} characters; a native object has at most ${longestNativeName}`
      : `objn ${objn} holds characters that no native object has; ${nativeCharacters} are allowed`;
  return [{ code, field: 'objn', text }];
}

/** A key that names share when they look alike: it ignores case, and takes 0 for O, 1 and L for I. */
export function lookalikeKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().replaceAll('0', 'O').replace(/[1L]/g, 'I');
}

/** People compare the names of one target, one type and one folder. */
function lookalikeObjectKey(identity: Identity): string {
  return identityKey({ ...identity, objn: lookalikeKey(identity.objn) });
}

/**
 * Returns sentences about the names of planned objects: a native object cannot have the name, or it looks like another
 * name of the plan or of what the branch has filed. A request without warnings is not in the map.
 */
export function nameWarnings(
  requests: readonly PlannedRequest[],
  filed: readonly Identity[],
): ReadonlyMap<PlannedRequest, readonly string[]> {
  const lookalikes = findLookalikes(requests.map(({ identity }) => identity).concat(filed));
  const warnings = new Map<PlannedRequest, readonly string[]>();
  for (const request of requests) {
    const { identity, fields, reason } = request;
    // An object that is deleted has had its name.
    const problems = reason === '*DELETE' ? none : nameProblems(fields);
    const others = lookalikes.size === 0 ? none : (lookalikes.get(lookalikeObjectKey(identity)) ?? none);
    if (problems.length === 0 && others === none) continue;
    const sentences = [...others]
      .filter((name) => name !== identity.objn)
      .map((name) => `objn ${identity.objn} looks like ${name}, which is another object`);
    if (problems.length + sentences.length > 0)
      warnings.set(request, [...problems.map(({ text }) => text), ...sentences]);
  }
  return warnings;
}

/** Groups the names that look alike, by lookalikeObjectKey; a cheap pass first, as nearly all names are distinct. */
function findLookalikes(identities: readonly Identity[]): Map<string, Set<string>> {
  const firstNames = new Map<string, string>();
  const shared = new Set<string>();
  for (const { objn } of identities) {
    const look = lookalikeKey(objn);
    const seen = firstNames.get(look);
    if (seen === undefined) firstNames.set(look, objn);
    else if (seen !== objn) shared.add(look);
  }
  if (shared.size === 0) return new Map();
  const byObject = Map.groupBy(
    identities.filter(({ objn }) => shared.has(lookalikeKey(objn))),
    lookalikeObjectKey,
  );
  return new Map([...byObject].map(([key, group]) => [key, new Set(group.map(({ objn }) => objn))]));
}
