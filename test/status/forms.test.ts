import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { statusJsonSchema } from '../../scripts/json-schemas.ts';
import { escapeText } from '../../src/log.ts';
import { formatJsonPieces } from '../../src/report/json-text.ts';
import { renderHtmlStatus } from '../../src/status/html.ts';
import { renderMarkdownStatus } from '../../src/status/markdown.ts';
import type { Status } from '../../src/status/status.ts';
import { statusSchema } from '../../src/status/status-schema.ts';
import { explainFailOnOpen } from '../../src/status/status-words.ts';
import { formatStatusLines } from '../../src/status/text.ts';
import { oid } from '../ledger/support.ts';
import { links } from '../report/html-support.ts';
import { judges } from '../report/report-faults.ts';
import { hostile } from '../report/support.ts';
import { readPage } from '../surfaces/markdown-tree.ts';
import { unseenIn } from '../surfaces/runner-log.ts';
import { everywhere, failing, lease, type Made, note, standing, statusOf, trying } from './support.ts';

const later = note('4711-1', '2026-11-20T10:00:00Z');
const notes = { [oid('1')]: later, [oid('2')]: note('5035-1', '2026-11-19T08:00:00Z') };
const request = standing('ORD100', 10_003, { rfp: 77, run: '4711-1', user: 'JANE' });

/** A ledger with something of everything, in two branches. */
const mixed = (asked = {}) => {
  const main: Made = {
    checkOuts: [
      ...[request, standing('ORD200', 10_004), standing('B', null, { path: 'B.RPGLE' }), trying('C', { run: '' })],
      ...[trying('D', { objectId: 7, does: 'withdraw', run: '6000-1' }), trying('E')],
    ],
    exceptions: { 'B.RPGLE': failing(), NEW: failing({ outcome: 'unmapped' }), 'S.RPGLE': { was: null } },
    leases: [lease(1), lease(-1, '6000-1')],
  };
  const feature: Made = { branch: 'feature/x', checkOuts: [standing('ORD300', 10_005)], verified: false };
  const damaged = ['check-outs/a/b.json: it is not JSON'];
  const tipOf = ({ branch }: { readonly branch: string }) => (branch === 'main' ? oid('9') : null);
  return statusOf([main, feature], { notes, asked, damaged, tipOf });
};

describe('text', () => {
  test('counts, a line a branch, and what somebody has to see to; few requests are listed', () => {
    expect(formatStatusLines(mixed())).toEqual([
      '2 branches: 4 requests, 2 changes not filed, 2 calls without an answer, 1 run under way, 1 run that never ended',
      'Records of acme/orders, repo ORDERS, mapping .file-checkouts.yml, service https://s.example',
      'What happened at the service after the last run is not known here: a request may have been completed or deleted.',
      '1 of 2 branches not verified: sealed with another secret than the one given, or with none',
      'feature/x: the branch is not at the remote (deleted, or never pushed)',
      'main: its newest commit, 999999999999, is not settled yet; the settled commit is 111111111111',
      'damaged: check-outs/a/b.json: it is not JSON',
      '',
      'branch      requests  not filed  no answer  open runs',
      'main               3          2          2          2',
      'feature/x          1          0          0          0',
      '',
      'without an answer (2):',
      '  create *MIGRATE ORD/50 C *PGM  C.RPGLE  (main)',
      '  withdrawal of #7 *MIGRATE ORD/50 D *PGM  D.RPGLE  (main, run 6000-1)',
      '',
      'not filed (2):',
      '  rejected *MIGRATE ORD/50 B *PGM  B.RPGLE  (main, since run 5035-1, bob, 2026-11-19 08:00 UTC): Attribute missing',
      '  unmapped  NEW  (main, as above)',
      '',
      'runs (2):',
      '  run 6001-1  (main, commit 333333333333): 1 call, alive until 2026-11-22 10:01 UTC',
      '  run 6000-1  (as above): 1 call, it never ended; the next run of the branch completes it',
      '',
      'requests (4):',
      '  #10005 *MIGRATE ORD/50 ORD300 *PGM  QRPGLESRC/ORD300.PGM.RPGLE  (feature/x, run 1-1, commit 111111111111, its branch is gone)',
      '  #? *MIGRATE ORD/50 B *PGM  B.RPGLE  (main, by jane-doe, run 4711-1, 2026-11-20 10:00 UTC, commit 111111111111)',
      '  #10003 *MIGRATE ORD/50 ORD100 *PGM RFP 77  QRPGLESRC/ORD100.PGM.RPGLE  (main, as JANE, by jane-doe, run 4711-1, 2026-11-20 10:00 UTC, commit 111111111111)',
      '  #10004 *MIGRATE ORD/50 ORD200 *PGM  QRPGLESRC/ORD200.PGM.RPGLE  (main, by jane-doe, run 4711-1, 2026-11-20 10:00 UTC, commit 111111111111)',
    ]);
  });

  test('where a question leaves rows out, the files that are not settled are counted all the same', () => {
    const count =
      'main: 2 files not settled, its newest commit, 999999999999, is not settled yet; the settled commit is 111111111111';
    expect(formatStatusLines(mixed({ paths: ['Z/**'] }))).toContain(count);
  });

  test('one branch: all of it', () => {
    const checkOuts = [request, ...Array.from({ length: 99 }, (_, n) => standing(`P${n}`, n + 1))];
    const lines = formatStatusLines(statusOf([{ checkOuts }], { notes, asked: { branch: 'main' } }));
    expect(lines.slice(0, 2)).toEqual([
      '1 branch: 100 requests',
      'Record of main, of acme/orders, repo ORDERS, mapping .file-checkouts.yml, service https://s.example',
    ]);
    expect(lines.slice(3, 6)).toEqual([
      '',
      'requests (100):',
      '  #10003 *MIGRATE ORD/50 ORD100 *PGM RFP 77  QRPGLESRC/ORD100.PGM.RPGLE  (as JANE, by jane-doe, run 4711-1, 2026-11-20 10:00 UTC, commit 111111111111)',
    ]);
    expect(lines).toHaveLength(105);
  });

  test('long lists end with what is not shown', () => {
    const many = Array.from({ length: 60 }, (_, n) => ({
      branch: `b${n}`,
      checkOuts: [standing(`P${n}`, n + 1)],
      exceptions: { [`O${n}`]: failing() },
    }));
    const lines = formatStatusLines(statusOf(many)).filter((line) => !line.includes('not settled'));
    expect(lines.filter((line) => /and \d+ more/.test(line))).toEqual(['and 10 more branches', '  and 10 more']);
    const remedy = 'The requests of a branch: --branch NAME; of a user: --user USER; of files: --paths GLOB';
    expect(lines.slice(-2)).toEqual(['', remedy]);
    const narrowed = formatStatusLines(statusOf(many, { asked: { paths: ['**'] } }));
    expect(narrowed.filter((line) => /and 10 more/.test(line))).toHaveLength(3);
  });

  test('branches of several services and mapping files are told apart', () => {
    const lines = formatStatusLines(
      statusOf([{ exceptions: { A: failing() } }, { service: 'TEST', repository: 'acme/other', mapping: 'm.yml' }]),
    );
    expect(lines[1]).toBe('Records repo ORDERS');
    const text = lines.join('\n');
    expect(text).toMatch(/^main \(of acme\/other, mapping m\.yml, service 1\) /m);
    expect(text).toContain('(main (of acme/orders, mapping .file-checkouts.yml, service 2), since run 5035-1, bob)');
    // An address stands there once.
    expect(text.match(/https:\/\/s\.example/g)).toHaveLength(1);
  });

  test.each<[object, string]>([
    [{}, 'The ledger has no records.'],
    [{ branch: 'x' }, 'The ledger has nothing for branch x.'],
    [{ paths: ['a/**', 'b'], user: 'JANE' }, 'The ledger has nothing for paths a/** b, user JANE.'],
  ])('nothing: %j', (asked, said) => {
    const status = statusOf([], { asked });
    expect(formatStatusLines(status)).toEqual([said]);
    expect(renderMarkdownStatus(status, links)).toBe(
      `### Check-outs that are open\n\n${said.replace('**', '&#42;&#42;')}\n`,
    );
    expect(renderHtmlStatus(status, links)).toContain(`<p class="verdict good">${said}</p>`);
    expect(explainFailOnOpen(status)).toBeNull();
  });

  test('why it fails', () => {
    expect(explainFailOnOpen(mixed())).toContain(
      '6 things to settle (--fail-on-open): 2 branches: 4 requests, 2 changes',
    );
  });
});

