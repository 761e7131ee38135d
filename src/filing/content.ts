import type { Content } from '../client/client.ts';
import { splitPath } from '../git/git-path.ts';
import type { PlannedRequest } from '../plan/planned.ts';
import { carriesContent } from './actions.ts';
import type { AttachAs, FilingRun, ReadContent } from './context.ts';

function partName(request: PlannedRequest, attachAs: AttachAs): string {
  const { gfile, srcn, objn } = request.fields;
  const fallback = gfile ?? splitPath(request.path.text).gfile;
  if (attachAs === 'objn') return objn ?? fallback;
  return attachAs === 'srcn' ? (srcn ?? objn ?? fallback) : fallback;
}

/** The file part of a create, or null when it carries none (interface §4.3). */
export async function createPart(request: PlannedRequest, run: FilingRun, read: ReadContent): Promise<Content | null> {
  return carriesContent(request) ? part(request, partName(request, run.attachAs), run, read) : null;
}

/** The file part of an update: always named after `gfile`, which the service compares with its own. */
export async function updatePart(request: PlannedRequest, run: FilingRun, read: ReadContent): Promise<Content | null> {
  return carriesContent(request) ? part(request, partName(request, 'gfile'), run, read) : null;
}

async function part(request: PlannedRequest, name: string, run: FilingRun, read: ReadContent): Promise<Content | null> {
  if (request.blob === null) return null;
  const blob = await read(request.blob);
  return { name, size: blob instanceof Blob ? blob.size : blob.length, blob, disposition: run.disposition };
}
