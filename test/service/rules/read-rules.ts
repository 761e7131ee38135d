/**
 * The interface as tables: one sentence of it, and calls by which a service keeps or breaks it, in the files `*.txt` of this
 * folder. A row is `SENTENCE [SETTING] | CALL | CALL`; what is indented goes on with the row above.
 *
 *     derived from the attribute mapping | POST L gfile=A.CLLE -> 10 attr=CLLE @branch=main
 *     *{YES NO} of a field | POST P copy=*{} -> 10 @copy=*{}
 *
 * A call is a method (or LATER and a request number: what happens to it at the service), then bases (below), fields to
 * set (`csqo=5`, `srcd="Two words"`, `srcd=x*1000`) or to leave out (`-objt`), files (`file:NAME`, `file:NAME=text`), and
 * `as:` `path:` `type:` `headers:` `body:` `raw:`. PATCH is of request 10001 unless it says otherwise.
 *
 * Behind `->` is what must come: sev (10 is left out), HTTP status, message (`=locked`, `="Text"`, `~pattern`), and values:
 * of the stored request in the answer (`rfp=101`), of the rest of it (`rtn.msg`, `headers.allow`), with `@` of
 * /inspect.json (`@lock=*NO` of its last request, `@request1.lock`, `@rfp1.creq`, `@file1.place`, `@log1.sev`, `@told1.what`).
 * `=` is the value with its type, `~` a pattern, `#` a length, `?` a JSON type, `%` the names of an object, `!` in front: absent.
 * A choice `{a=1 b=2}` in the sentence makes a row for each; `{}` is replaced by it, `{0}` for what is before its `=`.
 * A setting beside a heading is that of its rows.
 */
import { readFileSync } from 'node:fs';
import { bases, pieces, type Setting, settings } from './settings.ts';

/** What must be found at a path, as play.py reads it. */
type Expected = Record<string, unknown>;

/** A call over HTTP; what is left out is that of a careful client. */
interface Step {
  readonly method: string;
  readonly path: string;
  /** null: no token. */
  readonly token: string | null;
  readonly body: unknown;
  readonly files: readonly unknown[];
  readonly expected: Expected;
}

export interface Rule {
  /** `§2.1`, or a topic of docs/service.md. */
  readonly section: string;
  readonly says: string;
  readonly setting: Setting;
  readonly steps: readonly Step[];
}

const messages: Readonly<Record<string, string>> = {
  locked: 'Target Object already locked by another request',
  notOpen: 'Request not in open or assigned status',
  notAuthorized: 'User not authorized to update Request',
  noId: 'objectId is required',
  notFound: 'Request not found',
  noAttribute: 'Attribute missing',
  noType: 'Object Type missing',
  created: 'Request created',
  updated: 'Request updated',
};
const tokens: Readonly<Record<string, string>> = { LEAD: 'demo-lead-token', VIEWER: 'demo-viewer-token' };

/** Reads the rules of a table. @throws Error for a row that says nothing, or names an unknown base or setting */
export function readRules(name: string): Rule[] {
  const lines = readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8')
    .replace(/\n +/g, ' | ')
    .split('\n');
  let heading: readonly string[] = [];
  return lines.flatMap((line) => {
    if (line.startsWith('## ')) heading = withSetting(line.slice('## '.length));
    return line === '' || line.startsWith('#') ? [] : choicesOf(line).map((row) => readRow(heading, row));
  });
}

/** Returns a row for each alternative of the choice in its sentence; without one, the row. */
function choicesOf(row: string): string[] {
  const [choice, inside = ''] = /\{([^{}|]+)\}/.exec(row.split(' | ')[0] ?? '') ?? [];
  if (choice === undefined) return [row];
  const fill = (one: string) => row.replace(choice, one).replaceAll('{}', one);
  return inside.split(' ').map((one) => fill(one).replaceAll('{0}', one.split('=')[0] ?? ''));
}

/** Splits `TEXT [SETTING]`. */
function withSetting(text: string): string[] {
  const [, before = '', name = ''] = /^(.*?)(?: \[(.*)\])?$/.exec(text) ?? [];
  return [before, name];
}

function readRow([section = '', ofSection = '']: readonly string[], row: string): Rule {
  const [sentence = '', ...calls] = row.split(' | ');
  const [says = '', own = ''] = withSetting(sentence);
  const name = own || ofSection || 'any';
  const setting = settings[name];
  if (setting === undefined || calls.length === 0) throw new Error(`no setting, or no call: ${row}`);
  return { section, says, setting, steps: calls.map(readStep) };
}

