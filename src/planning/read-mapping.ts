import { Problem } from '../errors.ts';
import { blobId } from '../git/blob-id.ts';
import { fileAt } from '../git/file-at.ts';
import type { Objects } from '../git/objects.ts';
import type { Repository } from '../git/repository.ts';
import { type CompiledMapping, compileMapping } from '../mapping/compile.ts';
import { loadMapping } from '../mapping/load.ts';
import { placeholdersIn } from '../mapping/placeholders.ts';
import { emptyMapping } from '../mapping/schema.ts';
import { defaultMappingFile, parseMappingName, readMappingFile } from '../mapping/source.ts';
import type { RunInput } from '../run-input.ts';

/** The mapping of a run, and where it came from. */
export interface ReadMapping {
  readonly mapping: CompiledMapping;
  /** OID of its content; null when there is no mapping file. */
  readonly blob: string | null;
  /** Its name, without a revision; the default one also when there is no file. */
  readonly name: string;
}

/**
 * Reads the mapping, from disk or from a commit.
 *
 * @param found told of the file before its content is judged, so that a report on a bad mapping names it.
 * @throws Problem('usage', 'mapping') when it is not there, not valid, or still a starter to be filled in.
 */
export async function readMapping(
  input: RunInput,
  repository: Repository,
  objects: Objects,
  found: (file: { path: string; blob: string }) => void,
): Promise<ReadMapping> {
  const name = input.options.mapping ?? null;
  const parsed = name === null ? null : parseMappingName(name);
  let source: { name: string; text: string; blob: string } | null = null;
  if (parsed !== null && 'rev' in parsed) {
    source = { name: parsed.path, ...(await fileAt(repository, objects, parsed.rev, parsed.path)) };
  } else {
    const file = await readMappingFile(name, input.cwd, repository.location.top);
    const blob = file === null ? '' : blobId(file.content, repository.objectFormat);
    if (file !== null) source = { name: file.name, text: Buffer.from(file.content).toString('utf8'), blob };
  }
  if (source !== null) found({ path: source.name, blob: source.blob });
  const mapping = source === null ? emptyMapping : loadMapping(source.text, source.name);
  if (input.command === 'file') refusePlaceholders(mapping, source?.name ?? '');
  return {
    mapping: compileMapping(mapping),
    blob: source?.blob ?? null,
    name: source?.name ?? defaultMappingFile,
  };
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
