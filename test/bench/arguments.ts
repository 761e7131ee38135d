/** What the benchmark is asked on its command line. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Wishes {
  readonly json: boolean;
  readonly markdown: boolean;
  readonly strict: boolean;
  readonly quick: boolean;
  readonly help: boolean;
  /** Rounds to count in every row; null: as each row has it. */
  readonly runs: number | null;
  /** The folder of `--peers`. */
  readonly peers: string | null;
  wants(name: string): boolean;
}

export const helpText = `npm run bench -- [options]: figures beside their floors, in one table

  --only NAME[,NAME]  only these rows; NAME also means all rows that begin with NAME-
  --runs N            rounds to count in every row
  --quick             fewer rounds
  --peers DIR         also the rows peers-...: DIR holds checkouts of dorny/paths-filter (as paths-filter) and
                      tj-actions/changed-files (as changed-files)
  --json              the same as JSON
  --markdown          the same as a table of Markdown
  --strict            exit code 1 when a target is missed
  --help              this text; the rows and their floors: docs/benchmarks.md
`;

/** What was asked cannot be understood. */
export class Wrong extends Error {
  override toString(): string {
    return this.message;
  }
}

/** @throws Wrong for a number of rounds that is none, a name that no row has; Error for an unknown option. */
export function readWishes(argv: readonly string[], names: readonly string[]): Wishes {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args: [...argv],
    options: { only: text, runs: text, peers: text, quick: flag, json: flag, markdown: flag, strict: flag, help: flag },
  });
  const { only, runs, peers, ...switches } = values;
  const asked = only === undefined ? null : only.split(',');
  const stands = (wish: string, name: string) => name === wish || name.startsWith(`${wish}-`);
  const unknown = asked?.find((wish) => !names.some((name) => stands(wish, name)));
  if (unknown !== undefined) throw new Wrong(`there is no row ${unknown}; the rows are ${names.join(', ')}`);
  if (runs !== undefined && !/^[1-9]\d{0,3}$/.test(runs)) throw new Wrong(`--runs ${runs} is no number of rounds`);
  return {
    ...switches,
    runs: runs === undefined ? null : Number(runs),
    peers: peers === undefined ? null : resolve(peers),
    wants: (name) => asked === null || asked.some((wish) => stands(wish, name)),
  };
}
