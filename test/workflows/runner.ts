/**
 * Runs workflow files as a runner does, as far as the ones of this project need it: jobs of steps, reusable workflows,
 * actions/checkout over real Git, and JavaScript actions in a process of their own. It refuses what it does not know.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Ended, runBundle } from '../e2e/support/bundle.ts';
import { git } from '../git/support.ts';
import { readOutputFile } from '../surfaces/runner-log.ts';
import { checkOut } from './checkout.ts';
import { type Contexts, evaluate, fill, holds } from './expressions.ts';
import { inputsOf, type Job, readWorkflow, type Step, type Workflow } from './workflow.ts';

export interface Event {
  readonly name: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly ref: string;
  readonly sha: string;
  readonly payload: unknown;
  /** Of a manual run. */
  readonly inputs?: Readonly<Record<string, unknown>>;
}

export interface Run {
  /** The workflow file's text. */
  readonly text: string;
  readonly event: Event;
  readonly secrets: Readonly<Record<string, string>>;
  /** Bare repositories by `owner/name`. */
  readonly repositories: Readonly<Record<string, string>>;
  /** More variables of the runner. */
  readonly env?: Readonly<Record<string, string>>;
  /** False: a server that does not tell a reusable workflow where it is from. */
  readonly tellsWorkflow?: boolean;
}

