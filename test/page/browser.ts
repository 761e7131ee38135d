/** A real Chromium, and pages in it that are watched for what must not happen. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * The browser on the PATH; without one the tests fail. The shell is the same Chromium without windows, tabs and their
 * services, and takes the processors little more than half the time.
 */
function browserPath(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = ['chromium-headless-shell', 'chromium'].flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = paths.find(isExecutable);
  if (found !== undefined) return found;
  throw new Error('these tests need Chromium on the PATH (Debian: apt-get install chromium-headless-shell)');
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts a headless Chromium; closed with `await using` or close(). */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
}

/** A page with what happened in it that must not; closed with `await using`, or with its browser. */
export interface Watched extends AsyncDisposable {
  readonly page: Page;
  /** Dialogs, errors, violations of the policy, calls to other hosts: one line each. */
  readonly wrongs: string[];
}

/** How a page is looked at; else in light colours, 1400 by 900, with scripts. */
export interface View {
  readonly colorScheme?: 'light' | 'dark';
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly javaScriptEnabled?: boolean;
}

/** One with scripts, one without: a context costs the processors a second, one more page in it a fifth of that. */
const contexts = new WeakMap<Browser, Map<boolean, Promise<BrowserContext>>>();

/** The context of a browser, with scripts or without, that calls nobody but where a page of it allows that. */
function contextOf(browser: Browser, javaScriptEnabled: boolean): Promise<BrowserContext> {
  const made = contexts.get(browser) ?? new Map<boolean, Promise<BrowserContext>>();
  contexts.set(browser, made);
  const context = made.get(javaScriptEnabled) ?? closedContext(browser, javaScriptEnabled);
  made.set(javaScriptEnabled, context);
  return context;
}

async function closedContext(browser: Browser, javaScriptEnabled: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({ javaScriptEnabled });
  await context.route('**/*', (route) => route.abort());
  return context;
}

/** Has a page look as a view says. */
export async function setView(page: Page, { colorScheme = 'light', viewport }: View): Promise<void> {
  await page.setViewportSize(viewport ?? { width: 1400, height: 900 });
  await page.emulateMedia({ colorScheme });
}

/** Opens an empty page that may call nobody but `origin`. */
export async function watchedPage(browser: Browser, origin: string, view: View = {}): Promise<Watched> {
  const context = await contextOf(browser, view.javaScriptEnabled ?? true);
  const page = await context.newPage();
  await setView(page, view);
  const wrongs: string[] = [];
  await page.route('**/*', (route) => {
    const url = route.request().url();
    if (url.startsWith(`${origin}/`) || url.startsWith('data:')) return route.continue();
    wrongs.push(`called ${url}`);
    return route.abort();
  });
  page.on('dialog', (dialog) => {
    wrongs.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => wrongs.push(`error ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') wrongs.push(`console ${message.text()}`);
  });
  page.on('popup', (popup) => wrongs.push(`popup ${popup.url()}`));
  page.setDefaultTimeout(10_000);
  return { page, wrongs, [Symbol.asyncDispose]: () => page.close() };
}

/**
 * Every text in sight that is hard to read, with the ratio of its colour to the ground behind it (WCAG 2.2, 1.4.3):
 * below 4.5, as lines like `2.10 P.about some text`.
 */
function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const light = ([r, g, b]) => [r, g, b]
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0);
    const ground = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const colour = numbers(getComputedStyle(at).backgroundColor);
        if (colour.length === 3 || colour[3] === 1) return colour;
      }
      return [255, 255, 255];
    };
    const faint = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      if (texts.currentNode.data.trim() === '' || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const colour = numbers(element.closest('svg') ? style.fill : style.color);
      const box = element.closest('svg g')?.querySelector('rect');
      const behind = box ? numbers(getComputedStyle(box).fill) : ground(element);
      const [dark, bright] = [light(colour), light(behind)].sort((a, b) => a - b);
      const ratio = (bright + 0.05) / (dark + 0.05);
      if (ratio < 4.5) faint.push(ratio.toFixed(2) + ' ' + element.tagName + '.' + element.className + ' ' + texts.currentNode.data.trim().slice(0, 40));
    }
    return faint;
  })()`);
}

/** Every text has a contrast of 4.5 at least, on the ground of these colours. */
export async function expectReadable(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
  expect(ground).toBe(colorScheme === 'dark' ? 'rgb(13, 17, 23)' : 'rgb(255, 255, 255)');
  expect(await faintTexts(page)).toEqual([]);
}
