import { resolve } from 'node:path';
import { parseCommandLine } from './arguments.ts';
import { checkAnnotations } from './check/annotations.ts';
import { withDefaults } from './defaults.ts';
import { atDoor, doorOf } from './door.ts';
import { exitCodes, messageOf, Problem } from './errors.ts';
import { helpText } from './help.ts';
import type { Env } from './host/event.ts';
import { escapeText, type Log, noteProblem } from './log.ts';
import { type CommandName, type GivenOptions, type Options, variableOf } from './options.ts';
import { environmentOptions, givenOptions } from './read-options.ts';
import { hostLog } from './report/host-log.ts';
import { machineClock, Progress, progressStyle } from './report/progress.ts';
import { watchOutput } from './report/watch-output.ts';
import { currentFolder } from './run/current-folder.ts';
import {
  cancelSignal,
  gitTokens,
  given,
  guardEnvironment,
  guardPath,
  readToken,
  surroundings,
  withoutSecrets,
} from './run/environment.ts';
import type { RunInput } from './run/input.ts';
import { Secrets, secretsOf } from './secrets.ts';
import { version } from './version.ts';

guardEnvironment(process.env);
watchOutput(process);

const door = doorOf(process.env);

/** All that a command prints passes here, the stack of a defect too. */
const secrets = new Secrets(secretsOf(process.env));
const plainLog: Log = {
  info: (line) => process.stdout.write(`${secrets.hide(line)}\n`),
  notice: (line) => process.stderr.write(`${secrets.hide(line)}\n`),
  group: () => {},
  endGroup: () => {},
};
const log = hostLog(plainLog, process.env, () => new Date());
const output = { out: (text: string) => void process.stdout.write(secrets.hide(text)), log };

/** The token of the service, which may also come from a file. */
function tokenOf(options: Options): string | undefined {
  const token = readToken(options, process.env);
  secrets.add(token);
  secrets.add(given(process.env.FILE_CHECKOUTS_LEDGER_SECRET));
  secrets.add(given(process.env.FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS));
  return token;
}

/** A rehearsal has a token of its own; its Git processes inherit what this one has. */
function dropSecrets(): Env {
  const kept = withoutSecrets(process.env);
  for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
  return kept;
}

/** A line that rewrites itself on a terminal, one every few seconds elsewhere, none where a program reads. */
function progressOf({ format }: Options): Progress {
  const style = progressStyle({ format, isTerminal: process.stderr.isTTY === true, term: process.env.TERM });
  return new Progress(style, process.stderr, machineClock);
}

async function runOf(
  command: 'plan' | 'file',
  { options, signal }: Asked,
  more: Partial<Pick<RunInput, 'event' | 'releases'>> = {},
): Promise<number> {
  const { runCommand } = await import('./commands/run-command.ts');
  const token = tokenOf(options);
  const progress = progressOf(options);
  const told = { log, signal, version, progress, onDefect: showDefect };
  return runCommand({ ...(await around(options)), ...told, command, options, token, ...more }, output);
}

/** `check` as a step of a workflow also puts its findings beside the mapping file, unless a form of output is asked for. */
async function checkOf({ options, asGiven, signal }: Asked): Promise<number> {
  const { checkCommand } = await import('./commands/check.ts');
  const input = { ...(await around(options)), token: tokenOf(options), options, log, signal, version };
  const report = await checkCommand(input, output);
  if (input.event.host === 'github' && asGiven.format === undefined) {
    const { annotate } = await import('./report/annotate.ts');
    annotate(checkAnnotations(report));
  }
  return report.exitCode;
}

function showDefect(error: unknown): void {
  if (process.env.FILE_CHECKOUTS_DEBUG && error instanceof Error) log.notice(escapeText(error.stack ?? error.message));
}

/** What most commands take from the process. */
async function around(options: Options) {
  const { env } = process;
  const cwd = currentFolder();
  return {
    ...(await surroundings(env, options['repo-dir'])),
    ...gitTokens(options, env),
    env: withoutSecrets(env),
    cwd,
    door,
  };
}

/** What a command is asked for. */
interface Asked {
  readonly options: Options;
  /** Only what somebody gave: for some commands it matters that an option was not given. */
  readonly asGiven: GivenOptions;
  readonly words: readonly string[];
  readonly signal: AbortSignal;
}

/** Each command is loaded when it is run. */
const carryOut: Readonly<Record<CommandName, (asked: Asked) => Promise<number>>> = {
  plan: (asked) => runOf('plan', asked),
  file: (asked) => runOf('file', asked),
  check: checkOf,
  explain: async ({ options, words }) =>
    (await import('./commands/explain.ts')).explain(words, { ...(await around(options)), options }, output),
  init: async ({ options }) => {
    const gitToken = given(process.env.FILE_CHECKOUTS_GIT_TOKEN);
    const inputs = { env: withoutSecrets(process.env), gitToken, cwd: currentFolder() };
    return (await import('./commands/init.ts')).init(options, output, inputs);
  },
  release: async (asked) => {
    const { branch } = asked.options;
    if (branch === undefined) throw new Problem('usage', 'release needs a branch', 'Give --branch NAME.');
    const event = { ...(await around(asked.options)).event, happening: { kind: 'branchDeleted', branch } } as const;
    return runOf('file', asked, { event, releases: true });
  },
  ledger: async ({ options, words }) => {
    const inputs = { ...(await around(options)), token: tokenOf(options) };
    return (await import('./commands/ledger.ts')).ledgerCommand(words, options, output, inputs);
  },
  status: async ({ options }) => {
    const input = { ...(await around(options)), token: tokenOf(options), options, version };
    return (await import('./commands/status.ts')).statusCommand(input, output);
  },
  who: async ({ options, words }) => {
    const input = { ...(await around(options)), token: tokenOf(options), options, version };
    return (await import('./commands/who.ts')).whoCommand(words, input, output);
  },
  serve: async ({ options, signal }) =>
    (await import('./commands/serve.ts')).serve(options, output, { ...(await around(options)), signal }),
  rehearse: async ({ asGiven, options, signal }) => {
    const token = tokenOf(options);
    const inputs = { env: dropSecrets(), cwd: currentFolder(), signal, version, token };
    return (await import('./commands/rehearse.ts')).rehearse(asGiven, output, inputs);
  },
};

async function main(argv: readonly string[]): Promise<number> {
  const line = parseCommandLine(argv);
  if (line.kind !== 'run') {
    output.out(line.kind === 'help' ? helpText(line.command) : `${version}\n`);
    return 0;
  }
  const asGiven = givenOptions(line.command, [
    { values: line.raw, nameOf: (name) => `--${name}` },
    { values: environmentOptions(process.env), nameOf: variableOf },
  ]);
  const options = withDefaults(asGiven);
  guardPath(process.env, [currentFolder(), resolve(options['repo-dir'])]);
  return carryOut[line.command]({ options, asGiven, words: line.words, signal: cancelSignal() });
}

function fail(error: unknown): number {
  if (error instanceof Problem) {
    noteProblem({ message: atDoor(door, error.message), remedy: atDoor(door, error.remedy) }, log);
    return error.exitCode;
  }
  log.notice(`error: ${escapeText(messageOf(error))}`);
  showDefect(error);
  return exitCodes.notFiled;
}

process.exitCode = await main(process.argv.slice(2)).catch(fail);
