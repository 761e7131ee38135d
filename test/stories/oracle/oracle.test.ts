import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { History, type StoryCommit } from '../history.ts';
import type { StoryMapping } from '../mapping.ts';
import type { FileChange } from '../steps.ts';
import type { ReportRow, ReportSeen } from '../told.ts';
import type { HeldRequest } from './held.ts';
import { Ownership } from './ownership.ts';
import { brokenPromises } from './promises.ts';
import type { RunSeen, Seen } from './seen.ts';

/** The oracle itself: it finds what is wrong, and says nothing where all is well. */

const mapping: StoryMapping = {
  branches: [
    { names: ['main'], lvl: 50 },
    { names: ['feature/**'], lvl: 10 },
  ],
  rules: [
    { ending: '.RPGLEINC', makes: null },
    { ending: '.RPGLE', makes: { attr: 'RPGLE', objt: '*PGM' } },
  ],
  ...{ lock: '*YES', rfp: 'per-push', unmapped: 'warn', deletes: 'request', users: true },
  ...{ branchDeleted: 'report', dependents: 'request' },
};
const branch = 'feature/a';
const useOfK1 = '**free\n/copy K1\n';

/** A request at the service, with the text it holds; `by`: the branch that filed it, null for a colleague. */
interface Filed {
  readonly objn?: string;
  readonly rsn?: string;
  readonly path?: string;
  readonly text?: string;
  readonly rfp?: number;
  readonly vref?: string;
  readonly by?: string | null;
}

function requestOf(
  { objn = 'P', rsn = '*MIGRATE', path = 'P.RPGLE', rfp = 1, vref = '4001-1.1' }: Filed,
  n: number,
): HeldRequest {
  const at = { appl: 'ORD', lvl: 10, objt: '*PGM', status: '01', lock: '*YES', user: 'JANE' };
  return { ...at, objectId: 10_001 + n, objn, rsn, rfp, vref, gpath: '', gfile: path };
}

/** What a whole, green run of `feature/a` has left: main had `before`, the branch made `changes`, and `filed` stands. */
function seenOf(
  before: Record<string, string>,
  changes: readonly FileChange[],
  filed: readonly Filed[],
  report: Partial<ReportSeen> = {},
  more: Partial<RunSeen> = {},
): Seen {
  const history = new History('main', new Map(Object.entries(before)));
  history.push({ id: 1, branch, do: 'create', from: 'main', changes });
  const head = history.tip(branch) as StoryCommit;
  const other: StoryCommit = { n: 99, parents: [], tree: new Map(), oid: null };
  const requests = filed.map(requestOf);
  const contents = new Map(
    filed.map(({ text = '' }, n) => [10_001 + n, createHash('sha256').update(text).digest('hex')] as const),
  );
  const owners = new Ownership();
  filed.forEach(({ by = branch }, n) => {
    const now = { requests: requests.slice(0, n + 1), contents };
    if (by === null) owners.noteColleague(now);
    else owners.noteRun(now, { branch: by, head: by === branch ? head : other, recorded: true });
  });
  const whole = { exitCode: 0, error: null, range: null, requests: [], leftOut: [], notices: [], ...report };
  const held = { requests, contents };
  return {
    ...{ history, held, owners, mappings: [{ mapping, since: 0 }], handed: new Map(), settled: new Map() },
    begun: new Map([[branch, { at: history.root, later: [] }]]),
    doubts: { lost: new Set(), unrecorded: new Set(), broken: new Set(), hazy: new Set(), brokenRuns: new Set() },
    run: {
      ...{ command: 'file', branch, push: null, head, id: 4001, isCalm: true, isNarrow: false, wasFrozen: false },
      ...{ beside: null, onConflict: 'prove', isSealedByOther: false },
      ...{ changed: [], before: held, tip: head, isLast: true, live: false },
      told: { code: whole.exitCode, signal: null, report: whole, stderr: '' },
      ...more,
    },
  };
}

