import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readOwnSite, runRehearseCommand } from '../../src/commands/rehearse.ts';
import { hashToken } from '../../src/service/tokens.ts';
import { folder } from '../git/support.ts';
import { heard } from '../silent.ts';

const at = folder();
afterAll(() => at[Symbol.dispose]());
let files = 0;

/** A site file with these users. */
function siteFile(users: string): string {
  files += 1;
  const file = join(at.path, `site${files}.yml`);
  writeFileSync(file, `users:\n${users}\napplications: [{ appl: ORD, levels: [{ lvl: 10 }], attributes: [] }]\n`);
  return file;
}

const users = siteFile(`  - { user: AUDIT, token: audit-token }
  - { user: SEALED, tokenSha256: ${hashToken('sealed-token').toString('hex')}, addRequest: true }
  - { user: JANE, token: jane-token, addRequest: true }
  - { user: LEAD, token: lead-token, addRequest: true }`);

test('the first user who may add requests and has a token in clear files, and it is said whom', () => {
  const { token, about, site } = readOwnSite(users, undefined);
  expect(token).toBe('jane-token');
  expect(about[0]).toContain('filed as user JANE (the first in');
  expect(site.users).toHaveLength(4);
});

test.each([
  ['sealed-token', 'filed as user SEALED (whose token FILE_CHECKOUTS_TOKEN holds); '],
  ['lead-token', 'filed as user LEAD (whose'],
  ['audit-token', 'filed as user AUDIT (whose token FILE_CHECKOUTS_TOKEN holds), who may not add requests; '],
])('FILE_CHECKOUTS_TOKEN chooses: %s', (token, says) => {
  const own = readOwnSite(users, token);
  expect(own.token).toBe(token);
  expect(own.about[0]).toContain(says);
});

test('nobody to file as is an error with the way out', () => {
  const stranger = { exitCode: 2, message: expect.stringContaining('belongs to no user') };
  expect(() => readOwnSite(users, 'other')).toThrow(expect.objectContaining(stranger));
  const sealed = siteFile(`  - { user: SEALED, tokenSha256: ${hashToken('x').toString('hex')}, addRequest: true }`);
  const none = { exitCode: 2, remedy: expect.stringContaining('FILE_CHECKOUTS_TOKEN') };
  expect(() => readOwnSite(sealed, undefined)).toThrow(expect.objectContaining(none));
});

test('a bad site file is told with its place, one that is not there too; exit code 2', () => {
  const bad = siteFile('  - { user: JANE, tokn: x }');
  const message = expect.stringContaining(`${bad}:2:19: unknown key \`tokn\`; did you mean \`token\`?`);
  const told = { exitCode: 2, message, remedy: `Correct ${bad}; docs/site.md has every key.` };
  expect(() => readOwnSite(bad, undefined)).toThrow(expect.objectContaining(told));
  expect(() => readOwnSite(join(at.path, 'none.yml'), undefined)).toThrow(
    expect.objectContaining({ remedy: 'Check --site.' }),
  );
});

test.each([
  [{ linked: ['main'] }, 'rehearse needs a repository'],
  [{ last: 3 }, 'rehearse needs a repository'],
  [{ site: users, linked: ['main'] }, '--linked is for a site that is made from the mapping'],
])('rehearse %j is refused', async (options, message) => {
  const input = {
    asGiven: options,
    env: {},
    cwd: at.path,
    signal: AbortSignal.abort(),
    version: '0',
    token: undefined,
  };
  await expect(runRehearseCommand(input, heard().output)).rejects.toMatchObject({ exitCode: 2, message });
});
