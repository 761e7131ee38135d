import type { Content } from '../client/create-client.ts';
import type { UpdateFields } from '../interface/fields.ts';
import { type AttachAs, carriesContent, partName, unsendablePart } from '../plan/contents.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Filing } from './filing.ts';

/** Returns the file part of a create; null: it carries none (interface §4.3). */
export async function createPart(filing: Filing, request: PlannedRequest): Promise<Content | null> {
  return carriesContent(request) ? readPart(filing, request, partName(request, filing.run.attachAs)) : null;
}

/** Adds the file part to an update: named as the create's was, so that it replaces what that one filled. */
export async function withPart(
  filing: Filing,
  request: PlannedRequest,
  fields: UpdateFields,
): Promise<{ readonly fields: UpdateFields; readonly content: Content | null }> {
  if (!carriesContent(request)) return { fields, content: null };
  const { srcn } = request.fields;
  const { attachAs } = filing.run;
  const name = partName(request, attachAs);
  // A call that names the file names the source too, where the part is named after that.
  const named = fields.gfile !== undefined && srcn !== undefined && name === srcn ? { ...fields, srcn } : fields;
  return { fields: named, content: await readPart(filing, request, updateName(request, named, attachAs)) };
}

/** Names the part of an update: like source or file, if the call names one of them; else any name is taken (§4.3). */
function updateName(request: PlannedRequest, { srcn, gfile }: UpdateFields, attachAs: AttachAs): string {
  const name = partName(request, attachAs);
  const isFree = srcn === undefined && gfile === undefined;
  if (isFree || name === srcn || name === gfile) return name;
  return [gfile, srcn].find((other) => other !== undefined && unsendablePart(other) === null) ?? name;
}

async function readPart({ read, run }: Filing, request: PlannedRequest, name: string): Promise<Content | null> {
  if (request.blob === null) return null;
  const blob = await read(request.blob);
  return { name, size: blob instanceof Blob ? blob.size : blob.length, blob, disposition: run.disposition };
}
