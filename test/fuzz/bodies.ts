/** Multipart bodies as RFC 2046 lets them be written (interface §4.3). */
import * as fc from 'fast-check';
import { linked, program } from '../service/helper.ts';

/** A body as one character for each byte, and what is in it. */
export interface WrittenBody {
  readonly contentType: string;
  readonly body: string;
  readonly boundary: string;
  /** Name of the file that the request is about. */
  readonly gfile: string;
  /** Its content. */
  readonly content: string;
  /** How many other files there are, which no rule of §4.3 takes. */
  readonly others: number;
}

const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

/** The characters of a boundary (RFC 2046); a blank cannot be the last. */
const boundaries = fc
  .string({ unit: fc.constantFrom(..."0aZ9'()+_,-./:=? "), minLength: 1, maxLength: 70 })
  .map((text) => text.replace(/ $/, '_'));

/** Contents that come close to a delimiter, and never hold one. */
function contentsBeside(boundary: string): fc.Arbitrary<string> {
  const half = boundary.slice(0, Math.max(1, boundary.length - 1));
  const ends = ['\r\n', '\r', '\n', '--', '\r\n--', '\0', '\xff', '\r\n\r\n'];
  const near = [...ends, `--${half}`, `\r\n--${half}`, `--${boundary}`];
  const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array).toString('latin1'));
  const long = fc
    .tuple(fc.constantFrom('x', '\r\n', '-', '\0'), fc.constantFrom(2, 300, 65_535, 70_000))
    .map(([one, times]) => one.repeat(times));
  const piece = fc.oneof({ arbitrary: fc.constantFrom(...near), weight: 8 }, { arbitrary: bytes, weight: 3 }, long);
  return fc.array(piece, { maxLength: 6 }).map((pieces) => withoutDelimiters(pieces.join(''), boundary));
}

/** A line that begins like a delimiter is one, also the first line of a content. */
function withoutDelimiters(content: string, boundary: string): string {
  let kept = content;
  while (`\n${kept}`.includes(`\n--${boundary}`)) kept = `\n${kept}`.replaceAll(`\n--${boundary}`, '\n-').slice(1);
  return kept;
}

interface HeaderStyle {
  readonly disposition: string;
  readonly letters: 'usual' | 'lower' | 'upper';
  readonly gap: string;
  readonly typeFirst: boolean;
  readonly more: string;
  readonly quotes: boolean;
  readonly swapped: boolean;
}

const headerStyles = fc.record<HeaderStyle>({
  disposition: fc.constantFrom('form-data', 'attachment', 'Form-Data'),
  letters: fc.constantFrom('usual', 'lower', 'upper'),
  gap: fc.constantFrom(' ', '', '\t', '  '),
  typeFirst: fc.boolean(),
  more: fc.constantFrom('', 'X-A: b\r\n', 'Content-Transfer-Encoding: binary\r\n', 'Content-ID: <1@x>\r\n'),
  quotes: fc.boolean(),
  swapped: fc.boolean(),
});

/** Names of headers and parameters ignore case. */
function spelledAs(letters: HeaderStyle['letters']): (name: string) => string {
  if (letters === 'usual') return (name) => name;
  return letters === 'lower' ? (name) => name.toLowerCase() : (name) => name.toUpperCase();
}

type Parameters = Readonly<Record<string, string>>;

