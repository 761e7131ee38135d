import { type Env, type Happening, type HostEvent, isNoCommit, oidOrNull, textOrNull } from './event.ts';

type Json = Readonly<Record<string, unknown>>;

function toRecord(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function unclearHappening(what: string, branch: string | null): Happening {
  return { kind: 'unclear', branch, why: `the event payload of this ${what} run does not say what was pushed` };
}

/** Returns the name behind a prefix; null if the ref has another prefix, or no name. */
function stripPrefix(ref: string | null, prefix: string): string | null {
  return ref?.startsWith(prefix) ? textOrNull(ref.slice(prefix.length)) : null;
}

function readPush(payload: Json, env: Env): Happening {
  const ref = textOrNull(payload.ref) ?? textOrNull(env.GITHUB_REF);
  const tag = stripPrefix(ref, 'refs/tags/');
  if (tag !== null) return { kind: 'tag', name: tag };
  const branch = stripPrefix(ref, 'refs/heads/');
  if (branch === null) return unclearHappening('push', null);
  if (payload.deleted === true || isNoCommit(payload.after)) return { kind: 'branchDeleted', branch };
  const before = oidOrNull(payload.before);
  const after = oidOrNull(payload.after);
  const isFirst = payload.created === true || isNoCommit(payload.before);
  if (after === null || (before === null && !isFirst)) return unclearHappening('push', branch);
  return { kind: 'push', branch, before, after };
}

function readDeletion(payload: Json): Happening {
  const ref = textOrNull(payload.ref);
  if (ref === null) return unclearHappening('delete', null);
  return payload.ref_type === 'tag' ? { kind: 'tag', name: ref } : { kind: 'branchDeleted', branch: ref };
}

function readPullRequest(payload: Json, what: string): Happening {
  const pull = toRecord(payload.pull_request);
  const base = oidOrNull(toRecord(pull.base).sha);
  const head = oidOrNull(toRecord(pull.head).sha);
  const target = textOrNull(toRecord(pull.base).ref);
  if (base === null || head === null || target === null) return unclearHappening(what, target);
  const number = typeof payload.number === 'number' ? payload.number : null;
  return { kind: 'proposal', what, target, base, head, baseIsTip: true, number };
}

function readMergeGroup(payload: Json): Happening {
  const group = toRecord(payload.merge_group);
  const base = oidOrNull(group.base_sha);
  const head = oidOrNull(group.head_sha);
  const target = stripPrefix(textOrNull(group.base_ref), 'refs/heads/');
  if (base === null || head === null || target === null) return unclearHappening('merge_group', target);
  return { kind: 'proposal', what: 'merge_group', target, base, head, baseIsTip: false, number: null };
}

function readHappening(name: string, payload: Json, env: Env): Happening {
  switch (name) {
    case 'push':
      return readPush(payload, env);
    case 'delete':
      return readDeletion(payload);
    case 'pull_request':
    case 'pull_request_target':
    case 'pull_request_review':
    case 'pull_request_review_comment':
      return readPullRequest(payload, name);
    case 'merge_group':
      return readMergeGroup(payload);
    default: {
      const branch = stripPrefix(textOrNull(env.GITHUB_REF), 'refs/heads/');
      return { kind: 'manual', what: name, branch, head: oidOrNull(env.GITHUB_SHA) };
    }
  }
}

/** Reads the number of an attempt; 1 for anything but a number from 1 on. */
function readAttempt(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** True in a job of GitHub Actions. */
export function isGitHub(env: Env): boolean {
  return env.GITHUB_ACTIONS === 'true';
}

/**
 * Reads a run of GitHub Actions; in a reusable workflow, its caller's event. An incomplete payload makes it `unclear`.
 * @param payload the parsed file at GITHUB_EVENT_PATH
 */
export function readGitHub(env: Env, payload: unknown): HostEvent {
  const body = toRecord(payload);
  const server = textOrNull(env.GITHUB_SERVER_URL) ?? 'https://github.com';
  const repository = textOrNull(env.GITHUB_REPOSITORY);
  const url = repository === null ? null : `${server}/${repository}`;
  return {
    host: 'github',
    run: {
      id: textOrNull(env.GITHUB_RUN_ID),
      attempt: readAttempt(env.GITHUB_RUN_ATTEMPT),
      url: url !== null && env.GITHUB_RUN_ID ? `${url}/actions/runs/${env.GITHUB_RUN_ID}` : null,
      actor: textOrNull(env.GITHUB_ACTOR),
    },
    repository: {
      name: repository?.split('/')[1] ?? null,
      fullName: repository,
      url,
      defaultBranch: textOrNull(toRecord(body.repository).default_branch),
    },
    happening: readHappening(env.GITHUB_EVENT_NAME ?? '', body, env),
  };
}
