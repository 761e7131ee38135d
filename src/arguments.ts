import { Problem } from './errors.ts';
import { findNearestWord } from './near.ts';
import { type CommandName, commands, formatDefault, listOptionRows, type OptionRow } from './options.ts';
import type { RawOptions } from './read-options.ts';

/** A parsed command line; its values are not checked yet. */
type CommandLine =
  | { readonly kind: 'run'; readonly command: CommandName; readonly raw: RawOptions; readonly words: readonly string[] }
  | { readonly kind: 'help'; readonly command: CommandName | null }
  | { readonly kind: 'version' };

/** True if a word is exactly the name of a command. */
const isCommand = (word = ''): word is CommandName => Object.hasOwn(commands, word);

/** Returns `Did you mean PREFIXword? `, with a blank at its end, for the nearest of `words`; '' if none is near. */
function suggestWord(word: string, words: readonly string[], prefix = ''): string {
  const hint = findNearestWord(word, words);
  return hint === null ? '' : `Did you mean ${prefix}${hint}? `;
}

/**
 * Parses a command line. A list takes every word up to the next option, and may be given again for more; of another option the last value
 * counts; other words go to `words`, if the command takes some. Asks for help: a first word `help`, `--help` or `-h` (on the command behind
 * it, else on the program), or `--help` or `-h` anywhere behind a command. `--version` and `-v` count only as the first word. @param argv
 * the words after the program's name. @throws Problem('usage') for no command, an unknown command or option, a word too many, or no value
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const [first, ...rest] = argv;
  const names = Object.keys(commands);
  const listed = `Commands: ${names.join(', ')}.`;
  // Help with exit 0 would turn a job green whose command is an empty variable.
  if (first === undefined) {
    throw new Problem('usage', 'no command is given', `${listed} file-checkouts --help says what they do.`);
  }
  if (first === '--help' || first === '-h' || first === 'help') {
    return { kind: 'help', command: isCommand(rest[0]) ? rest[0] : null };
  }
  if (first === '--version' || first === '-v') return { kind: 'version' };
  if (!isCommand(first))
    throw new Problem('usage', `unknown command ${first}`, `${suggestWord(first, names)}${listed}`);
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', command: first };
  return { kind: 'run', command: first, ...parseOptions(first, rest) };
}

/** Commands that take words besides options, as `ledger forget PATH`. */
const takesWords: readonly CommandName[] = ['ledger', 'who', 'explain'];

type OptionToken = Record<'name' | 'rawName', string> & { value: string | undefined; inlineValue: boolean | undefined };

/** Returns the problem of an unknown option: suggests the nearest of `names`; for `--token` and the like, says how a token is given. */
function refuseUnknownOption(command: CommandName, { name, rawName }: OptionToken, names: readonly string[]): Problem {
  if (/^(git-|github-)?token$|^password$/.test(name)) {
    const remedy =
      'Set FILE_CHECKOUTS_TOKEN (the service) or FILE_CHECKOUTS_GIT_TOKEN (the ledger), or give --token-file FILE.';
    const what = 'a token is never given on the command line, where other processes can read it';
    return new Problem('usage', what, remedy);
  }
  const remedy = `${suggestWord(name, names, '--')}See file-checkouts ${command} --help.`;
  return new Problem('usage', `file-checkouts ${command} has no option ${rawName}`, remedy);
}

/** Returns an option's value, maybe ''. @throws Problem('usage') if no `=VALUE` and no word follows, or a word that begins with `--` */
function requireValue({ rawName, value, inlineValue }: OptionToken, { about }: OptionRow): string {
  if (value !== undefined && (inlineValue === true || !value.startsWith('--'))) return value;
  const purpose = `${about[0]?.toUpperCase()}${about.slice(1)}.`;
  const remedy = `${purpose} Write ${rawName}=VALUE for a value that begins with --.`;
  throw new Problem('usage', `${rawName} needs a value`, remedy);
}

