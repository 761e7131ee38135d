import { describe, expect, test } from 'vitest';
import { outcomesOf, Stage } from '../runs/support.ts';

const files = ['A', 'B', 'C', 'D', 'E', 'F'];
const pushed = Object.fromEntries(files.map((name) => [`${name}.RPGLE`, name.toLowerCase()]));
const one = { options: { concurrency: 1 } };

/** A token that is good for some calls and then refused, as one that expires. */
const expires = (after: number) => ({ status: 401, from: after + 1, times: 1 });

describe.concurrent('a token that expires in mid-run', () => {
  test('after three calls: exit 4, the rest not attempted; the next run files that', async () => {
    const good = 3;
    await using stage = await Stage.open([expires(good)]);
    const report = await stage.push('Import', pushed, 'main', one);
    const outcomes = files.map((_, n) => (n < good ? 'created' : 'notAttempted'));
    expect(report.requests.map(({ outcome }) => outcome)).toEqual(outcomes);
    const [message, remedy] = [expect.stringContaining('token'), expect.stringContaining('expired')];
    expect(report).toMatchObject({ exitCode: 4, error: { code: 'token', message, remedy } });
    expect(report.counts).toMatchObject({ created: good, notAttempted: files.length - good });
    const { transactions } = stage.service.inspect();
    // The refused call leaves no transaction, and none is made after it.
    expect(transactions).toHaveLength(good);
    const next = await stage.push('Next', { 'README.md': 'r' }, 'main', one);
    const left = files.slice(good).map((name) => `${name} *MIGRATE created`);
    expect([next.exitCode, ...outcomesOf(next)]).toEqual([0, ...left]);
    expect(stage.held().toSorted()).toEqual(files.map((name) => `ORD/50 ${name} *MIGRATE ${name.toLowerCase()}`));
  });

  test('with several calls under way: those that were answered count, nothing new is started', async () => {
    await using stage = await Stage.open([expires(2)]);
    const report = await stage.push('Import', pushed, 'main', { options: { concurrency: 3 } });
    expect(report.exitCode).toBe(4);
    const filed = report.requests.filter(({ outcome }) => outcome === 'created').map(({ objn }) => objn);
    const made = stage.service.inspect().requests.map(({ objn }) => objn);
    expect(made.toSorted()).toEqual(filed.toSorted());
    expect(filed.length).toBeLessThan(files.length);
    const next = await stage.push('Next', {}, 'main');
    expect([next.exitCode, next.requests.length]).toEqual([0, files.length - filed.length]);
    expect(stage.held()).toHaveLength(files.length);
  });

  test('between a create and an update: the change is open, and the next run updates it', async () => {
    await using stage = await Stage.open([{ method: 'PATCH', nth: 1, status: 401 }]);
    await stage.push('Import', { 'A.RPGLE': 'a1' });
    const report = await stage.push('Change', { 'A.RPGLE': 'a2' });
    expect(report).toMatchObject({ exitCode: 4, requests: [{ outcome: 'notAttempted' }] });
    const next = await stage.push('Next', {});
    expect(next).toMatchObject({ exitCode: 0, requests: [{ outcome: 'updated' }] });
    expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a2']);
  });
});
