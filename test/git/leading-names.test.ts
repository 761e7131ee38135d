/** Entries that Git itself never commits, but takes when they are pushed: paths that lead elsewhere than they say. */
import { expect, test } from 'vitest';
import { checkSendablePath, toGitPath } from '../../src/git/git-path.ts';
import { runIn } from '../events/support.ts';
import { pushOf } from '../host/support.ts';
import { makeClone } from './clones.ts';
import { gitBytes, remote } from './support.ts';

const bad = [
  ...['..', '../A.RPGLE', 'Q/../A.RPGLE', 'Q/.', './A.RPGLE', 'Q//A.RPGLE', '.git/config', 'Q/.GIT', '.Git/hooks/x'],
  ...['.git ./config', '.git::$INDEX_ALLOCATION/config', 'git~1/config', 'GIT~1', '.g\u200cit/config', '.git\\config'],
];
const good = ['...', '..a', '.gitignore', '.github/x', 'git', 'git~2', 'a.git', '.gitx', 'Q/.gitkeep', 'a..b', '. .'];

test.each(bad)('%s is unsendable', (path) => {
  expect(checkSendablePath(toGitPath(path))?.text).toMatch(/^its path holds ".*", which would lead elsewhere$/);
});

test.each(good)('%s is a name like any other', (path) => {
  expect(checkSendablePath(toGitPath(path))).toBeNull();
});

test('a push of such entries: each is told, none is sent, and what is mapped beside them is', async () => {
  using origin = remote();
  const base = origin.commit({ 'A.RPGLE': 'one\n' });
  const make = (type: string, input: Buffer) =>
    gitBytes(origin.work, ['hash-object', '-t', type, '-w', '--stdin', '--literally'], input).toString().trim();
  const tree = (entries: readonly (readonly [mode: string, name: string, oid: string])[]) => {
    const parts = entries.flatMap(([mode, name, oid]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]);
    return make('tree', Buffer.concat(parts));
  };
  const blob = make('blob', Buffer.from('two\n'));
  const inner = (name: string) => tree([['100644', `${name}.RPGLE`, blob]]);
  const top = tree([
    ['40000', '.', inner('B')],
    ['40000', '..', inner('C')],
    ['40000', '.GIT', inner('D')],
    ['40000', '.git', inner('E')],
    ['100644', 'A.RPGLE', blob],
  ]);
  const head = gitBytes(origin.work, ['commit-tree', top, '-p', base, '-m', 'odd']).toString().trim();
  origin.push(head, 'main');
  const dir = makeClone('bareMirror', origin, { ref: 'main', head });
  const told = pushOf(base, head);
  const report = await runIn(dir, told);
  const rows = report.requests.map(({ path, outcome }) => `${outcome} ${path}`).sort();
  const odd = ['../C', './B', '.GIT/D', '.git/E'].map((name) => `unsendable ${name}.RPGLE`);
  expect(rows).toEqual(['planned A.RPGLE', ...odd]);
});
