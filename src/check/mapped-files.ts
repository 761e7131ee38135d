/** Every tracked file with what the mapping makes of it on each sample branch. */

import { type GitPath, unsendableName } from '../git/git-path.ts';
import { isFile, type TreeSide } from '../git/tree.ts';
import type { CreateFields } from '../interface/fields.ts';
import type { Finding } from '../interface/rules.ts';
import type { CompiledMapping } from '../mapping/compile.ts';
import { type RenderedFields, renderFields } from '../mapping/fields.ts';
import { matchFile } from '../mapping/match.ts';
import type { SampleBranch } from './sample-branches.ts';

/** One request that a file would make on a sample branch. */
export interface MappedRequest {
  readonly path: GitPath;
  readonly branch: string;
  /** The branch rule that wins, as `branches[0]`. */
  readonly branchRule: string;
  readonly rule: string;
  readonly fields: CreateFields;
  /** What keeps it from being sent. */
  readonly problems: readonly Finding[];
  /** Names of fields that `init` left open. */
  readonly open: readonly string[];
  /** Fields that the mapping gives and that are not sent all the same. */
  readonly withheld: RenderedFields['withheld'];
}

/** A tracked file, and which rule wins for it on each sample branch (null: none). */
export interface TrackedFile {
  readonly path: GitPath;
  readonly rules: ReadonlyMap<string, string | null>;
}

export interface MappedFiles {
  readonly files: readonly TrackedFile[];
  readonly requests: readonly MappedRequest[];
}

/** What is the same for every file. */
export interface MappedRun {
  readonly repo: string;
  readonly set: Readonly<Record<string, string | null>>;
}

/**
 * Maps every regular file. `{sha}` and `{run}`, which only a run knows, stand for themselves.
 *
 * @param tracked what Git tracks; links and submodules are never filed and not looked at.
 */
export function mapFiles(
  compiled: CompiledMapping,
  tracked: readonly TreeSide[],
  samples: readonly SampleBranch[],
  run: MappedRun,
): MappedFiles {
  const files: TrackedFile[] = [];
  const requests: MappedRequest[] = [];
  for (const { path } of tracked.filter(isFile)) {
    const rules = new Map<string, string | null>();
    for (const sample of samples) {
      const match = matchFile(compiled, { path: path.text, repo: run.repo, branch: sample.name });
      rules.set(sample.name, match.kind === 'unmapped' ? null : match.rule);
      if (match.kind !== 'requests') continue;
      for (const requestFields of match.requests) {
        const { fields, problems, placeholders, withheld } = renderFields({
          compiled,
          branchMatch: sample.match,
          requestFields,
          captures: match.captures,
          rule: match.rule,
          path: path.text,
          run: { repo: run.repo, branch: sample.name, sha: '{sha}', run: '{run}' },
          set: run.set,
        });
        const name = unsendableName(path);
        requests.push({
          path,
          branch: sample.name,
          branchRule: sample.match.rule,
          rule: match.rule,
          fields,
          problems: name === null ? problems : [...problems, { ...name, field: 'path' }],
          open: Object.keys(placeholders),
          withheld,
        });
      }
    }
    files.push({ path, rules });
  }
  return { files, requests };
}
