import { createHash } from 'node:crypto';
import { htmlAffected } from './html/affected.ts';
import { htmlHeading, htmlNotes, htmlTitle } from './html/heading.ts';
import { htmlLeftOut } from './html/left-out.ts';
import { htmlPicture } from './html/picture.ts';
import { htmlRequests } from './html/requests.ts';
import { htmlStyle } from './html/style.ts';
import type { Links } from './links.ts';
import type { Report } from './report-json.ts';

/**
 * The report as one HTML page that needs no other file and no script: what, when, who; the picture of a small run; the
 * requests, worst first; what was left out and why; notes. Under 2 MB, the rest is counted. Its policy lets nothing run
 * or load but its own style.
 */
export function htmlReport(report: Report, links: Links): string {
  const styleHash = createHash('sha256').update(htmlStyle).digest('base64');
  const parts = [
    htmlPicture(report),
    htmlRequests(report, links),
    htmlAffected(report),
    htmlLeftOut(report),
    htmlNotes(report),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${htmlTitle(report)}</title>
<style>${htmlStyle}</style>
</head>
<body>
${htmlHeading(report, links)}
<main>
${parts.filter((part) => part !== '').join('\n')}
</main>
</body>
</html>
`;
}
