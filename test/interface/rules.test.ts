import { describe, expect, test } from 'vitest';
import { type CreateFields, createFields } from '../../src/interface/fields.ts';
import { checkCreate, checkField } from '../../src/interface/rules.ts';

const needed = { appl: 'ORD', lvl: 10, objn: 'ORD100' };
const sentences = (...of: Parameters<typeof checkCreate>) => checkCreate(...of).map(({ text }) => text);
const git = { repo: 'ORDERS', branch: 'main' };
const keys = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '4711' };

describe('a create that may go out', () => {
  test.each<[CreateFields]>([
    [{}],
    [{ ...git, proj: '*BRANCH' }],
    [{ repo: 'ORDERS' }],
    [{ arfp: '*YES', rfp: 77 }],
    [{ arfp: '*NEW', rfpd: 'x' }],
    [{ arfp: '*AUTO', proj: 'CUST' }],
    [{ arfp: '*NEW', rfpd: '*TASK', proj: 'CUST' }],
    [{ arfp: '*NO', rfp: 0 }],
    [{ ...keys, arfp: '*YES', rfp: 77 }],
    [{ rpth: '/a/b' }],
    [{ data: '*NONE', dmbr: 'ANY' }],
    [{ lvl: 0, copy: '*YES', rsn: '*MIGRATE' }],
  ])('%j', (fields) => {
    expect(checkCreate({ ...needed, ...fields })).toEqual([]);
  });
});

describe('a create that breaks a rule', () => {
  test.each<[CreateFields, string]>([
    [{ proj: '*BRANCH' }, 'proj is *BRANCH, which needs repo and branch'],
    [{ proj: '*BRANCH', repo: 'ORDERS' }, 'proj is *BRANCH, which needs repo and branch'],
    [{ branch: 'main' }, 'branch is given without repo, which it needs'],
    [{ rfpd: '*TASK' }, 'rfpd is *TASK, which needs proj'],
    [{ arfp: '*NEW' }, 'arfp is *NEW without rfpd, whose default *TASK needs proj'],
    [{ arfp: '*NEW', rfpd: '' }, 'arfp is *NEW without rfpd, whose default *TASK needs proj'],
    [{ arfp: '*YES' }, 'arfp is *YES, which needs the number in rfp'],
    [{ arfp: '*YES', rfp: 0 }, 'arfp is *YES, which needs the number in rfp'],
    [{ rfp: 77 }, 'rfp is given, which needs arfp *YES'],
    [{ arfp: '*NEW', rfpd: 'x', rfp: 77 }, 'rfp is given, which needs arfp *YES'],
    [{ pipe: 'A', arfp: '*YES', rfp: 1 }, 'pipe given without pipa and tkey; pipe, pipa and tkey go together'],
    [{ pipe: 'A', tkey: 'B' }, 'pipe and tkey given without pipa; pipe, pipa and tkey go together'],
    [keys, 'pipe, pipa and tkey are given without an RFP (arfp is *NO)'],
    [{ rpth: 'a' }, 'rpth is "a"; it must start with /'],
    [{ rsn: '*REBUILD' }, 'rsn is "*REBUILD"; it must be one of *MIGRATE, *DELETE, *RECOMPILE, *UPDATE'],
    [{ data: '*FOO' }, 'data is "*FOO"; it must be one of *SAME, *MIGRATE, *NONE, or a name'],
    [{ dmbr: '*SAME' }, 'dmbr is "*SAME"; it must be one of *ALL, *FIRST, or a name'],
    [{ task: -1 }, 'task is -1; it must be a whole number from 0 on'],
    [{ csqo: 1.5 }, 'csqo is 1.5; it must be a whole number from 0 on'],
    [{ appl: ' ' }, 'appl is blank; a request must name it'],
  ])('%j', (fields, sentence) => {
    expect(sentences({ ...needed, ...fields })).toEqual([sentence]);
  });

  test('every required field is asked for', () => {
    expect(sentences({})).toEqual(
      ['appl', 'lvl', 'objn'].map((name) => `${name} is not given; every request needs it`),
    );
  });

  test('an attachment goes with *MIGRATE and without a copy only', () => {
    const attaching = (fields: CreateFields) => sentences({ ...needed, ...fields }, { attached: true });
    expect(attaching({ copy: '*YES' })).toEqual(['copy is *YES, which excludes an attachment']);
    expect(attaching({ rsn: '*DELETE' })).toEqual(['rsn is *DELETE, which takes no attachment']);
    expect(attaching({ rsn: '*MIGRATE', copy: '*NO' })).toEqual([]);
  });
});

describe('each field', () => {
  test.each(createFields.map((field) => [field.name, field.type] as const))('%s is a %s', (name, type) => {
    expect(checkField(name, type === 'integer' ? 'x' : 5)?.text).toMatch(new RegExp(`^${name} is .*; it must be`));
  });

  test('an unknown one is named', () => {
    expect(checkField('objectId', 1)?.text).toBe('objectId is not a field of a create request');
  });

  test('a long value is quoted short', () => {
    expect(checkField('lock', 'x'.repeat(5000))?.text.length).toBeLessThan(140);
  });
});
