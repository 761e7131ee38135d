import { describe, expect, test } from 'vitest';
import { toGitPath } from '../../src/git/git-path.ts';
import { readHost } from '../../src/host/read-host.ts';
import { findBranchRule } from '../../src/mapping/branch.ts';
import { type CompiledMapping, compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { bindMapping } from '../../src/plan/mapper.ts';
import { chooseRun } from '../../src/run/choose.ts';
import { explainLeftOut } from '../../src/sentences/left-out.ts';
import { mappings, pageText, plain, sections, tables } from './markdown.ts';

const page = pageText('docs/cookbook.md');
const inputs = ['repository', 'pusher', 'branch', 'file'];
type Row = Readonly<Record<string, string>>;

/** The rows of a section that say what becomes of a file, with the names of the columns that hold fields. */
function triedFiles(text: string): { row: Row; fields: string[] }[] {
  return tables(text).flatMap(({ head, rows }) =>
    head.includes('file') ? rows.map((row) => ({ row, fields: head.filter((name) => !inputs.includes(name)) })) : [],
  );
}

function compiledOf(text: string): CompiledMapping {
  const [yaml = ''] = mappings(text);
  return compileMapping(loadMapping(yaml, 'docs/cookbook.md'));
}

/** Why the push of an account is passed over, or null. */
function passedOver(compiled: CompiledMapping, actor: string): string | null {
  const oid = '1'.repeat(40);
  const env = {
    ...{ GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'push', GITHUB_REPOSITORY: 'acme/ORDERS' },
    ...{ GITHUB_REF: 'refs/heads/main', GITHUB_SHA: oid, GITHUB_ACTOR: actor },
  };
  const event = readHost(env, { ref: env.GITHUB_REF, before: '2'.repeat(40), after: oid });
  const skipPushers = compiled.mapping['skip-pushers'];
  const about = { event, options: {}, command: 'file', branch: 'main', defaultBranch: 'main' } as const;
  const decision = chooseRun({ ...about, skipPushers });
  return decision.kind === 'owed' && decision.isSkipped ? explainLeftOut({ code: 'passed' }) : null;
}

/** What becomes of the file of a row: the fields of each request, or why there is none. */
function become(compiled: CompiledMapping, row: Row): (Readonly<Record<string, unknown>> | string)[] {
  const branch = plain(row.branch);
  const pusher = plain(row.pusher);
  const why = pusher === '' ? null : passedOver(compiled, pusher);
  if (why !== null) return [`left out: ${why}`];
  const repo = row.repository === undefined ? (compiled.mapping.repo ?? 'R') : plain(row.repository);
  const user = compiled.mapping.users[pusher] ?? null;
  const run = { repo, branch, sha: 'f'.repeat(40), run: '4711-1', user, set: {} };
  const mapped = bindMapping(compiled, findBranchRule(compiled, branch), run)(toGitPath(plain(row.file)));
  if (mapped.kind !== 'requests') return [`left out: ${explainLeftOut(mapped.because)}`];
  return mapped.targets.map(({ fields, problems }) => {
    expect(problems).toEqual([]);
    return fields;
  });
}

describe.each(sections(page))('$title', ({ text }) => {
  test('has one mapping, and says what it makes of something', () => {
    expect(mappings(text)).toHaveLength(1);
    expect(triedFiles(text).length).toBeGreaterThan(0);
    expect(compiledOf(text).mapping.version).toBe(1);
  });

  const tried = triedFiles(text);
  test.each(tried)('$row.branch $row.file', ({ row, fields }) => {
    const made = become(compiledOf(text), row).map((result) =>
      typeof result === 'string' ? result : fields.map((name) => String(result[name] ?? '')),
    );
    const [first = ''] = fields;
    const said = /: /.test(row[first] ?? '') ? row[first] : fields.map((name) => plain(row[name]));
    expect(made).toContainEqual(said);
  });

  test('a file that makes several requests has a row for each', () => {
    const byFile = Map.groupBy(tried, ({ row }) => inputs.map((name) => row[name]).join(' '));
    for (const rows of byFile.values()) {
      const [first] = rows;
      if (first !== undefined) expect(become(compiledOf(text), first.row)).toHaveLength(rows.length);
    }
  });
});
