/** `npm run fuzz`: arguments, seed, the subjects one after the other, a table, and how to play a failure again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toMessage } from '../../src/errors.ts';
import type { Played } from './play.ts';
import type { Subject } from './subject.ts';
import { watchSubject } from './watch.ts';

/** What the command needs of its surroundings. */
export interface FuzzSetting {
  /** URL of the module that exports `subjects`. */
  readonly subjects: string;
  /** Gets the output, line by line. */
  readonly print: (line: string) => void;
  /** Seed when none is given. */
  readonly seed: number;
  /** A run that takes longer counts as hanging. */
  readonly patienceSeconds: number;
}

const usage = `npm run fuzz -- [--seconds 60] [--seed N] [--only SUBJECT[/PROPERTY],...] [--path PATH]
  --seconds  time for all subjects together
  --seed     plays the same values again
  --only     these subjects, or properties of them
  --path     with one property in --only: the value that a failure named`;

interface Chosen {
  readonly subject: string;
  readonly property: string | undefined;
}

interface Asked {
  readonly seconds: number;
  readonly seed: number;
  readonly chosen: readonly Chosen[];
  readonly path: string | undefined;
}

/** Fuzzes; the exit code: 0 when every property held, 1 when one did not, 2 for arguments that cannot be right. */
export async function fuzz(argv: readonly string[], setting: FuzzSetting): Promise<number> {
  const { subjects } = (await import(setting.subjects)) as { subjects: readonly Subject[] };
  const asked = readArguments(argv, setting.seed, subjects);
  if (typeof asked === 'string') {
    setting.print(`${asked}\n\n${usage}`);
    return 2;
  }
  const folder = mkdtempSync(join(tmpdir(), 'file-checkouts-fuzz-'));
  try {
    setting.print(`seed ${asked.seed}, ${asked.seconds} s`);
    const rows = await playAll(asked, setting, folder);
    setting.print(tableOf(rows, asked.seed));
    return rows.some(({ failure }) => failure !== null) ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function playAll(asked: Asked, setting: FuzzSetting, folder: string): Promise<Played[]> {
  const { seed, path, chosen } = asked;
  const began = performance.now();
  const rows: Played[] = [];
  for (const [index, { subject, property }] of chosen.entries()) {
    const left = asked.seconds - (performance.now() - began) / 1000;
    const only = { ...(property !== undefined && { property }), ...(path !== undefined && { path }) };
    const played = await watchSubject({
      ...{ subjects: setting.subjects, subject, patienceSeconds: setting.patienceSeconds, folder },
      play: { seed, seconds: left / (chosen.length - index), ...only },
      onReplay: (value) => setting.print(`playing ${shortened(value)}`),
    });
    for (const row of played) if (row.failure !== null) setting.print(failureText(row, seed));
    rows.push(...played);
  }
  return rows;
}

/** The arguments, or what is wrong with them. */
function readArguments(argv: readonly string[], seed: number, subjects: readonly Subject[]): Asked | string {
  const text = { type: 'string' } as const;
  let values: { seconds?: string; seed?: string; only?: string; path?: string };
  try {
    ({ values } = parseArgs({ args: [...argv], options: { seconds: text, seed: text, only: text, path: text } }));
  } catch (error) {
    return toMessage(error);
  }
  const names = subjects.map(({ name }) => name);
  const chosen = (values.only?.split(',') ?? names).map((name): Chosen => {
    const [subject = '', property] = name.split('/');
    return { subject, property };
  });
  const unknown = chosen.find(({ subject }) => !names.includes(subject));
  if (unknown !== undefined) return `there is no subject ${unknown.subject}: ${names.join(', ')}`;
  const seconds = Number(values.seconds ?? 60);
  if (!(seconds > 0)) return `--seconds ${values.seconds} is no time`;
  const chosenSeed = Number(values.seed ?? seed);
  if (!Number.isInteger(chosenSeed) || chosenSeed < 0 || chosenSeed >= 2 ** 31) {
    return `--seed ${values.seed} is no whole number from 0 to 2147483647`;
  }
  const isOne = chosen.length === 1 && chosen[0]?.property !== undefined;
  if (values.path !== undefined && !isOne) return '--path belongs to one property: --only SUBJECT/PROPERTY';
  return { seconds, seed: chosenSeed, chosen, path: values.path };
}

/** A failure with all that is needed to see it again. */
function failureText({ name, failure }: Played, seed: number): string {
  if (failure === null) return '';
  const { path, counterexample, error } = failure;
  return [
    `\n${name} does not hold`,
    `  seed ${seed}, path ${path}`,
    ...(counterexample === null ? [] : [`  counterexample ${shortened(counterexample)}`]),
    `  ${error.replaceAll('\n', '\n  ')}`,
    '  play it again with',
    `    npm run fuzz -- --only ${name} --seed ${seed} --path ${path}\n`,
  ].join('\n');
}

/** What can be read at all; the path leads to the whole of it. */
function shortened(text: string): string {
  const most = 4_000;
  return text.length <= most ? text : `${text.slice(0, most)}... (${text.length} characters)`;
}

function tableOf(rows: readonly Played[], seed: number): string {
  const head = ['property', 'runs', 'seconds', 'seed', 'result'];
  const cells = rows.map(({ name, runs, seconds, failure }) => [
    name,
    String(runs),
    seconds.toFixed(1),
    String(seed),
    failure !== null ? 'FAILS' : runs > 0 ? 'holds' : 'not tried',
  ]);
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (at === 0 || at === 4 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)));
  return [head, ...cells].map((row) => line(row).join('  ').trimEnd()).join('\n');
}
