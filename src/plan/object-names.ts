/** Warnings about the names of objects: those that a service probably refuses, and those that look alike. Pure. */
import type { CreateFields } from '../interface/fields.ts';
import { checkNativeName, type FieldFinding, longestNativeName, nativeCharacters } from '../interface/rules.ts';
import { type Identity, toIdentityKey } from './identity.ts';
import type { PlannedRequest } from './planned.ts';

/**
 * Returns the fault of `objn` as the name of a native object (in a library): too long, or bad characters. [] without objn or fault, and for
 * an IFS or remote object (by its type; without a type, if it has a relative path or directory).
 */
export function checkObjectName({ objn, objt, rpth, dir }: CreateFields): readonly FieldFinding[] {
  // Without a type, only an IFS object has a relative path or directory.
  const isNative = objt === undefined ? rpth === undefined && dir === undefined : !['*IFS', '*REMOTE'].includes(objt);
  if (objn === undefined || !isNative) return [];
  const code = checkNativeName(objn);
  if (code === null) return [];
  const text =
    code === 'tooLong'
      ? `objn ${objn} has ${objn.length} characters; a native object has at most ${longestNativeName}`
      : `objn ${objn} holds characters that no native object has; ${nativeCharacters} are allowed`;
  return [{ code, field: 'objn', text }];
}

/** Returns a name as a key: NFKC, in upper case, with O for 0, and I for 1 and L, so that `ORD10` and `0rdl0` are equal. */
export function buildLookalikeKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().replaceAll('0', 'O').replace(/[1L]/g, 'I');
}

/**
 * Returns warnings about the names of objects, by request; a request without any is not in the map. They say that a native object cannot
 * have the name (not for deletes), or that it looks like another one of the same target, type and folder, in `requests` or `filed`.
 */
export function listNameWarnings(requests: readonly PlannedRequest[], filed: readonly Identity[]) {
  // People compare the names of one target, one type and one folder.
  const toLook = (identity: Identity) => toIdentityKey({ ...identity, objn: buildLookalikeKey(identity.objn) });
  const alike = Map.groupBy([...requests.map((request) => request.identity), ...filed], toLook);
  const namesOf = new Map(Array.from(alike, ([look, all]) => [look, new Set(all.map(({ objn }) => objn))]));
  const warnings = requests.map((request) => {
    const { identity, fields, reason } = request;
    // An object that is deleted has had its name.
    const problems = reason === '*DELETE' ? [] : checkObjectName(fields);
    const others = [...(namesOf.get(toLook(identity)) ?? [])].filter((name) => name !== identity.objn);
    const lookalikes = others.map((name) => `objn ${identity.objn} looks like ${name}, which is another object`);
    return [request, [...problems.map(({ text }) => text), ...lookalikes]] as const;
  });
  return new Map(warnings.filter(([, texts]) => texts.length > 0));
}
