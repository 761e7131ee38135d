import { envVariable, type OptionRow, optionRows } from './options.ts';

/** The way a run was started, by which its options are named: the action, the GitLab component, the command line. */
export type Door = 'action' | 'component' | 'cli';

/** Returns the door of the command line: the component starts it too, and sets FILE_CHECKOUTS_COMMAND. */
export function doorOf(env: Readonly<Record<string, string | undefined>>): Door {
  return env.GITLAB_CI === 'true' && env.FILE_CHECKOUTS_COMMAND !== undefined ? 'component' : 'cli';
}

/** The options of jobs, with the choices of the last command that has them. */
const jobOptions = new Map((['check', 'plan', 'file'] as const).flatMap(optionRows).map((row) => [row.name, row]));

/** True if the word behind an option is its value (a choice, its placeholder, a number), and not the sentence's next. */
function isValue({ choices, value, kind }: OptionRow, word: string): boolean {
  if (kind === 'number' && /^\d+$/.test(word)) return true;
  return [...(choices ?? []), ...(value?.split('|') ?? [])].includes(word);
}

/** Names the input for an option, with its value as it is set there (`true` for a flag); of `token-file` of the action the variable. */
function inputAt(door: Exclude<Door, 'cli'>, row: OptionRow, value: string | null): string {
  // The action takes its token as an input, and a file only by environment.
  if (door === 'action' && row.name === 'token-file') return envVariable(row.name);
  const setting = row.kind === 'flag' ? ': true' : value === null ? '' : `: ${value}`;
  if (door === 'action' && setting !== '') return `\`${row.name}${setting}\` under \`with:\``;
  return `input \`${row.name}${setting}\`${door === 'action' ? '' : ' of the component'}`;
}

/** A command of this program that is typed elsewhere: its options stay options. */
const commandLine = /(?:\bfile-checkouts|\bledger (?:begin|forget|show))(?= )[^`,;]*?(?=[,;]|\. |\.?$)/;
const option = /--([a-z]+(?:-[a-z]+)*)(?: ([\w:-]+(?:\.{3})?))?/;
const optionUse = new RegExp(`(?<line>${commandLine.source})|${option.source}`, 'gm');
/** A variable of a secret, which is an input of the action. */
const secret = /FILE_CHECKOUTS_((?:(?:GIT|LEDGER)_)?TOKEN|LEDGER_SECRET(?:_PREVIOUS)?)\b(?: or --token-file\b)?/g;

function secretInput(_match: string, name: string): string {
  return `input \`${name === 'GIT_TOKEN' ? 'github-token' : name.toLowerCase().replaceAll('_', '-')}\``;
}

/**
 * Rewrites a sentence of this program for the place where the run was started: `--name VALUE` becomes an input of the
 * action or the component, and for the action also the variable of a secret. Command lines in the sentence stay, and so
 * do options that no job has.
 */
export function atDoor(door: Door, text: string): string {
  if (door === 'cli') return text;
  const withInputs = door === 'action' ? text.replace(secret, secretInput) : text;
  return withInputs.replace(optionUse, (whole, line: string | undefined, name: string, word: string | undefined) => {
    const row = line === undefined ? jobOptions.get(name) : undefined;
    if (row === undefined) return whole;
    if (word === undefined || isValue(row, word)) return inputAt(door, row, word ?? null);
    return `${inputAt(door, row, null)} ${word}`;
  });
}
