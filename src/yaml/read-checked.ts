import * as z from 'zod/mini';
import type { Problem } from '../errors.ts';
import { type Finding, findingsOf, type Issue, inOrder, problemOf, unknownKeyFinding } from './findings.ts';
import { type FileProblem, Lines } from './lines.ts';
import { type Path, readYaml } from './read-yaml.ts';

export interface FileShape<Content> {
  readonly schema: z.ZodMiniType<Content>;
  /** What the schema cannot say; `value` may be wrong in any other way. */
  readonly findings: (value: unknown) => readonly Finding[];
  /** What to say of a key that the schema does not know; null, as without it: which keys it knows there. */
  readonly unknownKey?: (path: Path) => Finding | null;
  /** The least that a file must hold, in words: for an empty one. */
  readonly least: string;
  /** The error to throw, with all that is wrong in the order of the file. */
  readonly refusal: (problems: readonly FileProblem[]) => Problem;
  /** Most characters (UTF-16 units), and most values with aliases written out. */
  readonly mostCharacters: number;
  readonly mostValues: number;
}

export interface Checked<Content> {
  readonly content: Content;
  /** Line, from 1, of a path (`['branches', 0, 'appl']`). */
  readonly lineOf: (path: Path) => number | undefined;
}

/** Reads the text of a file; a byte order mark and CRLF do not matter. @throws shape.refusal with all that is wrong */
export function readChecked<Content>(text: string, shape: FileShape<Content>): Checked<Content> {
  const { schema } = shape;
  const atTop = (found: string, right: string) => shape.refusal([{ line: 1, column: 1, found, right }]);
  if (text.length > shape.mostCharacters) {
    throw atTop(`a file of ${text.length} characters`, `at most ${shape.mostCharacters}`);
  }
  const source = text.replace(/^\uFEFF/, '');
  const lines = new Lines(source);
  const unreadable = notUtf8(source, lines);
  if (unreadable.length > 0) throw shape.refusal(unreadable);
  const yaml = readYaml(source, lines, shape.mostValues);
  if (yaml.value === undefined && yaml.problems.length > 0) throw shape.refusal(yaml.problems);
  if (yaml.value === null) throw atTop('an empty file', `at least ${shape.least}`);
  const parsed = z.safeParse(schema, yaml.value);
  const unknownKey = (path: Path) =>
    shape.unknownKey?.(path) ?? unknownKeyFinding(path, keysAt(schema, path.slice(0, -1)));
  const issues = (parsed.error?.issues ?? []) as readonly Issue[];
  const findings = [
    ...issues.flatMap((issue) => findingsOf(issue, yaml.value, unknownKey)),
    ...shape.findings(yaml.value),
  ].map((finding) => problemOf(finding, yaml, lines));
  const problems = inOrder(yaml.problems, findings);
  if (!parsed.success || problems.length > 0) throw shape.refusal(problems);
  const lineOf = (path: Path) => {
    const place = yaml.placeOf(path);
    return place === undefined ? undefined : lines.lineAt(place.value[0]);
  };
  return { content: parsed.data, lineOf };
}

/** Bytes that are not UTF-8, which are read as U+FFFD, once a line; and NULs, as UTF-16 holds them, once a file. */
function notUtf8(source: string, lines: Lines): FileProblem[] {
  const right = 'the file saved as UTF-8';
  if (source.includes('\0')) return [lines.problemAt(source.indexOf('\0'), 1, 'a NUL, as UTF-16 holds them', right)];
  return Array.from(source.matchAll(/^.*?(\uFFFD)/gm), ({ index, 0: before }) =>
    lines.problemAt(index + before.length - 1, 1, 'a byte that is not UTF-8', right),
  );
}

/** What a schema says of itself, as far as it tells which keys may stand where. */
interface Definition {
  readonly innerType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly element?: z.core.$ZodType;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
}

/** The keys that may stand in the map at a path. */
function keysAt(schema: z.core.$ZodType, path: Path): string[] {
  let here = definitionsOf(schema);
  for (const key of path) {
    here = here.flatMap(({ element, shape }) => {
      const inner = typeof key === 'number' ? element : ofKey(shape, key);
      return inner === undefined ? [] : definitionsOf(inner);
    });
  }
  return here.flatMap(({ shape = {} }) => Object.keys(shape));
}

function ofKey(shape: Definition['shape'], key: string): z.core.$ZodType | undefined {
  return shape !== undefined && Object.hasOwn(shape, key) ? shape[key] : undefined;
}

/** Of a schema that wraps another, or gives a choice: of those. */
function definitionsOf(schema: z.core.$ZodType): Definition[] {
  const definition = schema._zod.def as z.core.$ZodTypeDef & Definition;
  const { innerType, options = innerType === undefined ? [] : [innerType] } = definition;
  return options.length === 0 ? [definition] : options.flatMap(definitionsOf);
}
