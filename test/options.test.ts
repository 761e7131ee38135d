import { expect, test } from 'vitest';
import { formatHelp } from '../src/arguments.ts';
import { Problem } from '../src/errors.ts';
import {
  type CommandName,
  commands,
  formatDefault,
  listOptionRows,
  type OptionRow,
  optionTable,
  toEnvVariable,
  withDefaults,
} from '../src/options.ts';
import { readGivenOptions } from '../src/read-options.ts';

const rows: readonly OptionRow[] = optionTable;
const names = Object.keys(commands) as CommandName[];

/** A value that the option takes, as text, and as it is read. */
function sample(row: OptionRow): [string, unknown] {
  if (row.kind === 'flag') return ['true', true];
  const text = row.choices?.at(-1) ?? (row.kind === 'number' || row.pattern ? '7' : `some ${row.name}`);
  if (row.kind === 'number') return [text, Number(text)];
  return [text, row.kind === 'list' ? [text] : text];
}

const fromEnvironment = (command: CommandName, env: Record<string, string>) =>
  readGivenOptions(command, { values: {}, nameOf: String }, env);

const missing = (name: string): never => {
  throw new Error(`--${name} is no option`);
};

const problemOf = (work: () => unknown): Problem => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

test.each(rows.map((row) => [row.name, row] as const))('--%s by its environment variable', (name, row) => {
  for (const command of row.commands) {
    const [text, value] = sample(listOptionRows(command).find((own) => own.name === name) ?? row);
    expect(fromEnvironment(command, { [toEnvVariable(name)]: text })).toEqual({ [name]: value });
    expect(fromEnvironment(command, { [toEnvVariable(name)]: '' })).toEqual({});
    expect(fromEnvironment(command, { [toEnvVariable(name)]: '  ' })).toEqual({});
  }
});

test('a command takes only the forms that it has', () => {
  expect(fromEnvironment('plan', { FILE_CHECKOUTS_FORMAT: 'html' })).toEqual({ format: 'html' });
  const problem = problemOf(() => fromEnvironment('check', { FILE_CHECKOUTS_FORMAT: 'html' }));
  expect(problem.remedy).toContain('text, json, markdown.');
  expect(formatHelp('explain')).toContain('--format text|json ');
});

test('an option of another command is not read', () => {
  expect(fromEnvironment('plan', { FILE_CHECKOUTS_PORT: 'not even a number' })).toEqual({});
});

test.each([
  ['ledger', 'maybe', '"maybe" is not one of its values', 'auto, require, off'],
  ['concurrency', '4.5', '"4.5" is not a number', 'a whole number'],
  ['concurrency', '-1', '"-1" is not a number', 'a whole number'],
  ['timeout', '9999999999', '"9999999999" is not a number', 'a whole number'],
  ['dry-run', 'perhaps', '"perhaps" is neither true nor false', 'true or false'],
  ['on-missing-base', 'FAIL', '"FAIL" is not one of its values', 'fail, merge-base'],
])('%s=%s is refused, naming where it came from and what would be right', (name, text, found, right) => {
  const problem = problemOf(() => fromEnvironment('file', { [toEnvVariable(name)]: text }));
  expect(problem).toMatchObject({ code: 'usage', exitCode: 2, message: `${toEnvVariable(name)}: ${found}` });
  expect(problem.remedy).toContain(right);
});

test('a list comes one a line, or one word after the other', () => {
  const lines = { FILE_CHECKOUTS_SET: 'appl=ORD\r\n\n lvl=10 \n' };
  expect(fromEnvironment('file', lines)).toEqual({ set: ['appl=ORD', 'lvl=10'] });
  const paths = ['a b', 'c'];
  expect(readGivenOptions('file', { values: { paths }, nameOf: String }, {})).toEqual({ paths });
});

test('what is given wins over the environment; an empty value counts as not given', () => {
  const read = (values: Record<string, string>) =>
    readGivenOptions('file', { values, nameOf: String }, { FILE_CHECKOUTS_URL: 'b' });
  expect(read({ url: 'a' })).toEqual({ url: 'a' });
  expect(read({ url: '' })).toEqual({ url: 'b' });
});

test.each(['false', 'no', '0', 'FALSE'])(
  'a flag that is given as %s is off, no matter what the environment says',
  (off) => {
    const source = { values: { 'allow-http': off }, nameOf: String };
    expect(readGivenOptions('file', source, { FILE_CHECKOUTS_ALLOW_HTTP: 'true' })).toEqual({});
  },
);

test('defaults that are values are among the choices', () => {
  for (const { name, choices, default: held } of rows) {
    if (choices !== undefined && held !== undefined) expect(choices, name).toContain(String(held));
  }
});

test('what is not given is the default of its row, for every command; a flag is off, and the rest is left out', () => {
  const valued = rows.filter((row) => row.default !== undefined).map((row) => [row.name, row.default]);
  const off = rows.filter(({ kind }) => kind === 'flag').map(({ name }) => [name, false]);
  for (const command of names) {
    const given = withDefaults(readGivenOptions(command, { values: { port: '' }, nameOf: String }, {}));
    expect(given).toStrictEqual(Object.fromEntries([...valued, ...off]));
  }
});

test('a default in words ends with that of the mapping, where it has one', () => {
  const said = (name: string) => formatDefault(rows.find((row) => row.name === name) ?? missing(name));
  expect(said('rfp')).toBe('rfp in the mapping, else none');
  expect(said('attach-as')).toBe('attach.as in the mapping, else gfile');
  expect(said('disposition')).toBe('attach.disposition in the mapping, else form-data');
  expect(said('mapping')).toBe('.file-checkouts.yml');
});

test('a rehearsal that is not told its repository plays the sample', () => {
  expect(formatHelp('rehearse')).toMatch(/--repo-dir DIR .*\(default: none: the sample is played; with --site: \.\)/);
  expect(formatHelp('plan')).toMatch(/--repo-dir DIR .*\(default: \.\)/);
});

test('no secret is an option', () => {
  expect(rows.map(({ name }) => name).filter((name) => /token/.test(name))).toEqual(['token-file']);
});

test.each(names)(
  'the help of %s lists each of its options with value, default and meaning, and no other',
  (command) => {
    const help = formatHelp(command);
    expect(help).toContain(commands[command]);
    const listed = [...help.matchAll(/^ {2}--([a-z-]+)/gm)].map((match) => match[1]);
    expect(listed).toEqual(listOptionRows(command).map(({ name }) => name));
    for (const row of listOptionRows(command)) {
      expect(help).toContain(row.about);
      const held = formatDefault(row);
      if (held !== undefined) expect(help).toContain(`(default: ${held})`);
      const value = row.value ?? row.choices?.join('|');
      if (row.kind !== 'flag' && value !== undefined) expect(help).toContain(`--${row.name} ${value}`);
    }
  },
);

test('the help of the program lists the commands, the secrets and the exit codes', () => {
  const help = formatHelp(null);
  for (const [name, about] of Object.entries(commands))
    expect(help).toMatch(new RegExp(`^ {2}${name} +${about}$`, 'm'));
  expect(help).toContain('FILE_CHECKOUTS_TOKEN');
  expect(help).toContain('FILE_CHECKOUTS_GIT_TOKEN');
  for (const code of ['0 all filed', '1 some change', '2 bad usage', '3 the changes', '4 the service']) {
    expect(help).toContain(code);
  }
});