const broken = (seen: Seen) => brokenPromises(seen, true).map(({ kind }) => kind.replace(/ \(design.*/, ''));
const row = (outcome: string): ReportRow => ({
  ...{ path: 'P.RPGLE', previousPath: null, reason: '*MIGRATE', appl: 'ORD', lvl: 10, objn: 'P', objt: '*PGM' },
  ...{ outcome, objectId: 10_001, rfp: 1, msg: null, warnings: [] },
});
const edit: FileChange[] = [{ put: 'P.RPGLE', text: 'p1' }];
const drop: FileChange[] = [{ drop: 'P.RPGLE' }];
const main = { 'P.RPGLE': 'p0' };
const fresh = { 'X.RPGLE': 'x' };

describe('all is well', () => {
  test.each([
    ['an edit is filed', seenOf(main, edit, [{ text: 'p1' }])],
    ['a file is deleted', seenOf(main, drop, [{ rsn: '*DELETE' }])],
    ['as on main', seenOf(main, [{ put: 'README.md', text: 'r' }], [])],
    [
      'a colleague holds it, and a row says so',
      seenOf(main, edit, [{ by: null }], { exitCode: 1, requests: [row('conflict')] }),
    ],
    [
      'two files make it',
      seenOf(main, [{ put: 'lib/P.RPGLE', text: 'p1' }], [], { exitCode: 1, requests: [row('collision')] }),
    ],
    [
      'what uses a copy member is compiled',
      seenOf(
        { 'src/K1.RPGLEINC': '0', 'P.RPGLE': useOfK1 },
        [{ put: 'src/K1.RPGLEINC', text: '1' }],
        [{ rsn: '*RECOMPILE' }],
      ),
    ],
  ])('%s', (_, seen) => {
    expect(broken(seen)).toEqual([]);
  });
});

describe('it finds', () => {
  test.each([
    ['no change is left unfiled', seenOf(main, edit, [])],
    ['no change is left unfiled', seenOf(main, drop, [])],
    ['what stands is what the files say', seenOf(main, edit, [{ text: 'p0' }])],
    ['what stands is what the files say', seenOf(main, edit, [{ text: 'p1', path: 'lib/P.RPGLE' }])],
    ['what stands is what the files say', seenOf(main, edit, [{ rsn: '*DELETE' }])],
    [
      'no delete is made up',
      seenOf(fresh, [{ drop: 'X.RPGLE' }], [{ rsn: '*DELETE' }, { objn: 'X', rsn: '*DELETE', path: 'X.RPGLE' }]),
    ],
    ['one object, one open request', seenOf(main, edit, [{ text: 'p1' }, { text: 'p1' }])],
    ['what somebody else holds is said', seenOf(main, edit, [{ by: null }])],
    ['nothing is red without need', seenOf(main, edit, [{ text: 'p1' }], { exitCode: 1, requests: [row('conflict')] })],
    ['nothing is red without need', seenOf(main, edit, [{ by: null }], { exitCode: 1, requests: [row('rejected')] })],
    ['a record that is not believed is refused', seenOf(main, edit, [{ text: 'p1' }], {}, { isSealedByOther: true })],
    ['the exit code is what the rows say', seenOf(main, edit, [{ by: null }], { requests: [row('conflict')] })],
    [
      'no compilation is lost',
      seenOf({ 'src/K1.RPGLEINC': '0', 'P.RPGLE': useOfK1 }, [{ put: 'src/K1.RPGLEINC', text: '1' }], []),
    ],
    ['no request is outside the RFPs in silence', seenOf(main, edit, [{ text: 'p1', rfp: 0 }])],
    [
      'one push, one RFP',
      seenOf(
        { ...main, 'X.RPGLE': 'x' },
        [...edit, { put: 'X.RPGLE', text: 'x1' }],
        [{ text: 'p1' }, { objn: 'X', path: 'X.RPGLE', text: 'x1', rfp: 2 }],
      ),
    ],
  ])('%s', (name, seen) => {
    expect(broken(seen)).toContain(name);
  });

  test('a migration that stays for a file that is gone', () => {
    const seen = seenOf(fresh, [{ put: 'README.md', text: 'r' }], [{ text: 'p1' }]);
    expect(broken(seen)).toContain('no migration stays for a file that is gone');
    // A branch that has merged it may have taken it over in a run that was killed, and its next run goes on.
    seen.history.push({ id: 2, branch: 'feature/b', do: 'create', from: branch, changes: [] });
    expect(broken({ ...seen, doubts: { ...seen.doubts, broken: new Set(['feature/b']) } })).toEqual([]);
  });

  test('but not a request outside the RFPs, where a red run waits with its object', () => {
    const waits = { exitCode: 1, requests: [{ ...row('notAttempted'), objectId: null }] };
    const seen = seenOf(main, edit, [{ text: 'p1', rfp: 0 }], waits);
    expect(broken(seen)).not.toContain('no request is outside the RFPs in silence');
  });

  test('unmerged work that is overwritten, and what a colleague filed', () => {
    const seen = seenOf(main, edit, [{ by: 'feature/b' }, { by: null, objn: 'Q', path: 'Q.RPGLE' }]);
    const [request] = seen.held.requests as [HeldRequest];
    const changed = [{ request, before: seen.owners.writersOf(request) }];
    const now = { ...seen.held, contents: new Map() };
    expect(broken({ ...seen, held: now, run: { ...seen.run, changed } })).toEqual(
      expect.arrayContaining(['no unmerged work is overwritten', 'no request made by hand is touched']),
    );
  });

  test('a living branch that is released, and locks that stay', () => {
    const left = seenOf(main, edit, [{ text: 'p1' }], {}, { command: 'release', tip: null });
    const living = seenOf(main, edit, [{ text: 'p1' }], {}, { command: 'release' });
    for (const seen of [left, living]) {
      expect(brokenPromises(seen, false).map(({ kind }) => kind)).toEqual([expect.stringMatching(/^release leaves/)]);
    }
  });

  test('a process that ends without a report', () => {
    const told = { code: 1, signal: null, report: null, stderr: 'Error: no' };
    const seen = seenOf(main, edit, [], {}, { told });
    expect(brokenPromises(seen, false).map(({ text }) => text)).toEqual(['no report; exit 1: Error: no']);
  });
});
