import { Problem } from '../errors.ts';
import { type CompiledMapping, compileMapping } from '../mapping/compile.ts';
import { loadMapping } from '../mapping/load.ts';
import { placeholdersIn } from '../mapping/placeholders.ts';
import { emptyMapping } from '../mapping/schema.ts';
import { mappingName } from '../mapping/source.ts';
import type { RunTools } from './input.ts';
import { readMappingText } from './mapping-text.ts';

export interface RunMapping {
  readonly mapping: CompiledMapping;
  /** Why it is not valid; `mapping` is empty then. Thrown once the range is safe in the ledger. */
  readonly problem: Problem | null;
  /** ID of the repository as the file says it, also when the rest of it is not valid. */
  readonly repo: string | null;
  /** The file as the user named it, and the OID of its content; null when there is no mapping file. */
  readonly file: { readonly path: string; readonly blob: string } | null;
  /** Its name in the ledger: see mappingName. */
  readonly name: string;
}

/** Reads the mapping, from disk or from a commit. Never throws a Problem: what is wrong comes back as `problem`. */
export async function readMapping({ input, repository }: RunTools): Promise<RunMapping> {
  const { top } = repository.location;
  const nameOf = (found: string | null) => mappingName(input.options.mapping, input.cwd, top, found);
  let name = nameOf(null);
  let text: string | null = null;
  let file: RunMapping['file'] = null;
  try {
    const source = await readMappingText(input.options.mapping, input.cwd, repository);
    if (source !== null) {
      name = nameOf(source.place);
      text = source.text;
      file = { path: source.name, blob: source.blob };
    }
    const mapping = source === null ? emptyMapping : loadMapping(source.text, source.name);
    if (input.command === 'file') refusePlaceholders(mapping, source?.name ?? '');
    return { mapping: compileMapping(mapping), problem: null, repo: mapping.repo ?? null, file, name };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const repo = /^repo:[ \t]*["']?([^\s"'#]+)/m.exec(text ?? '')?.[1] ?? null;
    return { mapping: compileMapping(emptyMapping), problem: error, repo, file, name };
  }
}

function refusePlaceholders(mapping: unknown, file: string): void {
  const [first] = placeholdersIn(mapping);
  if (first === undefined) return;
  throw new Problem(
    'mapping',
    `${file}: ${first.path} still holds the placeholder ${first.value}`,
    'Fill in what the starter file could not know.',
  );
}
