/** The events of the matrix, with the files that each changed, worked out by hand from `history.ts`. */
import type { GivenOptions } from '../../src/options.ts';
import { github, gitlab, pushed, zeros } from '../host/support.ts';
import type { History, Step } from './history.ts';
import type { Told } from './support.ts';

export interface Row {
  readonly name: string;
  /** What the runner checks out. */
  readonly ref: string;
  readonly head: Step;
  readonly told: Told;
  readonly options?: GivenOptions;
  /** Lines as `filesOf` makes them; an error matches by its beginning. */
  readonly files: readonly string[];
  readonly rule: string;
}

type Line = [name: string, ref: string, head: Step, told: Told, files: string[], rule: string, options?: GivenOptions];

/** Those that the quick tests play in a clone of depth 1. */
export const quickRows = [
  'push of several commits',
  'first push of a branch',
  'own commits and a merge of main in one push',
  'a branch reset to an older commit',
];

const toRow = ([name, ref, head, told, files, rule, options]: Line): Row => {
  return { name, ref, head, told, files, rule, ...(options && { options }) };
};

const m1ToM3 = ['+B.RPGLE', '+new/C.RPGLE < old/C.RPGLE', '-D.RPGLE'];
const m3ToM1 = ['+B.RPGLE', '+D.RPGLE', '+old/C.RPGLE < new/C.RPGLE'];
const all = ['+A.RPGLE', '+B.RPGLE', '+E.RPGLE', '+README.md', '+keep.txt', '+new/C.RPGLE'];
const ownOfFeature = ['+A.RPGLE', '+F.RPGLE', '+G.RPGLE'];
/** Nothing says what changed. */
const stopped: [string[], string] = [['error 3: '], ''];
const fromMain = ['~B.RPGLE: as on main', '~D.RPGLE: as on main', '~new/C.RPGLE: as on main'];
const ownAndMain = ['+A.RPGLE', '+G.RPGLE', ...fromMain];
const allOfOctopus = ['+P1.RPGLE', '+P2.RPGLE', '+P3.RPGLE'];

/** Rows of GitHub events. @param at OIDs of the history. */
export function githubRows(at: History['at']): Row[] {
  const push = (branch: string, before: string, after: string): Told => ({
    env: github('push', { GITHUB_REF: `refs/heads/${branch}`, GITHUB_SHA: after }),
    payload: pushed(`refs/heads/${branch}`, before, after),
  });
  const manual = (event: string): Told => ({
    env: github(event, { GITHUB_SHA: at.m3 }),
    payload: { repository: { default_branch: 'main' } },
  });
  const dispatch = manual('workflow_dispatch');
  const paths = ['**/C.*', 'A.RPGLE'];
  const ofCaller = { ...push('main', at.m1, at.m3), env: github('push', { GITHUB_WORKFLOW: 'shared' }) };
  const gone = { ref: 'feature', ref_type: 'branch' };
  const repository = { default_branch: 'main' };
  const pull = {
    number: 7,
    repository,
    pull_request: { base: { ref: 'main', sha: at.m3 }, head: { ref: 'feature', sha: at.f2 } },
  };
  const group = { repository, merge_group: { base_ref: 'refs/heads/main', base_sha: at.m1, head_sha: at.m3 } };
  const lines: Line[] = [
    ['push of several commits', 'main', 'm3', push('main', at.m1, at.m3), m1ToM3, 'push'],
    ['first push of the default branch', 'main', 'm3', push('main', zeros, at.m3), all, 'first-push'],
    ['first push of a branch', 'feature', 'f2', push('feature', zeros, at.f2), ownOfFeature, 'first-push'],
    ['push to a branch', 'feature', 'f2', push('feature', at.f1, at.f2), ['+A.RPGLE', '+G.RPGLE'], 'push'],
    ['main merged into a branch', 'feature', 'fm', push('feature', at.f2, at.fm), fromMain, 'push'],
    ['own commits and a merge of main in one push', 'feature', 'fm', push('feature', at.f1, at.fm), ownAndMain, 'push'],
    ['a branch rebased on main', 'rebased', 'fr', push('rebased', at.f2, at.fr), fromMain, 'push'],
    ['a branch fast-forwarded to main', 'at-m1', 'm3', push('at-m1', at.m1, at.m3), fromMain, 'push'],
    ['first push of one that merged main', 'feature', 'fm', push('feature', zeros, at.fm), ownOfFeature, 'first-push'],
    ['forced push', 'main', 'm3', push('main', at.x, at.m3), ['+E.RPGLE', ...m1ToM3], 'push'],
    ['a branch reset to an older commit', 'main', 'm1', push('main', at.m3, at.m1), m3ToM1, 'push'],
    ['new branch at an old commit', 'at-m1', 'm1', push('at-m1', zeros, at.m1), [], 'first-push'],
    ['first push of an orphan branch', 'orphan', 'o', push('orphan', zeros, at.o), ['+O.RPGLE'], 'first-push'],
    ['an octopus merge', 'octopus', 'oct', push('octopus', at.m3, at.oct), allOfOctopus, 'push'],
    ['300 commits in one push', 'release', 'far', push('main', at.behind, at.far), ['-A.RPGLE'], 'push'],
    ['deleted branch', 'main', 'm3', push('feature', at.f2, zeros), [], 'branch-deleted'],
    ['delete event', 'main', 'm3', { env: github('delete'), payload: gone }, [], 'branch-deleted'],
    ['tag', 'main', 'm3', { env: github('push'), payload: pushed('refs/tags/v1', zeros, at.m3) }, [], 'tag'],
    ['pull_request', 'feature', 'f2', { env: github('pull_request'), payload: pull }, ownOfFeature, 'proposal'],
    ['merge_group', 'main', 'm3', { env: github('merge_group'), payload: group }, m1ToM3, 'proposal'],
    ['workflow_dispatch with base and head', 'main', 'm3', dispatch, m1ToM3, 'explicit', { base: at.m1, head: at.m3 }],
    ['workflow_dispatch with paths', 'main', 'm3', dispatch, ['+A.RPGLE', '+new/C.RPGLE'], 'paths', { paths }],
    ...['workflow_dispatch', 'schedule', 'repository_dispatch', 'workflow_run'].map(
      (event): Line => [event, 'main', 'm3', manual(event), ...stopped],
    ),
    ['workflow_call: the push of the caller', 'main', 'm3', ofCaller, m1ToM3, 'push'],
  ];
  return lines.map(toRow);
}

