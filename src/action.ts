import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as core from '@actions/core';
import type { CheckCommandInput } from './commands/check.ts';
import type { OnPullRequest } from './comment/on-pull-request.ts';
import { rewriteForDoor } from './door.ts';
import {
  chooseGitTokens,
  createCancelSignal,
  guardEnvironment,
  guardPath,
  readSurroundings,
  readToken,
  requireCurrentFolder,
  trimValue,
} from './environment.ts';
import { Problem, toMessage, toProblem } from './errors.ts';
import { escapeText, watchOutput } from './log.ts';
import { defaultCommand, type Options, optionTable, withDefaults } from './options.ts';
import { readGivenOptions } from './read-options.ts';
import { annotatesUnmapped, buildRunAnnotations, printAnnotations } from './report/annotations.ts';
import type { ReportFiles } from './report/files.ts';
import { formatProblemNotice, requireReportPlace, withNotices, writeReportFiles } from './report/files.ts';
import { createGitHubLog } from './report/host-log.ts';
import { buildPageLinks, type PageLinks } from './report/links.ts';
import { renderMarkdownReport } from './report/markdown.ts';
import { buildActionOutputs } from './report/outputs.ts';
import { Progress } from './report/progress.ts';
import type { Report } from './report/report-json.ts';
import { printReport } from './report/text.ts';
import { listSecrets, Secrets } from './secrets.ts';
import { version } from './version.ts';

guardEnvironment(process.env);
watchOutput(process);

/** Hides secrets beside the runner's own mask, which misses earlier lines, and texts outside of the log. */
const secrets = new Secrets(listSecrets(process.env));
/** Prints a line to the job's log; each secret in it becomes `***`. */
const print = (line: string) => core.info(secrets.hide(line));
const log = createGitHubLog({ info: print, notice: print });

/** Masks a secret in the runner's log, and hides it in all later texts of this process; does nothing for undefined. */
function maskSecret(secret: string | undefined): void {
  if (secret === undefined) return;
  core.setSecret(secret);
  secrets.add(secret);
}

/** Annotates the step with an error: message and remedy ('' for none), escaped, secrets hidden, without empty lines. */
function annotateStop(message: string, remedy: string): void {
  const lines = [...message.split('\n'), ...remedy.split('\n')].filter((line) => line !== '');
  core.error(secrets.hide(lines.map(escapeText).join('\n')), { title: 'file-checkouts' });
}

/** Reads a secret, trimmed, from an input, else from `variable` (if given), and masks it; undefined if both are empty. */
function readMaskedInput(input: string, variable = ''): string | undefined {
  const secret = trimValue(core.getInput(input)) ?? trimValue(process.env[variable]);
  maskSecret(secret);
  return secret;
}

const actionCommands = ['file', 'plan', 'check'] as const;

/** Reads the input `command`; returns `file` if it is empty. @throws Problem('usage') for a command that the action does not have */
function readCommand(): (typeof actionCommands)[number] {
  const input = trimValue(core.getInput('command')) ?? defaultCommand;
  const command = actionCommands.find((name) => name === input);
  if (command !== undefined) return command;
  throw new Problem('usage', `the input command is ${JSON.stringify(input)}`, `Give ${actionCommands.join(', ')}.`);
}

/** Reads the options of `check` or `file` (also for `plan`): inputs, else variables, else defaults. @throws Problem('usage') if invalid */
function readInputOptions(command: ReturnType<typeof readCommand>): Options {
  const inputs = Object.fromEntries(optionTable.map(({ name }) => [name, core.getInput(name)]));
  const source = { values: inputs, nameOf: (name: string) => `input ${name}` };
  return withDefaults(readGivenOptions(command === 'check' ? 'check' : 'file', source, process.env));
}

/** Prints the stack of an error, a bug or not, if the runner's debug logging is on; does nothing for any other thrown value. */
function showDefect(thrown: unknown): void {
  if (process.env.RUNNER_DEBUG === '1' && thrown instanceof Error) print(escapeText(thrown.stack ?? thrown.message));
}

/**
 * Writes the files of the report, prints it, and sets the outputs and the summary of the step (only a warning if that fails). Annotates the
 * error that stopped the run (unless files without a rule did, which buildRunAnnotations names), each file that could not be written (a
 * warning, and a notice in the printed report), and what buildRunAnnotations returns.
 */
async function publishReport(report: Report, files: ReportFiles & { report: string }, links: PageLinks): Promise<void> {
  const problems = await writeReportFiles(report, files, links);
  const notices = problems.map((problem) => formatProblemNotice(problem, 'action'));
  const shownReport = withNotices(report, notices);
  printReport(shownReport, log, `the job summary and ${files.report} have all`);
  await warnIfFails('the outputs of the step', () => {
    for (const [name, value] of Object.entries(buildActionOutputs(shownReport, files.report)))
      core.setOutput(name, value);
  });
  await publishSummary(() => renderMarkdownReport(shownReport, links));
  // The stop comes first: the host shows only ten errors.
  const stop = annotatesUnmapped(report) ? null : report.error;
  if (stop !== null) annotateStop(stop.message, stop.remedy);
  for (const notice of notices) warn(notice);
  printAnnotations(buildRunAnnotations(report), stop === null ? 0 : 1);
}

