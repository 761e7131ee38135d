import { pathParts } from '../mapping/names.ts';
import type { Mapping } from '../mapping/schema.ts';
import type { PlannedRequest } from './planned.ts';

/** Which field gives a file part its name. */
export type AttachAs = Mapping['attach']['as'];

/** True for a migration, unless it copies from the target environment (interface §4.3). */
export function carriesContent(request: PlannedRequest): boolean {
  return request.reason === '*MIGRATE' && request.fields.copy !== '*YES' && request.blob !== null;
}

/** The file name of the request's file part. */
export function partName({ fields, path }: PlannedRequest, attachAs: AttachAs): string {
  const { gfile, srcn, objn } = fields;
  const fallback = gfile ?? pathParts(path.text).gfile;
  if (attachAs === 'objn') return objn ?? fallback;
  return attachAs === 'srcn' ? (srcn ?? objn ?? fallback) : fallback;
}

/**
 * Why a file part cannot have this name; null: it can. The other part is called `payload`, and servers read a backslash
 * before the closing quote in several ways.
 */
export function unsendablePart(name: string): string | null {
  if (name === 'payload') return 'a file part named payload would be read as the fields of the request';
  return name.endsWith('\\') ? `a file part cannot be named ${name}: it ends with a backslash` : null;
}
