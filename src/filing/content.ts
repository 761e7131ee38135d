import type { Content } from '../client/create-client.ts';
import type { UpdateFields } from '../interface/fields.ts';
import { type AttachAs, carriesContent, partName, unsendablePart } from '../plan/contents.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import type { Filing } from './filing.ts';

/** Reads the content of a request as a file part of that name; null: it carries none (interface §4.3). */
export async function filePart({ read, run }: Filing, request: PlannedRequest, name: string): Promise<Content | null> {
  if (request.blob === null || !carriesContent(request)) return null;
  const blob = await read(request.blob);
  return { name, size: blob instanceof Blob ? blob.size : blob.length, blob, disposition: run.disposition };
}

/** Adds the file part to an update: named as the create's was, so that it replaces what that one filled; and srcn, if the part has that name. */
export async function withPart(filing: Filing, request: PlannedRequest, fields: UpdateFields) {
  const { srcn } = request.fields;
  const { attachAs } = filing.run;
  const name = partName(request, attachAs);
  // A call that names the file names the source too, where the part is named after that.
  const named = fields.gfile !== undefined && srcn !== undefined && name === srcn ? { ...fields, srcn } : fields;
  return { fields: named, content: await filePart(filing, request, updateName(request, named, attachAs)) };
}

/** Names the part of an update: like the create's if the call names neither source nor file, or names that; else like one of them (§4.3). */
function updateName(request: PlannedRequest, { srcn, gfile }: UpdateFields, attachAs: AttachAs): string {
  const name = partName(request, attachAs);
  const isFree = srcn === undefined && gfile === undefined;
  if (isFree || name === srcn || name === gfile) return name;
  return [gfile, srcn].find((other) => other !== undefined && unsendablePart(other) === null) ?? name;
}
