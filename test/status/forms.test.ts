import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { statusJsonSchema } from '../../scripts/json-schemas.ts';
import { escapeText } from '../../src/log.ts';
import { jsonPieces } from '../../src/report/json-text.ts';
import { htmlStatus } from '../../src/status/html.ts';
import { markdownStatus } from '../../src/status/markdown.ts';
import type { Status } from '../../src/status/status.ts';
import { statusSchema } from '../../src/status/status-schema.ts';
import { failureText } from '../../src/status/status-words.ts';
import { textLines } from '../../src/status/text.ts';
import { entry, oid } from '../ledger/support.ts';
import { links } from '../report/html-support.ts';
import { hostile } from '../report/support.ts';
import { readPage } from '../surfaces/markdown-tree.ts';
import { unseenIn } from '../surfaces/shown.ts';
import { call, everywhere, note, openChange, run, statusOf } from './support.ts';

const { Ajv2020 } = createRequire(import.meta.resolve('yaml-language-server/package.json'))('ajv/dist/2020') as {
  Ajv2020: new (
    options: object,
  ) => { compile(schema: object): ((value: unknown) => boolean) & { readonly errors?: readonly object[] } };
};

const notes = {
  [oid('1')]: note('4711-1', '2026-11-20T10:00:00Z'),
  [oid('2')]: note('5035-1', '2026-11-19T08:00:00Z'),
};
const request = { ...entry('ORD100', 10_003), rfp: 77, run: '4711-1', sent: { user: 'JANE' } };

/** A ledger with something of everything, in two branches. */
const mixed = (asked = {}) =>
  statusOf(
    [
      {
        filed: [request, entry('ORD200', 10_004)],
        open: [
          openChange('B', { why: 'Attribute missing' }),
          openChange('', { appl: '', outcome: 'unmapped', path: 'NEW' }),
        ],
        unanswered: [call('C'), call('D', { objectId: 7, withdraws: true, closed: true })],
        runs: [run(1, ['E']), { ...run(-1), run: '6000-1' }],
        claims: { head: null, paths: ['X', 'Y'] },
      },
      { branch: 'feature/x', filed: [entry('ORD300', 10_005)], verified: false },
    ],
    { notes, asked, damaged: ['check-outs/a/b.json: it is not JSON'] },
  );

describe('text', () => {
  test('counts, a line a branch, and what somebody has to see to; few requests are listed', () => {
    expect(textLines(mixed())).toEqual([
      '2 branches: 3 requests, 2 changes still open, 1 call without an answer, 1 call that nobody asks about any more, 1 run under way, 1 run that never ended (repo ORDERS, mapping .file-checkouts.yml, at https://s.example)',
      'As far as the ledger knows: what was installed, moved on or deleted at the service since, it does not hear.',
      '1 of 2 branches not verified: sealed with another secret than the one given, or with none',
      '2 files may wait to be filed: the next run of each branch looks',
      'damaged: check-outs/a/b.json: it is not JSON',
      '',
      'branch      requests       open  no answer       runs',
      'main               2          2          1          2',
      'feature/x          1          0          0          0',
      '',
      'no answer (2):',
      '  create *MIGRATE ORD/50 C *PGM  C.RPGLE  (main)',
      '  withdrawal of #7 *MIGRATE ORD/50 D *PGM  D.RPGLE  (main, nobody asks about it any more)',
      '',
      'still open (2):',
      '  rejected *MIGRATE ORD/50 B *PGM  B.RPGLE  (main, since run 5035-1, bob, 2026-11-19 08:00 UTC): Attribute missing',
      '  unmapped *MIGRATE  NEW  (main, since run 5035-1, bob, 2026-11-19 08:00 UTC): Attribute missing',
      '',
      'runs (2):',
      '  run 6001-1 at 333333333333 of main: 1 call, alive until 2026-11-22 10:01 UTC',
      '  run 6000-1 at 333333333333 of main: 0 calls, it never ended; the next run of the branch completes it',
      '',
      'requests (3):',
      '  #10005 *MIGRATE ORD/50 ORD300 *PGM  QRPGLESRC/ORD300.PGM.RPGLE  (feature/x, run 1-1, commit 111111111111)',
      '  #10003 *MIGRATE ORD/50 ORD100 *PGM RFP 77  QRPGLESRC/ORD100.PGM.RPGLE  (main, as JANE, by jane-doe, run 4711-1, 2026-11-20 10:00 UTC, commit 111111111111)',
      '  #10004 *MIGRATE ORD/50 ORD200 *PGM  QRPGLESRC/ORD200.PGM.RPGLE  (main, run 1-1, commit 111111111111)',
    ]);
  });

  test('one branch: all of it', () => {
    const filed = [
      request,
      ...Array.from({ length: 99 }, (_, n) => ({ ...entry(`P${n}`, n + 1), closed: true as const })),
    ];
    const lines = textLines(statusOf([{ filed }], { notes, asked: { branch: 'main' } }));
    expect(lines[0]).toBe(
      '1 branch: 100 requests (main, repo ORDERS, mapping .file-checkouts.yml, at https://s.example)',
    );
    expect(lines.slice(2, 5)).toEqual([
      '',
      'requests (100):',
      '  #10003 *MIGRATE ORD/50 ORD100 *PGM RFP 77  QRPGLESRC/ORD100.PGM.RPGLE  (as JANE, by jane-doe, run 4711-1, 2026-11-20 10:00 UTC, commit 111111111111)',
    ]);
    expect(lines[5]).toContain('commit 111111111111, of an earlier branch of this name)');
    expect(lines).toHaveLength(104);
  });

  test('long lists end with what is not shown', () => {
    const many = Array.from({ length: 60 }, (_, n) => ({
      branch: `b${n}`,
      filed: [entry(`P${n}`, n + 1)],
      open: [openChange(`O${n}`)],
    }));
    const lines = textLines(statusOf(many));
    expect(lines.filter((line) => /and \d+ more/.test(line))).toEqual(['and 10 more branches', '  and 10 more']);
    const remedy = 'The requests of a branch: --branch NAME; of a user: --user USER; of files: --paths GLOB';
    expect(lines.slice(-2)).toEqual(['', remedy]);
    const narrowed = textLines(statusOf(many, { asked: { paths: ['**'] } }));
    expect(narrowed.filter((line) => /and 10 more/.test(line))).toHaveLength(3);
  });

  test('branches of several services and mapping files are told apart', () => {
    const lines = textLines(statusOf([{ open: [openChange('A')] }, { service: 'TEST', mapping: 'm.yml' }]));
    expect(lines[0]).toContain('(repo ORDERS)');
    expect(lines.join('\n')).toMatch(/^main \(mapping m\.yml, at TEST\) /m);
    expect(lines.join('\n')).toContain(
      '(main (mapping .file-checkouts.yml, at https://s.example), since run 5035-1, bob)',
    );
  });

  test.each<[object, string]>([
    [{}, 'The ledger remembers nothing.'],
    [{ branch: 'x' }, 'The ledger remembers nothing of branch x.'],
    [{ paths: ['a/**', 'b'], user: 'JANE' }, 'The ledger remembers nothing of paths a/** b, user JANE.'],
  ])('nothing: %j', (asked, said) => {
    const status = statusOf([], { asked });
    expect(textLines(status)).toEqual([said]);
    expect(markdownStatus(status, links)).toBe(`### Check-outs that are open\n\n${said.replace('**', '&#42;&#42;')}\n`);
    expect(htmlStatus(status, links)).toContain(`<p class="verdict good">${said}</p>`);
    expect(failureText(status)).toBeNull();
  });

  test('why it fails', () => {
    expect(failureText(mixed())).toContain('5 things to settle (--fail-on-open): 2 branches: 3 requests, 2 changes');
  });
});

