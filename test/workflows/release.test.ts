/** What a tag becomes: the checks, the notes, and the scripts of release.yml as they stand, with a host that is played. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ReleaseInput, releaseFacts, releaseFindings } from '../../scripts/release-facts.ts';
import { sbomOf } from '../../scripts/sbom.ts';

const good: ReleaseInput = {
  tag: 'v1.2.3',
  repository: 'acme/tools',
  tags: ['v1', 'v1.2.2', 'v1.2.3'],
  packageJson: '{ "version": "1.2.3", "repository": { "url": "git+https://github.com/acme/tools.git" } }',
  packageLock: '{ "version": "1.2.3", "packages": { "": { "version": "1.2.3" } } }',
  program: '1.2.3',
  template:
    'spec:\n  inputs:\n    version:\n      type: string\n      default: 1.2.3\n    image:\n      default: node:24\n',
  changelog: '# Changelog\n\n## Unreleased\n\n## 1.2.3 - 2026-11-21\n\n- Better.\n\n## 1.2.2\n\n- Good.\n',
  pages: { 'docs/gitlab.md': 'component: host/acme/tools/file-checkouts@v1.2.3' },
};

describe('a tag is released when everything is of its version', () => {
  test('nothing is found against it', () => expect(releaseFindings(good)).toEqual([]));

  test.each<[string, Partial<ReleaseInput>, string]>([
    ['a tag of another form', { tag: 'v1.2' }, 'the tag v1.2 is not of the form v1.2.3'],
    ['package.json', { packageJson: good.packageJson.replace('1.2.3', '1.2.2') }, 'package.json has the version 1.2.2'],
    ['package-lock.json', { packageLock: '{ "version": "1.2.3" }' }, 'package-lock.json, packages has the version no'],
    ['the program', { program: '1.2.4' }, 'src/version.ts has the version 1.2.4, the tag says 1.2.3'],
    ['the component', { template: good.template.replace('1.2.3', '0.9.0') }, 'the component has the version 0.9.0'],
    ['no component', { template: '' }, 'the component has the version none'],
    ['a page', { pages: { 'README.md': 'npx file-checkouts@1.2.2' } }, 'README.md has the version 1.2.2'],
    ['a page with a tag', { pages: { 'README.md': 'x/file-checkouts@v1.2.2' } }, 'README.md has the version 1.2.2'],
    ['no notes', { changelog: '# Changelog\n' }, 'CHANGELOG.md says nothing under "## 1.2.3"'],
    ['notes of a longer version', { changelog: '## 1.2.30\n\n- x\n' }, 'CHANGELOG.md says nothing under "## 1.2.3"'],
    [
      'notes that nobody moved',
      { changelog: good.changelog.replace('Unreleased\n', 'Unreleased\n\n- New.\n') },
      'CHANGELOG.md still has something under "## Unreleased"',
    ],
    ['another repository', { repository: 'somebody/fork' }, 'package.json has the repository git+https://'],
    ['no repository', { packageJson: '{ "version": "1.2.3" }' }, 'package.json has the repository none'],
  ])('%s', (_, change, finding) => {
    const findings = releaseFindings({ ...good, ...change });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(finding);
  });
});

describe('what it becomes', () => {
  const facts = (tag: string, ...others: string[]) => releaseFacts({ ...good, tag, tags: [tag, ...others] });

  test('its notes are its section of the changelog', () => expect(releaseFacts(good).notes).toBe('- Better.'));

  test.each<[string, string[], string, string | null]>([
    ['v1.2.3', ['v1.2.2', 'v1', 'v0.9.0'], 'latest', 'v1'],
    ['v1.10.0', ['v1.9.9'], 'latest', 'v1'],
    ['v2.0.0', ['v1.9.9'], 'latest', 'v2'],
    ['v1.9.10', ['v1.9.9', 'v2.0.0'], 'v1', 'v1'],
    ['v1.9.10', ['v1.10.0', 'v2.0.0'], 'v1', null],
    ['v1.2.4', ['v1.3.0'], 'v1', null],
    ['v2.0.0-rc.1', ['v1.9.9'], 'next', null],
    ['v1.2.3', ['v2.0.0-rc.1'], 'latest', 'v1'],
  ])('%s beside %j: %s on npm, and %s moves', (tag, others, distTag, majorTag) => {
    expect(facts(tag, ...others)).toMatchObject({ distTag, majorTag, prerelease: tag.includes('-') });
  });
});

test('the state of this checkout: the script says what is missing, and writes notes of a release that is whole', () => {
  const dir = mkdtempSync(join(tmpdir(), 'file-checkouts-release-'));
  try {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    writeFileSync(join(dir, 'tags'), `refs/tags/v${version}\n`);
    const arguments_ = ['scripts/release.ts', 'v99.0.0', 'nobody/nothing', join(dir, 'tags'), join(dir, 'notes.md')];
    const { status, stderr, stdout } = spawnSync(process.execPath, arguments_, { encoding: 'utf8' });
    expect([status, stdout]).toEqual([1, '']);
    for (const place of ['package.json', 'package-lock.json', 'src/version.ts', 'the component', 'README.md']) {
      expect(stderr).toContain(`::error::${place} has the version ${version}, the tag says 99.0.0`);
    }
  } finally {
    rmSync(dir, { recursive: true });
  }
});

test('the bill of materials names every package in dist, with the hash that the lock file pins', () => {
  const licenses = readFileSync('dist/LICENSES.txt', 'utf8');
  const packageLock = readFileSync('package-lock.json', 'utf8');
  const sbom = sbomOf({ version: '1.2.3', licenses, packageLock });
  const purl = expect.stringMatching(/^pkg:npm\/%40actions\/core@\d/);
  const hash = expect.stringMatching(/^[0-9a-f]{128}$/);
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { purl: 'pkg:npm/file-checkouts@1.2.3' } },
    components: expect.arrayContaining([
      expect.objectContaining({ name: '@actions/core', purl, hashes: [{ alg: 'SHA-512', content: hash }] }),
      expect.objectContaining({ name: 'undici' }),
    ]),
  });
  const other = packageLock.replace(/("node_modules\/undici": \{\s+"version": ")[^"]+/, '$10.0.1');
  expect(() => sbomOf({ version: '1.2.3', licenses, packageLock: other })).toThrow('the lock file has 0.0.1');
});

const workflow = parse(readFileSync('.github/workflows/release.yml', 'utf8'));

/** Runs the script of a step where `gh` and `npm` are played by lines of shell; gives what they were called with. */
function play(job: string, name: string, players: Readonly<Record<string, string>>, env: Record<string, string>) {
  const step = workflow.jobs[job].steps.find((candidate: { name?: string }) => candidate.name === name);
  const dir = mkdtempSync(join(tmpdir(), 'file-checkouts-release-'));
  try {
    mkdirSync(join(dir, 'release'));
    writeFileSync(join(dir, 'release', 'file-checkouts-1.2.3.tgz'), 'package');
    writeFileSync(join(dir, 'release', 'file-checkouts.cdx.json'), '{}');
    for (const [command, script] of Object.entries(players)) {
      const text = `#!/bin/bash\necho "${command} $*" >>"${dir}/calls"\ncase "$*" in\n${script}\nesac\n`;
      writeFileSync(join(dir, command), text, { mode: 0o755 });
    }
    const given = { ...process.env, PATH: `${dir}:${process.env.PATH}`, GITHUB_REF_NAME: 'v1.2.3', ...env };
    const around = { cwd: dir, env: { ...given, GH_REPO: 'acme/tools', GITHUB_SHA: 'abc' } };
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', step.run], { ...around, encoding: 'utf8' });
    const calls = readFileSync(join(dir, 'calls'), 'utf8').trim().split('\n');
    return { code: status, output: stdout + stderr, calls };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

describe('The package on npm', () => {
  const step = 'The package on npm, with its provenance';
  const env = { VERSION: '1.2.3', DIST_TAG: 'latest' };
  const integrity = (text: string) => `sha512-${createHash('sha512').update(text).digest('base64')}`;

  test('is published once', () => {
    const { code, calls } = play('npm', step, { npm: 'view*) exit 1;;' }, env);
    expect(code).toBe(0);
    expect(calls[1]).toBe(
      'npm publish --ignore-scripts --provenance --access public --tag latest ./release/file-checkouts-1.2.3.tgz',
    );
  });

  test('stays when the job is started again', () => {
    const { code, calls } = play('npm', step, { npm: `view*) echo ${integrity('package')};;` }, env);
    expect([code, calls.length]).toEqual([0, 1]);
  });

  test('is never another one under the same version', () => {
    const { code, output } = play('npm', step, { npm: `view*) echo ${integrity('other')};;` }, env);
    expect([code, output]).toEqual([1, '::error::npm has another package under file-checkouts@1.2.3\n']);
  });
});

describe('The release', () => {
  const step = 'The release, with the package and its bill of materials';
  const env = { LATEST: 'true', PRERELEASE: 'false' };
  const create =
    'gh release create v1.2.3 --verify-tag --title v1.2.3 --notes-file release/notes.md --latest=true --prerelease=false release/file-checkouts-1.2.3.tgz release/file-checkouts.cdx.json';
  const immutable = 'api*immutable) echo true;;';

  test.each<[string, string, string[]]>([
    ['that is not there is created', 'release\\ view*) exit 1;;', [create]],
    ['that was left a draft is made again', 'release\\ view*) echo true;;', ['gh release delete v1.2.3 --yes', create]],
    ['that is out stays', 'release\\ view*) echo false;;', []],
  ])('%s', (_, view, expected) => {
    const { code, calls } = play('release', step, { gh: `${view}\n${immutable}` }, env);
    expect(code).toBe(0);
    expect(calls.slice(1, -1)).toEqual(expected);
  });

  test('that can be changed stops here, before the moving tag', () => {
    const { code, output } = play('release', step, { gh: 'release\\ view*) echo false;;\napi*) echo false;;' }, env);
    expect([code, output]).toEqual([1, expect.stringContaining('turn immutable releases on')]);
  });
});

test.each<[string, string, string]>([
  ['moves', 'exit 0', '--method PATCH repos/acme/tools/git/refs/tags/v1 -f sha=abc -F force=true'],
  ['is made when it is not there', 'exit 1', '--method POST repos/acme/tools/git/refs -f ref=refs/tags/v1 -f sha=abc'],
])('The moving tag %s', (_, found, expected) => {
  const player = `api\\ repos*) ${found};;`;
  const { code, calls } = play('release', 'The moving tag of the major version', { gh: player }, { MAJOR_TAG: 'v1' });
  expect(code).toBe(0);
  expect(calls[1]).toBe(`gh api --silent ${expected}`);
});
