import type { Env, Happening, HostEvent } from './event.ts';
import { isNoCommit, parseAttempt, toOidOrNull, toRecord, toTextOrNull } from './event.ts';

type Json = ReturnType<typeof toRecord>;

/** Makes the happening of an event whose payload lacks a part. @param what the name of the event. @param branch null: not known. */
function buildUnclearHappening(what: string, branch: string | null): Happening {
  return { kind: 'unclear', branch, why: `the event payload of this ${what} run does not say what was pushed` };
}

/** Returns the name in a ref behind a prefix such as `refs/heads/`; null if the ref has another prefix, or no name. */
function stripPrefix(ref: string | null, prefix: string): string | null {
  return ref?.startsWith(prefix) ? toTextOrNull(ref.slice(prefix.length)) : null;
}

/**
 * Reads a push of a tag, the deletion of a branch, or a push to a branch (`before` is null for a new one). If the payload names no ref,
 * GITHUB_REF counts. `unclear`: the payload lacks the branch, the new commit or, if the branch is not new, the commit before.
 */
function readPush(payload: Json, env: Env): Happening {
  const ref = toTextOrNull(payload.ref) ?? toTextOrNull(env.GITHUB_REF);
  const tag = stripPrefix(ref, 'refs/tags/');
  if (tag !== null) return { kind: 'tag', name: tag };
  const branch = stripPrefix(ref, 'refs/heads/');
  if (branch === null) return buildUnclearHappening('push', null);
  if (payload.deleted === true || isNoCommit(payload.after)) return { kind: 'branchDeleted', branch };
  const before = toOidOrNull(payload.before);
  const after = toOidOrNull(payload.after);
  const isFirst = payload.created === true || isNoCommit(payload.before);
  if (after === null || (before === null && !isFirst)) return buildUnclearHappening('push', branch);
  return { kind: 'push', branch, before, after };
}

/** Reads the deletion of a branch; the deletion of a tag counts as an event of that tag. `unclear` if the payload names neither. */
function readDeletion(payload: Json): Happening {
  const ref = toTextOrNull(payload.ref);
  if (ref === null) return buildUnclearHappening('delete', null);
  return payload.ref_type === 'tag' ? { kind: 'tag', name: ref } : { kind: 'branchDeleted', branch: ref };
}

/** Reads a pull request or, without a number, a merge group; `unclear` without target, base or head. */
function readProposal(payload: Json, what: string): Happening {
  const isGroup = what === 'merge_group';
  const { base_sha, base_ref, head_sha, ...pull } = toRecord(isGroup ? payload.merge_group : payload.pull_request);
  const base = toOidOrNull(isGroup ? base_sha : toRecord(pull.base).sha);
  const head = toOidOrNull(isGroup ? head_sha : toRecord(pull.head).sha);
  const target = isGroup ? stripPrefix(toTextOrNull(base_ref), 'refs/heads/') : toTextOrNull(toRecord(pull.base).ref);
  if (base === null || head === null || target === null) return buildUnclearHappening(what, target);
  const number = !isGroup && typeof payload.number === 'number' ? payload.number : null;
  return { kind: 'proposal', what, target, base, head, baseIsTip: !isGroup, number };
}

/** Reads a push, deletion, tag, pull request or merge group, perhaps `unclear`; any other event is `manual`, with GITHUB_REF's branch. */
function readHappening(name: string, payload: Json, env: Env): Happening {
  if (name === 'push') return readPush(payload, env);
  if (name === 'delete') return readDeletion(payload);
  if (/^(pull_request(_target|_review|_review_comment)?|merge_group)$/.test(name)) return readProposal(payload, name);
  const branch = stripPrefix(toTextOrNull(env.GITHUB_REF), 'refs/heads/');
  return { kind: 'manual', what: name, branch, head: toOidOrNull(env.GITHUB_SHA) };
}

/**
 * Reads a run of GitHub Actions; in a reusable workflow, its caller's event. An incomplete payload makes what happened `unclear`. Never
 * throws, and reads no file. @param payload the parsed file at GITHUB_EVENT_PATH; anything but an object counts as empty.
 */
export function readGitHub(env: Env, payload: unknown): HostEvent {
  const body = toRecord(payload);
  const server = toTextOrNull(env.GITHUB_SERVER_URL) ?? 'https://github.com';
  const repository = toTextOrNull(env.GITHUB_REPOSITORY);
  const url = repository === null ? null : `${server}/${repository}`;
  return {
    host: 'github',
    run: {
      id: toTextOrNull(env.GITHUB_RUN_ID),
      attempt: parseAttempt(env.GITHUB_RUN_ATTEMPT),
      url: url !== null && env.GITHUB_RUN_ID ? `${url}/actions/runs/${env.GITHUB_RUN_ID}` : null,
      actor: toTextOrNull(env.GITHUB_ACTOR),
    },
    repository: {
      name: repository?.split('/')[1] ?? null,
      fullName: repository,
      url,
      defaultBranch: toTextOrNull(toRecord(body.repository).default_branch),
    },
    happening: readHappening(env.GITHUB_EVENT_NAME ?? '', body, env),
  };
}
