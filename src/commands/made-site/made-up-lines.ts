/** What of a made site is made up, in a few short lines. */

import { some } from '../../counted.ts';
import { madePlaces } from './attributes.ts';
import { type MadeUp, madeUser } from './make-site.ts';

/** So many names of a kind are said; the others are counted. */
const mostNames = 8;

/** Lines for the beginning: what a green run at such a site does not prove. */
export function madeUpLines({ targets, attributes, linked, unlinked, projects, users, pipelines }: MadeUp): string[] {
  const list = (names: readonly string[]) => some(names, mostNames);
  const named = attributes.filter(({ pattern }) => pattern === null).map(({ attr }) => attr);
  const derived = attributes.filter(({ pattern }) => pattern !== null);
  const types = derived.map(({ pattern, objt, isGuess }) => `${pattern} ${objt}${isGuess ? ' (a guess)' : ''}`);
  return [
    'made up; your service may be otherwise:',
    `  user ${madeUser.user} may add requests, update all (codes 37 and 31) and authorize projects`,
    ...line('levels that permit check-outs', list(targets)),
    ...line('attributes that the mapping names', list(named)),
    ...line('attributes that the service derives by the name of the file', list(types)),
    `  sources are in ${madePlaces.fsfl}, files of the IFS below ${madePlaces.target}, libraries are called <user><level>`,
    ...line('linked to a project, as --linked says', list(linked)),
    ...unlinkedLines(unlinked),
    ...line('projects that are open', list(projects)),
    ...line('users', list(users)),
    ...line('pipeline servers', list(pipelines)),
    '  what is installed is not known, so every object may be recompiled; nobody else has requests',
  ];
}

/** What to do about branches that are not linked. */
export function unlinkedLines(unlinked: readonly string[]): string[] {
  const [first] = unlinked;
  if (first === undefined) return [];
  const are = unlinked.length === 1 ? 'is' : 'are';
  return [
    `  NOT linked to a project: ${some(unlinked, mostNames)}. Requests with proj *BRANCH (the default) are refused there`,
    `    if ${unlinked.length === 1 ? 'it' : 'they'} ${are} linked at your service: --linked ${unlinked.length === 1 ? first : "'*'"}`,
    '    if not: write proj: null into the branch rule, or proj: NAME',
  ];
}

function line(what: string, names: string): string[] {
  return names === '' ? [] : [`  ${what}: ${names}`];
}
