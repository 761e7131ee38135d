/** What the YAML parser says, in the words of somebody who writes such a file. */

interface Words {
  readonly found: string;
  readonly right: string;
}

const byCode: Readonly<Record<string, Words>> = {
  TAB_AS_INDENT: { found: 'a tab in the indentation', right: 'spaces; YAML does not indent with tabs' },
  MULTIPLE_DOCS: { found: 'a second document (`---`)', right: 'one document in the file' },
  RESOURCE_EXHAUSTION: { found: 'levels nested too deeply', right: 'fewer levels' },
  BAD_SCALAR_START: {
    found: 'a value that begins with a character that YAML keeps for itself',
    right: 'quotes around the value',
  },
  BAD_ALIAS: { found: 'a `*` or `&` without a name', right: 'quotes around a text that begins with it' },
  DUPLICATE_KEY: { found: 'a key a second time', right: 'each key once' },
  MISSING_CHAR: { found: 'a quote, bracket or comma that is missing', right: 'its pair, or quotes around the value' },
  BAD_INDENT: { found: 'a line that is not indented as its neighbours', right: 'the same indentation as they have' },
  UNEXPECTED_TOKEN: {
    found: 'text that does not belong there',
    right: 'quotes around the whole of a value that begins with or holds `{`, `[`, `*`, `,` or a quote',
  },
  BAD_DQ_ESCAPE: {
    found: 'a backslash within double quotes that YAML does not know',
    right: 'single quotes around the value, or two backslashes for one',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    found: 'a `: ` inside of a value, or a line below it that is indented too far',
    right: 'quotes around a value that holds `: `; keys that belong together indented alike',
  },
  MULTILINE_IMPLICIT_KEY: { found: 'a line that is no `key: value`', right: 'a colon and a blank behind the key' },
  BLOCK_IN_FLOW: { found: 'a list or map of lines inside of brackets', right: 'all of it in brackets, or none of it' },
  TAG_RESOLVE_FAILED: { found: 'a tag', right: 'no tag; quotes around a text that begins with `!`' },
};

/** Brackets that have not ended where their lines do. */
const unclosed: Words = {
  found: '`{` or `[` above that is not closed (a ` #` begins a comment)',
  right: 'its pair; quotes around a value that begins with `#`',
};

/** The words for an error of the parser; for one that is rare, the parser's own. */
export function syntaxWords(code: string, message: string): Words {
  if (/^Flow \w+ in block collection/.test(message)) return unclosed;
  const said = message.split('\n', 1)[0]?.replace(/:$/, '') ?? message;
  return byCode[code] ?? { found: `no valid YAML: ${said}`, right: 'YAML as in the reference' };
}
