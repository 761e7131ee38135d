import { Problem } from './errors.ts';
import { nearest } from './near.ts';
import { type CommandName, commands, type OptionRow, optionsOf } from './options.ts';
import type { RawOptions } from './read-options.ts';

/** A command line, taken apart but not yet checked for values. */
export type CommandLine =
  | { readonly kind: 'run'; readonly command: CommandName; readonly raw: RawOptions; readonly words: readonly string[] }
  | { readonly kind: 'help'; readonly command: CommandName | null }
  | { readonly kind: 'version' };

function isCommand(word: string): word is CommandName {
  return Object.hasOwn(commands, word);
}

function suggestion(word: string, words: readonly string[], prefix = ''): string {
  const near = nearest(word, words);
  return near === null ? '' : `Did you mean ${prefix}${near}? `;
}

/**
 * Takes a command line apart by the table of options. Lists take every word up to the next option.
 *
 * @param argv the words behind the program's name.
 * @throws Problem('usage') for an unknown command or option, a word too many, or an option without its value.
 */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const [first, ...rest] = argv;
  const names = Object.keys(commands);
  const all = `Commands: ${names.join(', ')}.`;
  // No help with exit 0: a job whose command comes from an empty variable would be green.
  if (first === undefined) {
    throw new Problem('usage', 'no command is given', `${all} file-checkouts --help says what they do.`);
  }
  if (first === '--help' || first === '-h' || first === 'help') {
    return { kind: 'help', command: rest[0] !== undefined && isCommand(rest[0]) ? rest[0] : null };
  }
  if (first === '--version' || first === '-v') return { kind: 'version' };
  if (!isCommand(first)) throw new Problem('usage', `unknown command ${first}`, `${suggestion(first, names)}${all}`);
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', command: first };
  return { kind: 'run', command: first, ...parseOptions(first, rest) };
}

/** Commands that take words of their own, as the path to forget. */
const takesWords: readonly CommandName[] = ['ledger', 'who', 'explain'];

/** An option as `parseArgs` gives it. */
interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function unknownOption(command: CommandName, { name, rawName }: OptionToken, names: readonly string[]): Problem {
  if (/^(git-|github-)?token$|^password$/.test(name)) {
    return new Problem(
      'usage',
      'a token is never given on the command line, where other processes can read it',
      'Set FILE_CHECKOUTS_TOKEN (the service) or FILE_CHECKOUTS_GIT_TOKEN (the ledger), or give --token-file FILE.',
    );
  }
  const near = suggestion(name, names, '--');
  return new Problem('usage', `${command} has no option ${rawName}`, `${near}See file-checkouts ${command} --help.`);
}

/** @throws Problem('usage') without a value; the next option is none: `--report --dry-run` must not file for real. */
function givenValue({ rawName, value, inlineValue }: OptionToken, { about }: OptionRow): string {
  if (value !== undefined && (inlineValue === true || !value.startsWith('--'))) return value;
  const what = `${about[0]?.toUpperCase()}${about.slice(1)}.`;
  const remedy = `${what} Write ${rawName}=VALUE for a value that begins with --.`;
  throw new Problem('usage', `${rawName} needs a value`, remedy);
}

/** The words with a value behind each option that stands alone and may. */
function completed(words: readonly string[], rows: ReadonlyMap<string, OptionRow>): string[] {
  return words.map((word, at) => {
    const alone = word.startsWith('--') ? rows.get(word.slice('--'.length))?.alone : undefined;
    const next = words[at + 1];
    return alone === undefined || (next !== undefined && !next.startsWith('-')) ? word : `${word}=${alone}`;
  });
}

function parseOptions(command: CommandName, given: readonly string[]): { raw: RawOptions; words: string[] } {
  const rows = new Map(optionsOf(command).map((row) => [row.name, row]));
  const args = completed(given, rows);
  const options = Object.fromEntries(
    [...rows.values()].map((row) => [row.name, { type: row.kind === 'flag' ? 'boolean' : 'string' } as const]),
  );
  // By an import, Node loads everything that `node:util` can do: several milliseconds of every start.
  const { parseArgs } = process.getBuiltinModule('node:util');
  const { tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const raw: Record<string, string | string[] | boolean> = {};
  const words: string[] = [];
  const closed = takesWords.includes(command) ? words : null;
  let openList: string[] | null = closed;
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
    if (row === undefined) throw unknownOption(command, token, [...rows.keys()]);
    if (row.kind === 'list') {
      openList = (raw[token.name] as string[] | undefined) ?? [];
      openList.push(givenValue(token, row));
      raw[token.name] = openList;
    } else {
      raw[token.name] = row.kind === 'flag' ? (token.value ?? true) : givenValue(token, row);
      openList = closed;
    }
  }
  return { raw, words };
}
