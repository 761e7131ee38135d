/** Finds names that look like another one on the page, by the rule of src/plan/object-names.ts; a test compares the two. */

/** Returns a key that is the same for names that look alike: in upper case, with letters for the digits like them. */
export function lookOf(name) {
  return name.normalize('NFKC').toUpperCase().replaceAll('0', 'O').replace(/[1L]/g, 'I');
}

/** Types with case-sensitive names: paths and names of other systems. */
const exact = ['*IFS', '*REMOTE'];

/** Returns the name as the service compares it. */
function nameOf({ objn, objt }) {
  return exact.includes(objt) ? objn : objn.toUpperCase();
}

/** By request, the names that look like its own. */
let others = new WeakMap();

/** Remembers for each request the names of the others that look like its own, sorted. Forgets those of earlier requests. */
export function compareNames(requests) {
  others = new WeakMap();
  const seen = new Map();
  for (const request of requests) {
    const look = lookOf(request.objn);
    seen.set(look, (seen.get(look) ?? new Map()).set(nameOf(request), request.objn));
  }
  for (const request of requests) {
    const names = seen.get(lookOf(request.objn));
    if (names.size === 1) continue;
    const alike = [...names].filter(([name]) => name !== nameOf(request));
    others.set(request, alike.map(([, written]) => written).sort());
  }
}

/** Returns the remark beside the name of a request; empty: no other looks like it. */
export function alikeText(request) {
  const names = others.get(request) ?? [];
  return names.length === 0 ? '' : `looks like ${names.join(', ')}`;
}

const kinds = [
  [/\p{Nd}/u, 'digit'],
  [/\p{Lu}/u, 'letter'],
  [/\p{Ll}/u, 'small letter'],
];

/** Describes a character: `digit 0`, `letter O`, `small letter l`. */
function spelled(character) {
  const [, kind = 'character'] = kinds.find(([pattern]) => pattern.test(character)) ?? [];
  return `${kind} ${character}`;
}

/** Describes the first character in which two names differ, preferably by more than case; empty if their lengths differ. */
function difference(name, other) {
  const [here, there] = [Array.from(name), Array.from(other)];
  const differs = (fold) => here.findIndex((character, n) => fold(character) !== fold(there[n] ?? ''));
  const byMore = differs((character) => character.toUpperCase());
  const at = byMore < 0 ? differs((character) => character) : byMore;
  if (here.length !== there.length || at < 0) return '';
  return ` (character ${at + 1}: here ${spelled(here[at])}, there ${spelled(there[at])})`;
}

/** Returns the remark as a sentence, with the first difference of each name; empty: no other looks like it. */
export function alikeSentence(request) {
  const names = others.get(request) ?? [];
  const differences = names.map((name) => `${name}${difference(request.objn, name)}`);
  return differences.length === 0 ? '' : `The name looks like ${differences.join(' and ')}.`;
}