describe('hostile texts in every place', () => {
  test('text: plain lines', () => {
    for (const text of hostile) {
      const lines = formatStatusLines(everywhere(text));
      expect(unseenIn(lines)).toEqual([]);
      // In the middle of a line, where nothing can begin a command.
      const shown = escapeText(`x ${text}`).slice(2);
      expect(lines.filter((line) => line.includes(shown)).length, text).toBeGreaterThan(5);
    }
  });

  test('Markdown: no element, link or mention but ours', async () => {
    const calm = await readPage(renderMarkdownStatus(everywhere('calm'), links), 'https://github.example/');
    for (const text of hostile.filter((one) => one.isWellFormed())) {
      const page = await readPage(renderMarkdownStatus(everywhere(text), links), 'https://github.example/');
      expect(page.foreign).toEqual([]);
      expect(page.headings).toBe(calm.headings);
    }
  });

  test('an address that is not of the web is no link', () => {
    const html = renderHtmlStatus(mixed(), 'javascript:alert(1)//');
    expect(html).not.toContain('javascript:');
  });
});

test('HTML: its policy lets nothing run or load but its own style and script', () => {
  const html = renderHtmlStatus(mixed(), links);
  expect(html).toMatch(
    /content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'"/,
  );
  expect(html).not.toMatch(/<(img|link|iframe|object|base)\b|style=|onclick/);
  expect(html).toContain(`href="https://github.example/octo/orders/commit/${oid('1')}"`);
});

describe('JSON', () => {
  const { isRight: isStatus, faults: faultsIn } = judges(statusJsonSchema(), statusSchema);
  const faults = (status: Status) => {
    const written = JSON.parse([...formatJsonPieces(status)].join(''));
    expect(written).toEqual(JSON.parse(JSON.stringify(status)));
    return faultsIn(written);
  };

  test('what is written fits the schema, and nothing in it is forgotten there', () => {
    const odd = `\0${Buffer.from([0xff]).toString('base64')}`;
    const since = { run: '', actor: null, head: oid('1') };
    const other = statusOf([{ exceptions: { [odd]: failing({ since }) }, checkOuts: [standing('L', null)] }]);
    for (const status of [mixed(), statusOf([]), everywhere('x'), other]) expect(faults(status)).toEqual([]);
    expect(isStatus({ ...JSON.parse(JSON.stringify(mixed())), later: 1 })).toBe(true);
    expect(isStatus({ version: 1 })).toBe(false);
  });

  test('schema/status.schema.json ships as it is made: npm run generate', () => {
    expect(JSON.parse(readFileSync('schema/status.schema.json', 'utf8'))).toEqual(statusJsonSchema());
  });

  test('the program loads nothing but types of the schema', () => {
    expect(readFileSync('src/status/status.ts', 'utf8')).toContain('import type { statusSchema }');
  });
});
