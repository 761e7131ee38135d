import { describe, expect, test } from 'vitest';
import { escapeText } from '../../src/log.ts';
import { htmlStatus } from '../../src/status/html.ts';
import { links, parsed } from '../report/html-support.ts';
import { hostile } from '../report/support.ts';
import { everywhere } from './support.ts';

describe('hostile texts in every place', () => {
  test('HTML: the form of the page stays as it is', () => {
    const pages = [everywhere('calm'), ...hostile.map(everywhere)].map((status) => htmlStatus(status, links));
    const form = (html: string) =>
      parsed([html.replace(/<script id="data"[\s\S]*?<\/script>/, '')])
        .flat()
        .flatMap((part) => ('tag' in part ? [`${part.tag} ${Object.keys(part.attrs)}`] : []));
    const [calm = '', ...others] = pages;
    expect(form(calm).length).toBeGreaterThan(80);
    for (const [n, html] of others.entries()) {
      expect(form(html), hostile[n]).toEqual(form(calm));
      expect(html.match(/<\/script>/g)).toHaveLength(2);
      const [, data = ''] = /<script id="data" type="application\/json">([\s\S]*?)<\/script>/.exec(html) ?? [];
      expect(JSON.stringify(JSON.parse(data).rows)).toContain(
        JSON.stringify(escapeText(hostile[n] ?? '')).slice(1, -1),
      );
      expect(html).not.toMatch(/[\u202e\u001b]/);
    }
  });
});
