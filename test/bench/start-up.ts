/**
 * The action, from the start of its process to its end: on a push with nothing to file, and on one of 3 files, ledger
 * included. The floor starts the Git processes of such a run, as they were written down in this same benchmark, from an
 * otherwise empty program. What its modules cost by being loaded is a row of its own.
 */
import { dirname, join } from 'node:path';
import { bundles } from '../e2e/support/bundle.ts';
import { edits, filedRepository } from './filed.ts';
import { groupOf, inTurns } from './group.ts';
import { type Recording, record } from './recording.ts';
import type { Heading, Pair } from './row.ts';
import { type Program, timed } from './timed.ts';

interface Push extends Heading {
  readonly changed: Readonly<Record<string, string>>;
  /** What is measured, of a run that was written down; absent: the action itself. */
  readonly programOf?: (recording: Recording) => Program;
}

const readme = { 'README.md': 'A push that changes no source.\n' };

/** The same Git processes, with the modules of the action loaded beside them. */
function loadingOf({ replay }: Recording): Program {
  const [, list = ''] = replay.args;
  const chunks = join(dirname(bundles.action), 'chunks');
  return { ...replay, args: [join(import.meta.dirname, 'floors/loading.cjs'), list, chunks] };
}

const unit = 'ms';
const pushes: readonly Push[] = [
  {
    ...{ name: 'start-up-nothing', what: 'the action, nothing to file', unit, changed: readme },
    target: { of: 'ratio', atMost: 1.6 },
  },
  {
    ...{ name: 'start-up-modules', what: '- its modules loaded, none of them run', unit, changed: readme },
    programOf: loadingOf,
  },
  { name: 'start-up-3', what: 'the action, 3 files', unit, changed: edits(3) },
];

async function pairsOf({ changed, programOf }: Push, runs: number): Promise<Pair[]> {
  await using filed = await filedRepository(changed);
  filed.reset();
  const recording = await record(filed.action, filed.root);
  const measured = programOf?.(recording) ?? filed.action;
  // Awaited here: what is returned unawaited would outlive the repository.
  return await inTurns(
    runs,
    async () => {
      filed.reset();
      // What replays finds the scratch repository of the run that was written down.
      if (programOf !== undefined) recording.reset();
      return (await timed(measured)).ms;
    },
    async () => {
      filed.reset();
      recording.reset();
      return (await timed(recording.replay)).ms;
    },
  );
}

export const startUp = groupOf(pushes, { usual: 9, quick: 3 }, pairsOf);
