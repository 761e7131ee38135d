import { expect, test } from 'vitest';
import type { Tree } from '../plan/support.ts';
import { type Bench, bench, type Pushed, pgm } from './bench.ts';

const names = (count: number, kind = 'BND') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`A/P0${n}.${kind}`, `content ${n}`]));
const tree: Tree = names(3);
const pipeline = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '4711-1' };
/** How calls get into an RFP: `*NEW rfpd` or `*YES rfp`. */
const joins = ({ calls }: Pushed) => calls.map(({ fields }) => `${fields.arfp} ${fields.rfp ?? fields.rfpd}`);
const sizes = (at: Bench) => at.inspect().rfps.map(({ requests }) => requests.length);

test.each([
  ['per-push: the first makes one, the others join its number; the next push makes its own', '*NEW *TASK', [3, 1]],
  ['per-branch: the next push finds the RFP of the branch again', '*AUTO ORDERS main', [4]],
] as const)('%s', async (says, first, expected) => {
  const mode = says.startsWith('per-push') ? 'per-push' : 'per-branch';
  await using at = await bench();
  const pushed = await at.push(tree, { mode });
  const rfp = pushed.rows[0]?.rfp;
  expect(joins(pushed)).toEqual([first, `*YES ${rfp}`, `*YES ${rfp}`]);
  expect(pushed.rows.map((row) => row.rfp)).toEqual([rfp, rfp, rfp]);
  await at.push({ ...tree, 'A/NEXT.BND': 'x' }, { mode });
  expect(sizes(at)).toEqual(expected);
});

test('one RFP per group with 16 calls at once', async () => {
  const rules = ['', ', creq: "*NO"', ', rfpd: by hand'].map((more, n) => {
    const folder = 'ABC'[n];
    const request = `{ attr: BND, objt: "*SRVPGM", objn: "${folder}{name|upper}"${more} }`;
    return `  - { match: { path: "${folder}/**" }, request: ${request} }\n`;
  });
  const mapping = `version: 1\nrepo: ORDERS\nrequest: { appl: ORD, lvl: 50 }\nrules:\n${rules.join('')}`;
  await using at = await bench({ mapping });
  const files = Object.fromEntries(Array.from({ length: 36 }, (_, n) => [`${'ABC'[n % 3]}/P${n}.BND`, `${n}`]));
  const { rows } = await at.push(files, { mode: 'per-push', concurrency: 16, pipeline });
  expect(rows.every(({ outcome }) => outcome === 'created')).toBe(true);
  const { requests, rfps } = at.inspect();
  const own = requests.filter(({ objt }) => objt !== '*PIPE');
  const groups = rfps.map(({ rfp, creq, rfpd }) => {
    const members = own.filter((request) => request.rfp === rfp).map(({ objn }) => objn[0]);
    return [[...new Set(members)].join(), members.length, creq, rfpd === 'by hand'];
  });
  expect(groups.toSorted()).toEqual([
    ['A', 12, '*YES', false],
    ['B', 12, '*NO', false],
    ['C', 12, '*YES', true],
  ]);
  expect(requests.length - own.length).toBe(3);
});

test("an update of a request that is in none joins the push's RFP", async () => {
  await using at = await bench();
  await at.push({ [pgm('ORD100')]: 'one' });
  const { calls, rows } = await at.push({ [pgm('ORD100')]: 'two', ...tree }, { mode: 'per-push' });
  const patch = calls.find(({ method }) => method === 'PATCH');
  const rfp = rows.find(({ outcome }) => outcome === 'created')?.rfp;
  expect(patch?.fields).toEqual({ objectId: 10001, arfp: '*YES', rfp });
  expect(sizes(at)).toEqual([4]);
  expect(rows.map((row) => row.rfp)).toEqual([rfp, rfp, rfp, rfp]);
});

test('what a push has left opens another RFP, with keys, once that of the push is closed', async () => {
  await using at = await bench();
  at.recorder.intercept = (_, n) => (n === 3 ? 401 : null);
  await at.push(tree, { mode: 'per-push', pipeline, concurrency: 1 });
  at.recorder.intercept = () => null;
  for (const { objectId } of at.inspect().requests) await at.later(objectId, { status: '20' });
  const bad = { 'A/A.BAD': 'x' };
  const { rows } = await at.push({ ...tree, ...bad }, { mode: 'per-push', pipeline });
  expect(rows.map(({ outcome, tkey }) => `${outcome} ${tkey}`)).toEqual(['rejected null', 'created 4711-1']);
  expect(sizes(at)).toEqual([3, 2]);
});
