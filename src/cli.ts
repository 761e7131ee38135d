#!/usr/bin/env node
import { parseCommandLine } from './arguments.ts';
import { checkAnnotations } from './check/annotations.ts';
import { exitCodes, messageOf, Problem } from './errors.ts';
import { helpText } from './help.ts';
import type { Env } from './host/event.ts';
import { escapeText, type Log } from './log.ts';
import { type Options, variableOf } from './options.ts';
import { environmentOptions, readOptions } from './read-options.ts';
import { hostLog } from './report/host-log.ts';
import { machineClock, Progress, progressStyle } from './report/progress.ts';
import { Secrets, secretsOf } from './report/secrets.ts';
import { given, readToken, surroundings, withoutSecrets } from './surroundings.ts';
import { version } from './version.ts';

/** Whatever a command prints passes here, the stack of a defect too. */
const secrets = new Secrets(secretsOf(process.env));
const plainLog: Log = {
  info: (line) => process.stdout.write(`${secrets.hide(line)}\n`),
  notice: (line) => process.stderr.write(`${secrets.hide(line)}\n`),
  group: () => {},
  endGroup: () => {},
};
const log = hostLog(plainLog, process.env, () => new Date());
const output = { out: (text: string) => void process.stdout.write(secrets.hide(text)), log };

/** A reader that has seen enough (`| head`) ends the output, not the run. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/** Aborted by the first SIGINT or SIGTERM; a run then ends what is in flight and says what it left. */
function cancelSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort());
  return controller.signal;
}

/** The token of the service, which may also come from a file. */
function tokenOf(options: Options, env: Env): string | undefined {
  const token = readToken(options, env);
  secrets.add(token);
  return token;
}

/** A rehearsal has a token of its own; its Git processes inherit what this one has. */
function dropSecrets(): Env {
  const kept = withoutSecrets(process.env);
  for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
  return kept;
}

/** A line that rewrites itself on a terminal, one every few seconds elsewhere, none where a program reads. */
function progressOf({ format }: Options, env: Env): Progress {
  const isTerminal = process.stderr.isTTY === true;
  return new Progress(progressStyle({ format, isTerminal, term: env.TERM }), process.stderr, machineClock);
}

async function runOf(command: 'plan' | 'file', options: Options, signal: AbortSignal): Promise<number> {
  const { runCommand } = await import('./commands/run-command.ts');
  const { env } = process;
  const input = {
    ...surroundings(env),
    env: withoutSecrets(env),
    command,
    options,
    token: tokenOf(options, env),
    cwd: process.cwd(),
    log,
    signal,
    version,
    onDefect: showDefect,
    progress: progressOf(options, env),
  };
  return runCommand(input, output);
}

/** `check` as a step of a workflow also puts its findings beside the mapping file. */
async function checkOf(options: Options, signal: AbortSignal): Promise<number> {
  const { checkCommand } = await import('./commands/check.ts');
  const { env } = process;
  const around = { ...surroundings(env), env: withoutSecrets(env), token: tokenOf(options, env), cwd: process.cwd() };
  const report = await checkCommand({ ...around, options, log, signal, version }, output);
  if (around.event.host === 'github' && options.format === undefined) {
    const { annotate } = await import('./report/annotate.ts');
    annotate(checkAnnotations(report));
  }
  return report.exitCode;
}

function showDefect(error: unknown): void {
  if (process.env.FILE_CHECKOUTS_DEBUG && error instanceof Error) log.notice(escapeText(error.stack ?? error.message));
}

async function main(argv: readonly string[]): Promise<number> {
  const line = parseCommandLine(argv);
  if (line.kind === 'version') {
    output.out(`${version}\n`);
    return 0;
  }
  if (line.kind === 'help') {
    output.out(helpText(line.command));
    return 0;
  }
  const options = readOptions(line.command, [
    { values: line.raw, nameOf: (name) => `--${name}` },
    { values: environmentOptions(process.env), nameOf: variableOf },
  ]);
  const signal = cancelSignal();
  const { env } = process;
  switch (line.command) {
    case 'plan':
    case 'file':
      return runOf(line.command, options, signal);
    case 'check':
      return checkOf(options, signal);
    case 'explain': {
      const { explain } = await import('./commands/explain.ts');
      return explain(
        line.words,
        { ...surroundings(env), env: withoutSecrets(env), options, cwd: process.cwd() },
        output,
      );
    }
    case 'init': {
      const { init } = await import('./commands/init.ts');
      const gitToken = given(env.FILE_CHECKOUTS_GIT_TOKEN);
      return init(options, output, { env: withoutSecrets(env), gitToken, cwd: process.cwd() });
    }
    case 'ledger': {
      const { ledgerCommand } = await import('./commands/ledger.ts');
      return ledgerCommand(line.words, options, output, {
        ...surroundings(env),
        env: withoutSecrets(env),
        cwd: process.cwd(),
      });
    }
    case 'serve':
      return (await import('./commands/serve.ts')).serve(options, output, signal);
    case 'rehearse':
      return (await import('./commands/rehearse.ts')).rehearse(options, output, {
        env: dropSecrets(),
        signal,
        version,
      });
  }
}

function fail(error: unknown): number {
  if (error instanceof Problem) {
    for (const line of error.message.split('\n')) log.notice(`error: ${escapeText(line)}`);
    log.notice(`       -> ${escapeText(error.remedy)}`);
    return error.exitCode;
  }
  log.notice(`error: ${escapeText(messageOf(error))}`);
  showDefect(error);
  return exitCodes.notFiled;
}

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  log.notice(`error: file-checkouts needs Node.js 24 or later; this is ${process.versions.node}`);
  process.exitCode = exitCodes.usage;
} else {
  process.exitCode = await main(process.argv.slice(2)).catch(fail);
}
