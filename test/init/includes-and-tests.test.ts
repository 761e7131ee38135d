/** Includes and tests are left out until a person has decided about them; `init` asks, and `check` does not ask again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatCheckText } from '../../src/check/check-text.ts';
import { isInclude } from '../../src/init/includes-and-tests.ts';
import { makeStarter } from '../../src/init/starter.ts';
import { findSkipQuestion } from '../../src/init/starter-rule.ts';
import { checkIn } from '../check/support.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { fieldsOf, filled, mapperOf, mappingFile } from './support.ts';

const sources = {
  'QCPYLESRC/CONST.RPGLE': '**free\n',
  'QRPGLEREF/CUST.RPGLEINC': '**free\n',
  'QPROTOSRC/ORDPR': '**free\n',
  'QRPGLESRC/ORD100.RPGLE': '**free\n/copy CONST\n/copy CUST\n',
  'QRPGLESRC/ORD200.RPGLE': '**free\n/copy ORDPR\n',
};
const starter = makeStarter([...Object.keys(sources), mappingFile], filled);

/** What a person does who knows the attribute: the line with `skip` goes, the one below it comes out of its comment. */
const delivering = starter.text.replace(/^ {4}skip: "include file"\n {4}# (request: .*)"<ATTR>"/gm, '    $1"CPY"');

test('asked once, above the first of the rules that leave them out', () => {
  const [question, ...more] = starter.questions;
  expect(more).toEqual([]);
  const text = '3 includes are left out: under which attribute are they filed?';
  expect(question).toMatchObject({ text, rules: [1, 2, 4] });
  expect(starter.text.split(`  # ${question?.text}\n`)).toHaveLength(2);
  expect(starter.text.match(/<ATTR>/g)).toHaveLength(4);
  expect(makeStarter(['QRPGLESRC/A.RPGLE'], filled)).toMatchObject({ questions: [] });
  expect(makeStarter(['QRPGLESRC/A.RPGLE'], filled).text).not.toMatch(/left out: under/);
});

test('the rules that are ready to fill in deliver them; a member without a suffix leaves srca to the service', () => {
  const map = mapperOf(delivering);
  expect(map('QCPYLESRC/CONST.RPGLE')).toBe('*SRC CONST RPGLE');
  expect(map('QRPGLEREF/CUST.RPGLEINC')).toBe('*SRC CUST RPGLEINC');
  expect(map('QPROTOSRC/ORDPR')).toBe('*SRC ORDPR');
  expect(fieldsOf(delivering, 'QPROTOSRC/ORDPR').attr).toBe('CPY');
});

test.each([
  [true, 'QRPGLEREF/CUST.RPGLEINC a/b.rpgle_h QCPYLESRC/CONST.RPGLE x/qprotosrc/ORDPR'],
  [false, 'headers/util.bnd QRPGLESRC/ORD100.RPGLE QRPGLESRC/ORD100 docs/include/a.md'],
])('an include by its name, %s: %s', (is, paths) => {
  expect(paths.split(' ').filter((path) => isInclude(path) !== is)).toEqual([]);
});

/** A person says that they are left out, and nothing of a question. */
const own = starter.text.replaceAll('"include file"', '"copy member"');

const tests = ['test/T1.RPGLE', 'RPGUNIT/T2.SQLRPGLE', 'QTESTSRC/T3.RPGLE', 'src/ORD.TEST.RPGLE'];

test('tests are asked about too; the rule that is ready makes service programs of them', () => {
  const { questions, text, rules } = makeStarter(['src/ORD.RPGLE', ...tests], filled);
  const at = rules.findIndex(({ rule }) => 'skip' in rule.result && rule.result.skip === 'test: not deployed');
  expect(questions).toMatchObject([{ text: '4 files of tests are left out: are they filed too?', rules: [at] }]);
  expect(tests.map(mapperOf(text))).toEqual(tests.map(() => 'skip: test: not deployed'));
  const filing = text.replace(/^ {4}skip: "test: not deployed"\n {4}# (request: .*)/m, '    $1');
  const objects = ['T1 RPGLE', 'T2 SQLRPGLE', 'T3 RPGLE', 'ORD RPGLE'];
  expect(tests.map(mapperOf(filing))).toEqual(objects.map((object) => `*SRVPGM ${object}`));
  expect(makeStarter(['latest/A.RPGLE', 'contest/B.RPGLE'], filled).questions).toEqual([]);
});

/** Mappings that `init` has not seen. */
const others = ['delivering.yml', 'own.yml'];

describe('check, after init', () => {
  const repository = new TestRepository();
  beforeAll(() => {
    const mappings = { [mappingFile]: starter.text, 'delivering.yml': delivering, 'own.yml': own };
    repository.commit('Sources', { ...sources, ...mappings });
  });
  afterAll(() => repository[Symbol.dispose]());

  const lines = async (mapping: string, ...ignored: string[]) => {
    const options = { branch: 'main', mapping: `${repository.dir}/${mapping}` };
    const report = await checkIn(repository.dir, options);
    const unmapped = report.unmapped.filter((path) => !ignored.includes(path));
    const [, ...lines] = formatCheckText({ ...report, unmapped })
      .trimEnd()
      .split('\n');
    return lines;
  };

  test('has nothing against what init wrote; that the mapping asks about includes is one line, and no question', async () => {
    expect(await lines(mappingFile, ...others)).toEqual([
      '3 includes are left out, and 2 sources use them: a comment in the mapping says how to file them',
    ]);
  });

  test('asks as soon as somebody else leaves them out', async () => {
    const [question] = await lines('own.yml', ...others);
    expect(question).toBe('3 includes are left out, and 2 sources use them: under which attribute are they filed?');
  });

  test('is silent once the question is answered', async () => {
    expect(await lines('delivering.yml', ...others)).toEqual([]);
  });
});

test.each([
  ['include file', 'includes'],
  ['include file, from which no object is built', 'includes'],
  ['include files of a vendor', null],
  ['test: not deployed', 'tests'],
])('the reason %j asks about: %s', (skip, question) => expect(findSkipQuestion(skip)).toBe(question));
