/** Which sources are searched for users. */

import { languageOf } from './source-uses.ts';

/** Some of the sources of a tree. */
export interface SearchedSources {
  /** They name these sources, and perhaps others; none: all. */
  readonly pathspecs: readonly string[];
  /** True for a source that is one of these. */
  has(path: string): boolean;
}

export const allSources: SearchedSources = { pathspecs: [], has: () => true };

const binding = 'mk ilepgm ilesrvpgm bnddir bnd binder cl clle clp'.split(' ');

/** Where modules are named: a few files, which are searched much quicker than all sources. */
export const bindingSources: SearchedSources = {
  pathspecs: ofExtensions(binding),
  has: (path) => binding.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase()),
};

/** Where a name may go on in the next line. */
export const ddsSources: SearchedSources = {
  pathspecs: [...ofExtensions('pf lf dspf prtf icff pf38 lf38 dspf38 prtf38'.split(' ')), ':(icase)*qdds*/*'],
  has: (path) => languageOf(path) === 'DDS',
};

function ofExtensions(extensions: readonly string[]): string[] {
  return extensions.map((extension) => `:(icase)*.${extension}`);
}