/** Annotates the step with a warning, escaped, secrets hidden. */
function warn(text: string): void {
  core.warning(secrets.hide(escapeText(text)), { title: 'file-checkouts' });
}

/** Awaits `write`; if it fails, warns that `what` (a noun) could not be written, and goes on. */
async function warnIfFails(what: string, write: () => unknown): Promise<void> {
  try {
    await write();
  } catch (error) {
    warn(`${what} could not be written: ${toMessage(error)}`);
    showDefect(error);
  }
}

/** Adds Markdown to the job summary; does not call `markdown` if the runner has no summary. A failure is only a warning. */
async function publishSummary(markdown: () => string): Promise<void> {
  if (trimValue(process.env.GITHUB_STEP_SUMMARY) === undefined) return;
  await warnIfFails('the job summary', () => core.summary.addRaw(markdown()).write());
}

/** Comments on the pull request of the event (see commentOnPullRequest); does nothing for any other event. A failure is only a warning. */
async function publishComment(input: OnPullRequest): Promise<void> {
  if (input.event.happening.kind !== 'proposal') return;
  const load = () => import('./comment/on-pull-request.ts');
  await warnIfFails('the comment', async () => (await load()).commentOnPullRequest(input));
}

/** Runs `check`; shows its findings in the log, annotations and summary; returns the exit code. @throws Problem as runCheckCommand */
async function checkMappingFile(input: CheckCommandInput): Promise<number> {
  const { runCheckCommand } = await import('./commands/check.ts');
  const { buildCheckAnnotations } = await import('./check/annotations.ts');
  const { renderCheckMarkdown } = await import('./check/check-text.ts');
  const report = await runCheckCommand(input, { out: (text) => print(text.trimEnd()), log });
  printAnnotations(buildCheckAnnotations(report));
  await publishSummary(() => renderCheckMarkdown(report));
  return report.exitCode;
}

/** Masks all secrets of inputs and variables (not that of `token-file`), and returns them; of the Git tokens only the inputs (`inputs`). */
function readSecrets() {
  const token = readMaskedInput('token', 'FILE_CHECKOUTS_TOKEN');
  const inputs = { gitToken: readMaskedInput('github-token'), ledgerToken: readMaskedInput('ledger-token') };
  for (const name of ['FILE_CHECKOUTS_GIT_TOKEN', 'FILE_CHECKOUTS_LEDGER_TOKEN'])
    maskSecret(trimValue(process.env[name]));
  const ledgerSecret = readMaskedInput('ledger-secret', 'FILE_CHECKOUTS_LEDGER_SECRET');
  const ledgerSecretPrevious = readMaskedInput('ledger-secret-previous', 'FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS');
  return { token, inputs, ledgerSecret, ledgerSecretPrevious };
}

/** Runs `check`, or a run with report and comment; returns the exit code. @throws Problem of inputs and of `check`, not of the run */
async function main(): Promise<number> {
  // Secrets are masked before anything else happens.
  const { token, inputs, ...ledgerSecrets } = readSecrets();
  const command = readCommand();
  const options = readInputOptions(command);
  const { env } = process;
  const startFolder = requireCurrentFolder();
  const cwd = trimValue(env.GITHUB_WORKSPACE) ?? startFolder;
  guardPath(env, [startFolder, resolve(cwd), resolve(options['repo-dir'])]);
  const context = await readSurroundings(env, options['repo-dir']);
  const fileToken = token === undefined ? readToken(options, env) : undefined;
  maskSecret(fileToken);
  const input = {
    ...context,
    options,
    token: token ?? fileToken,
    ...chooseGitTokens(options, env, inputs),
    ...ledgerSecrets,
    cwd,
    log,
    signal: createCancelSignal(),
    version,
    door: 'action' as const,
    onDefect: showDefect,
    progress: new Progress('lines', process.stdout),
  };
  if (command === 'check') return checkMappingFile(input);
  // An output names the JSON report, so it is always written.
  const defaultReport = join(trimValue(env.RUNNER_TEMP) ?? tmpdir(), 'file-checkouts-report.json');
  const files = { ...options, report: options.report ?? defaultReport };
  requireReportPlace(files.report);
  const { run } = await import('./run/flow.ts');
  const report = await run({ ...input, command });
  await publishReport(report, files, buildPageLinks(context.event));
  await publishComment({ ...input, report, token: inputs.gitToken ?? input.gitToken, env });
  return report.exitCode;
}

/** Annotates the step with the error, options named as inputs; returns its exit code: 1 for a bug, whose stack debug logging shows. */
function reportFailure(thrown: unknown): number {
  const { code, message, remedy, exitCode } = toProblem(thrown);
  annotateStop(rewriteForDoor('action', message), rewriteForDoor('action', remedy));
  if (code === 'defect') showDefect(thrown);
  return exitCode;
}

process.exitCode = await main().catch(reportFailure);
