import { describe, expect, test } from 'vitest';
import { createFields, type Field, updateFields } from '../../src/interface/fields.ts';
import { parseRequestNumber } from '../../src/interface/replies.ts';
import { readCreate, readUpdate, type Variant } from '../../src/service/payload.ts';
import { demo, linked, program } from '../service/helper.ts';
import { documentOf, type Json, validators } from './support.ts';

/** What one takes, the other takes; what one refuses, the other refuses (docs/service.md says why). */

const texts = ['x', '', ' ', '5', ' 7 ', '-1', '1.5', '1e3', '*SAME', '*BOGUS', '*yes', '9'.repeat(16)];
const probes = [...texts, 5, 0, -1, 1.5, 2 ** 53, null, true, false, [], ['x'], {}];
type Takes = (body: Json) => boolean;

function disagreements(fields: readonly Field[], takes: Takes, service: Takes, base: Json): string[] {
  return fields.flatMap(({ name, values = [] }) =>
    [...probes, ...values].flatMap((value) => {
      const body = { ...base, [name]: value };
      return takes(body) === service(body) ? [] : [`${name}: ${JSON.stringify(value)}`];
    }),
  );
}

describe.each<Variant>(['later', 'earlier'])('a create of the %s variant (§2.1)', (variant) => {
  const takes = validators(documentOf(variant))('#/components/schemas/CreateRequest');
  const required =
    variant === 'later' ? (['appl', 'lvl', 'objn'] as const) : (['appl', 'lvl', 'objn', 'objt', 'attr'] as const);
  const service = (body: Json) => {
    const { values: read, problems } = readCreate(body, variant);
    return problems.size === 0 && required.every((name) => read[name] !== undefined);
  };

  const fields = createFields.filter((field: Field) => variant === 'later' || !field.laterOnly);
  // With what the rules between fields ask for, so that only the value decides.
  const base = { ...program, rfp: 5, proj: 'CUST', repo: 'ORDERS', branch: 'main' };
  const bound = ['pipe', 'pipa', 'tkey', 'rfp', 'repo', 'branch', 'proj'];

  test('every field with every kind of value', () => {
    // data and dmbr are asked over HTTP.
    const alone = fields.filter(({ name }) => ![...bound, 'data', 'dmbr'].includes(name));
    expect(disagreements(alone, takes, service, base)).toEqual([]);
  });

  test('values of another type are refused, in fields that a rule binds to others too', () => {
    for (const { name, type } of fields) {
      for (const value of [true, {}, [], ['x'], type === 'integer' ? 'x' : 5]) {
        const body = { ...base, [name]: value };
        expect([takes(body), service(body)], `${name}: ${JSON.stringify(value)}`).toEqual([false, false]);
      }
    }
  });

  test('a required field that is missing is refused by both, an unknown field by neither', () => {
    for (const name of required) {
      const { [name]: _, ...body } = program;
      expect([takes(body), service(body)], name).toEqual([false, false]);
    }
    expect([takes({ ...program, obnj: 'X' }), service({ ...program, obnj: 'X' })]).toEqual([true, true]);
  });
});

describe('an update (§2.6)', () => {
  const takes = validators(documentOf())('#/components/schemas/UpdateRequest');
  const service = (body: Json) => parseRequestNumber(body.objectId) !== null && readUpdate(body).problems.size === 0;

  test('every field with every kind of value', () => {
    expect(disagreements(updateFields, takes, service, { objectId: 10001 })).toEqual([]);
  });

  test('without objectId, or with none above 0', () => {
    for (const body of [{}, { objectId: '0' }, { objectId: '000' }, { objectId: '*SAME' }]) {
      expect([takes(body), service(body)]).toEqual([false, false]);
    }
    expect([takes({ objectId: ' 0010001 ' }), service({ objectId: ' 0010001 ' })]).toEqual([true, true]);
  });
});

/** Bodies around a rule between fields; the service is asked over HTTP. */
const rules: readonly Json[] = [
  { ...linked, repo: undefined },
  { ...linked, repo: '' },
  { ...program, branch: '', repo: null },
  { ...program, repo: 'ORDERS' },
  { ...program, proj: '*BRANCH' },
  { ...program, proj: '*BRANCH', repo: 'ORDERS' },
  { ...program, proj: '*BRANCH', branch: 'main' },
  { ...linked, proj: '*BRANCH' },
  { ...program, arfp: '*YES' },
  { ...program, arfp: '*YES', rfp: 0 },
  { ...program, arfp: '*YES', rfp: '' },
  { ...program, arfp: '*YES', rfp: '101' },
  { ...program, arfp: '*YES', rfp: 101 },
  { ...program, rfp: 0 },
  ...['*AUTO', '*NEW'].flatMap((arfp) => [
    { ...program, arfp },
    { ...program, arfp, rfpd: '*TASK' },
    { ...program, arfp, rfpd: '' },
    { ...program, arfp, rfpd: 'By name' },
    { ...program, arfp, proj: 'CUST' },
    { ...linked, arfp, proj: '*BRANCH', rfpd: '*TASK' },
  ]),
  { ...program, rfpd: '*TASK' },
  { ...program, pipe: 'JENKINS1' },
  { ...program, pipe: 'JENKINS1', pipa: 'PIPE', tkey: '1' },
  { ...program, pipe: 'JENKINS1', pipa: 'PIPE', arfp: '*NEW', rfpd: 'x' },
  { ...program, pipe: 'JENKINS1', pipa: 'PIPE', tkey: '', arfp: '*NEW', rfpd: 'x' },
  { ...program, pipe: 'JENKINS1', pipa: 'PIPE', tkey: '1', arfp: '*NEW', rfpd: 'x' },
  { ...program, pipe: 'JENKINS1', pipa: 'PIPE', tkey: '2', arfp: '*YES', rfp: 101 },
  { ...program, pipe: '', pipa: null, tkey: '' },
  ...['*SAME', '*MIGRATE', '*NONE', 'X', '', null, '*BOGUS', '*', '*same', 5].map((data) => ({ ...program, data })),
  ...['*ALL', '*FIRST', 'M1', '', '*BOGUS', '*FIRSTS', []].map((dmbr) => ({ ...program, dmbr })),
];

test.each<Variant>(['later', 'earlier'])('§2.1 to §2.5: the rules between fields, %s variant', async (variant) => {
  await using service = await demo({ variant });
  const takes = validators(documentOf(variant))('#/components/schemas/CreateRequest');
  // The RFP that some of the calls name, with its number 101.
  await service.create({ ...program, objn: 'FIRST', arfp: '*NEW', rfpd: 'First' });
  const disagree: string[] = [];
  for (const [index, rule] of rules.entries()) {
    const body = JSON.parse(JSON.stringify({ ...rule, objn: `ORD${index}` }));
    const complete = variant === 'later' ? body : { ...body, attr: 'RPGLE', objt: '*PGM' };
    // Names of a project, which only the site knows, are no matter of the document.
    if (variant === 'earlier' && complete.proj === '*BRANCH') continue;
    const answer = await service.create(complete);
    if (takes(complete) !== (answer.sev !== '30')) disagree.push(`${JSON.stringify(complete)}: ${answer.msg}`);
  }
  expect(disagree).toEqual([]);
});
