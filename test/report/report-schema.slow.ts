import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { reportJsonSchema } from '../../scripts/json-schemas.ts';
import { reportSchema } from '../../src/report/report-schema.ts';
import { Stage } from '../runs/support.ts';

/** A validator of others; strict: it refuses a schema with words that the standard does not have. */
const { Ajv2020 } = createRequire(import.meta.resolve('yaml-language-server/package.json'))('ajv/dist/2020') as {
  Ajv2020: new (
    options: object,
  ) => { compile(schema: object): ((value: unknown) => boolean) & { readonly errors?: readonly object[] } };
};
const compile = (schema: object) => new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
const isReport = compile(reportJsonSchema());
/** As the schema that ships, but without room for keys of a later tool: it finds what the definition forgot. */
const isExactly = compile(z.toJSONSchema(reportSchema, { io: 'output', target: 'draft-2020-12' }));

/** What is wrong with a report as it is written to a file. */
function faults(report: object): readonly object[] {
  const written = JSON.parse(JSON.stringify(report));
  return isReport(written) && isExactly(written) ? [] : [...(isReport.errors ?? []), ...(isExactly.errors ?? [])];
}

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
