#!/usr/bin/env node
import { parseCommandLine } from './arguments.ts';
import { exitCodes, messageOf, Problem } from './errors.ts';
import { helpText } from './help.ts';
import { escapeText, type Log } from './log.ts';
import { environmentOptions, type Options, readOptions, variableOf } from './options.ts';
import { given, readToken, surroundings, withoutSecrets } from './surroundings.ts';
import { version } from './version.ts';

const log: Log = {
  info: (line) => process.stdout.write(`${line}\n`),
  notice: (line) => process.stderr.write(`${line}\n`),
  group: (title) => process.stderr.write(`${title}\n`),
  endGroup: () => {},
};
const output = { out: (text: string) => void process.stdout.write(text), log };

/** Aborted by the first SIGINT or SIGTERM; a run then ends what is in flight and says what it left. */
function cancelSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort());
  return controller.signal;
}

async function runOf(command: 'plan' | 'file', options: Options, signal: AbortSignal): Promise<number> {
  const { runCommand } = await import('./commands/run-command.ts');
  const { env } = process;
  const input = {
    ...surroundings(env),
    env: withoutSecrets(env),
    command,
    options,
    token: readToken(options, env),
    cwd: process.cwd(),
    log,
    signal,
    version,
    onDefect: showDefect,
  };
  return runCommand(input, output);
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
  switch (line.command) {
    case 'plan':
    case 'file':
      return runOf(line.command, options, signal);
    case 'ledger': {
      const { ledgerCommand } = await import('./commands/ledger.ts');
      const { env } = process;
      const gitToken = given(env.FILE_CHECKOUTS_GIT_TOKEN);
      return ledgerCommand(line.words, options, output, { env: withoutSecrets(env), gitToken });
    }
    case 'serve':
      return (await import('./commands/serve.ts')).serve(options, output, signal);
    case 'rehearse':
      return (await import('./commands/rehearse.ts')).rehearse(options, output, { env: process.env, signal, version });
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