/** Rows of GitLab pipelines. @param at OIDs of the history. */
export function gitlabRows(at: History['at']): Row[] {
  const job = (source: string, more: Record<string, string>): Told => ({
    env: gitlab(source, { CI_COMMIT_SHA: at.m3, ...more }),
  });
  const mr = {
    CI_MERGE_REQUEST_IID: '9',
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    CI_MERGE_REQUEST_DIFF_BASE_SHA: at.m1,
    CI_COMMIT_BRANCH: '',
  };
  const ofBranch = { ...mr, CI_COMMIT_SHA: at.f2 };
  const ofResult = { ...mr, CI_COMMIT_SHA: at.fm, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: at.f2 };
  const feature = { CI_COMMIT_BRANCH: 'feature', CI_COMMIT_SHA: at.f2 };
  const lines: Line[] = [
    ['GitLab push', 'main', 'm3', job('push', { CI_COMMIT_BEFORE_SHA: at.m1 }), m1ToM3, 'push'],
    ['GitLab first push', 'feature', 'f2', job('push', feature), ownOfFeature, 'first-push'],
    ['GitLab forced push', 'main', 'm3', job('push', { CI_COMMIT_BEFORE_SHA: at.x }), ['+E.RPGLE', ...m1ToM3], 'push'],
    ['GitLab merge request', 'feature', 'f2', job('merge_request_event', ofBranch), ownOfFeature, 'proposal'],
    ['GitLab merged results', 'feature', 'fm', job('merge_request_event', ofResult), ownOfFeature, 'proposal'],
    ['GitLab tag', 'main', 'm3', job('push', { CI_COMMIT_TAG: 'v1', CI_COMMIT_BRANCH: '' }), [], 'tag'],
    ...['schedule', 'web', 'api', 'trigger'].map(
      (source): Line => [`GitLab ${source}`, 'main', 'm3', job(source, {}), ...stopped],
    ),
    ['GitLab web with base', 'main', 'm3', job('web', {}), m1ToM3, 'explicit', { base: at.m1 }],
  ];
  return lines.map(toRow);
}
