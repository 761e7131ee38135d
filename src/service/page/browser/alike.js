/** Finds names that look like another one on the page, by the rule of src/plan/object-names.ts; a test compares the two. */

/** Returns a key that is the same for names that look alike: NFKC in upper case, with O in place of 0, and I in place of 1 and L. */
export function toLookalikeKey(name) {
  return name.normalize('NFKC').toUpperCase().replaceAll('0', 'O').replace(/[1L]/g, 'I');
}

/** Returns the name of a request as the service compares it: in upper case, except for paths (*IFS, *REMOTE). */
function foldName({ objn, objt }) {
  return ['*IFS', '*REMOTE'].includes(objt) ? objn : objn.toUpperCase();
}

/** By request, the names that look like its own. */
let others = new WeakMap();

/** Remembers for each of these requests, and no earlier ones, which other names look like its own. See formatAlike, describeAlike. */
export function rememberAlikeNames(requests) {
  others = new WeakMap();
  for (const group of Map.groupBy(requests, ({ objn }) => toLookalikeKey(objn)).values()) {
    const names = new Map(group.map((request) => [foldName(request), request.objn]));
    if (names.size === 1) continue;
    for (const request of group) {
      const alike = [...names].filter(([name]) => name !== foldName(request));
      others.set(request, alike.map(([, written]) => written).sort());
    }
  }
}

/** Returns `looks like NAME, NAME` for a request, by rememberAlikeNames; empty if no other name looks like its own. */
export function formatAlike(request) {
  const names = others.get(request) ?? [];
  return names.length === 0 ? '' : `looks like ${names.join(', ')}`;
}

const kinds = { digit: /\p{Nd}/u, letter: /\p{Lu}/u, 'small letter': /\p{Ll}/u };

/** Returns a character with its kind: `digit 0`, `letter O`, `small letter l`, else `character -`. */
function describeCharacter(character) {
  const kind = Object.keys(kinds).find((name) => kinds[name].test(character)) ?? 'character';
  return `${kind} ${character}`;
}

/** Describes where two names first differ, if possible by more than case, as ` (character 3: ...)`; empty if their lengths differ. */
function describeDifference(name, other) {
  const [here, there] = [Array.from(name), Array.from(other)];
  const differs = (fold) => here.findIndex((character, n) => fold(character) !== fold(there[n] ?? ''));
  const byMore = differs((character) => character.toUpperCase());
  const at = byMore < 0 ? differs((character) => character) : byMore;
  if (here.length !== there.length || at < 0) return '';
  return ` (character ${at + 1}: here ${describeCharacter(here[at])}, there ${describeCharacter(there[at])})`;
}

/** Returns a sentence with the names that look like the request's own, and where each first differs; empty if there is none. */
export function describeAlike(request) {
  const names = others.get(request) ?? [];
  const differences = names.map((name) => `${name}${describeDifference(request.objn, name)}`);
  return differences.length === 0 ? '' : `The name looks like ${differences.join(' and ')}.`;
}