export interface StepRun {
  /** Its name, else its action. */
  readonly name: string;
  readonly code: number;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface JobRun extends Disposable {
  readonly runsOn: unknown;
  /** The concurrency groups it was held by, the caller's first. */
  readonly groups: readonly string[];
  /** What the job's token may, by the file; of a called workflow both must agree. */
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly StepRun[];
  readonly code: number;
  /** Of the job, as a caller sees them. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

let runs = 4710;

/** Runs the one job of a workflow. @throws for an event that does not start it. */
export async function runWorkflow(run: Run): Promise<JobRun> {
  const workflow = readWorkflow(run.text);
  if (!(run.event.name in workflow.on)) throw new Error(`${run.event.name} does not start ${workflow.name}`);
  runs += 1;
  const { ref, repository, sha, payload: event, name } = run.event;
  const github = { ref, repository, sha, event, event_name: name, token: 'job-token', run_id: String(runs) };
  const contexts = { github, inputs: inputsOf(workflow, name, run.event.inputs ?? {}), secrets: run.secrets, vars: {} };
  const job = oneJob(workflow);
  const groups = groupsOf(workflow, contexts);
  if (job.uses === undefined) return runJob(run, job, { ...contexts, job: {} }, groups);
  return runCalled(run, job, contexts, groups);
}

function oneJob(workflow: Workflow): Job {
  const [job, ...others] = Object.values(workflow.jobs);
  if (job === undefined || others.length > 0) throw new Error(`${workflow.name} has not one job`);
  return job;
}

function groupsOf({ concurrency }: Workflow, contexts: Contexts): string[] {
  return concurrency === undefined ? [] : [fill(concurrency.group, contexts)];
}

/** A reusable workflow: the caller's event, its own inputs and secrets. */
async function runCalled(run: Run, job: Job, contexts: Contexts, groups: string[]): Promise<JobRun> {
  const [, repository = '', path = '', ref = ''] = /^([^/]+\/[^/]+)\/(.+)@(.+)$/.exec(job.uses ?? '') ?? [];
  const remote = remoteOf(run, repository);
  const sha = git(remote, 'rev-parse', `${ref}^{commit}`);
  const called = readWorkflow(git(remote, 'show', `${sha}:${path}`));
  const given = Object.entries(job.with ?? {}).map(([name, value]) => [name, evaluate(value, contexts)]);
  const secrets = Object.entries(job.secrets ?? {}).map(([name, value]) => [name, fill(value, contexts)]);
  const known = run.tellsWorkflow === false ? {} : { workflow_repository: repository, workflow_sha: sha };
  const inputs = inputsOf(called, 'workflow_call', Object.fromEntries(given));
  const own = { ...contexts, inputs, secrets: Object.fromEntries(secrets), job: known };
  const [inner, ...others] = Object.values(called.jobs).filter(({ if: when }) => holds(when, own));
  if (inner === undefined || others.length > 0) throw new Error(`${called.name} has not one job for this event`);
  // GitHub refuses the whole run when a job, whether it runs or not, wants more than the caller may give.
  for (const { permissions = {} } of Object.values(called.jobs)) {
    for (const [scope, access] of Object.entries(permissions)) {
      const granted = job.permissions?.[scope];
      if (granted !== access && granted !== 'write') throw new Error(`the caller does not grant ${scope}: ${access}`);
    }
  }
  return runJob(run, inner, own, [...groups, ...groupsOf(called, own)]);
}

interface Place {
  readonly dir: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A runner's folders, files and variables. */
function newPlace(run: Run, runId: string): Place {
  const dir = mkdtempSync(join(tmpdir(), 'file-checkouts-workflow-'));
  const workspace = join(dir, 'workspace');
  mkdirSync(workspace);
  const files = { GITHUB_EVENT_PATH: join(dir, 'event.json'), GITHUB_STEP_SUMMARY: join(dir, 'summary') };
  writeFileSync(files.GITHUB_EVENT_PATH, JSON.stringify(run.event.payload));
  writeFileSync(files.GITHUB_STEP_SUMMARY, '');
  const env = {
    ...{ ...files, HOME: dir, RUNNER_TEMP: dir, GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: workspace },
    ...{ GITHUB_EVENT_NAME: run.event.name, GITHUB_REPOSITORY: run.event.repository, GITHUB_REF: run.event.ref },
    ...{ GITHUB_SHA: run.event.sha, GITHUB_SERVER_URL: 'https://github.example', GITHUB_ACTOR: 'jane-doe' },
    ...{ GITHUB_RUN_ID: runId, GITHUB_RUN_ATTEMPT: '1', ...run.env },
  };
  return { dir, workspace, env };
}

async function runJob(run: Run, job: Job, given: Contexts, groups: readonly string[]): Promise<JobRun> {
  const place = newPlace(run, fill(`\${{ github.run_id }}`, given));
  const contexts = { ...given, runner: { temp: place.dir } };
  const done: StepRun[] = [];
  const byId: Record<string, Pick<StepRun, 'outputs'>> = {};
  let failed = 0;
  for (const step of job.steps ?? []) {
    const always = step.if === 'always()';
    if (!always && (failed !== 0 || !holds(step.if, contexts))) continue;
    const output = join(place.dir, `output-${done.length}`);
    writeFileSync(output, '');
    const { code, stdout, stderr } = await runStep(run, step, contexts, place, output);
    const outputs = readOutputFile(readFileSync(output, 'utf8'));
    // What is kept for people is no step of the filing.
    if (!always || code !== 0)
      done.push({ name: step.name ?? step.uses ?? 'run', code: code ?? 1, log: stdout + stderr, outputs });
    if (step.id !== undefined) byId[step.id] = { outputs };
    failed ||= code ?? 1;
  }
  const all = { ...contexts, steps: byId };
  return {
    ...{ runsOn: evaluate(job['runs-on'], contexts), groups, permissions: job.permissions ?? {}, steps: done },
    code: failed,
    outputs: Object.fromEntries(Object.entries(job.outputs ?? {}).map(([name, value]) => [name, fill(value, all)])),
    summary: readFileSync(join(place.dir, 'summary'), 'utf8'),
    [Symbol.dispose]: () => rmSync(place.dir, { recursive: true, force: true }),
  };
}

async function runStep(run: Run, step: Step, contexts: Contexts, place: Place, output: string): Promise<Ended> {
  const given = Object.fromEntries(
    Object.entries(step.with ?? {}).map(([name, value]) => [name, fill(String(value), contexts)]),
  );
  if (step.run !== undefined) return runScript(step.run, place);
  const uses = step.uses ?? '';
  if (uses.startsWith('actions/checkout@')) {
    const own = given.repository === undefined || given.repository === run.event.repository;
    const remote = remoteOf(run, given.repository || run.event.repository);
    const ref = given.ref || (own ? run.event.sha : '');
    checkOut({
      ...{ remote, ref, workspace: place.workspace, path: given.path ?? '.', depth: Number(given['fetch-depth'] ?? 1) },
    });
    return { code: 0, stdout: '', stderr: '' };
  }
  if (uses.startsWith('actions/upload-artifact@')) {
    const there = given.path !== undefined && existsSync(given.path);
    return { code: there || given['if-no-files-found'] === 'ignore' ? 0 : 1, stdout: '', stderr: '' };
  }
  return runAction(actionFolder(run, uses, place), given, contexts, { ...place.env, GITHUB_OUTPUT: output });
}

/** A script in which nothing was put: expressions in one would be code. */
function runScript(script: string, place: Place): Ended {
  if (script.includes('${{')) throw new Error('an expression stands in a script');
  try {
    const stdout = execFileSync('bash', ['-e', '-c', script], { cwd: place.workspace, encoding: 'utf8' });
    return { code: 0, stdout, stderr: '' };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { code: status, stdout, stderr: '' };
  }
}

/** The folder of an action: one of the workspace, or of its repository at a ref. */
function actionFolder(run: Run, uses: string, place: Place): string {
  if (uses.startsWith('./')) return join(place.workspace, uses);
  const [name = '', ref = ''] = uses.split('@');
  checkOut({ remote: remoteOf(run, name), ref, workspace: place.dir, path: 'action', depth: 1 });
  return join(place.dir, 'action');
}

/** Runs a JavaScript action as its `action.yml` says, with its defaults. @throws for an input that it does not have. */
function runAction(
  folder: string,
  given: Readonly<Record<string, string>>,
  contexts: Contexts,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const action = parse(readFileSync(join(folder, 'action.yml'), 'utf8'));
  const inputs: Record<string, { default?: string }> = action.inputs;
  for (const name of Object.keys(given)) if (!(name in inputs)) throw new Error(`the action has no input ${name}`);
  const values = Object.entries(inputs).map(([name, input]) => [
    `INPUT_${name.toUpperCase()}`,
    given[name] ?? fill(input.default ?? '', contexts),
  ]);
  const cwd = env.GITHUB_WORKSPACE ?? folder;
  return runBundle(join(folder, action.runs.main), [], { cwd, env: { ...env, ...Object.fromEntries(values) } });
}

function remoteOf(run: Run, repository: string): string {
  const remote = run.repositories[repository];
  if (remote === undefined) throw new Error(`there is no repository ${repository}`);
  return remote;
}
