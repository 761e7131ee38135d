import { expect, test } from 'vitest';
import { renderHtmlStatus } from '../../src/status/html.ts';
import type { Status } from '../../src/status/status.ts';
import { pathOf } from '../ledger/support.ts';
import { links } from '../report/html-support.ts';
import { hostile } from '../report/support.ts';
import { everywhere, failing, lease, standing, statusOf, trying } from '../status/support.ts';
import { violations } from './axe.ts';
import { expectReadable, type View, type Watched, watchedPage } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';

/** The page of `status` in a real browser. */

const origin = 'http://status.example';
const browser = await sharedBrowser();

async function opened(status: Status, view: View = {}): Promise<Watched> {
  const watched = await watchedPage(browser, origin, view);
  await show(watched, status);
  return watched;
}

/** Another status in the same page, loaded again. */
async function show({ page }: Watched, status: Status): Promise<void> {
  const body = renderHtmlStatus(status, links).toWellFormed();
  await page.unroute(`${origin}/`);
  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  await page.goto(`${origin}/`);
}

/** Something of everything, in three branches. */
function mixed(): Status {
  const checkOuts = Array.from({ length: 500 }, (_, n) => standing(`P${n}`, n + 1, { rfp: n % 7 }));
  const gone = `feature/${'long-'.repeat(20)}`;
  const exceptions = { [pathOf('P1')]: failing({ said: 'long '.repeat(60) }) };
  return statusOf(
    [
      { checkOuts: [...checkOuts, trying('C', { run: '' }), trying('D')], exceptions, leases: [lease(1)] },
      { branch: 'feature/x', checkOuts: [standing('X', 1001), standing('Y', 1002)], verified: false },
      { branch: gone, checkOuts: [standing('Z', 999)] },
    ],
    { tipOf: ({ branch }) => (branch === gone ? null : undefined) },
  );
}

const numbers = ({ page }: Watched) => page.locator('#requests tbody th').allInnerTexts();

test('search, branch, order and more, over all requests', async () => {
  const watched = await opened(mixed());
  const { page, wrongs } = watched;
  const found = page.getByRole('status');
  await expect.poll(() => found.innerText()).toBe('503 of 503 requests, the first 200 are shown');
  expect((await numbers(watched)).length).toBe(200);
  await page.getByRole('button', { name: 'Show more' }).click();
  expect((await numbers(watched)).length).toBe(400);
  await page.getByRole('searchbox', { name: 'Search' }).fill('p49 .pgm');
  await expect.poll(() => found.innerText()).toBe('11 of 503 requests');
  expect(await page.getByRole('button', { name: 'Show more' }).isVisible()).toBe(false);
  const head = page.getByRole('columnheader', { name: 'request' }).last();
  await head.getByRole('button').click();
  expect([await head.getAttribute('aria-sort'), (await numbers(watched))[0]]).toEqual(['ascending', '50']);
  await head.getByRole('button').press('Enter');
  expect([await head.getAttribute('aria-sort'), (await numbers(watched))[0]]).toEqual(['descending', '500']);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('combobox', { name: 'Branch' }).selectOption('feature/x');
  await expect.poll(() => numbers(watched)).toEqual(['1002', '1001']);
  await page.getByRole('searchbox').fill('nothing has this');
  await expect.poll(() => found.innerText()).toBe('0 of 503 requests');
  expect(wrongs).toEqual([]);
});

test('the why and the commit are in sight at 1280 pixels', async () => {
  const { page } = await opened(mixed(), { viewport: { width: 1280, height: 800 } });
  for (const name of ['why', 'commit', 'note']) {
    const box = await page.getByRole('columnheader', { name }).last().boundingBox();
    expect((box?.x ?? 9999) + (box?.width ?? 0)).toBeLessThanOrEqual(1280);
  }
  const tables = '[...document.querySelectorAll(".scroll")]';
  expect(await page.evaluate(`${tables}.map((of) => of.scrollWidth - of.clientWidth)`)).toEqual([0, 0, 0, 0, 0]);
});

test('the script draws a row as it stands there without it', async () => {
  const status = mixed();
  const [plain, drawn] = await Promise.all([opened(status, { javaScriptEnabled: false }), opened(status)]);
  const rows = ({ page }: Watched) => page.locator('#requests tbody tr').allInnerTexts();
  expect(await rows(plain)).toEqual(await rows(drawn));
  expect(await plain.page.getByRole('searchbox').count()).toBe(0);
  const told = plain.page.getByText('Without scripts this page shows only the first 200 of them.');
  expect(await told.isVisible()).toBe(true);
});

test('hostile names do nothing in a browser', async () => {
  const watched = await opened(everywhere('calm'));
  const { page, wrongs } = watched;
  // A sample: page-form reads the pages of all of them with a parser.
  for (const text of hostile.filter((_, n) => n % 3 === 0)) {
    await show(watched, everywhere(text));
    await expect.poll(() => page.getByRole('status').innerText()).toBe('2 of 2 requests');
    await page.getByRole('searchbox').fill('no such row');
    await expect.poll(() => page.getByRole('status').innerText()).toBe('0 of 2 requests');
    expect(await page.locator('img, iframe, object, base').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(2);
    expect(wrongs).toEqual([]);
  }
});

test.each(['light', 'dark'] as const)('%s: every text has a contrast of 4.5 at least', async (colorScheme) => {
  const { page, wrongs } = await opened(mixed(), { colorScheme });
  await expectReadable(page, colorScheme);
  expect(wrongs).toEqual([]);
});

test('360 pixels wide: nothing but the counts scrolls sideways, rows are lines, and tables stay tables', async () => {
  const { page } = await opened(mixed(), { viewport: { width: 360, height: 700 } });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  const isWide = `[...document.querySelectorAll('.cards')].filter((table) => table.scrollWidth > table.clientWidth).length`;
  expect(await page.evaluate(isWide)).toBe(0);
  const open = page.getByRole('region', { name: 'Not filed (1)' });
  expect([await open.getByRole('row').count(), await open.getByRole('cell').count()]).toEqual([2, 6]);
  expect(await open.getByText('long long long').isVisible()).toBe(true);
});

test('landmarks, one heading of the first level, names of what can be used', async () => {
  const { page } = await opened(mixed());
  expect(await page.getByRole('banner').count()).toBe(1);
  expect(await page.getByRole('main').count()).toBe(1);
  expect(await page.getByRole('search').count()).toBe(1);
  expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Check-outs that are open']);
  expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
    'Without an answer (1)',
    'Not filed (1)',
    'Runs (1)',
    'Branches (3)',
    'Requests (503)',
  ]);
  for (const name of ['Not filed (1)', 'Requests (503)']) {
    expect(await page.getByRole('region', { name }).getByRole('table').count()).toBe(1);
  }
});

test('a checker of accessibility finds nothing: with something of everything, with nothing', async () => {
  const few = mixed();
  const watched = await opened({ ...few, requests: few.requests.slice(0, 20) });
  expect(await violations(watched.page)).toEqual([]);
  await show(watched, statusOf([]));
  expect(await violations(watched.page)).toEqual([]);
  expect(watched.wrongs).toEqual([]);
});
