/** What both sides of the filing benchmark file: so many small programs, and how a run files them. */
import { next } from '../../src/checkout/next.ts';
import type { FilingRun, Work } from '../../src/filing/filing.ts';
import { identifyObject } from '../../src/plan/identity.ts';
import { buildWorks } from '../../src/run/ahead.ts';
import { ownRecordOnly } from '../filing/sources.ts';
import { gitBytes } from '../git/support.ts';

export const concurrency = 16;

/** Commits `count` small sources of about 2 kB to an empty repository; gives their blobs by file name. */
export function makeSources(dir: string, count: number): void {
  const file = (n: number) => {
    const text = `**free // ${n}\n`.padEnd(2000, `dsply ${n};\n`);
    return `M 100644 inline QRPGLESRC/P${n}.PGM.RPGLE\ndata ${text.length}\n${text}\n`;
  };
  const commit = 'commit refs/heads/main\ncommitter J <j@example.com> 0 +0000\ndata 0\n';
  const files = Array.from({ length: count }, (_, n) => file(n));
  gitBytes(dir, ['fast-import', '--quiet'], `${commit}${files.join('')}done\n`);
}

/** The creates of one round: every round has objects of its own, so that one service takes them all. */
export function worksOfRound(dir: string, round: number): Work[] {
  const lines = gitBytes(dir, ['ls-tree', '-r', 'main']).toString('utf8').trimEnd().split('\n');
  const steps = lines.map((line) => {
    const [, oid = '', path = ''] = /^100644 blob (\S+)\t(.+)$/.exec(line) ?? [];
    const gfile = path.slice(path.lastIndexOf('/') + 1);
    const fields = {
      ...{ appl: 'ORD', lvl: 50, objn: `R${round}${gfile.split('.')[0]}`, objt: '*PGM', attr: 'RPGLE', repo: 'ORDERS' },
      ...{ gpath: 'QRPGLESRC', gfile, branch: 'main' },
    };
    const request = {
      ...{ path: { text: path, raw: null }, previousPath: null, reason: '*MIGRATE' as const, rule: 'rules[0]' },
      ...{ identity: identifyObject(fields), fields, blob: oid, bytes: 2000, obstacle: null },
    };
    return next(null, { kind: 'request', request });
  });
  return buildWorks(steps, filingRun(round));
}

function filingRun(round: number): FilingRun {
  return {
    ...{ mode: 'none', repo: 'ORDERS', branch: 'main', sha: '0'.repeat(40), vref: `${round}-1`, id: String(round) },
    ...{ pipeline: null, tkey: '4711-1', concurrency, attachAs: 'gfile', disposition: 'form-data' },
  };
}

/** A filing of these works, but for the client and the contents: its own record is the only one. */
export function filingOf(round: number) {
  const calls = { writeAhead: async () => null, waitForOther: async () => false };
  return { run: filingRun(round), numbers: ownRecordOnly(), ...calls, rfps: new Map<string, number>() };
}
