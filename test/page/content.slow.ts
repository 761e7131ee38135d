import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Demo, demo, linked, program } from '../service/helper.ts';
import { type Watched, watchedPage } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';

const source = "**free\n// Käufer \u202eund Kunden\ndsply 'x';\n";
const browser = await sharedBrowser();
let service: Demo;
let watched: Watched;

/** 12 requests: 10 programs of which every other one is in an RFP, one linked to Git, one with a file; then a refusal. */
async function fill(): Promise<void> {
  for (let n = 1; n <= 10; n++) {
    const rfp = n % 2 === 0 ? { arfp: '*AUTO', rfpd: 'Even ones' } : {};
    await service.create({ ...program, objn: `ORD${n}`, vref: `77.${n}`, ...rfp });
  }
  await service.create({ ...linked, branch: 'feature/search', proj: '*BRANCH', vref: '78.1' });
  const file = { ...linked, objn: 'CUST1', gfile: 'CUST1.PGM.RPGLE', vref: '78.2' };
  await service.multipart('POST', file, { name: 'CUST1.PGM.RPGLE', bytes: source });
  await service.create({ ...program, objn: 'ORD3', vref: '79.1' });
}

beforeAll(async () => {
  service = await demo();
  await fill();
  watched = await watchedPage(browser, service.url);
  await watched.page.goto(service.url);
  await watched.page.locator('#requests tbody tr').first().waitFor();
});
afterAll(async () => {
  expect(watched.wrongs).toEqual([]);
  await service.close();
});

const column = (table: string, field: string) => watched.page.locator(`#${table} tbody .${field}`).allInnerTexts();
const search = (text: string) => watched.page.getByLabel('Search all fields').fill(text);

test('requests, RFPs with their requests, sources and transactions are there, the newest first', async () => {
  expect(await column('requests', 'objectId')).toEqual(Array.from({ length: 12 }, (_, n) => String(10_012 - n)));
  expect(await column('rfps', 'requests')).toEqual(['10002 10004 10006 10008 and 1 more']);
  expect(await column('attachments', 'filename')).toEqual(['CUST1.PGM.RPGLE']);
  expect((await column('transactions', 'vref')).slice(0, 3)).toEqual(['79.1', '78.2', '78.1']);
  expect((await column('transactions', 'msg'))[0]).toBe('Target Object already locked by another request');
  expect(await watched.page.locator('#requests caption').innerText()).toBe('Object requests: 12');
  const tables = await watched.page.locator('nav a').allInnerTexts();
  expect(tables).toEqual(['Requests 12', 'RFPs 1', 'Sources 1', 'Transactions 13', 'Notifications 0']);
});

test('the search takes all tables and fields, and all words must be found', async () => {
  await search('78.');
  expect(await column('requests', 'vref')).toEqual(['78.2', '78.1']);
  expect(await column('transactions', 'vref')).toEqual(['78.2', '78.1']);
  await search('cUST1 qrpglesrc');
  expect(await column('requests', 'objn')).toEqual(['CUST1']);
  const caption = await watched.page.locator('#requests caption').innerText();
  expect(caption).toBe('Object requests: 1 shown of 1 that match, 12 in all');
  await search('nowhere');
  expect(await watched.page.locator('#requests .none').innerText()).toBe('None of 12 matches.');
  expect(await watched.page.locator('#requests table').isVisible()).toBe(false);
  await watched.page.getByText('0 records found').waitFor({ state: 'attached' });
  await search('');
  expect(await column('requests', 'objn')).toHaveLength(12);
});

test('a click on a heading sorts, a second one the other way; 10 comes after 9', async () => {
  const heading = watched.page.locator('#requests th[data-field=objn]');
  await heading.locator('button').click();
  const names = await column('requests', 'objn');
  expect(names).toEqual(['CUST1', ...Array.from({ length: 10 }, (_, n) => `ORD${n + 1}`), 'ORD300']);
  expect(await heading.getAttribute('aria-sort')).toBe('ascending');
  expect(await watched.page.locator('#requests th[aria-sort]').count()).toBe(1);
  await heading.locator('button').click();
  expect(await column('requests', 'objn')).toEqual(names.toReversed());
  expect(await heading.getAttribute('aria-sort')).toBe('descending');
  await watched.page.locator('#requests th[data-field=rfp] button').click();
  expect((await column('requests', 'rfp')).map(Boolean).join()).toMatch(/^(true,){5}(false,?){7}$/);
});

/** What a click leads to comes a moment later: `poll` waits for it. */
test('a request shows its source as it was attached, its transactions and all its fields', async () => {
  const { page } = watched;
  await page.getByRole('link', { name: 'CUST1.PGM.RPGLE' }).click();
  const details = page.getByRole('complementary');
  await expect.poll(() => details.getByRole('heading', { level: 2 }).innerText()).toBe('Request 10012');
  await expect.poll(() => details.locator('pre').innerText()).toBe(source.replace('\u202e', '\\u{202e}'));
  await expect.poll(() => details.getByRole('listitem').innerText()).toMatch(/POST 78\.2 DEMO: 10 Request created$/);
  const fields = await details.locator('dt').allInnerTexts();
  expect(fields).toEqual(expect.arrayContaining(['gfile', 'folb', 'vref', 'createdAt', 'changedAt']));
  expect(await page.locator('#requests tr:has([aria-current]) .objn').innerText()).toBe('CUST1');
  const href = await details.getByRole('link', { name: 'as plain text' }).getAttribute('href');
  const text = await fetch(`${service.url}/${href}`);
  expect(await text.text()).toBe(source);
  expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
});

test('an RFP shows its requests, which lead to theirs; back leads back', async () => {
  const { page } = watched;
  const heading = page.getByRole('complementary').getByRole('heading', { level: 2 });
  await page.locator('#rfps tbody th a').last().click();
  await expect.poll(() => heading.innerText()).toBe('RFP 101');
  await expect
    .poll(() => page.locator('aside li').allInnerTexts())
    .toContain('10004 ORD4 *PGM 01 in RFP, *MIGRATE change');
  await page.locator('aside li a', { hasText: '10004' }).click();
  await expect.poll(() => heading.innerText()).toBe('Request 10004');
  await page.goBack();
  await expect.poll(() => heading.innerText()).toBe('RFP 101');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => heading.isVisible()).toBe(false);
});
