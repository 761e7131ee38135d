import { envVariable, type OptionRow, optionRows } from './options.ts';

/** How a run was started, which decides by what name its options go: the action, the GitLab component, the command line. */
export type Door = 'action' | 'component' | 'cli';

/** The door of the command line: the component starts it too, and says which command it was told to run. */
export function doorOf(env: Readonly<Record<string, string | undefined>>): Door {
  return env.GITLAB_CI === 'true' && env.FILE_CHECKOUTS_COMMAND !== undefined ? 'component' : 'cli';
}

/** The options of jobs, each with all that a job may give. */
const inJobs = new Map((['check', 'plan', 'file'] as const).flatMap(optionRows).map((row) => [row.name, row]));

/** What stands in a remedy after an option as its value: one of the table, its placeholder, or a number. */
function isValue({ choices, value, kind }: OptionRow, word: string): boolean {
  if (kind === 'number' && /^\d+$/.test(word)) return true;
  return [...(choices ?? []), ...(value?.split('|') ?? [])].includes(word) || /^(PATH|GLOB)\.{3}$/.test(word);
}

function inputAt(door: Exclude<Door, 'cli'>, row: OptionRow, value: string | null): string {
  // The action takes its token as an input, and a file only by environment.
  if (door === 'action' && row.name === 'token-file') return envVariable(row.name);
  const set = row.kind === 'flag' ? 'true' : value;
  if (door === 'action') return set === null ? `input \`${row.name}\`` : `\`${row.name}: ${set}\` under \`with:\``;
  return `input \`${row.name}${set === null ? '' : `: ${set}`}\` of the component`;
}

/** A command of this program to be typed elsewhere: its options stay options. */
const commandLine = /(?:\bfile-checkouts|\bledger (?:begin|forget|show))(?= )[^`,;]*?(?=[,;]|\. |\.?$)/;
const option = /--([a-z]+(?:-[a-z]+)*)(?: ([\w:-]+(?:\.{3})?))?/;
const pieces = new RegExp(`(?<line>${commandLine.source})|${option.source}`, 'gm');
const tokens =
  /FILE_CHECKOUTS_TOKEN or --token-file|FILE_CHECKOUTS_(?:((GIT|LEDGER)_)?TOKEN|LEDGER_SECRET(?:_PREVIOUS)?)\b/g;
const inputOf = (variable: string) => {
  if (variable.endsWith('SECRET_PREVIOUS')) return 'input `ledger-secret-previous`';
  if (variable.endsWith('LEDGER_SECRET')) return 'input `ledger-secret`';
  if (variable.endsWith('LEDGER_TOKEN')) return 'input `ledger-token`';
  return variable.includes('GIT_TOKEN') ? 'input `github-token`' : 'input `token`';
};

/**
 * Says what is to be done in the words of the place where the run was started: a remedy is written with `--name`, and
 * the action and the component have inputs.
 *
 * @param text a sentence of this program; command lines in it stay.
 */
export function atDoor(door: Door, text: string): string {
  if (door === 'cli') return text;
  const known = door === 'action' ? text.replace(tokens, inputOf) : text;
  return known.replace(pieces, (whole, line: string | undefined, name: string, word: string | undefined) => {
    const row = line === undefined ? inJobs.get(name) : undefined;
    if (row === undefined) return whole;
    const value = word !== undefined && isValue(row, word) ? word : null;
    return inputAt(door, row, value) + (word === undefined || value !== null ? '' : ` ${word}`);
  });
}

/** What of a report says what to do, in the words of the door; what the service and file names say stays. */
export function reportAtDoor<
  T extends {
    readonly error: { readonly message: string; readonly remedy: string } | null;
    readonly notices: readonly { readonly message: string }[];
    readonly requests: readonly { readonly remedy: string | null }[];
  },
>(door: Door, report: T): T {
  if (door === 'cli') return report;
  const say = (text: string) => atDoor(door, text);
  const { error } = report;
  return {
    ...report,
    error: error === null ? null : { ...error, message: say(error.message), remedy: say(error.remedy) },
    notices: report.notices.map((notice) => ({ ...notice, message: say(notice.message) })),
    requests: report.requests.map((row) => (row.remedy === null ? row : { ...row, remedy: say(row.remedy) })),
  };
}
