import type { CompiledMapping } from '../../mapping/compile.ts';
import { linkedBranches } from '../made-site/linked.ts';
import { madeUpLines, unlinkedLines } from '../made-site/made-up-lines.ts';
import { madeUser } from '../made-site/make-site.ts';
import { type MetBranch, siteOfMapping } from '../made-site/site-of-mapping.ts';
import type { Setting } from './script.ts';

/** What is known of the repository when a site is made for it. */
interface SettingInput {
  readonly mapping: CompiledMapping;
  readonly repo: string;
  /** The branch that is replayed, and its branch rule. */
  readonly branch: MetBranch;
  readonly paths: readonly string[];
  /** `--linked` */
  readonly patterns: readonly string[];
}

/** A rehearsal for who has no site file. @throws Problem when the mapping files nothing, or a pattern is wrong */
export function madeSetting({ mapping, repo, branch, paths, patterns }: SettingInput): Setting {
  const linked = linkedBranches(patterns, [branch.name]);
  const { site, madeUp } = siteOfMapping({ mapping, repo, branches: [branch], paths, linked });
  return {
    site,
    token: madeUser.token,
    at: 'at a site that is made from the mapping',
    about: madeUpLines(madeUp),
    advice: unlinkedLines(madeUp.unlinked),
  };
}
