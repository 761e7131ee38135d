/** Stories of the cookbook: steps in words, played over real Git and a real service. */
import type { GivenOptions } from '../../src/options.ts';
import type { Report } from '../../src/report/report-json.ts';
import { codes, plain } from './markdown.ts';
import { DocsStage, shownOf } from './stage.ts';

type Row = Readonly<Record<string, string>>;

const code = (text: string) => `\`${text}\``;

/** A request as the service makes it for the next level: the same user and file (its exact shape: not shown, §2.1 creq). */
function generated(object: string): Readonly<Record<string, unknown>> {
  const { objn } = fieldsOf(object);
  return { ...fieldsOf(object), repo: 'ORDERS', branch: 'main', gpath: 'QRPGLESRC', gfile: `${objn}.PGM.RPGLE` };
}

/** `ORD/50 ORD100` as the fields of a create (§2.1). */
function fieldsOf(object: string) {
  const [, appl = '', lvl = '', objn = ''] = /^(\w+)\/(\d+) (\w+)$/.exec(object) ?? [];
  return { appl, lvl: Number(lvl), objn, objt: '*PGM', attr: 'RPGLE' };
}

type Says = ReadonlyMap<string, string>;
type Play = (stage: DocsStage, args: readonly string[], says: Says) => Promise<Report | null>;

/** What the words of a step do; the codes in it are its arguments. Only pushes are filed, and give a report. */
const steps: readonly [pattern: RegExp, play: Play][] = [
  [/^push to /, (stage, [branch = '', ...paths], says) => stage.push(branch, paths, says)],
  [/^merge /, (stage, [from = '', into = '']) => stage.merge(from, into)],
  [/^LEAD requests /, (stage, [object = '']) => stage.create('demo-lead-token', fieldsOf(object))],
  [/is deleted at the service$/, (stage, [object = '']) => stage.later(object, { delete: true })],
  [/^the service completes .* and makes /, completeAndMake],
  [/^the service completes /, complete],
];

async function complete(stage: DocsStage, objects: readonly string[]): Promise<null> {
  for (const object of objects) await stage.later(object, { status: '60' });
  return null;
}

async function completeAndMake(stage: DocsStage, [object = '', next = '']: readonly string[]): Promise<null> {
  await complete(stage, [object]);
  return stage.create('demo-token', generated(next));
}

/**
 * Plays the rows of a table of steps.
 *
 * @param sources rows that say what stands in a source beside comments; others say nothing.
 * @returns the rows as they should be written, and the reports of the pushes
 */
export async function tellStory(
  mapping: string,
  rows: readonly Row[],
  options: GivenOptions = {},
  sources: readonly Row[] = [],
): Promise<{ told: Row[]; reports: Report[] }> {
  await using stage = await DocsStage.open(mapping, options);
  const says = new Map(sources.map(({ source, says: text }) => [plain(source), plain(text)]));
  const told: Row[] = [];
  const reports: Report[] = [];
  for (const { step = '' } of rows) {
    const play = steps.find(([pattern]) => pattern.test(step))?.[1];
    if (play === undefined) throw new Error(`nobody knows how to play: ${step}`);
    const report = await play(stage, codes(step), says);
    if (report !== null) reports.push(report);
    const outcome = report?.requests.map((request) => code(`${shownOf(request)} ${request.outcome}`)).join(' ') ?? '';
    told.push({ step, outcome, 'open at the service': stage.open().map(code).join(' ') });
  }
  return { told, reports };
}
