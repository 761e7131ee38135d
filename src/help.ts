import { defaultText } from './defaults.ts';
import { type CommandName, commands, type OptionRow, optionRows } from './options.ts';

/** Formats an option with its default: the description begins after 36 characters, on a line of its own if the syntax is long. */
function formatOption(row: OptionRow): string {
  const value = row.value ?? row.choices?.join('|');
  const syntax = `  --${row.name}${row.kind === 'flag' || value === undefined ? '' : ` ${value}`}`;
  const defaultValue = defaultText(row);
  const description = defaultValue === undefined ? row.about : `${row.about} (default: ${defaultValue})`;
  return syntax.length > 34 ? `${syntax}\n${' '.repeat(36)}${description}` : `${syntax.padEnd(36)}${description}`;
}

/** Returns the text of `--help` for one command with its options; null: for the program, with its commands. */
export function helpText(command: CommandName | null): string {
  if (command !== null) {
    return [
      `file-checkouts ${command}: ${commands[command]}`,
      '',
      'Options (each also as the environment variable FILE_CHECKOUTS_<NAME>):',
      ...optionRows(command).map(formatOption),
      '',
    ].join('\n');
  }
  return [
    'file-checkouts files check-outs (object requests) for the files that a Git push changed.',
    '',
    'Usage: file-checkouts COMMAND [OPTIONS]',
    '',
    ...Object.entries(commands).map(([name, about]) => `  ${name.padEnd(12)}${about}`),
    '',
    'file-checkouts COMMAND --help shows the options of a command.',
    'Secrets come by environment: FILE_CHECKOUTS_TOKEN (the service), FILE_CHECKOUTS_GIT_TOKEN (Git: fetches, and the ledger),',
    '    FILE_CHECKOUTS_LEDGER_TOKEN (the ledger, where --ledger-remote keeps it elsewhere),',
    '    FILE_CHECKOUTS_LEDGER_SECRET (seals the ledger in place of the token of the service),',
    '    FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS (the earlier secret or token, while you change it).',
    'Exit codes: 0 all filed or nothing to file, 1 some change was not filed, 2 bad usage, input or mapping,',
    '            3 the changes could not be determined, 4 the service could not be reached or refused the token.',
    '',
  ].join('\n');
}
