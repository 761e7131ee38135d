import { listChanges } from '../git/changes.ts';
import { ensureCommits } from '../git/fetch.ts';
import type { Repository } from '../git/repository.ts';
import { isFile } from '../git/tree.ts';
import { escapeText } from '../log.ts';
import type { Notice } from '../sentences/notice.ts';
import type { AskService } from './accept-claims.ts';
import { pastAfter } from './record.ts';
import { type RunLedger, withoutWriting } from './run-ledger.ts';

/** A push that is skipped on purpose, and why. */
export interface SkippedPush {
  /** OID; null where the push does not say it. */
  readonly before: string | null;
  readonly after: string;
  readonly why: string;
}

/**
 * A push that is skipped on purpose: what it made of files counts as standing, and the head moves past it when all before
 * it is accounted for.
 *
 * @returns what the user should know of the ledger. @throws Problem('ledger') under `require` when it cannot be written.
 */
export async function passSkipped(
  repository: Repository,
  run: RunLedger,
  { before, after, why }: SkippedPush,
  ask: AskService,
): Promise<Notice[]> {
  const { ledger } = run;
  if (!run.mayWrite || ledger.record === null || ledger.trust === 'shown') return [];
  // Nothing is written in the place of what another secret has sealed before the service has taken this run's token.
  if (ledger.trust === 'claims') {
    if ((await ask()) !== null) return [];
    ledger.accept();
  }
  const passed = before === null ? {} : await passedBy(repository, before, after);
  const note = { commit: after, text: `Run: ${run.me.run}\nskipped: ${escapeText(why)}` };
  const written = await ledger.write((newest) => {
    if (newest === null || newest.head === after) return null;
    const isNext = newest.head === before;
    const known = new Set(newest.filed.map(({ path }) => path));
    const more = Object.entries(passed).filter(([path]) => !isNext || known.has(path));
    const all = { ...newest.passed, ...Object.fromEntries(more) };
    const record = Object.keys(all).length === 0 ? newest : { ...newest, passed: all };
    if (!isNext) return more.length === 0 ? null : record;
    return { ...record, head: after, past: pastAfter(newest, after) };
  }, note);
  return written.kind === 'refused' ? [withoutWriting(run, written.why).notice] : [];
}

/** What a push made of the paths that it changed; null: gone. @throws Problem when its commits cannot be had. */
async function passedBy(repository: Repository, before: string, after: string): Promise<Record<string, string | null>> {
  const [gone] = await ensureCommits(repository, [before, after]);
  if (gone !== undefined) return {};
  const passed: Record<string, string | null> = {};
  for (const { before: old, after: now } of await listChanges(repository, before, after)) {
    if (old !== null && old.path.raw === null) passed[old.path.text] = null;
    if (now !== null && now.path.raw === null) passed[now.path.text] = isFile(now) ? now.oid : null;
  }
  return passed;
}
