import { expect, test } from 'vitest';
import { hostile } from '../report/support.ts';
import { watchedPage } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';
import { requestOf, stored } from './stored.ts';

const more = [
  '<script>pwned = 1; alert(1)</script>',
  '<svg/onload=pwned=1>',
  '<iframe srcdoc="<script>top.pwned=1</script>">',
  '<img src=https://evil.example/i.png onerror=pwned=1>',
  '"autofocus onfocus="pwned=1',
  'javascript:pwned=1//',
  '{{constructor.constructor("pwned=1")()}}',
  '</textarea></title></style></table><script>pwned=1</script>',
  '<base href="https://evil.example/">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '#request-1" onclick="pwned=1',
  '\u0000\u200b\u2028x',
];
/** As the database has them: SQLite stores UTF-8, in which there is no half of a pair. */
const texts = [...hostile, ...more].map((text) => text.toWellFormed());

/** As the page shows them: what cannot be seen is shown as a code. */
const code = (one: string) => `\\u{${one.codePointAt(0)?.toString(16)}}`;
const shown = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, code);

/** Opens the details of each request and each RFP in turn, within the page; `odd`: elements that have no business there. */
const lookThrough = (count: number) => `(async () => {
  const body = document.querySelector('aside .body');
  const textOf = (selector) => body.querySelector(selector)?.textContent ?? null;
  const field = (name) => [...body.querySelectorAll('dt')].find((one) => one.textContent === name)?.nextSibling.textContent;
  const until = async (done) => { while (!done()) await new Promise((resolve) => setTimeout(resolve, 5)); };
  const open = async (hash, heading) => {
    location.hash = hash;
    await until(() => document.querySelector('aside h2').textContent === heading);
  };
  const seen = [];
  for (let n = 0; n < ${count}; n++) {
    await open('request-' + (10001 + n), 'Request ' + (10001 + n));
    await until(() => body.querySelector('h4 ~ p:not(.about)').textContent !== 'Reading...');
    const odd = body.querySelectorAll(':not(div, p, h3, h4, ol, li, dl, dt, dd, section, pre, a, ul)').length;
    const looked = { objn: field('objn'), filename: textOf('h4'), source: textOf('pre'), odd };
    await open('rfp-' + (101 + n), 'RFP ' + (101 + n));
    seen.push({ ...looked, rfpd: field('rfpd') });
  }
  return seen;
})()`;

const at = (text: string) => ({ at: text, user: text, objectId: 10_001 });

/** A service in which each text stands in each field of each kind of record. */
const filled = () =>
  stored((store) => {
    for (const [n, text] of texts.entries()) {
      const flags = { creq: text, areq: text, sreq: text };
      const rfp = store.addRfp({ appl: text, lvl: n, user: text, rfpd: text, ...flags });
      const { objectId } = store.addRequest(requestOf(text, { rfp }));
      const bytes = Buffer.from(text);
      store.putFile(objectId, { kind: 'git', filename: text, place: text, bytes });
      store.log({ ...at(text), method: text, vref: text, objn: text, objt: text, sev: 30, msg: text });
      store.notify({ ...at(text), pipe: text, tkey: text, rfp, what: text });
    }
  });

const browser = await sharedBrowser();

test('markup in every field of every record is shown as the text that it is, and does nothing', async () => {
  await using service = await filled();
  await using watched = await watchedPage(browser, service.url);
  const { page, wrongs } = watched;
  await page.goto(service.url);
  await page.locator('#requests tbody tr').first().waitFor();
  const cells = (table: string, field: string) => page.locator(`#${table} tbody .${field}`).allTextContents();
  const newestFirst = texts.map(shown).reverse();
  const fields = {
    requests: ['appl', 'objn', 'objt', 'attr', 'rsn', 'status', 'lock', 'user', 'branch', 'vref'],
    rfps: ['rfpd', 'appl', 'user', 'creq', 'areq', 'sreq'],
    attachments: ['filename', 'place'],
    transactions: ['at', 'method', 'vref', 'user', 'objn', 'objt', 'msg'],
    notifications: ['at', 'pipe', 'tkey', 'what'],
  };
  for (const [table, names] of Object.entries(fields)) {
    for (const name of names) expect([name, await cells(table, name)]).toEqual([name, newestFirst]);
  }
  expect(await cells('requests', 'file')).toEqual(newestFirst.map((text) => (text === '' ? '' : `${text}/${text}`)));
  expect(await page.locator('main tbody :not(tr, th, td, a, span.word, time)').count()).toBe(0);
  const hrefs = await page.locator('main tbody a').evaluateAll((links) => links.map((one) => one.getAttribute('href')));
  expect(hrefs.filter((href) => !/^#(request|rfp)-\d+$/.test(href ?? ''))).toEqual([]);
  expect(await page.evaluate('typeof pwned')).toBe('undefined');
  expect(wrongs).toEqual([]);
});

test('so it is in the details, with an attached file of the same text', async () => {
  await using service = await filled();
  await using watched = await watchedPage(browser, service.url);
  const { page, wrongs } = watched;
  await page.goto(service.url);
  await page.locator('#requests tbody tr').first().waitFor();
  const seen = (await page.evaluate(lookThrough(texts.length))) as unknown[];
  for (const [n, text] of texts.entries()) {
    const source = text.includes('\0') ? '' : text.replace(/(?![\t\r\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, code);
    expect(seen[n]).toEqual({ objn: shown(text), filename: shown(text), source, rfpd: shown(text), odd: 0 });
  }
  expect(await page.evaluate('typeof pwned')).toBe('undefined');
  expect(wrongs).toEqual([]);
});

test('an attached page, opened by itself, is text: no script of it runs', async () => {
  const attached = '<!doctype html><script>alert(1)</script><img src="https://evil.example/i.png">';
  await using service = await stored((store) => {
    const { objectId } = store.addRequest(requestOf('x'));
    store.putFile(objectId, { kind: 'git', filename: 'a.html', place: 'git a.html', bytes: Buffer.from(attached) });
  });
  await using watched = await watchedPage(browser, service.url);
  const { page, wrongs } = watched;
  const { sha256 = '' } = service.inspect().attachments[0] ?? {};
  await page.goto(`${service.url}/inspect/requests/10001/attachments/${sha256}`);
  expect(await page.locator('body').innerText()).toBe(attached);
  expect(await page.locator('script, img').count()).toBe(0);
  expect(wrongs).toEqual([]);
});

test('were markup to come into the page, its policy would still stop it', async () => {
  await using service = await stored((store) => store.addRequest(requestOf('x')));
  await using watched = await watchedPage(browser, service.url);
  const { page, wrongs } = watched;
  await page.goto(service.url);
  await page.locator('#requests tbody tr').first().waitFor();
  const change = (code: string) => page.evaluate(code);
  await expect(change("document.body.innerHTML = '<b>x</b>'")).rejects.toThrow(/TrustedHTML/);
  await expect(change("document.body.setAttribute('onclick', 'pwned = 1')")).rejects.toThrow(/TrustedScript/);
  await expect(change("document.createElement('script').text = 'pwned = 1'")).rejects.toThrow(/TrustedScript/);
  await change("document.body.append(Object.assign(new Image(), { src: 'https://evil.example/i.png' }))");
  await expect.poll(() => wrongs.join('\n')).toMatch(/img-src/);
  expect(wrongs.filter((line) => line.startsWith('called'))).toEqual([]);
});
