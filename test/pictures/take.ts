/** Takes the pictures of the README in a real browser, and says how much two pictures differ. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { commentPage } from './comment-page.ts';
import { playScene } from './scene.ts';

/** Where the README takes them from. */
export const picturesFolder = 'docs/pictures';
export const pictureNames = ['plan', 'report'].flatMap((name) => [`${name}-light.png`, `${name}-dark.png`]);

/** Pixels; the height is that of what is shown. */
const width = 1040;
const viewport = { width, height: 1400 };

/** Plays the scene and writes its four pictures into a folder. */
export async function takePictures(browser: Browser, folder: string): Promise<void> {
  const { comment, report } = await playScene();
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, html] of [
      ['plan', commentPage(comment)],
      ['report', report],
    ] as const) {
      const context = await browser.newContext({ colorScheme, viewport, deviceScaleFactor: 1.1 });
      const page = await context.newPage();
      await page.setContent(html);
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), clip: await shownOf(page, name) });
      await context.close();
    }
  }
}

/** All of the comment; of the report what is seen first, to the end of its picture. */
async function shownOf(page: Page, name: 'plan' | 'report') {
  const box = await page
    .locator(name === 'plan' ? 'article' : 'figure')
    .first()
    .boundingBox();
  if (box === null) throw new Error(`nothing to show of the ${name}`);
  return { x: 0, y: 0, width, height: Math.ceil(box.y + box.height + 12) };
}

/** How two pictures differ. */
export interface Difference {
  /** Width and height of each. */
  readonly sizes: readonly [readonly [number, number], readonly [number, number]];
  /** Mean difference of their colours, drawn small, from 0 (the same) to 1. */
  readonly colours: number;
}

/** Compares two PNG files, as a browser draws them. */
export async function compare(browser: Browser, one: string, other: string): Promise<Difference> {
  const page = await browser.newPage();
  const [first, second] = [one, other].map((file) => `data:image/png;base64,${readFileSync(file).toString('base64')}`);
  const script = `(async () => {
    const small = async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = new OffscreenCanvas(64, 64);
      const context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, 64, 64);
      return { size: [image.naturalWidth, image.naturalHeight], data: context.getImageData(0, 0, 64, 64).data };
    };
    const [one, other] = [await small(${JSON.stringify(first)}), await small(${JSON.stringify(second)})];
    const sum = one.data.reduce((total, value, n) => total + Math.abs(value - other.data[n]), 0);
    return { sizes: [one.size, other.size], colours: sum / one.data.length / 255 };
  })()`;
  try {
    return await page.evaluate<Difference>(script);
  } finally {
    await page.close();
  }
}
