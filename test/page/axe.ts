/** A page before an accessibility checker that is not ours. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { setView } from './browser.ts';

/** What the checker answers, as far as it is looked at. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** Every way a page is looked at: light and dark, on a desk and in a hand. */
const views = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1400, 360].map((width) => ({ colorScheme, viewport: { width, height: 900 } })),
);

/** Runs the rules of the checker in each view. Returns a line for each place that breaks one, none for a good page. */
export async function violations(page: Page): Promise<string[]> {
  // The browser's own door for tools: the page's policy stays as strict as it is served.
  await page.evaluate(`${axe.source}; undefined`);
  const lines: string[] = [];
  for (const view of views) {
    await setView(page, view);
    // Dark differs from light in its colours alone.
    const rules = view.colorScheme === 'dark' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {};
    const run = `axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations)`;
    const found = (await page.evaluate(run)) as readonly Violation[];
    const name = `${view.colorScheme} ${view.viewport.width}`;
    for (const { id, nodes } of found) {
      lines.push(...nodes.map(({ html, failureSummary }) => `${name} ${id}: ${html.slice(0, 200)} ${failureSummary}`));
    }
  }
  return lines;
}
