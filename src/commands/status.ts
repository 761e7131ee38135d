import { exitCodes } from '../errors.ts';
import { pathFilter } from '../glob/path-filter.ts';
import { NotedRuns } from '../ledger/noted-runs.ts';
import { sealKeys } from '../ledger/seal.ts';
import { escapeText } from '../log.ts';
import { nearest } from '../near.ts';
import type { Options } from '../options.ts';
import { jsonPieces } from '../report/json-text.ts';
import { type Links, linksOf } from '../report/links.ts';
import type { RunInput } from '../run/input.ts';
import { openWithLedger } from '../run/open-repository.ts';
import { commitsOf, makeStatus } from '../status/make-status.ts';
import type { Status } from '../status/status.ts';
import { failureText } from '../status/status-words.ts';
import { textLines } from '../status/text.ts';
import type { Output } from './run-command.ts';
import { type Shown, type ShownRecord, shownRecords } from './shown-records.ts';

/** What the command takes from the front door. */
export interface StatusInput
  extends Pick<
    RunInput,
    'env' | 'me' | 'gitToken' | 'ledgerToken' | 'event' | 'cwd' | 'now' | 'token' | 'ledgerSecret' | 'version'
  > {
  readonly options: Options;
}

/**
 * `status`: what is open at the service, and what is still to be filed, as far as the ledger knows. It asks no service and
 * changes nothing.
 *
 * @returns 1 under `--fail-on-open` when something waits for a run or a person, else 0.
 * @throws Problem('usage', 'git', 'ledger') when the ledger cannot be read.
 */
export async function statusCommand(input: StatusInput, output: Output): Promise<number> {
  const { options } = input;
  // Before anything is asked of Git: a pattern that is none is said at once.
  const isChosen = pathFilter(options.paths);
  using repository = await openWithLedger(input);
  const { objects } = repository;
  const opening = { repository, objects, mode: 'require', keys: sealKeys(input), now: input.now } as const;
  const shown = await shownRecords(opening, { ...options, branch: undefined }, input.cwd);
  const records = chosenFrom(shown, options, output);
  const noted = new NotedRuns(await shown.ledger.notes(commitsOf(records)));
  const known = {
    records,
    damaged: shown.damaged,
    noted,
    now: input.now(),
    machine: input.me.machine,
    tool: input.version,
  };
  const asked = { branch: options.branch ?? null, paths: options.paths ?? [], user: options.user ?? null, isChosen };
  const status = makeStatus(known, asked);
  await print(status, options.format, linksOf(input.event), output);
  const failure = options['fail-on-open'] ? failureText(status) : null;
  if (failure !== null) output.log.notice(`error: ${escapeText(failure)}`);
  return failure === null ? exitCodes.filed : exitCodes.notFiled;
}

function chosenFrom({ records }: Shown, { branch, repo }: Options, { log }: Output): ShownRecord[] {
  const ofRepo = records.filter((record) => repo === undefined || record.repo === repo);
  const chosen = ofRepo.filter((record) => branch === undefined || record.branch === branch);
  if (chosen.length === 0 && branch !== undefined) {
    const near = nearest(
      branch,
      ofRepo.map((record) => record.branch),
    );
    if (near !== null) log.notice(escapeText(`Did you mean ${near}?`));
  }
  return chosen;
}

/** So many lines make a piece. */
const atATime = 500;

async function print(status: Status, format: Options['format'], links: Links, output: Output): Promise<void> {
  if (format === 'html') {
    const { htmlStatus } = await import('../status/html.ts');
    output.out(htmlStatus(status, links));
  } else if (format === 'markdown') {
    const { markdownStatus } = await import('../status/markdown.ts');
    output.out(markdownStatus(status, links));
  } else if (format === 'json') {
    for (const piece of jsonPieces(status)) output.out(piece);
  } else {
    const lines = textLines(status);
    for (let at = 0; at < lines.length; at += atATime) output.out(`${lines.slice(at, at + atATime).join('\n')}\n`);
  }
}
