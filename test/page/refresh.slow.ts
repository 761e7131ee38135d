import type { Response } from 'playwright-core';
import { test } from 'vitest';
import { demo, program } from '../service/helper.ts';
import { watchedPage } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';

const browser = await sharedBrowser();

/** A page of a service that holds so many requests. */
async function opened(count: number) {
  const service = await demo();
  for (let n = 1; n <= count; n++) await service.create({ ...program, objn: `ORD${n}` });
  const watched = await watchedPage(browser, service.url);
  await watched.page.goto(service.url);
  await watched.page.locator('#requests tbody tr').first().waitFor();
  return {
    service,
    watched,
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await service.close();
    },
  };
}

test.concurrent('what is filed appears by itself; focus, scroll, search, order and details stay', async ({
  expect,
}) => {
  await using stage = await opened(60);
  const { page, wrongs } = stage.watched;
  await page.getByLabel('Search all fields').fill('ord');
  await page.locator('#requests th[data-field=objectId] button').click();
  await page.locator('#requests th[data-field=objectId] button').click();
  await page.locator('#requests tbody th a', { hasText: '10030' }).click();
  await page.locator('#requests tbody th a', { hasText: '10025' }).focus();
  await page.evaluate("getSelection().selectAllChildren(document.querySelector('#requests tr:nth-child(40) .objn'))");
  const focused = async () => ({
    text: await page.evaluate('document.activeElement.textContent'),
    top: Number(await page.evaluate('document.activeElement.getBoundingClientRect().top')),
  });
  const before = await focused();
  expect(await page.evaluate('window.scrollY')).toBeGreaterThan(0);
  for (let n = 1; n <= 5; n++) await stage.service.create({ ...program, objn: `ORDNEW${n}` });
  await page.locator('#requests tbody .objn', { hasText: 'ORDNEW5' }).waitFor();
  const after = await focused();
  expect([before.text, after.text]).toEqual(['10025', '10025']);
  expect(Math.abs(after.top - before.top)).toBeLessThanOrEqual(1);
  expect(await page.evaluate('getSelection().toString()')).toBe('ORD21');
  expect(await page.getByLabel('Search all fields').inputValue()).toBe('ord');
  expect(await page.locator('#requests tbody .objn').first().innerText()).toBe('ORDNEW5');
  expect(await page.getByRole('complementary').getByRole('heading', { level: 2 }).innerText()).toBe('Request 10030');
  expect(wrongs).toEqual([]);
});

test.concurrent('open details follow, and say when their request is gone', async ({ expect }) => {
  await using stage = await opened(1);
  const { page } = stage.watched;
  await page.goto(`${stage.service.url}/#request-10001`);
  const status = page.locator('aside dt:text-is("status") + dd');
  await expect.poll(() => status.innerText()).toBe('00 open');
  await stage.service.later(10001, { status: '20' });
  await expect.poll(() => status.innerText(), { timeout: 5000 }).toBe('20 moved on');
  await stage.service.later(10001, { delete: true });
  await page.getByText('There is no such request (any more).').waitFor();
});

test.concurrent('while nothing is written the service answers without the data', async ({ expect }) => {
  await using stage = await opened(1);
  const statusOf = (response: Response) => (response.url().endsWith('/inspect.json') ? response.status() : 0);
  const response = await stage.watched.page.waitForResponse((one) => statusOf(one) !== 0);
  expect(response.status()).toBe(304);
});

test.concurrent('it asks for nothing while it is paused or hidden, and goes on afterwards', async ({ expect }) => {
  await using stage = await opened(1);
  const { page } = stage.watched;
  let asked = 0;
  page.on('request', () => {
    asked += 1;
  });
  const show = (hidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} }); document.dispatchEvent(new Event('visibilitychange'))`,
    );
  const quiet = async () => {
    await page.waitForTimeout(200);
    asked = 0;
    await page.waitForTimeout(2500);
    return asked;
  };
  await show(true);
  expect(await quiet()).toBe(0);
  await show(false);
  await expect.poll(() => asked, { timeout: 5000 }).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Pause refresh' }).click();
  expect(await page.getByRole('button', { name: 'Pause refresh' }).getAttribute('aria-pressed')).toBe('true');
  expect(await quiet()).toBe(0);
  expect(await page.locator('#state').innerText()).toBe('Refresh is paused');
  await stage.service.create({ ...program, objn: 'LATER' });
  await page.getByRole('button', { name: 'Pause refresh' }).click();
  await page.locator('#requests tbody .objn', { hasText: 'LATER' }).waitFor();
  expect(await page.locator('#state').innerText()).toBe('Live');
});

test.concurrent('a service that is gone is told, and what it held stays', async ({ expect }) => {
  await using stage = await opened(2);
  const { page } = stage.watched;
  await stage.service.close();
  await page.getByText('The service does not answer; trying again').waitFor();
  expect(await page.locator('#requests tbody tr').count()).toBe(2);
});

test.concurrent('a table that is sorted before the first data have come is sorted when they come', async ({
  expect,
}) => {
  await using service = await demo();
  for (const objn of ['ORD1', 'ORD2']) await service.create({ ...program, objn });
  await using watched = await watchedPage(browser, service.url);
  const { page, wrongs } = watched;
  const sorted = Promise.withResolvers<void>();
  await page.route('**/inspect.json', async (route) => {
    await sorted.promise;
    await route.continue();
  });
  await page.goto(service.url);
  await page.locator('#requests th[data-field=objn] button').click();
  await page.locator('#requests [data-export=csv]').click();
  sorted.resolve();
  await expect.poll(() => page.locator('#requests tbody .objn').allInnerTexts()).toEqual(['ORD1', 'ORD2']);
  expect(wrongs).toEqual([]);
});
