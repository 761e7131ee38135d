import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { error as annotateError, getInput, info, setOutput, setSecret, summary, warning } from '@actions/core';
import { writeReport } from './commands/run-command.ts';
import { exitCodes, messageOf, Problem } from './errors.ts';
import { escapeText, type Log } from './log.ts';
import { environmentOptions, type Options, optionTable, readOptions, variableOf } from './options.ts';
import { actionOutputs } from './report/action-outputs.ts';
import { markdownReport } from './report/markdown.ts';
import type { Report } from './report/report.ts';
import { textReport } from './report/text.ts';
import { run } from './run.ts';
import { given, readToken, surroundings, withoutSecrets } from './surroundings.ts';
import { version } from './version.ts';

const log: Log = { info, notice: info, group: (title) => info(title), endGroup: () => {} };

/** The token of the service, masked before anything else happens. */
function maskedToken(): string | undefined {
  const token = given(getInput('token')) ?? given(process.env.FILE_CHECKOUTS_TOKEN);
  if (token !== undefined) setSecret(token);
  return token;
}

function chooseCommand(): 'plan' | 'file' {
  const command = given(getInput('command')) ?? 'file';
  if (command === 'plan' || command === 'file') return command;
  throw new Problem('usage', `the input command is ${JSON.stringify(command)}`, 'Give file or plan.');
}

function inputOptions(): Options {
  const inputs = Object.fromEntries(optionTable.map(({ name }) => [name, getInput(name)]));
  return readOptions('file', [
    { values: inputs, nameOf: (name) => `input ${name}` },
    { values: environmentOptions(process.env), nameOf: variableOf },
  ]);
}

function cancelSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => controller.abort());
  return controller.signal;
}

function showDefect(thrown: unknown): void {
  if (process.env.RUNNER_DEBUG === '1' && thrown instanceof Error) info(escapeText(thrown.stack ?? thrown.message));
}

async function publish(report: Report, options: Options, repositoryUrl: string | null): Promise<void> {
  info(textReport(report).trimEnd());
  const file = options.report ?? join(given(process.env.RUNNER_TEMP) ?? tmpdir(), 'file-checkouts-report.json');
  await writeReport(report, file);
  for (const [name, value] of Object.entries(actionOutputs(report, file))) setOutput(name, value);
  if (report.error !== null)
    annotateError(`${report.error.message}\n${report.error.remedy}`, { title: 'file-checkouts' });
  if (given(process.env.GITHUB_STEP_SUMMARY) === undefined) return;
  // A summary that cannot be written must not hide what was filed.
  await summary
    .addRaw(markdownReport(report, { repository: repositoryUrl }))
    .write()
    .catch((error) => warning(`the job summary could not be written: ${messageOf(error)}`));
}

async function main(): Promise<number> {
  const token = maskedToken();
  const gitToken = given(getInput('github-token')) ?? given(process.env.FILE_CHECKOUTS_GIT_TOKEN);
  if (gitToken !== undefined) setSecret(gitToken);
  const command = chooseCommand();
  const options = inputOptions();
  const { env } = process;
  const around = surroundings(env);
  const fileToken = token === undefined ? readToken(options, env) : undefined;
  if (fileToken !== undefined) setSecret(fileToken);
  const report = await run({
    ...around,
    env: withoutSecrets(env),
    command,
    options,
    token: token ?? fileToken,
    gitToken,
    cwd: given(env.GITHUB_WORKSPACE) ?? process.cwd(),
    log,
    signal: cancelSignal(),
    version,
    onDefect: showDefect,
  });
  await publish(report, options, around.event.repository.url);
  return report.exitCode;
}

function fail(thrown: unknown): number {
  const remedy = thrown instanceof Problem ? `\n${thrown.remedy}` : '';
  annotateError(`${messageOf(thrown)}${remedy}`, { title: 'file-checkouts' });
  showDefect(thrown);
  return thrown instanceof Problem ? thrown.exitCode : exitCodes.notFiled;
}

process.exitCode = await main().catch(fail);
