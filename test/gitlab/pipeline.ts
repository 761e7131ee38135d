import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { componentFile } from '../../scripts/gitlab-component.ts';
import type { Report } from '../../src/report/report-json.ts';
import { bundles, type Ended, runBundle } from '../e2e/support/bundle.ts';
import type { TestRepository } from '../e2e/support/repository.ts';

const simulator = resolve('node_modules/gitlab-ci-local/dist/index.js');
/** Where a consumer includes the component from. */
const host = 'gitlab.example.com';
const componentProject = 'tools/file-checkouts';
const zeros = '0'.repeat(40);

/** Values of `include: inputs`. */
export type Inputs = Readonly<Record<string, string | number | boolean>>;

/** The .gitlab-ci.yml of a consumer: the component at a version, and a later job that reads its dotenv report. */
export function consumerFile(inputs: Inputs): string {
  const component = `${host}/${componentProject}/file-checkouts@v0.1.0`;
  return stringify({
    include: [{ component, inputs: { 'cli-command': `${process.execPath} ${bundles.cli}`, ...inputs } }],
    after: {
      stage: 'deploy',
      rules: [{ if: '$CI_COMMIT_BRANCH' }],
      script: ['echo "created=$FILE_CHECKOUTS_CREATED rfps=$FILE_CHECKOUTS_RFPS none=$FILE_CHECKOUTS_NOTHING_TO_FILE"'],
    },
  });
}

/** What a pipeline is of. */
export type Pipeline =
  | { readonly source: 'push'; readonly branch: string; readonly sha: string; readonly before?: string }
  | { readonly source: 'tag'; readonly tag: string; readonly sha: string }
  | { readonly source: 'merge_request_event'; readonly branch: string; readonly sha: string; readonly base: string };

/** The variables that GitLab gives a job, and that the simulator does not know or takes from a checked-out branch. */
function variablesOf(pipeline: Pipeline): Record<string, string> {
  const ref = pipeline.source === 'tag' ? pipeline.tag : pipeline.branch;
  const common = {
    ...{ GITLAB_CI: 'true', GITLAB_USER_LOGIN: 'jane-doe', CI_DEFAULT_BRANCH: 'main', CI_COMMIT_SHA: pipeline.sha },
    ...{ CI_COMMIT_REF_NAME: ref, CI_COMMIT_REF_SLUG: ref.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') },
    ...{ CI_COMMIT_BEFORE_SHA: zeros, CI_JOB_TOKEN: 'job-token' },
  };
  switch (pipeline.source) {
    case 'tag':
      return { ...common, CI_PIPELINE_SOURCE: 'push', CI_COMMIT_TAG: pipeline.tag };
    case 'merge_request_event':
      return {
        ...{ ...common, CI_PIPELINE_SOURCE: 'merge_request_event', CI_MERGE_REQUEST_IID: '7' },
        ...{ CI_MERGE_REQUEST_DIFF_BASE_SHA: pipeline.base, CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: pipeline.branch },
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      };
    default:
      return {
        ...{ ...common, CI_PIPELINE_SOURCE: pipeline.source, CI_COMMIT_BRANCH: pipeline.branch },
        CI_COMMIT_BEFORE_SHA: pipeline.before ?? zeros,
      };
  }
}

/** A runner's work tree: depth 1, no branch checked out, the component fetched. */
function workTree(remote: string, root: string, sha: string): string {
  const dir = mkdtempSync(join(root, 'builds-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: dir, stdio: 'pipe' });
  git('init', '--quiet');
  git('remote', 'add', 'origin', remote);
  git('remote', 'add', 'gcl-origin', `https://${host}/acme/ORDERS.git`);
  git('fetch', '--quiet', '--depth=1', 'origin', sha);
  git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
  const component = join(dir, `.gitlab-ci-local/includes/${host}/${componentProject}/v0.1.0/templates/file-checkouts`);
  mkdirSync(component, { recursive: true });
  writeFileSync(join(component, 'template.yml'), componentFile());
  return dir;
}

/** Runs pipelines of a repository with gitlab-ci-local on the shell executor. */
export class Pipelines {
  readonly #project: Pick<TestRepository, 'remote' | 'root'>;
  readonly #variables: Readonly<Record<string, string>>;

  /** @param variables CI/CD variables of the project: its secrets. */
  constructor(project: Pick<TestRepository, 'remote' | 'root'>, variables: Readonly<Record<string, string>>) {
    this.#project = project;
    this.#variables = variables;
  }

  /** Runs the pipeline of a commit; `args` go to the simulator, as `--list`. */
  async run(pipeline: Pipeline, variables: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
    const dir = workTree(this.#project.remote, this.#project.root, pipeline.sha);
    const given = Object.entries({ ...this.#variables, ...variablesOf(pipeline), ...variables });
    const ended = await simulate(dir, [
      ...given.flatMap(([name, value]) => ['--variable', `${name}=${value}`]),
      ...('before' in pipeline || 'branch' in pipeline ? [] : ['--unset-variable', 'CI_COMMIT_BRANCH']),
      ...(pipeline.source === 'merge_request_event' ? ['--unset-variable', 'CI_COMMIT_BRANCH'] : []),
      ...args,
    ]);
    const read = (file: string) => readFileSync(join(dir, file), 'utf8');
    const report = () => JSON.parse(read('file-checkouts-report.json')) as Report;
    return { ...ended, read, report, has: (file: string) => existsSync(join(dir, file)) };
  }
}

/** Runs gitlab-ci-local to its end; colours are taken out of what it prints. */
export async function simulate(cwd: string, args: readonly string[]): Promise<Ended> {
  const { PATH = '' } = process.env;
  const env = { PATH: `${dirname(process.execPath)}:${PATH}`, HOME: cwd, NO_COLOR: '1' };
  const { code, stdout, stderr } = await runBundle(simulator, ['--force-shell-executor', ...args], { cwd, env });
  const plain = (text: string) => text.replaceAll(/\u001b\[[0-9;]*[mK]/g, '');
  return { code, stdout: plain(stdout), stderr: plain(stderr) };
}
