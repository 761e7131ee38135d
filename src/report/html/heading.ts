import { counted, countedHave } from '../../counted.ts';
import { isEmptyTree } from '../../git/object-ids.ts';
import { within } from '../fitting.ts';
import { commitUrl, compareUrl, type PageLinks } from '../links.ts';
import { countsOf } from '../plan-words.ts';
import { rangeRuleText } from '../range-rule.ts';
import { isHeld, isSettled, type Report } from '../report-json.ts';
import { htmlLink, htmlText } from './escape.ts';

/** Bytes of an error's lines, and of the notes. */
const mostBytes = 50_000;

/** Links the commit and, unless all files were new, the one that it was compared with; empty without a commit. */
function commits(range: NonNullable<Report['range']>, links: PageLinks): string {
  const { base, head } = range;
  if (head === null) return '';
  const short = (oid: string) => htmlText(oid.slice(0, 12));
  const commit = htmlLink(commitUrl(links, head), short(head));
  if (base === null || isEmptyTree(base)) return commit;
  return `${commit}, compared with ${htmlLink(compareUrl(links, base, head), short(base))}`;
}

/** Returns what is known of the run, names and values as HTML; what is not known is left out. */
function facts(report: Report, links: PageLinks): [name: string, html: string][] {
  const { run, range, mapping, tool, exitCode } = report;
  const all: [string, string | null][] = [
    ['repository', range?.repo ? htmlText(range.repo) : null],
    ['branch', range?.branch ? htmlText(range.branch) : null],
    ['commit', range === null ? null : commits(range, links)],
    ['range', range === null ? null : htmlText(rangeRuleText(range))],
    ['when', `<time datetime="${htmlText(run.at)}">${htmlText(`${run.at.slice(0, 19).replace('T', ' ')} UTC`)}</time>`],
    ['who', run.actor === null ? null : htmlText(run.actor)],
    ['run', run.id === null ? null : htmlLink(run.url, htmlText(`${run.id}, attempt ${run.attempt}`))],
    ['mapping', mapping === null ? 'none' : htmlText(mapping.path)],
    ['exit code', String(exitCode)],
    ['made by', htmlText(`file-checkouts ${tool}, ${report.command}`)],
  ];
  return all.filter((fact): fact is [string, string] => fact[1] !== null && fact[1] !== '');
}

/** Lists how many requests ended how, and the files left out; empty without any. */
function counts(report: Report): string {
  const { leftOut } = report.counts;
  const all = [...countsOf(report), ...(leftOut === 0 ? [] : [['left out', leftOut] as const])];
  if (all.length === 0) return '';
  return `<ul class="counts">${all.map(([word, count]) => `<li><b>${count}</b> ${word}</li>`).join('')}</ul>`;
}

/** Says why the run was stopped, on the lines of the message, and what to do; empty if it was not. */
function errorBox({ error }: Report): string {
  if (error === null) return '';
  const lines = within(mostBytes, error.message.split('\n').map(htmlText), (left) => [`and ${left} more lines`]);
  return `<div class="error"><pre>${lines.join('\n')}</pre><p>${htmlText(error.remedy)}</p></div>`;
}

/** Sums up the run: its stop, else nothing to file, what failed, (of a plan) what is held, files wrongly left out, or that all is well. */
function verdict({ requests, command, error, nothingToFile, counts, exitCode }: Report): string {
  if (error !== null) return 'The run was stopped.';
  if (nothingToFile !== null) return `Nothing to file: ${nothingToFile}`;
  const failed = requests.filter((request) => !isSettled(request)).length;
  const ofAll = `${failed} of ${requests.length}`;
  if (failed > 0 && command === 'plan') return `${ofAll} cannot be filed.`;
  if (failed > 0) return `${ofAll} ${failed === 1 ? 'needs' : 'need'} attention.`;
  const held = requests.filter(isHeld).length;
  const inTheWay = held === 0 ? '' : ` ${countedHave(held, 'object')} a request of another branch in the way.`;
  if (command === 'plan') return `A plan: nothing was filed.${inTheWay}`;
  if (exitCode !== 0) return 'Files were left out that should not be.';
  return requests.length === 0 ? `No requests; ${counted(counts.leftOut, 'file')} left out.` : 'Everything was filed.';
}

/** Returns the title as HTML: `Check-outs`, repository and branch, as far as they are known. */
export function htmlTitle({ range }: Report): string {
  return htmlText(['Check-outs', range?.repo ?? '', range?.branch ?? ''].filter((part) => part !== '').join(' '));
}

/** Returns the head of the page: title, verdict, error, counts, and the facts of the run. */
export function htmlHeading(report: Report, links: PageLinks): string {
  const list = facts(report, links).map(([name, html]) => `<div><dt>${name}</dt><dd>${html}</dd></div>`);
  return `<header><h1>${htmlTitle(report)}</h1>
<p class="verdict ${report.exitCode === 0 ? 'good' : 'bad'}">${htmlText(verdict(report))}</p>
${errorBox(report)}${counts(report)}
<dl>${list.join('\n')}</dl></header>`;
}

/** Returns the section of the run's notices (50 kB, the rest counted); empty without any. */
export function htmlNotes({ notices }: Report): string {
  if (notices.length === 0) return '';
  const items = notices.map(({ message }) => `<li>${htmlText(message)}</li>`);
  const shown = within(mostBytes, items, (left) => [`<li>and ${left} more notes, see the JSON report</li>`]);
  return `<section aria-labelledby="notes"><h2 id="notes">Notes</h2><ul>
${shown.join('\n')}
</ul></section>`;
}
