/** Names of objects that a service is not likely to take, or that one takes for another. Pure. */
import type { CreateFields } from '../interface/fields.ts';
import { longestNativeName, nativeCharacters, nativeNameProblem } from '../interface/native-names.ts';
import type { Finding } from '../interface/rules.ts';
import { type Identity, identityKey } from './identity.ts';
import type { PlannedRequest } from './planned.ts';

/** Types whose names are paths or names of other systems. */
const notNative: readonly (string | undefined)[] = ['*IFS', '*REMOTE'];

/** The fields of IFS objects alone tell of the type where the service derives it. */
function mayBeNative({ objt, rpth, dir }: CreateFields): boolean {
  return !notNative.includes(objt) && (objt !== undefined || (rpth === undefined && dir === undefined));
}

const none: readonly never[] = [];

/** What is wrong with the name of a native object; empty for one that may be an IFS object. */
export function nameProblems(fields: CreateFields): readonly Finding[] {
  const { objn } = fields;
  const code = objn === undefined || !mayBeNative(fields) ? null : nativeNameProblem(objn);
  if (objn === undefined || code === null) return none;
  const text =
    code === 'tooLong'
      ? `objn ${objn} has ${objn.length} characters; a native object has at most ${longestNativeName}`
      : `objn ${objn} holds characters that no native object has; ${nativeCharacters} are allowed`;
  return [{ code, field: 'objn', text }];
}

/** What a name looks like at a glance: without case, and with letters for the digits that are taken for them. */
export function lookOf(name: string): string {
  return name.normalize('NFKC').toUpperCase().replaceAll('0', 'O').replace(/[1L]/g, 'I');
}

/** Names of one target, one type and one folder are seen side by side. */
function lookKey(identity: Identity): string {
  return identityKey({ ...identity, objn: lookOf(identity.objn) });
}

/**
 * What a plan says of the names of its objects: what a native object cannot be called, and names that look like another
 * one of the plan or of what the branch has filed.
 */
export function nameWarnings(
  requests: readonly PlannedRequest[],
  filed: readonly Identity[],
): ReadonlyMap<PlannedRequest, readonly string[]> {
  const alike = namesAlike(requests.map(({ identity }) => identity).concat(filed));
  const warnings = new Map<PlannedRequest, readonly string[]>();
  for (const request of requests) {
    const { identity, fields, reason } = request;
    // What is to be deleted is there under its name.
    const problems = reason === '*DELETE' ? none : nameProblems(fields);
    const others = alike.size === 0 ? none : (alike.get(lookKey(identity)) ?? none);
    if (problems.length === 0 && others === none) continue;
    const said = [...others]
      .filter((name) => name !== identity.objn)
      .map((name) => `objn ${identity.objn} looks like ${name}, which is another object`);
    if (problems.length + said.length > 0) warnings.set(request, [...problems.map(({ text }) => text), ...said]);
  }
  return warnings;
}

/** The names that look like another one, by their look; nearly all names look like none. */
function namesAlike(identities: readonly Identity[]): Map<string, Set<string>> {
  const first = new Map<string, string>();
  const several = new Set<string>();
  for (const { objn } of identities) {
    const look = lookOf(objn);
    const seen = first.get(look);
    if (seen === undefined) first.set(look, objn);
    else if (seen !== objn) several.add(look);
  }
  if (several.size === 0) return new Map();
  const byObject = Map.groupBy(
    identities.filter(({ objn }) => several.has(lookOf(objn))),
    lookKey,
  );
  return new Map([...byObject].map(([key, group]) => [key, new Set(group.map(({ objn }) => objn))]));
}
