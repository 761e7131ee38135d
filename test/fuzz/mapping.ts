/** Mapping files: no matter what they hold, they are read or refused with a place and a remedy, and mean one thing only. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { checkMapping } from '../../src/check/check-mapping.ts';
import { mapFiles } from '../../src/check/mapped-files.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import { compileGlob, GlobError } from '../../src/glob/compile-glob.ts';
import { matchGlob } from '../../src/glob/match.ts';
import { findBranchRule } from '../../src/mapping/branch.ts';
import { type CompiledMapping, compileMapping } from '../../src/mapping/compile.ts';
import { type LoadedFile, loadMappingWithLines, MappingError } from '../../src/mapping/load.ts';
import { formatIdentity } from '../../src/plan/identity.ts';
import { makePlan } from '../../src/plan/make-plan.ts';
import { bindMapping } from '../../src/plan/mapper.ts';
import { explainLeftOut } from '../../src/sentences/left-out.ts';
import { codePoint } from '../code-point.ts';
import { listedFiles } from '../git/listed-files.ts';
import { documented, mappingTrees, patterns, soundTrees, styles, written } from './mapping-trees.ts';
import { editedText } from './mutations.ts';
import { plainSubject } from './subject.ts';

/** Processor time that a text of some kilobytes, or a path, may take: a busy machine must not fail it, a hang must. */
const mostSeconds = 2;

function inTime<Result>(work: () => Result): Result {
  const before = process.cpuUsage();
  const result = work();
  const { user } = process.cpuUsage(before);
  assert.ok(user < mostSeconds * 1e6, `it took ${user / 1e6} s of processor time`);
  return result;
}

/** The mapping, or its refusal, which is of the promised form. Any other error goes on. */
function readOrRefused(text: string): LoadedFile | MappingError {
  try {
    return inTime(() => loadMappingWithLines(text, 'm.yml'));
  } catch (error) {
    if (!(error instanceof MappingError)) throw error;
    const lines = text.split(/\r\n|\n|\r/).length;
    assert.ok(error.problems.length > 0 && error.remedy !== '' && error.exitCode === 2);
    for (const { line, column, found, right } of error.problems) {
      assert.ok(line >= 1 && line <= lines && column >= 1, `${line}:${column} is no place of the file`);
      assert.ok(found !== '' && right !== '', 'what was found, and what would be right');
      assert.doesNotMatch(`${found}${right}`, /[\r\n]/, 'a finding is one line');
    }
    return error;
  }
}

