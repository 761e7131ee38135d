/** Values that were right, and have been changed a little: bytes, texts and trees of JSON. They shrink to what was right. */
import * as fc from 'fast-check';
import { codePoint } from '../code-point.ts';

/** One change of a sequence: at a place, so much is taken away, and something is put there. */
interface Edit<Piece> {
  readonly at: number;
  readonly away: number;
  readonly piece: Piece;
}

function edits<Piece>(piece: fc.Arbitrary<Piece>, most: number): fc.Arbitrary<Edit<Piece>[]> {
  const away = fc.oneof({ arbitrary: fc.constantFrom(0, 1), weight: 4 }, fc.nat(60));
  return fc.array(fc.record({ at: fc.nat(), away, piece }), { minLength: 1, maxLength: most });
}

/** Texts with a few places changed; `words` are put in beside single characters and pieces of the text itself. */
export function editedText(base: fc.Arbitrary<string>, words: readonly string[], most = 4): fc.Arbitrary<string> {
  const piece = fc.oneof(fc.constantFrom('', ...words), fc.string({ unit: codePoint, maxLength: 3 }), fc.nat());
  return fc.tuple(base, edits(piece, most)).map(([text, changes]) =>
    changes.reduce((so, change) => {
      const from = change.at % (so.length + 1);
      const put = typeof change.piece === 'string' ? change.piece : so.substr(change.piece % (so.length + 1), 40);
      return so.slice(0, from) + put + so.slice(from + change.away);
    }, text),
  );
}

/** Bytes with a few places changed. */
export function editedBytes(base: fc.Arbitrary<Buffer>, words: readonly string[], most = 4): fc.Arbitrary<Buffer> {
  const piece = fc.oneof(
    fc.constantFrom('', ...words).map((word) => Buffer.from(word, 'latin1')),
    fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
  );
  return fc.tuple(base, edits(piece, most)).map(([bytes, changes]) =>
    changes.reduce((so, { at, away, piece: put }) => {
      const from = at % (so.length + 1);
      return Buffer.concat([so.subarray(0, from), put, so.subarray(from + away)]);
    }, bytes),
  );
}

type Path = readonly (string | number)[];

function pathsOf(tree: unknown, at: Path = []): Path[] {
  if (typeof tree !== 'object' || tree === null) return [at];
  const inside: [string | number, unknown][] = Array.isArray(tree) ? [...tree.entries()] : Object.entries(tree);
  return [at, ...inside.flatMap(([name, value]) => pathsOf(value, [...at, name]))];
}

function put(tree: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(tree)) {
    const changed = tree.map((item, index) => (index === name ? put(item, rest, value) : item));
    return changed.filter((item) => item !== undefined);
  }
  const { [name]: old, ...others } = tree as Record<string, unknown>;
  const changed = put(old, rest, value);
  return changed === undefined ? others : { ...others, [name]: changed };
}

/** Trees of JSON in which a few values are others, or gone; `odd` makes the others. */
export function editedTree(base: fc.Arbitrary<unknown>, odd: fc.Arbitrary<unknown>, most = 3): fc.Arbitrary<unknown> {
  const change = fc.record({ which: fc.nat(), value: fc.option(odd, { nil: undefined, freq: 4 }) });
  return fc.tuple(base, fc.array(change, { minLength: 1, maxLength: most })).map(([tree, changes]) =>
    changes.reduce((so, { which, value }) => {
      const paths = pathsOf(so).slice(1);
      return paths.length === 0 ? so : put(so, paths[which % paths.length] ?? [], value);
    }, tree),
  );
}
