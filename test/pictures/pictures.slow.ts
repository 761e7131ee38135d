import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../page/shared-browser.ts';
import { compare, pictureNames, picturesFolder, takePictures } from './take.ts';

/** Issue 24 point 4: the pictures of the README are those that its script takes: npm run pictures. */

const folder = mkdtempSync(join(tmpdir(), 'file-checkouts-pictures-'));
const browser = await sharedBrowser();
beforeAll(() => takePictures(browser, folder));
afterAll(() => rmSync(folder, { recursive: true }));

/** Names of commits, numbers and times differ from run to run, and fonts from machine to machine. */
test.each(pictureNames)('%s is about what the script takes', async (name) => {
  const { sizes, colours } = await compare(browser, join(picturesFolder, name), join(folder, name));
  const [[width, height], [newWidth, newHeight]] = sizes;
  expect(newWidth).toBe(width);
  expect(Math.abs(newHeight - height) / height).toBeLessThan(0.1);
  expect(colours).toBeLessThan(0.02);
});

test('light and dark, plan and report would not pass for each other', async () => {
  const differ = async (one: string, other: string) =>
    (await compare(browser, join(folder, one), join(folder, other))).colours;
  expect(await differ('plan-light.png', 'plan-dark.png')).toBeGreaterThan(0.3);
  expect(await differ('plan-light.png', 'report-light.png')).toBeGreaterThan(0.02);
});
