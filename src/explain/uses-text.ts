import type { ResolvedUse, User } from '../uses/uses-of-paths.ts';

/** A file's uses, as in `explain --format json`. */
export interface ExplainedUses {
  readonly uses: readonly ResolvedUse[];
  readonly usedBy: readonly User[];
  /** Why neither is known; null: they are. */
  readonly usesUnknown: string | null;
}

const mostLines = 20;

/** Returns lines on what a file uses, and what uses it, some 20 of each; one line if that is not known, or nothing. */
export function usesLines(path: string, { uses, usedBy, usesUnknown }: ExplainedUses): string[] {
  if (usesUnknown !== null) return [`  what it uses and what uses it is not known: ${usesUnknown}`];
  if (uses.length + usedBy.length === 0) return ['  uses and used by: nothing in the sources'];
  const users = usedBy.map(({ path, kind, ambiguous }) => {
    return `${kind.padEnd(7)} ${path}${ambiguous ? ', or it means another file of that name' : ''}`;
  });
  return [...section('uses', useLines(path, uses)), ...section('used by', users)];
}

/** Returns a title and below it the first 20 lines and the number of the others; one line if there are none. */
function section(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [`  ${title}: nothing in the sources`];
  const rest = lines.length - mostLines;
  const shown = rest > 1 ? [...lines.slice(0, mostLines), `and ${rest} more`] : lines;
  return [`  ${title}`, ...shown.map((line) => `    ${line}`)];
}

/** Returns a line for each thing that is used, with the first place that says so: a `Rules.mk` repeats the sources. */
function useLines(path: string, uses: readonly ResolvedUse[]): string[] {
  const things = Map.groupBy(uses, ({ kind, name, paths }) => JSON.stringify([kind, paths.length > 0 ? paths : name]));
  return [...things.values()].flatMap(([first, ...more]) => {
    if (first === undefined) return [];
    const from = first.in === path ? '' : `${first.in} `;
    const places = `${from}line ${first.line}${more.length > 0 ? ` and ${more.length} more` : ''}`;
    return [`${first.kind.padEnd(7)} ${first.name} (${places}): ${meantText(first.paths)}`];
  });
}

/** Returns the words for the files that a name may mean: one, several, or none. */
function meantText(paths: readonly string[]): string {
  const [only = 'no file of the repository'] = paths;
  return paths.length > 1 ? `${paths.join(' or ')}: the name does not tell which` : only;
}
