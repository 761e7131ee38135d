import { createHash } from 'node:crypto';
import { htmlAffected } from './html/affected.ts';
import { htmlHeading, htmlNotes, htmlTitle } from './html/heading.ts';
import { htmlLeftOut } from './html/left-out.ts';
import { htmlPicture } from './html/picture.ts';
import { htmlRequests } from './html/requests.ts';
import { htmlStyle } from './html/style.ts';
import type { PageLinks } from './links.ts';
import type { Report } from './report-json.ts';

/**
 * Returns the report as one HTML page that needs no other file and no script: what, when, who; the picture of a small
 * run; the requests, worst first; affected objects; what was left out and why; notes. It is under 2 MB: each part
 * counts what it leaves out. Its policy lets nothing run or load but its own style.
 */
export function htmlReport(report: Report, links: PageLinks): string {
  const styleHash = createHash('sha256').update(htmlStyle).digest('base64');
  const parts = [
    htmlPicture(report),
    htmlRequests(report, links),
    htmlAffected(report),
    htmlLeftOut(report),
    htmlNotes(report),
  ];
  const head = { title: htmlTitle(report), policy: `style-src 'sha256-${styleHash}'`, style: htmlStyle };
  return htmlPage(head, htmlHeading(report, links), parts);
}

/**
 * Returns a page that needs no other file. Title, heading and parts are HTML already; empty parts are left out.
 * @param head.policy directives of a content security policy: nothing else may be loaded
 */
export function htmlPage(
  { title, policy, style }: Readonly<Record<'title' | 'policy' | 'style', string>>,
  heading: string,
  parts: readonly string[],
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${policy}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
${heading}
<main>
${parts.filter((part) => part !== '').join('\n')}
</main>
</body>
</html>
`;
}
