import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
import type { OnPullRequest } from './comment/on-pull-request.ts';
import { atDoor } from './door.ts';
import { exitCodes, messageOf, Problem } from './errors.ts';
import { escapeText, type Log } from './log.ts';
import { defaultCommand, type Options, optionTable, variableOf } from './options.ts';
import { environmentOptions, readOptions } from './read-options.ts';
import { actionOutputs } from './report/action-outputs.ts';
import { annotate } from './report/annotate.ts';
import { checkReportPlace, noticeOf, type ReportFiles, withNotices, writeReportFiles } from './report/files.ts';
import { type Links, linksOf } from './report/links.ts';
import { markdownReport } from './report/markdown.ts';
import { machineClock, Progress } from './report/progress.ts';
import type { Report } from './report/report-json.ts';
import { runAnnotations, stopIsAtFiles } from './report/run-annotations.ts';
import { printReport } from './report/text.ts';
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
import { Secrets, secretsOf } from './secrets.ts';
import { version } from './version.ts';

guardEnvironment(process.env);
watchOutput(process);

/** Masked by the runner, which this process cannot rely on: what is printed before the mask, and what is no log. */
const secrets = new Secrets(secretsOf(process.env));
const print = (line: string) => info(secrets.hide(line));
const log: Log = { info: print, notice: print, group: startGroup, endGroup };

/** Tells the runner, and this process itself, never to show a secret. */
function mask(secret: string | undefined): void {
  if (secret === undefined) return;
  setSecret(secret);
  secrets.add(secret);
}

/** An error beside the step: lines of a message that may hold words from outside. */
function annotateStop(message: string, remedy: string): void {
  const lines = [...message.split('\n'), ...remedy.split('\n')].filter((line) => line !== '');
  annotateError(secrets.hide(lines.map(escapeText).join('\n')), { title: 'file-checkouts' });
}

/** A secret by its input, else by its variable where it has one, masked. */
function maskedInput(input: string, variable = ''): string | undefined {
  const secret = given(getInput(input)) ?? given(process.env[variable]);
  mask(secret);
  return secret;
}

const actionCommands = ['file', 'plan', 'check'] as const;

function chooseCommand(): (typeof actionCommands)[number] {
  const given_ = given(getInput('command')) ?? defaultCommand;
  const command = actionCommands.find((name) => name === given_);
  if (command !== undefined) return command;
  throw new Problem('usage', `the input command is ${JSON.stringify(given_)}`, `Give ${actionCommands.join(', ')}.`);
}

function inputOptions(command: ReturnType<typeof chooseCommand>): Options {
  const inputs = Object.fromEntries(optionTable.map(({ name }) => [name, getInput(name)]));
  return readOptions(command === 'check' ? 'check' : 'file', [
    { values: inputs, nameOf: (name) => `input ${name}` },
    { values: environmentOptions(process.env), nameOf: variableOf },
  ]);
}

function showDefect(thrown: unknown): void {
  if (process.env.RUNNER_DEBUG === '1' && thrown instanceof Error) print(escapeText(thrown.stack ?? thrown.message));
}

/** The JSON report is always written, since an output names it. */
function reportFileOf({ report }: Options): string {
  return report ?? join(given(process.env.RUNNER_TEMP) ?? tmpdir(), 'file-checkouts-report.json');
}

/** Writes the report, which comes first, and shows it: what cannot be shown is a notice and costs nothing else. */
async function publish(report: Report, files: ReportFiles & { report: string }, links: Links): Promise<void> {
  const problems = await writeReportFiles(report, files, links);
  const notices = problems.map((problem) => noticeOf(problem, 'action'));
  const told = withNotices(report, notices);
  printReport(told, log, `the job summary and ${files.report} have all`);
  await orWarn('the outputs of the step', () => {
    for (const [name, value] of Object.entries(actionOutputs(told, files.report))) setOutput(name, value);
  });
  await publishSummary(() => markdownReport(told, links));
  // Why the run stopped comes before the rest: the host shows no more than the first ten errors.
  const stop = stopIsAtFiles(report) ? null : report.error;
  if (stop !== null) annotateStop(stop.message, stop.remedy);
  for (const notice of notices) warn(notice);
  annotate(runAnnotations(report), stop === null ? 0 : 1);
}