describe('hostile texts in every place', () => {
  test('text: plain lines', () => {
    for (const text of hostile) {
      const lines = textLines(everywhere(text));
      expect(unseenIn(lines)).toEqual([]);
      // In the middle of a line, where nothing can begin a command.
      const shown = escapeText(`x ${text}`).slice(2);
      expect(lines.filter((line) => line.includes(shown)).length, text).toBeGreaterThan(5);
    }
  });

  test('Markdown: no element, link or mention but ours', async () => {
    const calm = await readPage(markdownStatus(everywhere('calm'), links), 'https://github.example/');
    for (const text of hostile.filter((one) => one.isWellFormed())) {
      const page = await readPage(markdownStatus(everywhere(text), links), 'https://github.example/');
      expect(page.foreign).toEqual([]);
      expect(page.headings).toBe(calm.headings);
    }
  });

  test('an address that is not of the web is no link', () => {
    const html = htmlStatus(mixed(), { host: 'github', repository: 'javascript:alert(1)//' });
    expect(html).not.toContain('javascript:');
  });
});

test('HTML: its policy lets nothing run or load but its own style and script', () => {
  const html = htmlStatus(mixed(), links);
  expect(html).toMatch(
    /content="default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'"/,
  );
  expect(html).not.toMatch(/<(img|link|iframe|object|base)\b|style=|onclick/);
  expect(html).toContain(`href="https://github.example/octo/orders/commit/${oid('1')}"`);
});

describe('JSON', () => {
  const compile = (schema: object) => new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
  const isStatus = compile(statusJsonSchema());
  const isExactly = compile(z.toJSONSchema(statusSchema, { io: 'output', target: 'draft-2020-12' }));
  const faults = (status: Status) => {
    const written = JSON.parse([...jsonPieces(status)].join(''));
    expect(written).toEqual(JSON.parse(JSON.stringify(status)));
    return isStatus(written) && isExactly(written) ? [] : [...(isStatus.errors ?? []), ...(isExactly.errors ?? [])];
  };

  test('what is written fits the schema, and nothing in it is forgotten there', () => {
    const odd = { path: `\0${Buffer.from([0xff]).toString('base64')}`, openSince: undefined as never };
    const left = { ...entry('L', 1), left: 'notDeleted' as const, objectId: null };
    for (const status of [
      mixed(),
      statusOf([]),
      everywhere('x'),
      statusOf([{ open: [openChange('A', odd)], filed: [left] }]),
    ])
      expect(faults(status)).toEqual([]);
    expect(isStatus({ ...JSON.parse(JSON.stringify(mixed())), later: 1 })).toBe(true);
    expect(isStatus({ version: 1 })).toBe(false);
  });

  test('schema/status.schema.json ships as it is made: npm run generate', () => {
    expect(JSON.parse(readFileSync('schema/status.schema.json', 'utf8'))).toEqual(statusJsonSchema());
  });

  test('the program loads nothing but types of the schema', () => {
    expect(readFileSync('src/status/status.ts', 'utf8')).toContain('import type { remarks, statusSchema }');
  });
});
