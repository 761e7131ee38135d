import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { startBrowser } from './browser.ts';

let shared: Promise<Browser> | undefined;

/**
 * The Chromium of this process, for the top of a test file: the first that asks starts it, and it ends with the process.
 * After the tests of the file its pages are closed.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= startBrowser();
  const browser = shared;
  afterAll(async () => {
    const pages = (await browser).contexts().flatMap((context) => context.pages());
    await Promise.all(pages.map((page) => page.close()));
  });
  return browser;
}