function headersOf(style: HeaderStyle, parameters: Parameters, type: string): string {
  const { gap, quotes } = style;
  const spelled = spelledAs(style.letters);
  const written = Object.entries(parameters).map(([name, value]) => {
    const isToken = /^[\w.*'%-]+$/.test(value);
    const isPlain = name.endsWith('*') || (isToken && !quotes);
    return `${spelled(name)}=${isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`}`;
  });
  const disposition = [style.disposition, ...(style.swapped ? written.toReversed() : written)].join(`;${gap}`);
  const header = (name: string, value: string) => `${spelled(name)}:${gap}${value}\r\n`;
  const lines = [header('Content-Disposition', disposition), header('Content-Type', type)];
  return (style.typeFirst ? lines.toReversed() : lines).join('') + style.more;
}

const gfiles = fc.constantFrom('A.PGM.RPGLE', 'D\u00e4\u00f6\u00fc \u6ce8.RPGLE', 'a b;c=d.RPGLE', "o'k", 'q"uote');

/** Ways in which a part says its file name. */
const namings: Readonly<Record<string, (name: string) => Parameters>> = {
  both: (name) => ({ name: utf8(name), filename: utf8(name) }),
  name: (name) => ({ name: utf8(name), filename: 'other' }),
  filename: (name) => ({ name: 'file', filename: utf8(name) }),
  extended: (name) => ({ name: 'file', filename: 'fallback', 'filename*': `UTF-8''${extended(name)}` }),
};

/** As RFC 8187 has it: what encodeURIComponent leaves of its special characters is encoded too. */
function extended(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}

/** What a body is made of. */
interface BodyPlan {
  readonly boundary: string;
  readonly gfile: string;
  readonly naming: string;
  readonly content: string;
  readonly others: readonly string[];
  /** For the payload, the file and each of the others. */
  readonly styles: readonly HeaderStyle[];
  /** How many parts stand before the payload. */
  readonly payloadAt: number;
  readonly indent: number | string | undefined;
  readonly preamble: string;
  readonly epilogue: string;
  /** The boundary stands in quotes where it need not. */
  readonly quoted: boolean;
}

function writeBody(plan: BodyPlan): WrittenBody {
  const { boundary, gfile, content, others, preamble, epilogue } = plan;
  const fields = { ...program, ...linked, objn: 'X', gfile, srcd: '\u00e4 "text"' };
  const payloadText = JSON.stringify(fields, null, plan.indent);
  const parts = [
    { parameters: { name: 'payload' }, type: 'application/json', inside: utf8(payloadText) },
    { parameters: namings[plan.naming]?.(gfile) ?? {}, type: 'application/octet-stream', inside: content },
    ...others.map((inside, n) => ({ parameters: { name: `f${n}`, filename: `o${n}` }, type: 'text/plain', inside })),
  ];
  const [payload = '', ...files] = parts.map(({ parameters, type, inside }, n) => {
    const style = plan.styles[n];
    return style === undefined ? '' : `--${boundary}\r\n${headersOf(style, parameters, type)}\r\n${inside}\r\n`;
  });
  const inOrder = files.toSpliced(plan.payloadAt, 0, payload).join('');
  const isToken = /^[\w.+'-]+$/.test(boundary);
  return {
    contentType: `multipart/mixed; boundary=${isToken && !plan.quoted ? boundary : `"${boundary}"`}`,
    body: `${preamble}${inOrder}--${boundary}--${epilogue}`,
    boundary,
    gfile,
    content,
    others: others.length,
  };
}

/** Bodies that are right, each in its own way. */
export const writtenBodies: fc.Arbitrary<WrittenBody> = boundaries
  .chain((boundary) =>
    fc.record<BodyPlan>({
      boundary: fc.constant(boundary),
      gfile: gfiles,
      naming: fc.constantFrom(...Object.keys(namings)),
      content: contentsBeside(boundary),
      others: fc.array(contentsBeside(boundary), { maxLength: 3 }),
      styles: fc.array(headerStyles, { minLength: 5, maxLength: 5 }),
      payloadAt: fc.nat(4),
      indent: fc.constantFrom(undefined, 1, '\t'),
      // No line that is not one may begin as a delimiter does (RFC 2046 §5.1.1).
      preamble: fc.constantFrom(
        ...['', '\r\n', 'This is a preamble.\r\n', '-- --\r\n'].filter((text) => !text.startsWith(`--${boundary}`)),
      ),
      epilogue: fc.constantFrom('', '\r\n', '\r\nepilogue', '\r\n\r\n'),
      quoted: fc.boolean(),
    }),
  )
  .map(writeBody);
