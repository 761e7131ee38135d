import * as z from 'zod/mini';
import type { Problem } from '../errors.ts';
import { toFileProblem, toFindings, type YamlFinding } from './findings.ts';
import { type FileProblem, indexLines, type Lines } from './lines.ts';
import { type LineOf, type Path, readYaml } from './read-yaml.ts';

export interface FileShape<Content> {
  /** All maps in it with fixed keys are made by `strictMap`. */
  readonly schema: z.ZodMiniType<Content>;
  /** Returns what is wrong beyond the schema; `value` may also break the schema. */
  readonly findings: (value: unknown) => readonly YamlFinding[];
  /** Returns the finding for a key that the schema does not know; if it is null or absent, one that names the nearest known key, or all. */
  readonly unknownKey?: (path: Path) => YamlFinding | null;
  /** The least content of a file, in words: for the message about an empty one. */
  readonly least: string;
  /** Returns the error to throw, with all problems in the order of the file. */
  readonly refusal: (problems: readonly FileProblem[]) => Problem;
  /** Most characters (UTF-16 units), and most values with aliases written out. */
  readonly mostCharacters: number;
  readonly mostValues: number;
}

export type Checked<Content> = { readonly content: Content; readonly lineOf: LineOf };

/**
 * Reads YAML text, checks it by a shape, and returns its content; a byte order mark does not matter. @throws what `shape.refusal` makes of
 * all problems, in order; a text that is too long, not UTF-8, no YAML, empty, or has too many values is not checked further.
 */
export function readChecked<Content>(text: string, shape: FileShape<Content>): Checked<Content> {
  const { schema, unknownKey = () => null } = shape;
  const refuseTop = (found: string, right: string) => shape.refusal([{ line: 1, column: 1, found, right }]);
  if (text.length > shape.mostCharacters) {
    throw refuseTop(`a file of ${text.length} characters`, `at most ${shape.mostCharacters}`);
  }
  const source = text.replace(/^\uFEFF/, '');
  const lines = indexLines(source);
  const unreadable = checkEncoding(source, lines);
  if (unreadable.length > 0) throw shape.refusal(unreadable);
  const yaml = readYaml(source, lines, shape.mostValues);
  if (yaml.value === undefined && yaml.problems.length > 0) throw shape.refusal(yaml.problems);
  if (yaml.value === null) throw refuseTop('an empty file', `at least ${shape.least}`);
  const parsed = z.safeParse(schema, yaml.value);
  const findings = (parsed.error?.issues ?? []).flatMap((issue) => toFindings(issue, yaml.value, unknownKey));
  const found = [...findings, ...shape.findings(yaml.value)].map((one) => toFileProblem(one, yaml, lines));
  // A place that YAML could not read has its problem already.
  const unread = new Set(yaml.problems.map(({ line, column }) => `${line}:${column}`));
  const others = found.filter(({ line, column }) => !unread.has(`${line}:${column}`));
  const problems = [...yaml.problems, ...others].sort((a, b) => a.line - b.line || a.column - b.column);
  if (!parsed.success || problems.length > 0) throw shape.refusal(problems);
  const lineOf = (path: Path) => {
    const place = yaml.placeOf(path);
    return place === undefined ? undefined : lines.lineAt(place.value[0]);
  };
  return { content: parsed.data, lineOf };
}

/** Returns a problem for the first NUL, as in UTF-16; without one, for the first byte of each line that is not UTF-8 (read as U+FFFD). */
function checkEncoding(source: string, lines: Lines): FileProblem[] {
  const right = 'the file saved as UTF-8';
  if (source.includes('\0')) return [lines.problemAt(source.indexOf('\0'), 1, 'a NUL, as UTF-16 holds them', right)];
  return Array.from(source.matchAll(/^.*?(\uFFFD)/gm), ({ index, 0: before }) =>
    lines.problemAt(index + before.length - 1, 1, 'a byte that is not UTF-8', right),
  );
}
