import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { demo, linked, program } from '../service/helper.ts';
import { violations } from './axe.ts';
import { watchedPage } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';

/** The page as a console: a request moves on, is completed, is deleted by its buttons, and by nobody else's. */

/** What is filed shows with the next refresh. */
const soon = { timeout: 6000 };
const browser = await sharedBrowser();

/**
 * A service with three requests of names that look alike, and its page with these details open. `said`: of the last deed;
 * `focused`: the text of what has the focus.
 */
async function opened(hash: string) {
  const service = await demo();
  await service.multipart('POST', { ...linked, objn: 'ORD100' }, { name: linked.gfile, bytes: 'x\n' });
  for (const objn of ['0RD100', 'ORD200']) await service.create({ ...program, objn, arfp: '*AUTO', rfpd: 'R' });
  const watched = await watchedPage(browser, service.url);
  const { page } = watched;
  await page.goto(`${service.url}/${hash}`);
  await page.locator('#requests tbody tr').first().waitFor();
  return {
    ...{ service, watched },
    button: (name: string) => page.getByRole('button', { name }),
    said: () => page.getByRole('complementary').getByRole('status').innerText(),
    focused: () => page.evaluate('document.activeElement.textContent.trim()'),
    [Symbol.asyncDispose]: async () => {
      await watched[Symbol.asyncDispose]();
      await service.close();
    },
  };
}

