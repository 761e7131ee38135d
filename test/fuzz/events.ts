/** Events of the hosts: each gives what happened or a Problem, and never a range that would file nothing silently. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { readSurroundings } from '../../src/environment.ts';
import { Problem } from '../../src/errors.ts';
import type { Happening, HostEvent } from '../../src/host/event.ts';
import { readHost } from '../../src/host/read-host.ts';
import { type ChooseInput, chooseBranch, chooseRun } from '../../src/run/choose.ts';
import { folder } from '../git/support.ts';
import { github, oid, pushed, zeros } from '../host/support.ts';
import { githubEvents, gitlabEvents, oddValues, type ToldEvent } from './event-payloads.ts';
import { editedBytes } from './mutations.ts';
import { plannedPushes } from './planned-pushes.ts';
import type { OpenSubject, Subject } from './subject.ts';

const isOid = (value: unknown) => typeof value === 'string' && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(value);
const isCommit = (value: unknown) => isOid(value) && !/^0+$/.test(String(value));
const orNull = (is: (value: unknown) => boolean, value: unknown) => value === null || is(value);
const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** What happened is of its kind, and names what its kind promises. */
const whole: { readonly [Kind in Happening['kind']]: (of: Extract<Happening, { kind: Kind }>) => boolean } = {
  push: ({ branch, before, after }) => isText(branch) && orNull(isCommit, before) && isCommit(after),
  branchDeleted: ({ branch }) => isText(branch),
  tag: ({ name }) => typeof name === 'string',
  proposal: ({ target, base, head }) => isText(target) && isCommit(base) && isCommit(head),
  manual: ({ branch, head }) => orNull(isText, branch) && orNull(isCommit, head),
  unclear: ({ branch, why }) => orNull(isText, branch) && isText(why),
  local: () => false,
};
const isWhole = (happening: Happening) => whole[happening.kind](happening as never);

const commits = fc.constantFrom(oid('b'), oid('c'), oid('e'));
const options = { base: commits, head: commits, branch: fc.constant('x'), paths: fc.constant(['**']) };
const optionSets = fc.oneof({ arbitrary: fc.constant({}), weight: 4 }, fc.record(options, { requiredKeys: [] }));

type Asked = Pick<ChooseInput, 'options' | 'defaultBranch' | 'command'>;

/** The decision for an event, held against what the event says; a Problem is one that helps. */
function decide(event: HostEvent, { options, defaultBranch, command }: Asked): void {
  let decision: ReturnType<typeof chooseRun>;
  try {
    const branch = chooseBranch({ event, options, checkedOut: 'main' });
    decision = chooseRun({ event, options, command, branch, defaultBranch, skipPushers: ['bot'] });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    assert.ok(isText(error.message) && isText(error.remedy) && error.exitCode === 3);
    return;
  }
  const { happening } = event;
  if (decision.kind === 'nothing') {
    const kind = { tag: 'tag', 'branch-deleted': 'branchDeleted' }[decision.rule as string];
    assert.equal(happening.kind, kind, 'nothing is filed for what is no tag and no deleted branch');
    assert.ok(isText(decision.why));
    return;
  }
  assert.ok(isText(decision.branch), 'what is filed is of a branch');
  if (decision.kind === 'compared' && decision.rule !== 'proposal') return;
  assert.equal(decision.kind === 'compared', happening.kind === 'proposal');
  if (happening.kind !== 'push' || decision.kind !== 'owed') return;
  assert.deepEqual(decision.head, { oid: happening.after });
  assert.equal(decision.before, happening.before, 'a base that nobody named');
}

/** What a push really says, read from its payload by another hand. */
function checkPush(told: ToldEvent, { happening }: HostEvent): void {
  const payload = told.payload as Record<string, unknown> | null | undefined;
  if (told.env.GITHUB_EVENT_NAME !== 'push' || happening.kind !== 'branchDeleted') return;
  const says = payload?.deleted === true || payload?.after === zeros || payload?.after === '0'.repeat(64);
  assert.ok(says, 'a branch counts as deleted, and the payload does not say so');
}

function read(told: ToldEvent, asked: Asked): void {
  const event = readHost(told.env, told.payload);
  assert.ok(isWhole(event.happening), JSON.stringify(event.happening));
  assert.ok(Number.isSafeInteger(event.run.attempt) && event.run.attempt >= 1, `attempt ${event.run.attempt}`);
  checkPush(told, event);
  decide(event, asked);
}

const asks = fc.record({
  options: optionSets,
  defaultBranch: fc.option(fc.constant('main')),
  command: fc.constantFrom('plan' as const, 'file' as const),
});

/** No matter what the event file holds, it is read, or refused as what it is. */
function eventFiles(path: string) {
  const right = fc
    .constantFrom<unknown>(pushed('refs/heads/main', oid('b'), oid('c')), [], {})
    .map((payload) => Buffer.from(JSON.stringify(payload)));
  const bytes = fc.oneof(
    { arbitrary: editedBytes(right, ['\xef\xbb\xbf', '\0', '{', '}', '"', ',', '1e999', '[']), weight: 3 },
    fc.uint8Array({ maxLength: 20 }).map((array) => Buffer.from(array)),
    oddValues.map((value) => Buffer.from(JSON.stringify(value))),
  );
  return fc.asyncProperty(bytes, async (content) => {
    writeFileSync(path, content);
    try {
      const { event } = await readSurroundings({ ...github('push'), GITHUB_EVENT_PATH: path }, '.');
      assert.ok(isWhole(event.happening), JSON.stringify(event.happening));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      assert.ok(error.code === 'event' && isText(error.remedy));
    }
  });
}

export const events: Subject = {
  name: 'events',
  open: async (): Promise<OpenSubject> => {
    const scratch = folder();
    return {
      properties: [
        { name: 'github', holds: fc.property(githubEvents, asks, read) },
        { name: 'gitlab', holds: fc.property(gitlabEvents, asks, read) },
        { name: 'event-file', holds: eventFiles(join(scratch.path, 'event.json')) },
        { name: 'planned', holds: plannedPushes(join(scratch.path, 'repository')) },
      ],
      [Symbol.asyncDispose]: async () => scratch[Symbol.dispose](),
    };
  },
};
