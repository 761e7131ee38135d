import { expect, test } from 'vitest';
import { filed } from '../../src/checkout/outcome.ts';
import type { Report } from '../../src/report/report-json.ts';
import { dependent } from '../report/affected-support.ts';
import { everywhere, pageOf } from '../report/html-support.ts';
import { hostile, noticed, planned, reportOf, row } from '../report/support.ts';
import { violations } from './axe.ts';
import { expectReadable, type View, type Watched, watchedPage } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';

const origin = 'http://report.example';
const browser = await sharedBrowser();

/** Opens the HTML report in the browser as a server would send it. */
async function opened(report: Report, view: View = {}): Promise<Watched> {
  const watched = await watchedPage(browser, origin, view);
  const body = pageOf(report).toWellFormed();
  await watched.page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  await watched.page.goto(`${origin}/`);
  return watched;
}

/** A run with something of everything. */
function mixed(): Report {
  const error = { code: 'service', message: 'the service was lost', remedy: 'Try again.', exitCode: 4 };
  const gone = planned('QRPGLESRC/OLD.PGM.RPGLE', { reason: '*DELETE' });
  const rows = [
    row('created', 'QRPGLESRC/ORD100.PGM.RPGLE', { objectId: 10_001, rfp: 77, warnings: ['attr differs'] }),
    row('conflict', `${'deep/'.repeat(20)}ORD200.PGM.RPGLE`, { msg: 'held by #7', remedy: 'Ask them.' }),
    row('notAttempted', 'QRPGLESRC/ORD300.PGM.RPGLE', { rfp: 77 }),
    filed(gone, 'created', { objectId: 10_002, rfp: 78 }),
  ];
  const skipped = { code: 'skip', why: 'skip: documentation' } as const;
  const leftOut = Array.from({ length: 30 }, (_, n) => ({ path: `docs/${n}.md`, ...skipped }));
  const unmapped = { appl: null, lvl: null, objn: null, objt: null };
  const dependents = [
    dependent('ORD300', { request: 2 }),
    dependent('ORD400', { because: [{ path: `${'deep/'.repeat(20)}CUST.PF`, use: 'file', via: ['CUSTL1.LF'] }] }),
    dependent('T', { path: `${'deep'.repeat(40)}/T.RPGLE`, ...unmapped, leftOut: 'x' }),
  ];
  return reportOf(rows, { leftOut, dependents, notices: [noticed('the ledger cannot be written')], error });
}

/** A plan in which another branch holds an object. */
function aPlan(): Report {
  const report = reportOf([row('created', 'A.PGM.RPGLE'), row('created', 'B.PGM.RPGLE')]);
  const ofPlan = { outcome: 'planned', action: 'create', objectId: null, rfp: null } as const;
  const requests = report.requests.map((request) => ({ ...request, ...ofPlan }));
  return { ...report, command: 'plan', requests, exitCode: 0 };
}

/** A run that ended before it knew a request. */
function stopped(): Report {
  const error = { code: 'service', message: 'the mapping is wrong:\nline 3', remedy: 'Correct it.', exitCode: 2 };
  return reportOf([], { error, range: null, mapping: null });
}

/** Counted in the page at once, as each question takes its time. */
const countAll = `[
  'script, img, iframe, object, base',
  'tbody tr',
  'tbody tr :is(th, td)',
  'a',
  'a[href^="https://github.example/"], a[href^="https://ci.example/"]',
].map((selector) => document.querySelectorAll(selector).length)`;

test('hostile names and messages do nothing in a browser', async () => {
  const { page, wrongs } = await watchedPage(browser, origin);
  for (const [n, text] of hostile.entries()) {
    const body = pageOf(everywhere(text)).toWellFormed();
    await page.route(`${origin}/${n}`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
    await page.goto(`${origin}/${n}`);
    const [active, rows, cells, links, known] = (await page.evaluate(countAll)) as number[];
    expect([active, rows, cells]).toEqual([0, 4, 24]);
    expect(links).toBe(known);
  }
  expect(wrongs).toEqual([]);
});

test.each(['light', 'dark'] as const)('%s: every text has a contrast of 4.5 at least', async (colorScheme) => {
  const { page, wrongs } = await opened(mixed(), { colorScheme });
  await page.locator('details').evaluate((details) => details.setAttribute('open', ''));
  expect(await page.locator('svg text').count()).toBe(23);
  await expectReadable(page, colorScheme);
  expect(wrongs).toEqual([]);
});

test('no text of the picture leaves its box, and no two boxes meet', async () => {
  const { page } = await opened(mixed());
  const boxes = await page.locator('svg g').evaluateAll((groups) =>
    groups.map((group) => {
      const box = group.querySelector('rect')?.getBoundingClientRect();
      const texts = [...group.querySelectorAll('text')].map((text) => text.getBoundingClientRect());
      return { x: box?.x ?? 0, y: box?.y ?? 0, right: box?.right ?? 0, bottom: box?.bottom ?? 0, texts };
    }),
  );
  for (const { x, y, right, bottom, texts } of boxes) {
    for (const text of texts) {
      expect(text.left).toBeGreaterThanOrEqual(x);
      expect(text.right).toBeLessThanOrEqual(right);
      expect(text.bottom).toBeLessThanOrEqual(bottom);
    }
    const meeting = boxes.filter((other) => other.x < right && x < other.right && other.y < bottom && y < other.bottom);
    expect(meeting).toHaveLength(1);
  }
});

test('360 pixels wide: only picture and table scroll sideways', async () => {
  const { page } = await opened(mixed(), { viewport: { width: 360, height: 700 } });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});

test('on paper a closed list is open, and nothing is cut off at the side', async () => {
  const { page } = await opened(mixed(), { viewport: { width: 700, height: 900 } });
  const file = page.getByText('docs/29.md');
  // What is closed may have a height, from when it was measured.
  const isSeen = () => file.evaluate((element) => element.checkVisibility());
  expect(await isSeen()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(isSeen).toBe(true);
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
});

test('landmarks, one heading of the first level, a caption, headers', async () => {
  const { page } = await opened(mixed());
  expect(await page.getByRole('banner').count()).toBe(1);
  expect(await page.getByRole('main').count()).toBe(1);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Check-outs ORDERS main');
  expect(await page.getByRole('table', { name: 'What became of the 4 requests, worst first' }).count()).toBe(1);
  expect(await page.getByRole('columnheader').count()).toBe(12);
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual([
    'conflict',
    'not filed',
    'created',
    'created',
    'ORD/50 ORD300 *PGM',
    'ORD/50 ORD400 *PGM',
    `${'deep'.repeat(40)}/T.RPGLE`,
  ]);
  expect(await page.getByRole('table', { name: 'Objects that use a changed file' }).count()).toBe(1);
  expect(await page.getByRole('img', { name: /Changed files and what they affect/ }).count()).toBe(1);
  expect(await page.getByRole('region', { name: 'Affected', exact: true }).count()).toBe(1);
  expect(await page.getByRole('img', { name: /RFPs, requests and files/ }).count()).toBe(1);
});

test('a checker of accessibility finds nothing: filed, planned, stopped by an error', async () => {
  const { page, wrongs } = await opened(mixed());
  await page.locator('details').evaluate((details) => details.setAttribute('open', ''));
  expect(await violations(page)).toEqual([]);
  for (const report of [aPlan(), stopped()]) {
    await page.setContent(pageOf(report));
    expect(await violations(page)).toEqual([]);
  }
  expect(wrongs).toEqual([]);
});
