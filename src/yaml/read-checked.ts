/** A file of ours (YAML or JSON) to its content, or to everything that is wrong with it, each at its place. */

import * as z from 'zod/mini';
import { Problem } from '../errors.ts';
import { type Finding, findingsOf, type Issue, inOrder, problemOf, unknownKeyFinding } from './findings.ts';
import { type FileProblem, Lines, messageFor } from './lines.ts';
import { type Path, readYaml } from './read-yaml.ts';

/** What a file must be. */
export interface FileShape<Content> {
  readonly schema: z.ZodMiniType<Content>;
  /** What the schema cannot say; `value` may be wrong in any other way. */
  readonly findings: (value: unknown) => readonly Finding[];
  /** The least that a file must hold, in words: for an empty one. */
  readonly least: string;
  readonly remedy: string;
  /** Most characters (UTF-16 units), and most values with aliases written out. */
  readonly mostCharacters: number;
  readonly mostValues: number;
}

/**
 * Reads the text of a file; a byte order mark and CRLF do not matter.
 * @param file its name as the user gave it, for messages
 * @throws Problem usage with all that is wrong, in the order of the file, each as
 *   `FILE:LINE:COLUMN: what was found; what would be right` with the line and a caret below
 */
export function readChecked<Content>(text: string, file: string, shape: FileShape<Content>): Content {
  const refuse = (problems: readonly FileProblem[]) => new Problem('usage', messageFor(file, problems), shape.remedy);
  const atTop = (found: string, right: string) => refuse([{ line: 1, column: 1, found, right }]);
  if (text.length > shape.mostCharacters) {
    throw atTop(`a file of ${text.length} characters`, `at most ${shape.mostCharacters}`);
  }
  const source = text.replace(/^\uFEFF/, '');
  const lines = new Lines(source);
  const yaml = readYaml(source, lines, shape.mostValues);
  if (yaml.value === undefined && yaml.problems.length > 0) throw refuse(yaml.problems);
  if (yaml.value === null) throw atTop('an empty file', `at least ${shape.least}`);
  const parsed = z.safeParse(shape.schema, yaml.value);
  const unknownKey = (path: Path) => unknownKeyFinding(path, keysAt(shape.schema, path.slice(0, -1)));
  const findings = [
    ...(parsed.error?.issues ?? []).flatMap((issue) => findingsOf(issue as Issue, yaml.value, unknownKey)),
    ...shape.findings(yaml.value),
  ];
  const problems = inOrder(
    yaml.problems,
    findings.map((finding) => problemOf(finding, yaml, lines)),
  );
  if (!parsed.success || problems.length > 0) throw refuse(problems);
  return parsed.data;
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** The keys that may stand in the map at a path. */
function keysAt(schema: z.ZodMiniType, path: Path): string[] {
  let here: readonly JsonSchema[] = [z.toJSONSchema(schema) as JsonSchema];
  for (const key of path) {
    here = withOptions(here).flatMap((part) => {
      const inner = typeof key === 'number' ? part.items : part.properties?.[key];
      return inner === undefined ? [] : [inner];
    });
  }
  return withOptions(here).flatMap((part) => Object.keys(part.properties ?? {}));
}

function withOptions(parts: readonly JsonSchema[]): JsonSchema[] {
  return parts.flatMap((part) => [part, ...withOptions(part.anyOf ?? [])]);
}
