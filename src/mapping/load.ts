/** Text of a mapping file to a mapping, or to everything that is wrong with it. */

import * as z from 'zod/mini';
import { type Finding, findingsOf, type Issue, inOrder, problemOf } from '../yaml/findings.ts';
import { type FileProblem, Lines } from '../yaml/lines.ts';
import { type Path, readYaml } from '../yaml/read-yaml.ts';
import { modeFindings } from './check-modes.ts';
import { patternFindings } from './check-patterns.ts';
import { projectFindings } from './check-projects.ts';
import { valueFindings } from './check-values.ts';
import { MappingError } from './error.ts';
import { outlineOf } from './outline.ts';
import { type Mapping, mappingSchema, type RfpMode } from './schema.ts';
import { unknownKey } from './words.ts';

/** Longest mapping file, in UTF-16 units: far more than a mapping needs, and read within seconds whatever it holds. */
export const longestMapping = 1024 * 1024;

/** A mapping, and where its values stand. */
export interface ReadMapping {
  readonly mapping: Mapping;
  /** Line, from 1, of a path (`['branches', 0, 'appl']`). */
  readonly lineOf: (path: Path) => number | undefined;
}

/**
 * Reads a mapping file (design §5): YAML 1.2, checked against the schema, and for patterns, placeholders and rules
 * between fields as far as they can be decided without a file.
 * @param text the file as text; a byte order mark and CRLF do not matter
 * @param file its name as the user gave it, for messages
 * @throws MappingError everything that is wrong, in the order of the file
 */
export function loadMapping(text: string, file: string): Mapping {
  return readMapping(text, file).mapping;
}

/** As `loadMapping`, with the lines of values for later messages. */
export function readMapping(text: string, file: string): ReadMapping {
  if (text.length > longestMapping) {
    const found = `a file of ${text.length} characters`;
    throw new MappingError(file, [{ line: 1, column: 1, found, right: `at most ${longestMapping}` }]);
  }
  const source = text.replace(/^\uFEFF/, '');
  const lines = new Lines(source);
  const unreadable = notUtf8(source, lines);
  if (unreadable.length > 0) throw new MappingError(file, unreadable);
  const yaml = readYaml(source, lines);
  if (yaml.value === undefined && yaml.problems.length > 0) throw new MappingError(file, yaml.problems);
  if (yaml.value === null) {
    throw new MappingError(file, [{ line: 1, column: 1, found: 'an empty file', right: 'at least `version: 1`' }]);
  }
  const parsed = z.safeParse(mappingSchema, yaml.value);
  const findings = findingsIn(yaml.value, parsed.error?.issues ?? []).map((finding) => problemOf(finding, yaml, lines));
  const problems = inOrder(yaml.problems, findings);
  if (!parsed.success || problems.length > 0) throw new MappingError(file, problems);
  const lineOf = (path: Path) => {
    const place = yaml.placeOf(path);
    return place === undefined ? undefined : lines.lineAt(place.value[0]);
  };
  return { mapping: { ...parsed.data, rfp: rfpMode(parsed.data.rfp) }, lineOf };
}

/**
 * Bytes that are not UTF-8, which are read as U+FFFD: a name that holds one would never match its file. The first of each
 * line is told; a file that is full of NULs is UTF-16, and is told once.
 */
function notUtf8(source: string, lines: Lines): FileProblem[] {
  const right = 'the file saved as UTF-8';
  if (source.includes('\0')) return [lines.problemAt(source.indexOf('\0'), 1, 'a NUL, as UTF-16 holds them', right)];
  return Array.from(source.matchAll(/^.*?(\uFFFD)/gm), ({ index, 0: before }) =>
    lines.problemAt(index + before.length - 1, 1, 'a byte that is not UTF-8', right),
  );
}

function findingsIn(value: unknown, issues: readonly z.core.$ZodIssue[]): Finding[] {
  const outline = outlineOf(value);
  return [
    ...issues.flatMap((issue) => findingsOf(issue as Issue, value, unknownKey)),
    ...patternFindings(outline),
    ...valueFindings(outline),
    ...projectFindings(outline),
    ...modeFindings(outline, outline.top.rfp ?? 'none'),
  ];
}

function rfpMode(rfp: z.output<typeof mappingSchema>['rfp']): RfpMode {
  if (rfp === 'none' || rfp === 'per-push' || rfp === 'per-branch') return rfp;
  return Number(rfp);
}