function readStep(text: string): Step {
  const [call = '', came] = text.split(' -> ');
  const [method = '', ...words] = wordsOf(call);
  const isLater = method === 'LATER';
  const path = isLater ? `/inspect/requests/${words.shift()}` : '/object-request';
  const fields: Record<string, unknown> = method === 'PATCH' ? { objectId: 10001 } : {};
  const files: unknown[] = [];
  const more: Record<string, unknown> = {};
  for (const word of words) {
    const [, name = '', sign, value = ''] = /^-?(\w+)(?:([=:])([\s\S]*))?$/.exec(word) ?? [];
    if (word.startsWith('-')) delete fields[name];
    else if (sign === '=') fields[name] = readValue(value);
    else if (name === 'file') files.push(fileOf(value));
    else if (name === 'as') more.token = value === 'null' ? null : (tokens[value] ?? value);
    else if (name === 'type') more.contentType = value === 'mixed' ? 'multipart/mixed; boundary=b' : readValue(value);
    else if (name === 'raw') more.raw = String(readValue(value)).replace(/<(\w+)>/g, (_, piece) => pieces[piece] ?? '');
    else if (sign === ':') more[name] = readValue(value);
    else if (bases[word]) Object.assign(fields, bases[word]);
    else throw new Error(`${word} is nothing: ${text}`);
  }
  const expected = isLater && came === undefined ? { status: 200 } : expectedOf(came ?? '10');
  return { method: isLater ? 'POST' : method, path, token: 'demo-token', body: fields, files, ...more, expected };
}

/** Splits at blanks, but not within quotes and brackets that begin a value. */
function wordsOf(text: string): string[] {
  return text.match(/(?:"(?:[^"\\]|\\.)*"|[{[].*?[}\]](?= |$)|[^\s"])+/g) ?? [];
}

function readValue(text: string): unknown {
  const [, one, count] = /^(.)\*(\d+)$/.exec(text) ?? [];
  if (one !== undefined) return one.repeat(Number(count));
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function fileOf(text: string): unknown {
  const given = readValue(text);
  if (typeof given === 'object') return given;
  const [name, content] = String(given).split('=');
  return { name, ...(content === undefined ? {} : { text: content }) };
}

function expectedOf(text: string): Expected {
  const expected: Expected = {};
  for (const word of wordsOf(text)) {
    const [, path = '', sign = '', value = ''] = /^([^=~#?%]*)([=~#?%]?)([\s\S]*)$/.exec(word) ?? [];
    if (word === '10|20') expected['rtn.sev'] = { like: word };
    else if (/^[123]0$/.test(word)) expected['rtn.sev'] = word;
    else if (/^[45]\d\d$|^200$/.test(word)) expected.status = Number(word);
    else if (word.startsWith('!')) expected[pathOf(word.slice(1))] = { absent: true };
    else if (path === '')
      expected['rtn.msg'] = sign === '~' ? { like: readValue(value) } : (messages[value] ?? readValue(value));
    else if (sign === '=') expected[pathOf(path)] = readValue(value);
    else if (sign === '~') expected[pathOf(path)] = { like: String(readValue(value)) };
    else if (sign === '#') expected[pathOf(path)] = { size: Number(value) };
    else if (sign === '?') expected[pathOf(path)] = { type: value };
    else if (sign === '%') expected[pathOf(path)] = { keys: value.split(',') };
    else throw new Error(`${word} says nothing: ${text}`);
  }
  return expected;
}

const lists: Readonly<Record<string, string>> = { file: 'attachments', log: 'transactions', told: 'notifications' };

/** Returns the whole path of a short one. */
function pathOf(path: string): string {
  if (/^(status|body|rtn|request)$|^[a-z]+\./.test(path)) return path;
  if (!path.startsWith('@')) return `request.${path}`;
  const [, list = '', n, rest = ''] = /^@([a-z]+?)(\d+)\.(\w+)$/.exec(path) ?? [];
  if (n !== undefined) return `@${lists[list] ?? `${list}s`}.${Number(n) - 1}.${rest}`;
  const whole = { '@files': '@attachments', '@logs': '@transactions' }[path] ?? path;
  return /^@(requests|rfps|attachments|transactions|notifications)$/.test(whole)
    ? whole
    : `@requests.-1.${path.slice(1)}`;
}
