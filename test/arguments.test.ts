import { expect, test } from 'vitest';
import { parseCommandLine } from '../src/arguments.ts';
import { Problem } from '../src/errors.ts';
import { type OptionRow, optionTable } from '../src/options.ts';

const rows: readonly OptionRow[] = optionTable;

const rawOf = (...argv: string[]) => {
  const line = parseCommandLine(argv);
  return line.kind === 'run' ? line.raw : line;
};

const refusal = (...argv: string[]) => {
  try {
    parseCommandLine(argv);
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, says: error.message, remedy: error.remedy };
    throw error;
  }
  throw new Error(`${argv.join(' ')} was taken`);
};

test.each(rows.map((row) => [row.name, row] as const))('--%s, in both forms, for each of its commands', (name, row) => {
  for (const command of row.commands) {
    if (row.kind === 'flag') {
      expect(rawOf(command, `--${name}`)).toEqual({ [name]: true });
      expect(rawOf(command, `--${name}=false`)).toEqual({ [name]: 'false' });
      continue;
    }
    const value = row.kind === 'list' ? ['v'] : 'v';
    expect(rawOf(command, `--${name}`, 'v')).toEqual({ [name]: value });
    expect(rawOf(command, `--${name}=v`)).toEqual({ [name]: value });
    if (row.alone !== undefined) expect(rawOf(command, `--${name}`)).toEqual({ [name]: row.alone });
    else expect(refusal(command, `--${name}`).says).toBe(`--${name} needs a value`);
  }
});

test.each<[string, string[], unknown]>([
  ['lists take words up to the next option', ['--paths', 'a', 'b c', '--url', 'u'], { paths: ['a', 'b c'], url: 'u' }],
  ['a list may be repeated', ['--set', 'a=1', '--set', 'b=2'], { set: ['a=1', 'b=2'] }],
  ['two lists', ['--paths', 'a', '--set', 'x=1', 'y=2', '--paths', 'b'], { paths: ['a', 'b'], set: ['x=1', 'y=2'] }],
  ['words behind -- belong to the list before', ['--paths', 'a', '--', '-b'], { paths: ['a', '-b'] }],
  ['a flag ends nothing but itself', ['--dry-run', '--paths', 'a'], { 'dry-run': true, paths: ['a'] }],
  ['the last of two wins', ['--url', 'a', '--url', 'b'], { url: 'b' }],
  ['a value may hold = and begin with one dash', ['--set=srcd=a=b', '--tkey', '-1'], { set: ['srcd=a=b'], tkey: '-1' }],
  ['a value that begins with two dashes is written with =', ['--tkey=--x'], { tkey: '--x' }],
  ['an empty value is a value here', ['--base', ''], { base: '' }],
  ['nothing', [], {}],
])('%s', (_, argv, raw) => {
  expect(rawOf('file', ...argv)).toEqual(raw);
});

test.each([
  ['--report', '--dry-run'],
  ['--paths', '--dry-run'],
  ['--url', '--token-file', 'x'],
])('an option is never taken for the value of the one before: %s %s', (...argv) => {
  expect(refusal('file', ...argv)).toMatchObject({ code: 'usage', says: `${argv[0]} needs a value` });
});

test.each<[string[], string, string]>([
  [[], 'no command is given', 'Commands: '],
  [['fiel'], 'unknown command fiel', 'Did you mean file?'],
  [['frobnicate'], 'unknown command frobnicate', 'Commands: '],
  [['constructor'], 'unknown command constructor', 'Commands: '],
  [['file', '--concurency', '3'], 'file-checkouts file has no option --concurency', 'Did you mean --concurrency?'],
  [['file', '--dry-rnu'], 'file-checkouts file has no option --dry-rnu', 'Did you mean --dry-run?'],
  [
    ['plan', '--max-requests', '3'],
    'file-checkouts plan has no option --max-requests',
    'See file-checkouts plan --help.',
  ],
  [['file', '-x'], 'file-checkouts file has no option -x', 'See file-checkouts file --help.'],
  [['file', '--__proto__=x'], 'file-checkouts file has no option --__proto__', 'See file-checkouts file --help.'],
  [['file', '--toString'], 'file-checkouts file has no option --toString', 'See file-checkouts file --help.'],
  [['file', 'main'], 'file does not take main', 'See file-checkouts file --help.'],
  [['file', '--dry-run', 'false'], 'file does not take false', 'See file-checkouts file --help.'],
  [['file', '--url', 'a', 'b'], 'file does not take b', 'See file-checkouts file --help.'],
])('%j is refused', (argv, says, remedy) => {
  const refused = refusal(...argv);
  expect(refused).toMatchObject({ code: 'usage', says });
  expect(refused.remedy).toContain(remedy);
});

test.each<[string[], unknown]>([
  [['--help'], { kind: 'help', command: null }],
  [['-h'], { kind: 'help', command: null }],
  [['help'], { kind: 'help', command: null }],
  [['help', 'file'], { kind: 'help', command: 'file' }],
  [['help', 'nonsense'], { kind: 'help', command: null }],
  [['file', '--help'], { kind: 'help', command: 'file' }],
  [['file', '--nonsense', '-h'], { kind: 'help', command: 'file' }],
  [['--version'], { kind: 'version' }],
  [['-v'], { kind: 'version' }],
])('%j', (argv, line) => {
  expect(parseCommandLine(argv)).toEqual(line);
});

test.each<[string[], string]>([
  [['--from-mapping'], '.file-checkouts.yml'],
  [['--from-mapping', '--port', '1'], '.file-checkouts.yml'],
  [['--from-mapping', 'map.yml', '--port', '1'], 'map.yml'],
  [['--from-mapping=map.yml'], 'map.yml'],
])('an option that may stand alone: serve %j', (argv, value) => {
  expect(parseCommandLine(['serve', ...argv])).toMatchObject({ raw: { 'from-mapping': value } });
});
