import { resolve } from 'node:path';
import { formatHelp, parseCommandLine } from './arguments.ts';
import { detectDoor, rewriteForDoor } from './door.ts';
import {
  chooseGitTokens,
  createCancelSignal,
  guardEnvironment,
  guardPath,
  readSurroundings,
  readToken,
  requireCurrentFolder,
  trimValue,
  withoutSecrets,
} from './environment.ts';
import { Problem, toProblem } from './errors.ts';
import { escapeText, formatProblem, type Log, watchOutput } from './log.ts';
import { type CommandName, type GivenOptions, type Options, withDefaults } from './options.ts';
import { readGivenOptions } from './read-options.ts';
import { createHostLog } from './report/host-log.ts';
import { chooseProgressStyle, Progress } from './report/progress.ts';
import type { RunInput } from './run/input.ts';
import { listSecrets, Secrets } from './secrets.ts';
import { version } from './version.ts';

guardEnvironment(process.env);
watchOutput(process);

const door = detectDoor(process.env);

/** Hides secrets in everything that a command prints, also in the stack of a bug. */
const secrets = new Secrets(listSecrets(process.env));
const plainLog: Log = {
  info: (line) => process.stdout.write(`${secrets.hide(line)}\n`),
  notice: (line) => process.stderr.write(`${secrets.hide(line)}\n`),
};
const log = createHostLog(plainLog, process.env, () => new Date());
const output = { out: (text: string) => void process.stdout.write(secrets.hide(text)), log };

/** Reads the service's token (undefined: none), and hides it in all later output. @throws Problem('usage') if its file cannot be used */
function readServiceToken(options: Options): string | undefined {
  const token = readToken(options, process.env);
  secrets.add(token);
  return token;
}

/** Logs the stack of an error if FILE_CHECKOUTS_DEBUG is set. */
function showDefect(error: unknown): void {
  if (process.env.FILE_CHECKOUTS_DEBUG && error instanceof Error) log.notice(escapeText(error.stack ?? error.message));
}

/** One command with its options; `asGiven` is without defaults, for commands that treat a missing option in their own way. */
type Invocation = Readonly<{ options: Options; asGiven: GivenOptions; words: readonly string[]; signal: AbortSignal }>;

/** Returns the input of most commands, such as options, words, event, tokens, `env` without secrets. @throws Problem('usage', 'event') */
async function readCommandInput({ options, words }: Invocation) {
  const token = readServiceToken(options);
  const surroundings = await readSurroundings(process.env, options['repo-dir']);
  const shared = { options, words, token, log, version, door, onDefect: showDefect };
  return { ...surroundings, ...chooseGitTokens(options, process.env), cwd: requireCurrentFolder(), ...shared };
}

/** Runs `plan` or `file` with progress; returns the exit code, also of a failed run. @throws Problem('usage', 'event') before the run */
async function runPlanOrFile(
  command: 'plan' | 'file',
  invocation: Invocation,
  overrides: Partial<Pick<RunInput, 'event' | 'releases'>> = {},
): Promise<number> {
  const { runCommand } = await import('./commands/run-command.ts');
  const { options, signal } = invocation;
  const style = chooseProgressStyle(options.format, process.stderr.isTTY === true, process.env.TERM);
  const progress = new Progress(style, process.stderr);
  return runCommand({ ...(await readCommandInput(invocation)), signal, progress, command, ...overrides }, output);
}

/** Runs `check`, returns its exit code; on GitHub, with no format given, also annotates the mapping. @throws Problem as runCheckCommand */
async function runCheck(invocation: Invocation): Promise<number> {
  const { runCheckCommand } = await import('./commands/check.ts');
  const input = { ...(await readCommandInput(invocation)), signal: invocation.signal };
  const report = await runCheckCommand(input, output);
  if (input.event.host === 'github' && invocation.asGiven.format === undefined) {
    const { buildCheckAnnotations } = await import('./check/annotations.ts');
    const { printAnnotations } = await import('./report/annotations.ts');
    printAnnotations(buildCheckAnnotations(report));
  }
  return report.exitCode;
}

/** Runs a command, and returns its exit code; the modules of a command are loaded only when it runs. */
const commandRunners: Readonly<Record<CommandName, (invocation: Invocation) => Promise<number>>> = {
  plan: (invocation) => runPlanOrFile('plan', invocation),
  file: (invocation) => runPlanOrFile('file', invocation),
  check: runCheck,
  explain: async (invocation) =>
    (await import('./commands/explain.ts')).runExplainCommand(await readCommandInput(invocation), output),
  init: async ({ options }) => {
    const gitToken = trimValue(process.env.FILE_CHECKOUTS_GIT_TOKEN);
    const input = { options, env: withoutSecrets(process.env), gitToken, cwd: requireCurrentFolder() };
    return (await import('./commands/init.ts')).runInitCommand(input, output);
  },
  release: async (invocation) => {
    const { branch } = invocation.options;
    if (branch === undefined) throw new Problem('usage', 'release needs a branch', 'Give --branch NAME.');
    const { event } = await readCommandInput(invocation);
    const happening = { kind: 'branchDeleted', branch } as const;
    return runPlanOrFile('file', invocation, { event: { ...event, happening }, releases: true });
  },
  ledger: async (invocation) =>
    (await import('./commands/ledger.ts')).runLedgerCommand(await readCommandInput(invocation), output),
  status: async (invocation) =>
    (await import('./commands/status.ts')).runStatusCommand(await readCommandInput(invocation), output),
  who: async (invocation) =>
    (await import('./commands/status.ts')).runWhoCommand(await readCommandInput(invocation), output),
  serve: async (invocation) => {
    const input = { ...(await readCommandInput(invocation)), signal: invocation.signal };
    return (await import('./commands/serve.ts')).runServeCommand(input, output);
  },
  rehearse: async ({ asGiven, options, signal }) => {
    const token = readServiceToken(options);
    const env = withoutSecrets(process.env);
    // Git would inherit the others.
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    const input = { asGiven, env, cwd: requireCurrentFolder(), signal, version, token };
    return (await import('./commands/rehearse.ts')).runRehearseCommand(input, output);
  },
};

/** Runs a command line, or prints help or version, and returns the exit code. @throws Problem of the options or the command */
async function main(argv: readonly string[]): Promise<number> {
  const line = parseCommandLine(argv);
  if (line.kind !== 'run') {
    output.out(line.kind === 'help' ? formatHelp(line.command) : `${version}\n`);
    return 0;
  }
  const source = { values: line.raw, nameOf: (name: string) => `--${name}` };
  const asGiven = readGivenOptions(line.command, source, process.env);
  const options = withDefaults(asGiven);
  guardPath(process.env, [requireCurrentFolder(), resolve(options['repo-dir'])]);
  return commandRunners[line.command]({ options, asGiven, words: line.words, signal: createCancelSignal() });
}

/** Logs the error, options named as the user gives them; returns its exit code: 1 for a bug, whose stack FILE_CHECKOUTS_DEBUG adds. */
function reportFailure(thrown: unknown): number {
  const { code, message, remedy, exitCode } = toProblem(thrown);
  const lines = formatProblem({ message: rewriteForDoor(door, message), remedy: rewriteForDoor(door, remedy) });
  for (const line of lines) log.notice(line);
  if (code === 'defect') showDefect(thrown);
  return exitCode;
}

process.exitCode = await main(process.argv.slice(2)).catch(reportFailure);