test('by keyboard: a request moves on, again, and is completed; the focus stays and it is said', async () => {
  await using stage = await opened('');
  const { page, wrongs } = stage.watched;
  await page.locator('#requests tbody th a', { hasText: '10002' }).press('Enter');
  await expect.poll(stage.focused).toBe('Request 10002');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await stage.focused()).toBe('Move on to 10');
  await page.keyboard.press('Enter');
  await expect.poll(stage.said).toBe('Request 10002 moved on, status 10.');
  const row = page.locator('#requests tbody tr[data-key="10002"]');
  const [status, lock] = await Promise.all(['.status', '.lock'].map((cell) => row.locator(cell).innerText()));
  expect([status, lock]).toEqual(['10 moved on', '*NO free']);
  expect(await stage.focused()).toBe('Move on to 20');
  await page.keyboard.press('Space');
  await expect.poll(stage.said).toBe('Request 10002 moved on, status 20.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(stage.said).toBe('Request 10002 is completed, status 90.');
  expect(await page.locator('aside dt:text-is("status") + dd').innerText()).toBe('90 completed');
  expect(await stage.focused()).toBe('Complete');
  expect(await stage.button('Complete').getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Enter');
  await expect.poll(stage.said).toBe('Nothing comes after status 90.');
  expect(stage.service.inspect().requests.map(({ status }) => status)).toEqual(['00', '90', '01']);
  expect(wrongs).toEqual([]);
});

test('a delete asks first, with the focus on what does no harm; Escape keeps, the focus goes on', async () => {
  await using stage = await opened('#request-10002');
  const { page, wrongs } = stage.watched;
  await stage.button('Delete...').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete request 10002?' });
  expect(await dialog.innerText()).toContain('*MIGRATE ORD/10 0RD100 *PGM of DEMO');
  expect(await dialog.innerText()).toContain('looks like ORD100 (character 1: here digit 0, there letter O).');
  expect(await stage.focused()).toBe('Keep it');
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(false);
  expect(await stage.focused()).toBe('Delete...');
  expect(await page.getByRole('complementary', { name: 'Request 10002' }).isVisible()).toBe(true);
  await page.keyboard.press('Enter');
  await stage.button('Keep it').click();
  expect(stage.service.inspect().requests).toHaveLength(3);
  await stage.button('Delete...').press('Enter');
  await page.keyboard.press('Tab');
  expect(await stage.focused()).toBe('Delete it');
  await page.keyboard.press('Enter');
  await expect.poll(stage.said).toBe('Request 10002 is deleted.');
  expect(await page.locator('#requests tbody .objn').allInnerTexts()).toEqual(['ORD200', 'ORD100']);
  expect(await stage.focused()).toBe('Request 10002');
  expect(await stage.button('Delete...').isVisible()).toBe(false);
  expect(stage.service.inspect().requests.map(({ objectId }) => objectId)).toEqual([10_001, 10_003]);
  expect(wrongs).toEqual([]);
});

test('a delete that is kept and pressed again at once asks again, and does what is answered then', async () => {
  await using stage = await opened('#request-10002');
  const { page } = stage.watched;
  // Before the page hears that the dialog is closed, which is a task of its own.
  await page.evaluate(`(async () => {
    for (const pressed of ['[data-play="delete"]', '[value="keep"]', '[data-play="delete"]']) {
      document.querySelector(pressed).click();
      for (let n = 0; n < 20; n += 1) await null;
    }
  })()`);
  await page.waitForTimeout(50);
  expect(await page.getByRole('dialog', { name: 'Delete request 10002?' }).isVisible()).toBe(true);
  await stage.button('Delete it').click();
  await expect.poll(stage.said).toBe('Request 10002 is deleted.');
});

test('what cannot be done is said: the request is gone, the service is gone; also while the refresh is paused', async () => {
  await using stage = await opened('#request-10002');
  const { page } = stage.watched;
  await stage.button('Pause refresh').click();
  await stage.service.later(10_002, { delete: true });
  await stage.button('Move on to 10').click();
  await expect.poll(stage.said).toBe('Request 10002: There is no such request.');
  expect(await page.locator('#requests tbody tr').count()).toBe(2);
  await page.locator('#requests tbody th a', { hasText: '10001' }).click();
  await expect.poll(stage.said).toBe('');
  await stage.service.close();
  await stage.button('Complete').click();
  await expect.poll(stage.said).toBe('Request 10001: The service does not answer.');
});

test('at 1,360 pixels all columns are in sight; beside open details number, name, status, lock and RFP', async () => {
  await using stage = await opened('');
  const { page } = stage.watched;
  await page.setViewportSize({ width: 1360, height: 900 });
  const deep = { gpath: 'web/shop/checkout/summary', gfile: 'confirmation-of-the-order.html' };
  const file = { appl: 'WEB', lvl: 10, objn: deep.gfile, objt: '*IFS', attr: 'WEBF', rpth: '/shop/checkout/summary' };
  const branch = { repo: 'ORDERS', branch: 'feature/a-very-long-name-of-a-branch' };
  await stage.service.create({ ...file, ...deep, ...branch, vref: 'a-long-reference-17-1' });
  const row = page.locator('#requests tbody tr[data-key="10004"]');
  const frame = page.locator('#requests .scroll');
  const outOfSight = async () => {
    const { x = 0, width = 0 } = (await frame.boundingBox()) ?? {};
    const names = await page
      .locator('#requests thead th')
      .evaluateAll((heads: { dataset: { field?: string } }[]) => heads.map(({ dataset }) => dataset.field ?? ''));
    const boxes = await Promise.all(names.map((_, n) => row.locator('th, td').nth(n).boundingBox()));
    return names.filter((_, n) => (boxes[n]?.x ?? 0) + (boxes[n]?.width ?? 0) > x + width + 1);
  };
  await row.waitFor();
  expect(await outOfSight()).toEqual([]);
  const heights = await page
    .locator('#requests tbody tr')
    .evaluateAll((rows: { offsetHeight: number }[]) => rows.map(({ offsetHeight }) => offsetHeight));
  expect(new Set(heights).size).toBe(1);
  await page.goto(`${stage.service.url}/#request-10004`);
  await row.waitFor();
  const hidden = await outOfSight();
  for (const field of ['objectId', 'objn', 'status', 'lock', 'rfp', 'rsn']) expect(hidden).not.toContain(field);
  // Moved to its end, the table still says which request a row is of.
  await frame.evaluate((element: { scrollLeft: number }) => {
    element.scrollLeft = 10_000;
  });
  const left = (await frame.boundingBox())?.x ?? 0;
  for (const field of ['objectId', 'objn'])
    expect((await row.locator(`.${field}`).boundingBox())?.x).toBeGreaterThanOrEqual(left);
});

test('an RFP: its requests in compile order with their states; completed at once, with a transaction each', async () => {
  await using stage = await opened('');
  const { page } = stage.watched;
  await stage.service.create({ ...program, objn: 'FIRST', csqo: 1, arfp: '*AUTO', rfpd: 'R' });
  await stage.service.update({ objectId: 10_002, csqo: 9 });
  await stage.service.later(10_003, { status: '20' });
  await page.goto(`${stage.service.url}/#rfp-101`);
  const items = () => page.locator('aside ol li').allInnerTexts();
  const states = ['10003 ORD200 *PGM 20 moved on', '10004 FIRST *PGM 01 in RFP', '10002 0RD100 *PGM 01 in RFP'];
  await expect.poll(items, soon).toEqual(states.map((state) => `${state}, *MIGRATE change`));
  expect(await page.locator('#rfps .state').innerText()).toBe('closed, 0 of 3 complete');
  await stage.button('Complete all').click();
  await expect.poll(stage.said).toBe('RFP 101 is complete: 3 requests.');
  await expect.poll(() => page.locator('#rfps .state').innerText(), soon).toBe('complete');
  const played = stage.service.inspect().transactions.filter(({ msg }) => msg === 'Request completed (status 90)');
  const names = played.map(({ method, objn }) => `${method} ${objn}`);
  expect(names).toEqual(['LATER ORD200', 'LATER FIRST', 'LATER 0RD100']);
});

test('an RFP that all its requests have left is shown as closed', async () => {
  await using stage = await opened('');
  for (const objectId of [10_002, 10_003]) await stage.service.update({ objectId, arfp: '*NO' });
  const { page } = stage.watched;
  await expect.poll(() => page.locator('#rfps .state').innerText(), soon).toBe('closed, empty');
  await page.getByLabel('Open only').check();
  await expect.poll(() => page.locator('#rfps .none').innerText()).toBe('None of 1 matches.');
});

test('a refused create names its object, and its commit is short in an RFP', async () => {
  await using stage = await opened('');
  const { page } = stage.watched;
  const commit = '0123456789abcdef0123456789abcdef01234567';
  await stage.service.create({ ...program, objn: 'ORD900', arfp: '*NEW', rfpd: `ORDERS main ${commit}` });
  await stage.service.create({ ...program, objn: 'ORD900' });
  await expect.poll(() => page.locator('#transactions tr[data-sev="30"] .objn').innerText(), soon).toBe('ORD900');
  await page.getByLabel('Refused only').check();
  expect(await page.locator('#transactions tbody tr').count()).toBe(1);
  expect(await page.locator('#rfps .rfpd').first().innerText()).toBe('ORDERS main 0123456789');
});

test('chips filter, stand in the address, and come back with it', async () => {
  await using stage = await opened('');
  const { page } = stage.watched;
  await stage.service.create({ ...linked, objn: 'ORD500', branch: 'feature/search' });
  await stage.service.later(10_001, { status: '90' });
  const names = () => page.locator('#requests tbody .objn').allInnerTexts();
  await expect.poll(names, soon).toHaveLength(4);
  await page.getByLabel('Open only').check();
  expect(await names()).toHaveLength(3);
  await page.getByLabel('Branch').selectOption('feature/search');
  expect(await names()).toEqual(['ORD500']);
  await page.getByLabel('Search all fields').fill('ord');
  await expect.poll(() => new URL(page.url()).search, soon).toBe('?q=ord&open=1&branch=feature%2Fsearch');
  await page.locator('#requests tbody th a').click();
  await page.reload();
  await expect.poll(names, soon).toEqual(['ORD500']);
  expect(await page.getByLabel('Open only').isChecked()).toBe(true);
  expect(await page.getByLabel('Search all fields').inputValue()).toBe('ord');
  await page.getByRole('button', { name: 'Close' }).click();
  expect(new URL(page.url()).search).toBe('?q=ord&open=1&branch=feature%2Fsearch');
  await page.getByRole('button', { name: 'Clear all' }).click();
  expect(await names()).toHaveLength(4);
  expect(new URL(page.url()).search).toBe('');
});

test('what is shown can be taken along: as CSV, as JSON', async () => {
  await using stage = await opened('');
  const { page, wrongs } = stage.watched;
  await stage.service.create({ ...program, objn: 'ORD"5', srcd: '=1+1, "x"' });
  await page.getByLabel('Search all fields').fill('ord"5');
  await expect.poll(() => page.locator('#requests tbody tr').count(), soon).toBe(1);
  const saved = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };
  const json = await saved('JSON: Object requests');
  expect([json.name, JSON.parse(json.text)]).toEqual(['requests.json', [stage.service.inspect().requests.at(-1)]]);
  const csv = await saved('CSV: Object requests');
  expect(csv.name).toBe('requests.csv');
  const lines = csv.text.split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\uFEFFobjectId,appl,lvl,objn,/);
  expect(lines[1]).toContain('10004,ORD,10,"ORD""5",*PGM,');
  expect(wrongs).toEqual([]);
});

