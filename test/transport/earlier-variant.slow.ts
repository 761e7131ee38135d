import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../src/service/faults.ts';
import { outcomesOf, Stage } from '../runs/support.ts';

/** The mapping of docs/earlier-variant.md, so that what the page shows is what works. */
const page = readFileSync(join(import.meta.dirname, '../../docs/earlier-variant.md'), 'utf8');
const shown = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

/** The same with something else in place of `attr` and `objt`, or before the rules. */
const mapped = (request: string) => shown.replace('{ attr: RPGLE, objt: "*PGM" }', request);

/** `other`: at a service that refuses with 422, and quotes numbers. */
async function open(text = shown, faults: readonly Fault[] = [], other = false): Promise<Stage> {
  const switches = { variant: 'earlier', refusalStatus: other ? 422 : 200, quotedNumbers: other } as const;
  const stage = await Stage.open(faults, switches);
  stage.commit('Mapping', { '.file-checkouts.yml': text });
  stage.heads.set('main', stage.repository.git('rev-parse', 'HEAD'));
  return stage;
}

const calls = (stage: Stage) => stage.service.inspect().transactions.map(({ method, sev }) => `${method} ${sev}`);

describe.concurrent('§9 a run against a service of the earlier variant', () => {
  test('a create: filed with its content, without a number, with a warning, and never repeated, also when its file is moved', async () => {
    await using stage = await open();
    const report = await stage.push('Import', { 'A.RPGLE': 'a1' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *MIGRATE created']]);
    const msg = 'Request created for A into RFP 0';
    expect(report.requests).toMatchObject([{ objectId: null, sev: 10, msg, used: null }]);
    expect(report.requests[0]?.warnings).toEqual([expect.stringContaining('named no request number')]);
    const next = await stage.push('Other', { 'README.md': 'r' });
    expect([next.exitCode, next.requests]).toEqual([0, []]);
    // No field there names its folder, so nothing is owed.
    const moved = await stage.push('Move', { 'A.RPGLE': null, 'x/A.RPGLE': 'a1' });
    expect([moved.exitCode, outcomesOf(moved)]).toEqual([0, ['A *MIGRATE unchanged']]);
    expect([stage.held(), calls(stage)]).toEqual([['ORD/50 A *MIGRATE a1'], ['POST 10']]);
  });

  test('the later variant’s fields: a warning for each, and the content does not arrive', async () => {
    await using stage = await Stage.open([], { variant: 'earlier', refusalStatus: 200, quotedNumbers: false });
    const report = await stage.push('Import', { 'A.RPGLE': 'a1' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([0, ['A *MIGRATE created']]);
    const [warning] = report.requests[0]?.warnings ?? [];
    for (const name of ['repo', 'gpath', 'gfile', 'branch']) expect(warning).toContain(`field ${name} is not known`);
    expect(warning).toContain('attachment A.RPGLE not used');
    expect(stage.held()).toEqual(['ORD/50 A *MIGRATE']);
  });

  test('objt is required: refused with the remedy', async () => {
    const [msg, remedy] = ['Object Type missing', expect.stringContaining('Set objt')];
    await using stage = await open(mapped('{ attr: RPGLE }'));
    const report = await stage.push('Import', { 'A.RPGLE': 'a1' });
    expect(report.exitCode).toBe(1);
    expect(report.requests).toMatchObject([{ outcome: 'rejected', msg, remedy }]);
    stage.commit('Map it', { '.file-checkouts.yml': shown });
    const next = await stage.push('Next', {});
    expect([next.exitCode, outcomesOf(next)]).toEqual([0, ['A *MIGRATE created']]);
  });

  test('one RFP for a push: its number is read from the message (§4.1), and *TASK is a plain text as its rfpd', async () => {
    const mapping = shown.replace('proj: null', 'proj: CUST').replace('rules:', 'rfp: per-push\nrules:');
    await using stage = await open(mapping, [], true);
    const report = await stage.push('Import', { 'A.RPGLE': 'a', 'B.RPGLE': 'b', 'C.RPGLE': 'c' });
    expect(report.requests.map(({ rfp }) => rfp)).toEqual([101, 101, 101]);
    const { requests, rfps } = stage.service.inspect();
    expect(rfps).toMatchObject([{ rfp: 101, rfpd: '*TASK', requests: [10001, 10002, 10003] }]);
    expect(requests[0]?.proj).toBe('CUST');
  });

  test('a second push of a file whose request is still open: a conflict, told as what has no PATCH; the rest is filed', async () => {
    await using stage = await open(shown, [], true);
    await stage.push('Import', { 'A.RPGLE': 'a1' });
    const report = await stage.push('Change', { 'A.RPGLE': 'a2', 'B.RPGLE': 'b1' });
    expect([report.exitCode, report.error]).toEqual([1, null]);
    expect(outcomesOf(report)).toEqual(['A *MIGRATE conflict', 'B *MIGRATE created']);
    const remedy = expect.stringContaining('deleted at the service');
    expect(report.requests[0]).toMatchObject({ objectId: 10001, remedy });
    expect(stage.notices.join('\n')).toContain('has no PATCH');
    const options = { 'on-conflict': 'adopt', 'still-open': 'fail' } as const;
    const adopting = await stage.push('More', {}, 'main', { options });
    expect(outcomesOf(adopting)).toEqual(['A *MIGRATE conflict']);
    await stage.later('A', { delete: true });
    const next = await stage.push('Again', {});
    expect([next.exitCode, outcomesOf(next)]).toEqual([0, ['A *MIGRATE created']]);
    expect(stage.held()).toContain('ORD/50 A *MIGRATE a2');
  });

  test('deleting a file whose request is still open: a conflict; once it has moved on, a request', async () => {
    await using stage = await open();
    await stage.push('Import', { 'A.RPGLE': 'a1' });
    const report = await stage.push('Delete', { 'A.RPGLE': null });
    expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['A *DELETE conflict']]);
    await stage.later('A', { status: '05' });
    const next = await stage.push('Again', {});
    expect([next.exitCode, outcomesOf(next)]).toEqual([0, ['A *DELETE created']]);
  });

  test('a lost answer cannot be looked up: filed once, and left to a person', async () => {
    await using stage = await open(shown, [{ method: 'POST', nth: 1, cut: 'after' }]);
    const report = await stage.push('Import', { 'A.RPGLE': 'a1' });
    expect([report.exitCode, outcomesOf(report)]).toEqual([1, ['A *MIGRATE conflict']]);
    expect(stage.held()).toEqual(['ORD/50 A *MIGRATE a1']);
  });
});
