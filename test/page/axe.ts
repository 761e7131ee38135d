/** A page before an accessibility checker that is not ours. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { setView } from './browser.ts';

/** What the checker answers, as far as it is looked at. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** How a page is looked at: in a hand, on a desk, and there also in dark, which differs from light in its colours alone. */
const views = [
  { colorScheme: 'light', width: 360, rules: {} },
  { colorScheme: 'light', width: 1360, rules: {} },
  { colorScheme: 'dark', width: 1360, rules: { runOnly: ['color-contrast', 'link-in-text-block'] } },
] as const;

/** Runs the rules of the checker in each view. Returns a line for each place that breaks one, none for a good page. */
export async function violations(page: Page): Promise<string[]> {
  // The browser's own door for tools: the page's policy stays as strict as it is served.
  await page.evaluate(`${axe.source}; undefined`);
  const lines: string[] = [];
  for (const { colorScheme, width, rules } of views) {
    await setView(page, { colorScheme, viewport: { width, height: 900 } });
    const run = `axe.run(${JSON.stringify(rules)}).then(({ violations }) => violations)`;
    const found = (await page.evaluate(run)) as readonly Violation[];
    const name = `${colorScheme} ${width}`;
    for (const { id, nodes } of found) {
      lines.push(...nodes.map(({ html, failureSummary }) => `${name} ${id}: ${html.slice(0, 200)} ${failureSummary}`));
    }
  }
  return lines;
}
