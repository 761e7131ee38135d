/** Warnings about the names of objects: those that a service probably refuses, and those that look alike. Pure. */
import type { CreateFields } from '../interface/fields.ts';
import { type FieldFinding, longestNativeName, nativeCharacters, nativeNameProblem } from '../interface/rules.ts';
import { type Identity, identityKey } from './identity.ts';
import type { PlannedRequest } from './planned.ts';

/** Types whose names are paths or names of other systems. */
const nonNativeTypes: readonly (string | undefined)[] = ['*IFS', '*REMOTE'];

/** True if fields may name a native object (in a library). Without a type, only an IFS object has a relative path or directory. */
function mayBeNative({ objt, rpth, dir }: CreateFields): boolean {
  return !nonNativeTypes.includes(objt) && (objt !== undefined || (rpth === undefined && dir === undefined));
}

/** Returns the one fault of `objn` as a native object's name (too long, or bad characters); [] without one, or for an IFS object. */
export function nameProblems(fields: CreateFields): readonly FieldFinding[] {
  const { objn } = fields;
  const code = objn === undefined || !mayBeNative(fields) ? null : nativeNameProblem(objn);
  if (objn === undefined || code === null) return [];
  const text =
    code === 'tooLong'
      ? `objn ${objn} has ${objn.length} characters; a native object has at most ${longestNativeName}`
      : `objn ${objn} holds characters that no native object has; ${nativeCharacters} are allowed`;
  return [{ code, field: 'objn', text }];
}

/** Returns a key that names share when they look alike: it ignores case, and takes 0 for O, 1 and L for I. */
export function lookalikeKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().replaceAll('0', 'O').replace(/[1L]/g, 'I');
}

/**
 * Returns warnings about the names of planned objects, by request: a native object cannot have the name (not for deletes), or it
 * looks like another name in the plan or in `filed`, what the branch has filed. A request without warnings is not in the map.
 */
export function nameWarnings(
  requests: readonly PlannedRequest[],
  filed: readonly Identity[],
): ReadonlyMap<PlannedRequest, readonly string[]> {
  // People compare the names of one target, one type and one folder.
  const lookOf = (identity: Identity) => identityKey({ ...identity, objn: lookalikeKey(identity.objn) });
  const alike = Map.groupBy([...requests.map((request) => request.identity), ...filed], lookOf).values();
  const namesLike = new Map<Identity, ReadonlySet<string>>();
  for (const group of alike.filter(({ length }) => length > 1)) {
    const names = new Set(group.map(({ objn }) => objn));
    for (const identity of group) namesLike.set(identity, names);
  }
  const warnings = new Map<PlannedRequest, readonly string[]>();
  for (const request of requests) {
    const { identity, fields, reason } = request;
    // An object that is deleted has had its name.
    const problems = reason === '*DELETE' ? [] : nameProblems(fields);
    const lookalikes = [...(namesLike.get(identity) ?? [])].filter((name) => name !== identity.objn);
    const sentences = lookalikes.map((name) => `objn ${identity.objn} looks like ${name}, which is another object`);
    if (problems.length + sentences.length > 0) {
      warnings.set(request, [...problems.map(({ text }) => text), ...sentences]);
    }
  }
  return warnings;
}
