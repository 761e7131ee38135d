import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { atDoor, doorOf } from '../src/door.ts';
import { optionTable } from '../src/options.ts';

test.each([
  ['If you want that, run with --max-requests 300.', 'run with `max-requests: 300` under `with:`.'],
  ['Give --base and --head, or --paths to file', 'Give input `base` and input `head`, or input `paths` to file'],
  ['or run with --ledger auto.', 'or run with `ledger: auto` under `with:`.'],
  ['or add --allow-http if the', 'or add `allow-http: true` under `with:` if the'],
  ['by FILE_CHECKOUTS_TOKEN or --token-file; this', 'by input `token`; this'],
  ['or give a Git token that may (FILE_CHECKOUTS_GIT_TOKEN)', 'that may (input `github-token`)'],
  ['Check --token-file.', 'Check FILE_CHECKOUTS_TOKEN_FILE.'],
  [
    'With --paths GLOB..., then: file-checkouts ledger forget --branch b --url https://x.example',
    'With `paths: GLOB...` under `with:`, then: file-checkouts ledger forget --branch b --url https://x.example',
  ],
  [
    'goes on; ledger forget --branch takes it away. Or --base.',
    'ledger forget --branch takes it away. Or input `base`.',
  ],
  ['git config --global --add safe.directory /x', 'git config --global --add safe.directory /x'],
])('the action: %s', (text, said) => {
  expect(atDoor('action', text)).toContain(said);
  expect(atDoor('cli', text)).toBe(text);
});

test('the component', () => {
  expect(atDoor('component', 'run with --max-requests 300, or --paths, by FILE_CHECKOUTS_TOKEN or --token-file.')).toBe(
    'run with input `max-requests: 300` of the component, or input `paths` of the component, by FILE_CHECKOUTS_TOKEN or input `token-file` of the component.',
  );
  expect(doorOf({ GITLAB_CI: 'true', FILE_CHECKOUTS_COMMAND: 'file' })).toBe('component');
  expect(doorOf({ GITLAB_CI: 'true' })).toBe('cli');
  expect(doorOf({ FILE_CHECKOUTS_COMMAND: 'file' })).toBe('cli');
});

const action = readFileSync('action.yml', 'utf8');
const component = readFileSync('templates/file-checkouts/template.yml', 'utf8');
const names = optionTable.map(({ name }) => name);
const optionInText = new RegExp(`--(${names.join('|')})(?![\\w-])`);

/** Whatever string of a front door's rooms names an option, apart from comments and the help of other commands. */
const sentences = globSync('src/**/*.ts', { exclude: ['src/service/**', 'src/commands/rehears*/**', 'src/help.ts'] })
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter((line) => !/^\s*(\*|\/)/.test(line))
  .flatMap((line) =>
    [...line.matchAll(/'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(([, one, two]) => one ?? two ?? ''),
  )
  .filter((text) => optionInText.test(text) && /[ .]/.test(text));

test.each(['action', 'component'] as const)('every sentence that names an option names an input: %s', (door) => {
  expect(sentences.length).toBeGreaterThan(40);
  const page = door === 'action' ? action : component;
  for (const sentence of sentences) {
    const said = atDoor(door, sentence);
    const apart = said.replace(/(file-checkouts|ledger (begin|forget|show)) [^`,;]*/g, '');
    const left = optionInText.exec(apart)?.[1];
    const inputs = [...said.matchAll(/input `([a-z-]+)|`([a-z-]+): [^`]*` under/g)].map(([, one, two]) => one ?? two);
    // Options of commands that no job runs stay as they are.
    expect([sentence, left === undefined || !new RegExp(`^ {2,4}${left}:`, 'm').test(page)]).toEqual([sentence, true]);
    for (const input of inputs) expect(page).toMatch(new RegExp(`^ {2,4}${input}:`, 'm'));
  }
});
