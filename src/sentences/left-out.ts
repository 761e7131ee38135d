import { formatSentence, type Tagged } from './tagged.ts';

/** Number of objects that use the file: an include that is left out is not delivered. */
type Used = { readonly usedBy?: number };

/** Returns the end of a sentence: `; 2 objects use this file`; empty for 0. */
function describeUsers(usedBy = 0): string {
  if (usedBy === 0) return '';
  return usedBy === 1 ? '; 1 object uses this file' : `; ${usedBy} objects use this file`;
}

/** Why a changed file makes no request: the codes of `leftOut` in the report (design §10), each with its sentence. */
const sentences = {
  noBranchRule: ({ branch }: { readonly branch: string }) => `no rule for branch ${branch}`,
  /** No rule matches the file; `isError` under `unmapped: error`. */
  unmapped: ({ usedBy }: { readonly isError: boolean } & Used) => `no rule matches${describeUsers(usedBy)}`,
  skip: ({ why, usedBy }: { readonly why: string } & Used) => `skip: ${why}${describeUsers(usedBy)}`,
  /** At the remote the branch is at another `commit`, with another version of the file (`tip`), or one older than this commit (`older`). */
  superseded: (to: { readonly branch: string; readonly commit: string; readonly by: 'tip' | 'older' }) => {
    const tip = to.commit.slice(0, 12);
    return to.by === 'older'
      ? `not pushed: at the remote, ${to.branch} is at ${tip}, which is older than this commit`
      : `superseded: at the remote, ${to.branch} is already at ${tip}, with another version of this file. That version is filed by the run of that commit`;
  },
  /** The file was refused in the same way as in an earlier run, `run`, which reported it. */
  stillOpen: ({ run, outcome, said }: { readonly run: string; readonly outcome: string; readonly said: string }) =>
    `still open (since run ${run}): ${outcome}: ${said}`,
  /** The settled commit has another content, but an earlier run has dealt with this one. */
  settled: () => 'an earlier run has dealt with this content',
  /** A push of a skipped account made the file what it is; `isOver`: over a change that no run has filed. */
  passed: ({ isOver = false }: { readonly isOver?: boolean }) =>
    `changed by a push of an account in skip-pushers${isOver ? ', after an earlier change that no run has filed' : ''}`,
  /** The file is as on the default branch, `branch`: a merge or rebase brought it in from there. */
  asOnDefault: ({ branch }: { readonly branch: string }) => `as on ${branch}`,
  /** The path is no regular file, but `what`: `symbolic link`, `submodule`. */
  noFile: ({ what }: { readonly what: string }) => what,
  modeOnly: () => 'only the file mode changed',
  stillMade: ({ object, by }: { readonly object: string; readonly by: string }) =>
    `deleted, but ${object} is also built from ${by}`,
  deleteMode: ({ object, mode }: { readonly object: string; readonly mode: string }) =>
    `deleted (deletes: ${mode}): ${object} is not filed for deletion`,
  deletedWith: ({ object, path }: { readonly object: string; readonly path: string }) =>
    `deleted, and ${object} is filed for deletion with ${path}`,
  neverFiled: ({ object }: { readonly object: string }) =>
    `deleted, and nothing to delete: this branch added ${object} and never filed it`,
  noLongerMapped: (of: { readonly object: string; readonly isFiled: boolean; readonly objectId: number | null }) => {
    const number = of.objectId === null ? '' : ` (request ${of.objectId})`;
    const stays = of.isFiled ? 'stays as it was filed' : 'may have been filed, and stays so';
    return `no longer mapped: ${of.object} ${stays}${number}`;
  },
};

export type Because = Tagged<typeof sentences>;

/** All codes, for the schema of the report. */
export const becauseCodes = Object.keys(sentences) as [Because['code'], ...Because['code'][]];

/** Returns the sentence that says why a file is left out. */
export function explainLeftOut(because: Because): string {
  return formatSentence(sentences, because);
}
