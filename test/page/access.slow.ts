import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Demo, demo, linked, program } from '../service/helper.ts';
import { expectReadable, setView, type View, watchedPage } from './browser.ts';
import { sharedBrowser } from './shared-browser.ts';

const browser = await sharedBrowser();
let service: Demo;
let page: Page;

beforeAll(async () => {
  service = await demo();
  for (let n = 1; n <= 3; n++) await service.create({ ...program, objn: `ORD${n}`, arfp: '*AUTO', rfpd: 'R' });
  const keys = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '7' };
  const file = { ...linked, srcn: 'A', copy: '*NO', ...keys, arfp: '*NEW', rfpd: 'P' };
  await service.multipart('POST', file, { name: linked.gfile, bytes: 'x\n' }, { name: 'other', bytes: 'y' });
  await service.create({ ...program, objn: 'ORD1' });
  ({ page } = await watchedPage(browser, service.url));
});
afterAll(() => service.close());

/** Loads the page again. */
async function open(hash = '', view: View = {}): Promise<void> {
  await page.goto('about:blank');
  await setView(page, view);
  await page.goto(`${service.url}/${hash}`);
  await page.locator('#requests tbody tr').first().waitFor();
}

describe('by keyboard alone', () => {
  const active = () => page.evaluate('document.activeElement.textContent.trim() || document.activeElement.id');
  const tabTo = async (text: string) => {
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press('Tab');
      if ((await active()) === text) return;
    }
    throw new Error(`Tab does not reach ${text}`);
  };

  test('the first stop skips to the requests, then come search, pause, tables', async () => {
    await open();
    const stops: unknown[] = [];
    for (let n = 0; n < 5; n++) {
      await page.keyboard.press('Tab');
      stops.push(await active());
    }
    expect(stops).toEqual(['Skip to the object requests', 'search', 'Pause refresh', 'Requests 5', 'RFPs 2']);
  });

  test('sort, open, close: the focus goes along and comes back', async () => {
    await open();
    await tabTo('objn');
    await page.keyboard.press('Enter');
    const heading = page.locator('#requests th[data-field=objn]');
    expect(await heading.getAttribute('aria-sort')).toBe('ascending');
    await page.keyboard.press('Space');
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    expect(await active()).toBe('objn');
    await tabTo('10002');
    await page.keyboard.press('Enter');
    await expect.poll(() => active()).toBe('Request 10002');
    await page.keyboard.press('Tab');
    expect(await active()).toBe('Close');
    await page.keyboard.press('Escape');
    expect(await active()).toBe('10002');
    expect(await page.getByRole('complementary').isVisible()).toBe(false);
  });

  test('/ goes to the search, and is an ordinary character there', async () => {
    await open();
    await page.keyboard.press('/');
    await page.keyboard.type('a/b');
    expect(await page.getByLabel('Search all fields').inputValue()).toBe('a/b');
  });

  test('every stop shows where the focus is, and none is a trap', async () => {
    await open('#request-10004');
    const reachable = await page.evaluate(
      `[...document.querySelectorAll('a[href], button, input, select, [tabindex="0"]')].filter((one) => one.checkVisibility()).length`,
    );
    const seen = new Set<number>();
    // One more than there are: between the last and the first the focus leaves the page.
    for (let n = 0; n <= Number(reachable); n++) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(`(() => {
        const at = document.activeElement;
        if (at === document.body) return null;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        const n = [...document.querySelectorAll('*')].indexOf(at);
        return { outline: outlineStyle + ' ' + outlineWidth, inSight: box.bottom > 0 && box.top < innerHeight, n };
      })()`);
      if (stop === null) continue;
      expect(stop).toMatchObject({ outline: 'solid 3px', inSight: true });
      seen.add((stop as { n: number }).n);
    }
    expect(seen.size).toBe(reachable);
  });
});

describe('for assistive technology', () => {
  test('landmarks, headings, tables with captions, rows with headers, names for all controls', async () => {
    await open('#request-10004');
    await page.getByText('Reading...').waitFor({ state: 'detached' });
    for (const [role, name] of [
      ['banner', undefined],
      ['search', undefined],
      ['navigation', 'Tables'],
      ['main', undefined],
      ['complementary', 'Request 10004'],
    ] as const) {
      expect(await page.getByRole(role, name === undefined ? {} : { name }).count()).toBe(1);
    }
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    const levels = await page.evaluate(
      "[...document.querySelectorAll('h1,h2,h3,h4')].filter((one) => one.checkVisibility()).map((one) => Number(one.tagName[1]))",
    );
    const steps = (levels as number[]).map((level, n) => level - ((levels as number[])[n - 1] ?? 0));
    expect(Math.max(...steps)).toBe(1);
    expect(await page.getByRole('table', { name: /^Object requests: 5/ }).count()).toBe(1);
    expect(await page.locator('table:not(:has(caption))').count()).toBe(0);
    expect(await page.getByRole('rowheader', { name: '10004' }).count()).toBeGreaterThan(0);
    expect(await page.locator('thead th:not([scope=col])').count()).toBe(0);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    const controls = (await page.locator('body').ariaSnapshot()).match(/- (button|link|searchbox)\b.*/g) ?? [];
    expect(controls.length).toBeGreaterThan(60);
    expect(controls.filter((control) => !/^- \w+ "[^"]+"/.test(control))).toEqual([]);
    const ids = await page.evaluate("[...document.querySelectorAll('[id]')].map((one) => one.id)");
    expect(new Set(ids as string[]).size).toBe((ids as string[]).length);
    const missing = await page.evaluate(
      "[...document.querySelectorAll('[aria-labelledby]')].filter((one) => !document.getElementById(one.getAttribute('aria-labelledby'))).length",
    );
    expect(missing).toBe(0);
  });

  test('a column says what it means', async () => {
    await open();
    const file = page.getByRole('button', { name: 'file', exact: true });
    expect(await file.getAttribute('title')).toBe('Path and name of the file in the repository.');
    expect(await page.locator('thead button:not([title])').allInnerTexts()).toEqual([]);
  });
});

describe('to the eye', () => {
  test.each(['light', 'dark'] as const)('%s: every text has a contrast of 4.5 at least', async (colorScheme) => {
    await open('#request-10004', { colorScheme });
    await page.locator('aside pre').first().waitFor();
    await page.locator('thead button').first().hover();
    expect(await page.locator('tr[data-sev="30"], tr[data-sev="20"]').count()).toBe(2);
    await expectReadable(page, colorScheme);
  });

  test.each([320, 700])('%i pixels wide: only the tables scroll sideways', async (width) => {
    await open('#request-10004', { viewport: { width, height: 800 } });
    await page.locator('aside pre').first().waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });
});
