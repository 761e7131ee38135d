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

const m1ToM3 = ['+B.RPGLE', '+new/C.RPGLE < old/C.RPGLE', '-D.RPGLE'];
const all = ['+A.RPGLE', '+B.RPGLE', '+E.RPGLE', '+README.md', '+keep.txt', '+new/C.RPGLE'];
const ownOfFeature = ['+A.RPGLE', '+F.RPGLE', '+G.RPGLE'];
const fromMain = ['~B.RPGLE: as on main', '~D.RPGLE: as on main', '~new/C.RPGLE: as on main'];

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
  const repository = { default_branch: 'main' };
  const pull = {
    number: 7,
    repository,
    pull_request: { base: { ref: 'main', sha: at.m3 }, head: { ref: 'feature', sha: at.f2 } },
  };
  const group = { repository, merge_group: { base_ref: 'refs/heads/main', base_sha: at.m1, head_sha: at.m3 } };
  const nothing = { files: [] as string[] };
  const stopped = { files: ['error 3: '], rule: '' };
  return [
    {
      name: 'push of several commits',
      ref: 'main',
      head: 'm3',
      told: push('main', at.m1, at.m3),
      files: m1ToM3,
      rule: 'push',
    },
    {
      name: 'first push of the default branch',
      ref: 'main',
      head: 'm3',
      told: push('main', zeros, at.m3),
      files: all,
      rule: 'first-push',
    },
    {
      name: 'first push of a branch',
      ref: 'feature',
      head: 'f2',
      told: push('feature', zeros, at.f2),
      files: ownOfFeature,
      rule: 'first-push',
    },
    {
      name: 'push to a branch',
      ref: 'feature',
      head: 'f2',
      told: push('feature', at.f1, at.f2),
      files: ['+A.RPGLE', '+G.RPGLE'],
      rule: 'push',
    },
    {
      name: 'main merged into a branch',
      ref: 'feature',
      head: 'fm',
      told: push('feature', at.f2, at.fm),
      files: fromMain,
      rule: 'push',
    },
    {
      name: 'own commits and a merge of main in one push',
      ref: 'feature',
      head: 'fm',
      told: push('feature', at.f1, at.fm),
      files: ['+A.RPGLE', '+G.RPGLE', ...fromMain],
      rule: 'push',
    },
    {
      name: 'a branch rebased on main',
      ref: 'rebased',
      head: 'fr',
      told: push('rebased', at.f2, at.fr),
      files: fromMain,
      rule: 'push',
    },
    {
      name: 'a branch fast-forwarded to main',
      ref: 'at-m1',
      head: 'm3',
      told: push('at-m1', at.m1, at.m3),
      files: fromMain,
      rule: 'push',
    },
    {
      name: 'first push of a branch that merged main',
      ref: 'feature',
      head: 'fm',
      told: push('feature', zeros, at.fm),
      files: ownOfFeature,
      rule: 'first-push',
    },
    {
      name: 'forced push',
      ref: 'main',
      head: 'm3',
      told: push('main', at.x, at.m3),
      files: ['+E.RPGLE', ...m1ToM3],
      rule: 'push',
    },
    {
      name: 'a branch reset to an older commit',
      ref: 'main',
      head: 'm1',
      told: push('main', at.m3, at.m1),
      files: ['+B.RPGLE', '+D.RPGLE', '+old/C.RPGLE < new/C.RPGLE'],
      rule: 'push',
    },
    {
      name: 'new branch at an old commit',
      ref: 'at-m1',
      head: 'm1',
      told: push('at-m1', zeros, at.m1),
      ...nothing,
      rule: 'first-push',
    },
    {
      name: 'first push of an orphan branch',
      ref: 'orphan',
      head: 'o',
      told: push('orphan', zeros, at.o),
      files: ['+O.RPGLE'],
      rule: 'first-push',
    },
    {
      name: 'an octopus merge',
      ref: 'octopus',
      head: 'oct',
      told: push('octopus', at.m3, at.oct),
      files: ['+P1.RPGLE', '+P2.RPGLE', '+P3.RPGLE'],
      rule: 'push',
    },
    {
      name: '300 commits in one push',
      ref: 'release',
      head: 'far',
      told: push('main', at.behind, at.far),
      files: ['-A.RPGLE'],
      rule: 'push',
    },
    {
      name: 'deleted branch',
      ref: 'main',
      head: 'm3',
      told: push('feature', at.f2, zeros),
      ...nothing,
      rule: 'branch-deleted',
    },
    {
      name: 'delete event',
      ref: 'main',
      head: 'm3',
      told: { env: github('delete'), payload: { ref: 'feature', ref_type: 'branch' } },
      ...nothing,
      rule: 'branch-deleted',
    },
    {
      name: 'tag',
      ref: 'main',
      head: 'm3',
      told: { env: github('push'), payload: pushed('refs/tags/v1', zeros, at.m3) },
      ...nothing,
      rule: 'tag',
    },
    {
      name: 'pull_request',
      ref: 'feature',
      head: 'f2',
      told: { env: github('pull_request'), payload: pull },
      files: ownOfFeature,
      rule: 'proposal',
    },
    {
      name: 'merge_group',
      ref: 'main',
      head: 'm3',
      told: { env: github('merge_group'), payload: group },
      files: m1ToM3,
      rule: 'proposal',
    },
    { name: 'workflow_dispatch', ref: 'main', head: 'm3', told: manual('workflow_dispatch'), ...stopped },
    {
      name: 'workflow_dispatch with base and head',
      ref: 'main',
      head: 'm3',
      told: manual('workflow_dispatch'),
      options: { base: at.m1, head: at.m3 },
      files: m1ToM3,
      rule: 'explicit',
    },
    {
      name: 'workflow_dispatch with paths',
      ref: 'main',
      head: 'm3',
      told: manual('workflow_dispatch'),
      options: { paths: ['**/C.*', 'A.RPGLE'] },
      files: ['+A.RPGLE', '+new/C.RPGLE'],
      rule: 'paths',
    },
    { name: 'schedule', ref: 'main', head: 'm3', told: manual('schedule'), ...stopped },
    { name: 'repository_dispatch', ref: 'main', head: 'm3', told: manual('repository_dispatch'), ...stopped },
    { name: 'workflow_run', ref: 'main', head: 'm3', told: manual('workflow_run'), ...stopped },
    {
      name: 'workflow_call: the push of the caller',
      ref: 'main',
      head: 'm3',
      told: { ...push('main', at.m1, at.m3), env: github('push', { GITHUB_WORKFLOW: 'shared' }) },
      files: m1ToM3,
      rule: 'push',
    },
  ];
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
  const feature = { CI_COMMIT_BRANCH: 'feature' };
  const stopped = { files: ['error 3: '], rule: '' };
  return [
    {
      name: 'GitLab push',
      ref: 'main',
      head: 'm3',
      told: job('push', { CI_COMMIT_BEFORE_SHA: at.m1 }),
      files: m1ToM3,
      rule: 'push',
    },
    {
      name: 'GitLab first push',
      ref: 'feature',
      head: 'f2',
      told: job('push', { ...feature, CI_COMMIT_SHA: at.f2 }),
      files: ownOfFeature,
      rule: 'first-push',
    },
    {
      name: 'GitLab forced push',
      ref: 'main',
      head: 'm3',
      told: job('push', { CI_COMMIT_BEFORE_SHA: at.x }),
      files: ['+E.RPGLE', ...m1ToM3],
      rule: 'push',
    },
    {
      name: 'GitLab merge request',
      ref: 'feature',
      head: 'f2',
      told: job('merge_request_event', { ...mr, CI_COMMIT_SHA: at.f2 }),
      files: ownOfFeature,
      rule: 'proposal',
    },
    {
      name: 'GitLab merged results',
      ref: 'feature',
      head: 'fm',
      told: job('merge_request_event', { ...mr, CI_COMMIT_SHA: at.fm, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: at.f2 }),
      files: ownOfFeature,
      rule: 'proposal',
    },
    {
      name: 'GitLab tag',
      ref: 'main',
      head: 'm3',
      told: job('push', { CI_COMMIT_TAG: 'v1', CI_COMMIT_BRANCH: '' }),
      files: [],
      rule: 'tag',
    },
    ...['schedule', 'web', 'api', 'trigger'].map(
      (source): Row => ({ name: `GitLab ${source}`, ref: 'main', head: 'm3', told: job(source, {}), ...stopped }),
    ),
    {
      name: 'GitLab web with base',
      ref: 'main',
      head: 'm3',
      told: job('web', {}),
      options: { base: at.m1 },
      files: m1ToM3,
      rule: 'explicit',
    },
  ];
}
