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
  const blobs = new Map<Entry, string>();
  for (const item of entries) {
    const oid =
      item.mode === '160000'
        ? item.content.toString('latin1')
        : gitBytes(origin.work, ['hash-object', '-w', '--no-filters', '--stdin'], item.content).toString().trim();
    blobs.set(item, oid);
  }
  const lines = entries.map((item) =>
    Buffer.concat([Buffer.from(`${item.mode} ${blobs.get(item)} 0\t`), item.path, Buffer.from([0])]),
  );
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
const body = (word: string) => `${word}\n`.repeat(20);

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
  {
    name: 'case-only rename',
    before: [entry('Case.rpgle', body('case'))],
    after: [entry('CASE.rpgle', body('case'))],
    becomes: ['request "CASE.rpgle" < "Case.rpgle"'],
  },
  {
    name: 'file to symbolic link',
    before: [entry('tolink.rpgle', body('f'))],
    after: [entry('tolink.rpgle', 'empty.rpgle', '120000')],
    becomes: ['left "tolink.rpgle": symbolic link'],
  },
  {
    name: 'symbolic link to file',
    before: [entry('fromlink.rpgle', 'x', '120000')],
    after: [entry('fromlink.rpgle', body('l'))],
    becomes: ['request "fromlink.rpgle"'],
  },
  {
    name: 'new symbolic link',
    before: [],
    after: [entry('link', 'x', '120000')],
    becomes: ['left "link": symbolic link'],
  },
  {
    name: 'mode change',
    before: [entry('mode.rpgle', body('m'))],
    after: [entry('mode.rpgle', body('m'), '100755')],
    becomes: ['left "mode.rpgle": only the file mode changed'],
  },
  {
    name: 'exact rename',
    before: [entry('d1/mv.rpgle', body('mv'))],
    after: [entry('d2/mv.rpgle', body('mv'))],
    becomes: ['request "d2/mv.rpgle" < "d1/mv.rpgle"'],
  },
  {
    name: 'rename with edit',
    before: [entry('d1/ed.rpgle', body('ed'))],
    after: [entry('d2/ed.rpgle', `${body('ed')}more\n`)],
    becomes: ['request "d2/ed.rpgle"', 'left "d1/ed.rpgle": deleted, but ORD/10 ED still comes from d2/ed.rpgle'],
  },
  {
    name: 'rename to another object',
    before: [entry('was.rpgle', body('was'))],
    after: [entry('now.rpgle', body('was'))],
    becomes: ['request "now.rpgle"', 'delete "was.rpgle"'],
  },
  {
    name: 'copy',
    before: [entry('src.rpgle', body('c'))],
    after: [entry('src.rpgle', body('c')), entry('copied.rpgle', body('c'))],
    becomes: ['request "copied.rpgle"'],
  },
  {
    name: 'file to folder',
    before: [entry('thing', body('t'))],
    after: [entry('thing/inner.rpgle', body('i'))],
    becomes: ['delete "thing"', 'request "thing/inner.rpgle"'],
  },
  {
    name: 'folder to file',
    before: [entry('box/in.rpgle', body('b'))],
    after: [entry('box', body('o'))],
    becomes: ['delete "box/in.rpgle"', 'request "box"'],
  },
  {
    name: 'submodule bump',
    before: [entry('lib', one, '160000')],
    after: [entry('lib', two, '160000')],
    becomes: ['left "lib": submodule'],
  },
  {
    name: 'submodule to file',
    before: [entry('mod', one, '160000')],
    after: [entry('mod', body('mod'))],
    becomes: ['request "mod"'],
  },
  {
    name: 'an edit',
    before: [entry('edit.rpgle', body('e'))],
    after: [entry('edit.rpgle', body('E'))],
    becomes: ['request "edit.rpgle"'],
  },
  {
    name: 'a deletion with an odd name',
    before: [entry('gone\nnow.rpgle', body('g'))],
    after: [],
    becomes: ['unsendable delete "gone\\nnow.rpgle"'],
  },
];
