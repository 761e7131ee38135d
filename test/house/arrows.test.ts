import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const files = globSync('src/**/*.ts');
/** What is imported, and the file in which it says so. */
const imports = files.flatMap((file) => {
  const found = readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g);
  return [...found].map(([, from = '']) => ({ file, from }));
});

/** The room of a file: its folder below src, or itself. */
const roomOf = (file: string) => file.split('/')[1] ?? '';

/** Everybody's plain helpers. */
const common = [
  ...'counted.ts door.ts errors.ts log.ts loopback.ts near.ts secret-spellings.ts'.split(' '),
  ...'secrets.ts version.ts options.ts regular-file.ts'.split(' '),
];

/** What each room may know, beside itself and the common helpers: the arrows of the design, from right to left. */
const knows: Readonly<Record<string, readonly string[]>> = {
  interface: [],
  sentences: [],
  host: [],
  // The names of the mapping's defaults, which stand apart from its schema.
  'options.ts': ['mapping'],
  'read-options.ts': [],
  'arguments.ts': ['read-options.ts'],
  glob: ['interface'],
  yaml: ['interface'],
  mapping: ['glob', 'interface', 'yaml'],
  git: ['host'],
  client: ['interface'],
  plan: ['git', 'interface', 'mapping', 'sentences'],
  uses: ['git', 'mapping', 'plan', 'sentences'],
  ledger: ['git', 'host', 'interface', 'mapping', 'plan', 'sentences'],
  checkout: ['git', 'interface', 'ledger', 'plan'],
  filing: ['checkout', 'client', 'git', 'interface', 'ledger', 'mapping', 'plan'],
  report: ['checkout', 'git', 'host', 'interface', 'plan', 'sentences', 'uses'],
  status: ['checkout', 'interface', 'ledger', 'plan', 'report'],
  comment: ['host', 'report'],
  explain: ['filing', 'interface', 'mapping', 'uses'],
  init: ['glob', 'interface', 'mapping', 'plan'],
  check: ['client', 'git', 'glob', 'interface', 'mapping', 'plan', 'report', 'uses', 'yaml'],
  service: ['glob', 'interface', 'yaml'],
  // The YAML reader is only loaded there, ahead of its use.
  run: [
    ...['checkout', 'client', 'filing', 'git', 'glob', 'host', 'ledger', 'mapping', 'plan', 'report', 'sentences'],
    ...['uses', 'yaml'],
  ],
};

/** Rooms that may know all: they put the others together. */
const frontDoors = ['begin.ts', 'cli.ts', 'action.ts', 'environment.ts', 'commands'];

test('arrows point one way', () => {
  const wrong = imports.flatMap(({ file, from }) => {
    if (!from.startsWith('.')) return [];
    const room = roomOf(file);
    const target = roomOf(normalize(join(dirname(file), from)));
    const allowed = [room, ...common, ...(knows[room] ?? [])];
    return frontDoors.includes(room) || allowed.includes(target) ? [] : [`${file} -> ${from}`];
  });
  expect(wrong).toEqual([]);
});

test('the table itself has no circle', () => {
  const seen = new Map<string, 'open' | 'done'>();
  const visit = (room: string, way: readonly string[]): string[] => {
    if (seen.get(room) === 'open') return [[...way, room].join(' -> ')];
    if (seen.has(room)) return [];
    seen.set(room, 'open');
    const circles = (knows[room] ?? []).flatMap((next) => visit(next, [...way, room]));
    seen.set(room, 'done');
    return circles;
  };
  expect(Object.keys(knows).flatMap((room) => visit(room, []))).toEqual([]);
});

test('every room is in the table', () => {
  const rooms = new Set(files.map(roomOf));
  const told = [...Object.keys(knows), ...common, ...frontDoors];
  expect([...rooms].filter((room) => !told.includes(room))).toEqual([]);
  expect(told.filter((room) => !rooms.has(room))).toEqual([]);
});

/** Who may use what reaches out of the program. */
test.each<[string, RegExp, RegExp]>([
  ['child processes', /^node:child_process$/, /^src\/git\//],
  ['Git', /^simple-git$/, /^src\/git\//],
  ['HTTP calls', /^undici$/, /^src\/client\//],
  ['the API of the Git host', /^@actions\/github$/, /^src\/comment\//],
  ['the database', /^node:sqlite$/, /^src\/service\//],
  ['listening', /^node:https?$/, /^src\/service\//],
])('%s', (_, module, allowed) => {
  const users = imports.filter(({ from }) => module.test(from)).map(({ file }) => file);
  expect(users.length).toBeGreaterThan(0);
  expect(users.filter((file) => !allowed.test(file))).toEqual([]);
});

test('the environment is read by the front doors alone, and nothing ends the process', () => {
  const source = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const readers = files.filter((file) => /process\.env\b/.test(source(file)));
  expect(readers.filter((file) => !['src/cli.ts', 'src/action.ts'].includes(file))).toEqual([]);
  expect(files.filter((file) => /process\.exit\(/.test(source(file)))).toEqual([]);
});
