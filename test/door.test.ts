import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { detectDoor, rewriteForDoor } from '../src/door.ts';
import { listOptionRows, optionTable } from '../src/options.ts';

test.each([
  ['run with `--max-requests 300`.', 'run with `max-requests: 300` under `with:`.', '`max-requests: 300`'],
  ['Give `--base`, or `--paths` to file', 'Give input `base`, or input `paths` to file', '`base`'],
  ['or add `--allow-http` if the', 'or add `allow-http: true` under `with:` if the', '`allow-http: true`'],
  ['Check `--token-file`.', 'Check FILE_CHECKOUTS_TOKEN_FILE.', '`token-file`'],
  ['Git token (FILE_CHECKOUTS_GIT_TOKEN)', 'Git token (input `github-token`)', null],
  ['start with `--from-mapping`', 'start with `--from-mapping`', null],
  ['Run file-checkouts ledger forget --branch b', 'Run file-checkouts ledger forget --branch b', null],
])('%s', (text, atAction, atComponent) => {
  expect(rewriteForDoor('cli', text)).toBe(text);
  expect(rewriteForDoor('action', text)).toBe(atAction);
  const named = text.replace(/`--[^`]*`/, `input ${atComponent} of the component`);
  if (atComponent === null) expect(rewriteForDoor('component', text)).toBe(text);
  else expect(rewriteForDoor('component', text).startsWith(named.slice(0, named.indexOf('component')))).toBe(true);
});

test('the component runs the command line, and names the command in a variable', () => {
  expect(detectDoor({ GITLAB_CI: 'true', FILE_CHECKOUTS_COMMAND: 'file' })).toBe('component');
  expect(detectDoor({ GITLAB_CI: 'true' })).toBe('cli');
  expect(detectDoor({ FILE_CHECKOUTS_COMMAND: 'file' })).toBe('cli');
});

/** Commands and rooms that no job runs: their sentences are for a command line. */
const elsewhere =
  'service/** status/** explain/** init/** commands/[!c]* commands/*/* options.ts help.ts arguments.ts cli.ts';
const ofJobs = new Set((['check', 'plan', 'file'] as const).flatMap(listOptionRows).map(({ name }) => name));
const names = optionTable.map(({ name }) => name).filter((name) => ofJobs.has(name));

test('every sentence that a job may show names its options between backticks', () => {
  const exclude = elsewhere.split(' ').map((path) => `src/${path}`);
  const lines = globSync('src/**/*.ts', { exclude }).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  const texts = lines
    .filter((line) => !/^\s*(\*|\/)/.test(line))
    .flatMap((line) => line.match(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [])
    .map((text) => text.slice(1, -1).replaceAll('\\`', '`'));
  const option = `--(?:${names.join('|')})(?![\\w-])`;
  expect(texts.filter((text) => new RegExp(`\`${option}`).test(text)).length).toBeGreaterThan(30);
  const commandLine = /(?:file-checkouts|ledger (?:begin|forget|show)) [^`;]*$/;
  const bare = texts.filter(
    (text) => /^[^-]*[\w`)] /.test(text) && new RegExp(`(?<!\`)${option}`).test(text.replace(commandLine, '')),
  );
  expect(bare).toEqual([]);
});
