import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  error as annotateError,
  endGroup,
  getInput,
  info,
  setOutput,
  setSecret,
  startGroup,
  summary,
  warning,
} from '@actions/core';
import { checkAnnotations } from './check/annotations.ts';
import type { CheckInput } from './commands/check.ts';
import { writeReport } from './commands/run-command.ts';
import { exitCodes, messageOf, Problem } from './errors.ts';
import { escapeText, type Log } from './log.ts';
import { type Options, optionTable, variableOf } from './options.ts';
import { environmentOptions, readOptions } from './read-options.ts';
import { actionOutputs } from './report/action-outputs.ts';
import { annotate } from './report/annotate.ts';
import { type Links, linksOf } from './report/links.ts';
import { markdownReport } from './report/markdown.ts';
import type { Report } from './report/report.ts';
import { runAnnotations } from './report/run-annotations.ts';
import { printReport } from './report/text.ts';
import { run } from './run.ts';
import { given, readToken, surroundings, withoutSecrets } from './surroundings.ts';
import { version } from './version.ts';

const log: Log = { info, notice: info, group: startGroup, endGroup };

/** The token of the service, masked before anything else happens. */
function maskedToken(): string | undefined {
  const token = given(getInput('token')) ?? given(process.env.FILE_CHECKOUTS_TOKEN);
  if (token !== undefined) setSecret(token);
  return token;
}

const actionCommands = ['file', 'plan', 'check'] as const;
type ActionCommand = (typeof actionCommands)[number];

function chooseCommand(): ActionCommand {
  const given_ = given(getInput('command')) ?? 'file';
  const command = actionCommands.find((name) => name === given_);
  if (command !== undefined) return command;
  throw new Problem('usage', `the input command is ${JSON.stringify(given_)}`, `Give ${actionCommands.join(', ')}.`);
}

function inputOptions(command: ActionCommand): Options {
  const inputs = Object.fromEntries(optionTable.map(({ name }) => [name, getInput(name)]));
  return readOptions(command === 'check' ? 'check' : 'file', [
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

async function publish(report: Report, options: Options, links: Links): Promise<void> {
  printReport(report, log);
  annotate(runAnnotations(report));
  const file = options.report ?? join(given(process.env.RUNNER_TEMP) ?? tmpdir(), 'file-checkouts-report.json');
  await writeReport(report, file);
  for (const [name, value] of Object.entries(actionOutputs(report, file))) setOutput(name, value);
  if (report.error !== null)
    annotateError(`${report.error.message}\n${report.error.remedy}`, { title: 'file-checkouts' });
  await publishSummary(markdownReport(report, links));
}

/** A summary that cannot be written must not hide what was filed. */
async function publishSummary(markdown: string): Promise<void> {
  if (given(process.env.GITHUB_STEP_SUMMARY) === undefined) return;
  await summary
    .addRaw(markdown)
    .write()
    .catch((error) => warning(`the job summary could not be written: ${messageOf(error)}`));
}

/** `command: check`: the findings in the log, beside the mapping file, and in the summary. */
async function checkMappingFile(input: CheckInput): Promise<number> {
  const { checkCommand } = await import('./commands/check.ts');
  const { checkMarkdown } = await import('./check/check-markdown.ts');
  const report = await checkCommand(input, { out: (text) => info(text.trimEnd()), log });
  annotate(checkAnnotations(report));
  await publishSummary(checkMarkdown(report));
  return report.exitCode;
}

async function main(): Promise<number> {
  const token = maskedToken();
  const gitToken = given(getInput('github-token')) ?? given(process.env.FILE_CHECKOUTS_GIT_TOKEN);
  if (gitToken !== undefined) setSecret(gitToken);
  const command = chooseCommand();
  const options = inputOptions(command);
  const { env } = process;
  const around = surroundings(env);
  const fileToken = token === undefined ? readToken(options, env) : undefined;
  if (fileToken !== undefined) setSecret(fileToken);
  const input = {
    ...around,
    env: withoutSecrets(env),
    options,
    token: token ?? fileToken,
    gitToken,
    cwd: given(env.GITHUB_WORKSPACE) ?? process.cwd(),
    log,
    signal: cancelSignal(),
    version,
    onDefect: showDefect,
  };
  if (command === 'check') return checkMappingFile(input);
  const report = await run({ ...input, command });
  await publish(report, options, linksOf(around.event));
  if (around.event.happening.kind === 'proposal') {
    const { commentOnPullRequest } = await import('./comment/on-pull-request.ts');
    await commentOnPullRequest({ ...input, report, token: gitToken, env });
  }
  return report.exitCode;
}

function fail(thrown: unknown): number {
  const remedy = thrown instanceof Problem ? `\n${thrown.remedy}` : '';
  annotateError(`${messageOf(thrown)}${remedy}`, { title: 'file-checkouts' });
  showDefect(thrown);
  return thrown instanceof Problem ? thrown.exitCode : exitCodes.notFiled;
}

process.exitCode = await main().catch(fail);
