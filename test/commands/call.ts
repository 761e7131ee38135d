/** `ledger`, `status` and `who` in this process, as the front door calls them. */
import { runLedgerCommand } from '../../src/commands/ledger.ts';
import { runStatusCommand, runWhoCommand } from '../../src/commands/status.ts';
import { readHost } from '../../src/host/read-host.ts';
import { type GivenOptions, withDefaults } from '../../src/options.ts';
import { runEnv } from '../git/support.ts';

/** What a command in a directory prints, notes and gives. @param now default: an hour at which leases of tests live. */
export async function callIn(
  dir: string,
  [command = '', ...words]: readonly string[],
  options: GivenOptions = {},
  token: string | undefined = 'demo-token',
  now = new Date('2026-11-22T10:00:00Z'),
  ledgerSecretPrevious?: string,
) {
  const [out, notes]: [string[], string[]] = [[], []];
  const log = { info: () => {}, notice: (line: string) => void notes.push(line) };
  const output = { out: (text: string) => void out.push(text), log: log as never };
  const around = { env: runEnv, event: readHost({}, undefined), cwd: dir, now: () => now, token, ledgerSecretPrevious };
  const given = withDefaults({ 'repo-dir': dir, ...options });
  const input = { ...around, options: given, words, gitToken: undefined, version: '1.2.3' };
  const end = {
    ledger: () => runLedgerCommand(input, output),
    status: () => runStatusCommand(input, output),
  };
  const run = { ...end, who: () => runWhoCommand(input, output) }[command];
  const code = await run?.();
  return { code, out: out.join(''), notes };
}
