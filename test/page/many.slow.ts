import { expect, test } from 'vitest';
import { program } from '../service/helper.ts';
import { watchedPage } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';
import { requestOf, stored } from './stored.ts';

const count = 1_500;
const browser = await sharedBrowser();

test('1,500 requests: a part is drawn and the rest counted; search, sort and refresh draw no more than that', async () => {
  await using service = await stored((store) => {
    for (let n = 1; n <= count; n++) {
      const rfp =
        n % 10 === 1 ? store.addRfp({ ...program, user: 'A', rfpd: `P${n}`, creq: '', areq: '', sreq: '' }) : 0;
      store.addRequest(requestOf('', { objn: `ORD${n}`, gfile: `ORD${n}.PGM.RPGLE`, rfp, lvl: n % 7 }));
      const call = { at: '2026-11-21T10:00:00.000Z', method: 'POST', user: 'A', objn: null, objt: null };
      store.log({ ...call, objectId: 10_000 + n, vref: `9.${n}`, sev: 10, msg: 'Request created' });
    }
  });
  const { page, wrongs } = await watchedPage(browser, service.url);
  await page.goto(service.url);
  await page.locator('#requests tbody tr').first().waitFor();
  const names = page.locator('#requests tbody .objn');
  expect(await names.count()).toBe(100);
  expect(await page.locator('#requests caption').innerText()).toBe('Object requests: 100 shown of 1,500');
  expect(await page.locator('nav').innerText()).toMatch(/Requests 1,500[\s\S]*RFPs 150/);
  await page.getByLabel('Search all fields').fill('ord1499.pgm');
  await expect.poll(() => names.allInnerTexts()).toEqual(['ORD1499']);
  await page.getByLabel('Search all fields').fill('');
  await page.locator('#requests th[data-field=objn] button').click();
  await expect.poll(() => names.first().innerText()).toBe('ORD1');
  expect(await names.count()).toBe(100);
  await page.locator('#requests .more').click();
  expect(await names.count()).toBe(600);
  expect(await page.evaluate('document.activeElement.closest("tr").rowIndex')).toBe(101);
  const body = JSON.stringify({ ...program, objn: 'AAA' });
  const headers = { authorization: 'Bearer demo-token', 'content-type': 'application/json' };
  await fetch(`${service.url}/object-request`, { method: 'POST', headers, body });
  await expect.poll(() => names.first().innerText()).toBe('AAA');
  expect(await names.count()).toBe(600);
  expect(wrongs).toEqual([]);
});
