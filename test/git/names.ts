/** Odd file names and odd changes, each with what has to become of it. Names are bytes. */
import { gitBytes, type Remote } from './support.ts';

/** One entry of a tree. A submodule's content is the commit it names. */
export interface Entry {
  readonly path: Buffer;
  readonly mode: '100644' | '100755' | '120000' | '160000';
  readonly content: Buffer;
}

export function entry(path: string | Buffer, content: string | Buffer = 'x\n', mode: Entry['mode'] = '100644'): Entry {
  return { path: Buffer.from(path as string), mode, content: Buffer.from(content as string) };
}

/** Commits a tree of exactly these entries, byte for byte, without a work tree. */
export function commitEntries(origin: Remote, entries: readonly Entry[], parent: string | null): string {
  const written = (content: Buffer) =>
    gitBytes(origin.work, ['hash-object', '-w', '--no-filters', '--stdin'], content).toString().trim();
  const lines = entries.map(({ path, mode, content }) => {
    const oid = mode === '160000' ? content.toString('latin1') : written(content);
    return Buffer.concat([Buffer.from(`${mode} ${oid} 0\t`), path, Buffer.from([0])]);
  });
  gitBytes(origin.work, ['read-tree', '--empty']);
  gitBytes(origin.work, ['-c', 'core.protectNTFS=false', 'update-index', '-z', '--index-info'], Buffer.concat(lines));
  const tree = gitBytes(origin.work, ['write-tree', '--missing-ok']).toString().trim();
  const parents = parent === null ? [] : ['-p', parent];
  return gitBytes(origin.work, ['commit-tree', tree, ...parents, '-m', 'entries'])
    .toString()
    .trim();
}

/** One line of expectations: the entry before and after, and the lines of `accounts` that it must lead to. */
export interface OddCase {
  readonly name: string;
  readonly before: readonly Entry[];
  readonly after: readonly Entry[];
  /** `request <path>`, `delete <path>`, `unsendable <path>`, `left <path>: <why>`; paths as JSON or base64. */
  readonly becomes: readonly string[];
}

const added = (name: string, path: string | Buffer, kind: 'request' | 'unsendable' = 'request'): OddCase => ({
  name,
  before: [],
  after: [entry(path, `content of ${name}\n`)],
  becomes: [`${kind} ${shown(path)}`],
});

/** A name as the tests write it: JSON when it is UTF-8, else base64 of its bytes. */
export function shown(path: string | Buffer): string {
  const bytes = Buffer.from(path as string);
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? JSON.stringify(text) : `base64 ${bytes.toString('base64')}`;
}

const one = '1'.repeat(40);
const two = '2'.repeat(40);
const [link, submodule] = ['120000', '160000'] as const;

type Given = readonly Parameters<typeof entry>[];

function changed(name: string, before: Given, after: Given, ...becomes: string[]): OddCase {
  const made = (all: Given) => all.map((given) => entry(...given));
  return { name, before: made(before), after: made(after), becomes };
}

const stillMade = 'deleted, but ORD/10 ED is also built from d2/ed';

export const oddCases: readonly OddCase[] = [
  added('blank', 'a b.rpgle'),
  added('leading blank', ' lead.rpgle'),
  added('trailing blank', 'trail.rpgle '),
  added('blank as folder', ' /x1.rpgle'),
  added('tab', 'tab\there.rpgle', 'unsendable'),
  added('line break', 'line\nbreak.rpgle', 'unsendable'),
  added('carriage return', 'y\r::error::z', 'unsendable'),
  added('workflow command', 'x\n::stop-commands::t', 'unsendable'),
  added('mask command', '##[add-mask]s'),
  added('escape sequence', 'esc\u001b[31m.rpgle', 'unsendable'),
  added('delete character', 'del\u007f.rpgle', 'unsendable'),
  added('double quote', 'quo"te.rpgle'),
  added('single quote', "it's.rpgle"),
  added('backslash', 'back\\slash.rpgle'),
  added('command substitution', '$(touch pwned).rpgle'),
  added('backticks', '`id`.rpgle'),
  added('option', '-rf'),
  added('long option', '--output=x'),
  added('star', '*.rpgle'),
  added('question and brackets', '[a]?{b}.rpgle'),
  added('pathspec magic', ':(top)x2.rpgle'),
  added('percent and plus', '100%+.rpgle'),
  added('composed umlaut (NFC)', 'n\u00e4me.rpgle'),
  added('decomposed umlaut (NFD)', 'na\u0308me.rpgle'),
  added('CJK', '注文.rpgle'),
  added('emoji', '🚀.rpgle'),
  added('right-to-left override', '\u202eelgpr.x'),
  added('a real replacement character', 'r\ufffd.rpgle'),
  added('Latin-1 bytes', Buffer.from('m\u00fcller.rpgle', 'latin1'), 'unsendable'),
  added('a lone surrogate in bytes', Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x2e, 0x78]), 'unsendable'),
  added('at, hash, dollar', '@#$PGM.rpgle'),
  added('empty file', 'empty.rpgle'),
  changed('case-only rename', [['Case', 'c']], [['CASE', 'c']], 'request "CASE" < "Case"'),
  changed('file to symbolic link', [['tolink', 'f']], [['tolink', 'empty', link]], 'left "tolink": symbolic link'),
  changed('symbolic link to file', [['fromlink', 'x', link]], [['fromlink', 'l']], 'request "fromlink"'),
  changed('new symbolic link', [], [['link', 'x', link]], 'left "link": symbolic link'),
  changed('mode change', [['mode', 'm']], [['mode', 'm', '100755']], 'left "mode": only the file mode changed'),
  changed('exact rename', [['d1/mv', 'mv']], [['d2/mv', 'mv']], 'request "d2/mv" < "d1/mv"'),
  changed('rename with edit', [['d1/ed', 'ed']], [['d2/ed', 'ED']], 'request "d2/ed"', `left "d1/ed": ${stillMade}`),
  changed('rename to another object', [['was', 'w']], [['now', 'w']], 'request "now"', 'delete "was"'),
  { ...changed('copy', [['src', 's']], [], 'request "copied"'), after: [entry('src', 's'), entry('copied', 's')] },
  changed('file to folder', [['thing', 't']], [['thing/inner', 'i']], 'delete "thing"', 'request "thing/inner"'),
  changed('folder to file', [['box/in', 'b']], [['box', 'o']], 'delete "box/in"', 'request "box"'),
  changed('submodule bump', [['lib', one, submodule]], [['lib', two, submodule]], 'left "lib": submodule'),
  changed('submodule to file', [['mod', one, submodule]], [['mod', 'mod']], 'request "mod"'),
  changed('an edit', [['edit', 'e']], [['edit', 'E']], 'request "edit"'),
  changed('a deletion with an odd name', [['gone\nnow', 'g']], [], 'unsendable delete "gone\\nnow"'),
];
