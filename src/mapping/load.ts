import type * as z from 'zod/mini';
import { Problem } from '../errors.ts';
import { type FileProblem, formatProblems } from '../yaml/lines.ts';
import { readChecked, type YamlFinding } from '../yaml/read-checked.ts';
import type { LineOf, Path } from '../yaml/read-yaml.ts';
import { checkModes } from './check-modes.ts';
import { checkPatterns } from './check-patterns.ts';
import { mappingDefaults } from './defaults.ts';
import { readOutline } from './outline.ts';
import { isModeField, type Mapping, mappingSchema, type RfpMode } from './schema.ts';

/** Longest mapping file, in UTF-16 units: any content of this length is read within seconds. */
export const longestMapping = 1024 * 1024;

export type LoadedFile = { readonly mapping: Mapping; readonly lineOf: LineOf };

/**
 * Reads the text of a mapping file (design §5): YAML 1.2, checked against the schema, then its patterns, placeholders and rules between
 * fields as far as no file is needed. @param text a byte order mark and CRLF do not matter. @param file its name as the user gave it, for
 * messages. @throws MappingError with all that is wrong, in file order; with that alone if it is empty, too long, not UTF-8, or no YAML
 */
export function loadMapping(text: string, file: string): Mapping {
  return loadMappingWithLines(text, file).mapping;
}

/** Reads a mapping file as `loadMapping` does; `lineOf` finds the line of a value (undefined: it has none). @throws MappingError */
export function loadMappingWithLines(text: string, file: string): LoadedFile {
  const { content, lineOf } = readChecked(text, {
    schema: mappingSchema,
    findings: (value) => {
      const outline = readOutline(value);
      return [...checkPatterns(outline), ...checkModes(outline, outline.top.rfp ?? mappingDefaults.rfp)];
    },
    unknownKey: checkModeField,
    least: '`version: 1`',
    refusal: (problems) => new MappingError(file, problems),
    mostCharacters: longestMapping,
    // Some thousand rules, and no bomb.
    mostValues: 50_000,
  });
  return { mapping: { ...content, rfp: toRfpMode(content.rfp) }, lineOf };
}

/** Returns the finding for the unknown key `arfp` or `rfp`, at any path, which says that it is a mode of the run; null for another key. */
function checkModeField(path: Path): YamlFinding | null {
  const key = String(path.at(-1));
  if (!isModeField(key)) return null;
  const right = '`rfp:` at the top of the file; it is a mode: none, per-push, per-branch or an RFP number';
  return { path, atKey: true, found: `\`${key}\` as a field`, right };
}

/** Returns a checked `rfp` (of the mapping or `--rfp`) as a mode; an RFP number in text becomes a number. */
export function toRfpMode(rfp: z.output<typeof mappingSchema>['rfp']): RfpMode {
  return rfp === 'none' || rfp === 'per-push' || rfp === 'per-branch' ? rfp : Number(rfp);
}

/** A mapping file that cannot be used (exit code 2). */
export class MappingError extends Problem {
  readonly problems: readonly FileProblem[];

  /** @param file as the user gave it. @param problems in the order of the file; at least one */
  constructor(file: string, problems: readonly FileProblem[]) {
    super('mapping', formatProblems(file, problems), `Correct ${file}.`);
    this.name = 'MappingError';
    this.problems = problems;
  }
}
