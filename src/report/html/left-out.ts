import { within } from '../fitting.ts';
import { leftOutByReason, type Report } from '../report-json.ts';
import { htmlText } from './escape.ts';

/** Bytes of all reasons with their files; the rest is counted. */
const mostBytes = 250_000;
/** Bytes of the files of one reason. */
const mostPerReason = 60_000;
/** Most files of a list that is open at first. */
const mostOpen = 20;

type LeftOutRow = Report['leftOut'][number];

function fileItem({ path, previousPath }: LeftOutRow): string {
  return `<li>${htmlText(path)}${previousPath === undefined ? '' : ` (was ${htmlText(previousPath)})`}</li>`;
}

/** Lists the files of one reason, closed if they are more than 20; past 60 kB the rest is counted. */
function reasonList(why: string, files: readonly LeftOutRow[]): string {
  const rest = (left: number) => [`<li>and ${left} more, see the JSON report</li>`];
  const items = within(mostPerReason, files.map(fileItem), rest);
  const open = files.length > mostOpen ? '' : ' open';
  return `<details${open}><summary>${htmlText(why)} (${files.length})</summary><ul>${items.join('\n')}</ul></details>`;
}

/** Returns the section of the files that were left out, by reason (250 kB, the rest counted); empty without any. */
export function htmlLeftOut(report: Report): string {
  const parts = leftOutByReason(report).map(([why, files]) => reasonList(why, files));
  if (parts.length === 0) return '';
  const shown = within(mostBytes, parts, (left) => [`<p>and ${left} more reasons, see the JSON report</p>`]);
  return `<section aria-labelledby="left-out"><h2 id="left-out">Left out, and why</h2>
${shown.join('\n')}
</section>`;
}