test('names that look alike say so, and no other', async () => {
  await using stage = await opened('');
  const { page } = stage.watched;
  const names = await page.locator('#requests tbody .objn').allInnerTexts();
  expect(names).toEqual(['ORD200', '0RD100 ≈\nlooks like ORD100', 'ORD100 ≈\nlooks like 0RD100']);
  const font = await page.evaluate("getComputedStyle(document.querySelector('#requests td.objn')).fontFamily");
  expect(font).toMatch(/monospace$/);
});

/** A page that tries what pages of other sites can try, to one request each; its title says when it is through. */
const attack = (url: string) => `<!doctype html><title>trying</title><iframe name=away></iframe>
<form method=post enctype=text/plain target=away action="${url}/inspect/requests/10003"><input name='{"delete":true}'></form>
<script type=module>
const gone = '{"delete":true}', call = (id, more) => fetch('${url}/inspect/requests/' + id, { method: 'POST', body: gone, ...more });
await call(10001, { mode: 'no-cors' }).catch(() => {});
await call(10002, { headers: { 'Content-Type': 'application/json' } }).catch(() => {});
document.querySelector('iframe').onload = () => { document.title = 'through'; };
document.forms[0].submit();
</script>`;

test('a page of another port does nothing, and a name that leads here gets nothing', async () => {
  await using stage = await opened('');
  const { url, port } = stage.service;
  await using evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end(attack(url)));
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  const address = evil.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  await using watched = await watchedPage(browser, origin);
  const { page } = watched;
  const tried: string[] = [];
  await page.route(`${url}/**`, (route) => route.continue());
  page.on('request', (request) => tried.push(`${request.method()} ${new URL(request.url()).pathname.slice(-5)}`));
  await page.goto(origin);
  await expect.poll(() => page.title()).toBe('through');
  expect(tried).toEqual(expect.arrayContaining(['POST 10001', 'POST 10002', 'POST 10003']));
  expect(stage.service.inspect().requests.map(({ status }) => status)).toEqual(['00', '01', '01']);
  // Browsers take every name below localhost for this machine: so does one that a DNS server leads here.
  const led = `http://evil.localhost:${port}`;
  await page.route(`${led}/**`, (route) => route.continue());
  expect((await page.goto(led))?.status()).toBe(403);
  evil.closeAllConnections();
});

test('a checker of accessibility finds nothing: empty, with open details beside the requests, in the dialog', async () => {
  await using empty = await demo();
  await using stage = await opened('');
  const { page, wrongs } = stage.watched;
  await page.goto(`${stage.service.url}/#request-10001`);
  await page.locator('aside pre').waitFor();
  await stage.button('Complete').click();
  await expect.poll(stage.said).toContain('is completed');
  expect(await violations(page)).toEqual([]);
  await stage.button('Delete...').click();
  expect(await violations(page)).toEqual([]);
  await page.goto(`${stage.service.url}/#rfp-101`);
  expect(await violations(page)).toEqual([]);
  expect(wrongs).toEqual([]);
  const other = await watchedPage(browser, empty.url);
  await other.page.goto(empty.url);
  await other.page.locator('#requests .none').waitFor();
  expect(await violations(other.page)).toEqual([]);
});
