import { describe, expect, test } from 'vitest';
import { formatHelp, parseCommandLine } from '../../src/arguments.ts';
import { type CommandName, type Options, optionTable, toEnvVariable, withDefaults } from '../../src/options.ts';
import { readEnvironmentOptions, readGivenOptions } from '../../src/read-options.ts';
import { buildClientOptions } from '../../src/run/input.ts';
import { noticesOf, Stage } from './support.ts';

/** A default is changed in the table, and nowhere else: the program and all that it says follow. */

/** Has the table say another default of an option for as long as the work takes. */
async function withTableSaying<Name extends keyof Options>(
  name: Name,
  value: Options[Name],
  work: () => unknown,
): Promise<void> {
  const row = optionTable.find((one) => one.name === name) as { default?: unknown } | undefined;
  if (row === undefined) throw new Error(`--${name} is no option`);
  const before = row.default;
  row.default = value;
  try {
    await work();
  } finally {
    row.default = before;
  }
}

/** The options of a command line, read as the program reads them. */
function readLine(command: CommandName, ...words: string[]): Options {
  const line = parseCommandLine([command, ...words]);
  if (line.kind !== 'run') throw new Error('this is a line that runs');
  return withDefaults(
    readGivenOptions(line.command, [
      { values: line.raw, nameOf: (name) => `--${name}` },
      { values: readEnvironmentOptions({}), nameOf: toEnvVariable },
    ]),
  );
}

const two = { 'A.RPGLE': 'a', 'B.RPGLE': 'b' };

describe('another default in the table', () => {
  test('--max-requests: a run refuses at it, and help says so', async () => {
    await using stage = await Stage.open();
    await withTableSaying('max-requests', 1, async () => {
      expect(formatHelp('file')).toMatch(/--max-requests N .*\(default: 1\)/);
      const refused = await stage.push('Two', two);
      expect(refused.error).toMatchObject({ code: 'limit', message: expect.stringContaining('the limit is 1: ') });
      const told = ['--url', stage.service.url, '--repo-dir', stage.repository.dir];
      const line = { options: readLine('file', ...told) };
      expect((await stage.push('By a command line', two, 'main', line)).error?.code).toBe('limit');
      const more = { options: readLine('file', ...told, '--max-requests', '2') };
      expect((await stage.push('With a limit of its own', two, 'main', more)).exitCode).toBe(0);
    });
    expect(stage.held()).toHaveLength(2);
    expect((await stage.push('As before', { 'A.RPGLE': 'a2', 'B.RPGLE': 'b2' })).exitCode).toBe(0);
  });

  test('--ledger: nothing is remembered', async () => {
    await using stage = await Stage.open();
    await withTableSaying('ledger', 'off', async () => {
      const report = await stage.push('Two', two);
      expect(noticesOf(report).join()).toContain('the ledger is off: the requests of this run are not recorded');
    });
  });

  test('--timeout: the client waits as long', async () => {
    const around = { token: 'demo-token', proxyEnv: {}, version: '0', signal: new AbortController().signal };
    const log = { info: () => {}, notice: () => {} };
    const waits = (...words: string[]) =>
      buildClientOptions({ ...around, log, options: readLine('check', '--url', 'https://h.example', ...words) })
        .timeoutSeconds;
    expect(waits()).toBe(120);
    await withTableSaying('timeout', 7, () => {
      expect([waits(), waits('--timeout', '9')]).toEqual([7, 9]);
    });
  });
});
