import { describe, expect, test } from 'vitest';
import { Stage } from '../runs/support.ts';
import { faults } from './report-faults.ts';

describe('reports of real runs (design §10)', () => {
  test('created, moved, deleted, planned, left out, and a name that cannot be sent', async () => {
    await using stage = await Stage.open();
    stage.heads.set('main', stage.commit('Before the tool', { 'a/ORD200.RPGLE': 'none\n' }));
    const files = { 'a/ORD200.RPGLE': 'one\n', 'a/ORD\u0007.RPGLE': 'x\n', 'README.md': 'x\n' };
    const created = await stage.push('Three', files);
    expect(created.counts).toMatchObject({ created: 1, unsendable: 1, leftOut: 1 });
    expect(created.requests.map(({ pathBase64 }) => pathBase64 !== undefined).sort()).toEqual([false, true]);
    const moved = await stage.push('Move', { 'a/ORD200.RPGLE': null, 'b/ORD200.RPGLE': 'one\n' });
    expect(moved.requests.map(({ previousPath }) => previousPath)).toContain('a/ORD200.RPGLE');
    const deleted = await stage.push('Delete', { 'b/ORD200.RPGLE': null });
    expect(deleted.requests.map(({ reason }) => reason)).toContain('*DELETE');
    const planned = await stage.push('Plan', { 'ORD400.RPGLE': 'x\n' }, 'main', { options: { 'dry-run': true } });
    expect(planned.requests.map(({ action }) => action)).toContain('create');
    for (const report of [created, moved, deleted, planned]) expect(faults(report)).toEqual([]);
  });

  test('a run that is stopped, and one with nothing to file', async () => {
    await using stage = await Stage.open();
    const stopped = await stage.push('One', { 'ORD200.RPGLE': 'one\n' }, 'main', { token: 'nobody' });
    expect([stopped.exitCode, stopped.error?.code]).toEqual([4, 'token']);
    const nothing = await stage.push('None', { 'README.md': 'x\n' }, 'other');
    const undetermined = await stage.file('main', '1'.repeat(40), '2'.repeat(40));
    expect([undetermined.exitCode, undetermined.error?.code]).toEqual([3, 'range']);
    for (const report of [stopped, nothing, undetermined]) expect(faults(report)).toEqual([]);
  });
});