/** Returns the words, with `=VALUE` of the table at an option that may stand alone (`--from-mapping`) and is last or before a `-` word. */
function fillLoneOptions(words: readonly string[], rows: ReadonlyMap<string, OptionRow>): string[] {
  return words.map((word, at) => {
    const loneValue = word.startsWith('--') ? rows.get(word.slice('--'.length))?.alone : undefined;
    const next = words[at + 1];
    return loneValue === undefined || (next !== undefined && !next.startsWith('-')) ? word : `${word}=${loneValue}`;
  });
}

/** Parses the words behind a command; in `raw` a flag is true or its text behind `=`, a list an array. @throws as parseCommandLine */
function parseOptions(command: CommandName, argv: readonly string[]): { raw: RawOptions; words: string[] } {
  const rows = new Map(listOptionRows(command).map((row) => [row.name, row]));
  const args = fillLoneOptions(argv, rows);
  const options = Object.fromEntries(
    [...rows.values()].map((row) => [row.name, { type: row.kind === 'flag' ? 'boolean' : 'string' } as const]),
  );
  // An import would load all of `node:util`: several milliseconds of every start.
  const { parseArgs } = process.getBuiltinModule('node:util');
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const raw: Record<string, string | string[] | boolean> = {};
  const words: string[] = [];
  const wordList = takesWords.includes(command) ? words : null;
  let openList: string[] | null = wordList;
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      if (openList === null) {
        throw new Problem('usage', `${command} does not take ${token.value}`, `See file-checkouts ${command} --help.`);
      }
      openList.push(token.value);
      continue;
    }
    const row = rows.get(token.name);
    if (row === undefined) throw refuseUnknownOption(command, token, [...rows.keys()]);
    if (row.kind === 'list') {
      openList = (raw[token.name] as string[] | undefined) ?? [];
      openList.push(requireValue(token, row));
      raw[token.name] = openList;
    } else {
      raw[token.name] = row.kind === 'flag' ? (token.value ?? true) : requireValue(token, row);
      openList = wordList;
    }
  }
  return { raw, words };
}

/** Formats an option with its default: the description begins after 36 characters, on a line of its own if the syntax is long. */
function formatOption(row: OptionRow): string {
  const value = row.value ?? row.choices?.join('|');
  const syntax = `  --${row.name}${row.kind === 'flag' || value === undefined ? '' : ` ${value}`}`;
  const defaultValue = formatDefault(row);
  const description = defaultValue === undefined ? row.about : `${row.about} (default: ${defaultValue})`;
  return syntax.length > 34 ? `${syntax}\n${' '.repeat(36)}${description}` : `${syntax.padEnd(36)}${description}`;
}

/** Returns the text of `--help` for one command, with its options; for null that of the program, with all commands. */
export function formatHelp(command: CommandName | null): string {
  if (command !== null) {
    return `file-checkouts ${command}: ${commands[command]}

Options (each also as the environment variable FILE_CHECKOUTS_<NAME>):
${listOptionRows(command).map(formatOption).join('\n')}
`;
  }
  const names = Object.entries(commands).map(([name, about]) => `  ${name.padEnd(12)}${about}`);
  return `file-checkouts files check-outs (object requests) for the files that a Git push changed.

Usage: file-checkouts COMMAND [OPTIONS]

${names.join('\n')}

file-checkouts COMMAND --help shows the options of a command.
Secrets come by environment: FILE_CHECKOUTS_TOKEN (the service), FILE_CHECKOUTS_GIT_TOKEN (Git: fetches, and the ledger),
    FILE_CHECKOUTS_LEDGER_TOKEN (the ledger, where --ledger-remote keeps it elsewhere),
    FILE_CHECKOUTS_LEDGER_SECRET (seals the ledger in place of the token of the service),
    FILE_CHECKOUTS_LEDGER_SECRET_PREVIOUS (the earlier secret or token, while you change it).
Exit codes: 0 all filed or nothing to file, 1 some change was not filed, 2 bad usage, input or mapping,
            3 the changes could not be determined, 4 the service could not be reached or refused the token.
`;
}
