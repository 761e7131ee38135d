import { expect, test } from 'vitest';
import { escapeText } from '../../src/log.ts';
import { renderHtmlStatus } from '../../src/status/html.ts';
import { links, parsed } from '../report/html-support.ts';
import { hostile } from '../report/support.ts';
import { everywhere } from './support.ts';

test('hostile texts in every place: HTML: the form of the page stays as it is', () => {
  const pages = [everywhere('calm'), ...hostile.map(everywhere)].map((status) => renderHtmlStatus(status, links));
  const forms = parsed(pages.map((html) => html.replace(/<script id="data"[\s\S]*?<\/script>/, ''))).map((parts) =>
    parts.flatMap((part) => ('tag' in part ? [`${part.tag} ${Object.keys(part.attrs)}`] : [])),
  );
  const [calm = [], ...others] = forms;
  expect(calm.length).toBeGreaterThan(80);
  for (const [n, form] of others.entries()) {
    const html = pages[n + 1] ?? '';
    expect(form, hostile[n]).toEqual(calm);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    const [, data = ''] = /<script id="data" type="application\/json">([\s\S]*?)<\/script>/.exec(html) ?? [];
    expect(JSON.stringify(JSON.parse(data).rows)).toContain(JSON.stringify(escapeText(hostile[n] ?? '')).slice(1, -1));
    expect(html).not.toMatch(/[\u202e\u001b]/);
  }
});