const words = ['version: 1', 'rules:', '- ', '  ', '\n', '\t', '{', '}', '[', ']', ',', ': ', '&a ', '*a', '<<: *a'];
const marks = ['"', "'", '|', '>', '!x ', '!!set', '? ', '#', '---\n', '...\n', '~', '%YAML 1.1\n', '\\n', '\\x1b'];
const odd = [...marks, '\0', '\uFFFD', '\u2028'];
const texts = fc.oneof(
  { arbitrary: editedText(fc.constantFrom(...documented), [...words, ...odd]), weight: 6 },
  editedText(
    fc.tuple(mappingTrees, styles).map(([tree, style]) => written(tree, style)),
    [...words, ...odd],
  ),
  fc.string({ unit: codePoint, maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('utf8')),
);

const anyText = fc.property(texts, (text) => {
  const read = readOrRefused(text);
  if (read instanceof MappingError) return;
  const files = ['QRPGLESRC/A.PGM.RPGLE', 'a', 'docs/x.md'];
  for (const path of files) planned(compileMapping(read.mapping), [path], 'main');
});

/** What a mapping says, without places: the values, or what is wrong with them. */
function verdict(text: string): unknown {
  const read = readOrRefused(text);
  if (!(read instanceof MappingError)) return read.mapping;
  return read.problems.map(({ found, right }) => `${found}; ${right}`).sort();
}

const writtenAgain = fc.property(mappingTrees, styles, styles, (tree, one, other) => {
  assert.deepEqual(verdict(written(tree, one)), verdict(written(tree, other)));
});

const repo = 'ORDERS';
const branches = fc.constantFrom('main', 'feature/CUST', 'feat-MY-APP-12.3', 'x', 'a/b', 'ORD');
const name = fc.constantFrom(
  ...['A.PGM.RPGLE', 'a\tb.pf', 'a.pf', 'B.lf', 'x', '.x', 'a-1.x', 'ab', 'A{x}.rpgle', '\u0130.x'],
);
const paths = fc.uniqueArray(
  fc.tuple(fc.constantFrom('', 'src/', 'docs/', 'src/a/', 'A/', 'a/b/'), name).map((parts) => parts.join('')),
  { minLength: 1, maxLength: 8 },
);

/** The plan of a push that adds these files. */
function planned(compiled: CompiledMapping, files: readonly string[], branch: string) {
  const run = { repo, branch, sha: '{sha}', run: '{run}', user: null, set: {} };
  const mapper = bindMapping(compiled, findBranchRule(compiled, branch), run);
  const added = files.map((file) => ({ path: toGitPath(file), mode: '100644', oid: 'b' }));
  const changes = added.map((after) => ({ before: null, after }));
  return makePlan({ changes, headFiles: () => listedFiles(added), mapper, deletes: 'request', known: [] });
}

const checkAsPlan = fc.property(soundTrees, paths, branches, (tree, files, branch) => {
  const read = readOrRefused(JSON.stringify(tree));
  fc.pre(!(read instanceof MappingError));
  const compiled = compileMapping(read.mapping);
  const tracked = files.map((file) => ({ path: toGitPath(file), mode: '100644', oid: 'b' }));
  const about = { lineOf: read.lineOf, tracked, untracked: null, repo, branches: [], current: branch, set: {} };
  const checked = checkMapping({ compiled, ...about });
  const plan = planned(compiled, files, branch);
  const ended = new Set([...plan.requests, ...plan.leftOut].map(({ path }) => path.text));
  assert.deepEqual([...ended].sort(), [...files].sort(), 'each file ends as a request or left out');
  const match = findBranchRule(compiled, branch);
  if (match === null) {
    const why = `no rule for branch ${branch}`;
    assert.ok(plan.requests.length === 0 && plan.leftOut.every(({ because }) => explainLeftOut(because) === why));
    return;
  }
  const mapped = mapFiles(compiled, tracked, [{ name: branch, match }], { repo, set: {} });
  const row = (path: string, rule: string, fields: object) => `${path} ${rule} ${JSON.stringify(fields)}`;
  assert.deepEqual(
    plan.requests.map(({ path, rule, fields }) => row(path.text, rule, fields)).sort(),
    mapped.requests.map(({ path, rule, fields }) => row(path.text, rule, fields)).sort(),
  );
  const unmapped = plan.leftOut.filter(({ because }) => because.code === 'unmapped').map(({ path }) => path.text);
  const without = mapped.files.filter(({ rules }) => rules.get(branch) === null).map(({ path }) => path.text);
  assert.deepEqual(unmapped.sort(), without.sort());
  for (const file of checked.unmapped) assert.ok(unmapped.includes(file), `${file}: unmapped for check alone`);
  const colliding = plan.requests.filter(({ obstacle }) => obstacle?.outcome === 'collision');
  const told = checked.collisions.flatMap((collision) => collision.paths);
  for (const { path, identity } of colliding) {
    assert.ok(told.includes(path.text), `${path.text} (${formatIdentity(identity)}): a collision for plan alone`);
  }
});

const pieces = fc.constantFrom('a', 'A', '1', '-', '.', '/', 'a.', '-1', '/a', '.pf', 'a/b/', '\u0130', 'x');
const longPaths = fc
  .array(fc.tuple(pieces, fc.constantFrom(1, 2, 30, 1000)), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.map(([piece, times]) => piece.repeat(times)).join(''));
const longPatterns = fc
  .array(fc.tuple(patterns, fc.constantFrom(1, 2, 20)), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([pattern, times]) => pattern.repeat(times)).join(''));

const patternsInTime = fc.property(longPatterns, fc.array(longPaths, { minLength: 1 }), (pattern, tried) => {
  inTime(() => {
    try {
      const glob = compileGlob(pattern, true);
      for (const path of tried) matchGlob(glob, path);
    } catch (error) {
      if (!(error instanceof GlobError)) throw error;
      assert.ok(error.found !== '' && error.right !== '');
    }
  });
});

export const mapping = plainSubject('mapping', [
  { name: 'any-text', holds: anyText },
  { name: 'written-again', holds: writtenAgain },
  { name: 'check-as-plan', holds: checkAsPlan },
  { name: 'patterns-in-time', holds: patternsInTime },
]);
