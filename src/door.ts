import { listOptionRows, toEnvVariable } from './options.ts';

/** The way a run was started, by which its options are named: the action, the GitLab component, the command line. */
export type Door = 'action' | 'component' | 'cli';

/** Returns `component` in a GitLab job with FILE_CHECKOUTS_COMMAND, which the GitLab component sets; else `cli`. Never returns `action`. */
export function detectDoor(env: Readonly<Record<string, string | undefined>>): Door {
  return env.GITLAB_CI === 'true' && env.FILE_CHECKOUTS_COMMAND !== undefined ? 'component' : 'cli';
}

const jobOptions = new Map((['check', 'plan', 'file'] as const).flatMap(listOptionRows).map((row) => [row.name, row]));

/** Names an option as an input of the door, with its value if given (a flag: always `true`); for the action, `token-file` as a variable. */
function formatInput(door: Exclude<Door, 'cli'>, name: string, given: string | undefined): string {
  // The action takes its token as an input, and a file only by environment.
  if (door === 'action' && name === 'token-file') return toEnvVariable(name);
  const value = jobOptions.get(name)?.kind === 'flag' ? 'true' : given;
  const setting = value === undefined ? name : `${name}: ${value}`;
  if (door === 'component') return `input \`${setting}\` of the component`;
  return value === undefined ? `input \`${setting}\`` : `\`${setting}\` under \`with:\``;
}

/** An option in a sentence that a job may show: `--name` or `--name VALUE` between backticks. */
const optionUse = /`--([a-z]+(?:-[a-z]+)*)(?: ([^`]+))?`/g;
/** A variable of a secret, which is an input of the action. */
const secret = /\bFILE_CHECKOUTS_((?:GIT_|LEDGER_)?TOKEN|LEDGER_SECRET(?:_PREVIOUS)?)\b/g;

/**
 * Rewrites a sentence for a user of the action or component: an option between backticks (`--name VALUE`) becomes its input; for the action
 * also a secret's variable (FILE_CHECKOUTS_TOKEN). An option that no job has, or in a longer command line, stays; for `cli`, all stays.
 */
export function rewriteForDoor(door: Door, text: string): string {
  if (door === 'cli') return text;
  const toSecretInput = (name: string) =>
    name === 'GIT_TOKEN' ? 'github-token' : name.toLowerCase().replaceAll('_', '-');
  const withInputs =
    door === 'action' ? text.replace(secret, (_, name: string) => `input \`${toSecretInput(name)}\``) : text;
  return withInputs.replace(optionUse, (whole, name: string, value: string | undefined) =>
    jobOptions.has(name) ? formatInput(door, name, value) : whole,
  );
}