function warn(text: string): void {
  warning(secrets.hide(escapeText(text)), { title: 'file-checkouts' });
}

/** What cannot be made, or written, must not hide what was filed. */
async function orWarn(what: string, write: () => unknown): Promise<void> {
  try {
    await write();
  } catch (error) {
    warn(`${what} could not be written: ${messageOf(error)}`);
    showDefect(error);
  }
}

async function publishSummary(markdown: () => string): Promise<void> {
  if (given(process.env.GITHUB_STEP_SUMMARY) === undefined) return;
  await orWarn('the job summary', () => summary.addRaw(markdown()).write());
}

/** The plan as a comment; one that cannot be made changes nothing of the run. */
async function publishComment(input: OnPullRequest): Promise<void> {
  if (input.event.happening.kind !== 'proposal') return;
  await orWarn('the comment', async () => {
    const { commentOnPullRequest } = await import('./comment/on-pull-request.ts');
    await commentOnPullRequest(input);
  });
}

/** `command: check`: the findings in the log, beside the mapping file, and in the summary. */
async function checkMappingFile(input: CheckInput): Promise<number> {
  const { checkCommand } = await import('./commands/check.ts');
  const { checkMarkdown } = await import('./check/check-markdown.ts');
  const report = await checkCommand(input, { out: (text) => print(text.trimEnd()), log });
  annotate(checkAnnotations(report));
  await publishSummary(() => checkMarkdown(report));
  return report.exitCode;
}

async function main(): Promise<number> {
  // Before anything else happens.
  const token = maskedInput('token', 'FILE_CHECKOUTS_TOKEN');
  const inputs = { gitToken: maskedInput('github-token'), ledgerToken: maskedInput('ledger-token') };
  for (const name of ['FILE_CHECKOUTS_GIT_TOKEN', 'FILE_CHECKOUTS_LEDGER_TOKEN']) mask(given(process.env[name]));
  const ledgerSecret = maskedInput('ledger-secret', 'FILE_CHECKOUTS_LEDGER_SECRET');
  const ledgerSecretPrevious = maskedInput('ledger-secret-previous', 'FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS');
  const command = chooseCommand();
  const options = inputOptions(command);
  const { env } = process;
  const here = currentFolder();
  const cwd = given(env.GITHUB_WORKSPACE) ?? here;
  guardPath(env, [here, resolve(cwd), resolve(options['repo-dir'])]);
  const around = await surroundings(env, options['repo-dir']);
  const fileToken = token === undefined ? readToken(options, env) : undefined;
  mask(fileToken);
  const input = {
    ...around,
    env: withoutSecrets(env),
    options,
    token: token ?? fileToken,
    ...gitTokens(options, env, inputs),
    ledgerSecret,
    ledgerSecretPrevious,
    cwd,
    log,
    signal: cancelSignal(),
    version,
    door: 'action' as const,
    onDefect: showDefect,
    progress: new Progress('lines', process.stdout, machineClock),
  };
  if (command === 'check') return checkMappingFile(input);
  const files = { ...options, report: reportFileOf(options) };
  checkReportPlace(files.report);
  const { run } = await import('./run/flow.ts');
  const report = await run({ ...input, command });
  await publish(report, files, linksOf(around.event));
  await publishComment({ ...input, report, token: inputs.gitToken ?? input.gitToken, env });
  return report.exitCode;
}

function fail(thrown: unknown): number {
  if (thrown instanceof Problem) annotateStop(atDoor('action', thrown.message), atDoor('action', thrown.remedy));
  else annotateStop(messageOf(thrown), '');
  showDefect(thrown);
  return thrown instanceof Problem ? thrown.exitCode : exitCodes.notFiled;
}

process.exitCode = await main().catch(fail);
