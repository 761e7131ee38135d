import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TestRepository } from '../e2e/support/repository.ts';
import { blocks, pageText, section } from './markdown.ts';
import { ended, inShell } from './workplace.ts';

/**
 * Issue 24 point 5: somebody with the README, a messy repository and a clock. The commands stand in the README as they
 * are run here, one after the other; only the free port is another.
 */

const readme = pageText('README.md');
const commandsOf = (title: string) => blocks(section(readme, title), 'sh');

const repository = new TestRepository();
afterAll(() => repository[Symbol.dispose]());
repository.commit('Import', {
  'README.md': 'ERP\n',
  Makefile: 'all:\n',
  'Old Sources/QCLSRC/NIGHT.CLLE': 'PGM\r\nENDPGM\r\n',
  'QRPGLESRC/ORD100.PGM.RPGLE': '**free\r\n/copy QCPYLESRC,PROTO\r\ndcl-f CUST;\r\n',
  'QRPGLESRC/ORD200-Work with Article.SQLRPGLE': '**free\n',
  'QCPYLESRC/PROTO.RPGLEINC': Buffer.from("dcl-c x 'gr\xfc\xdf';\n", 'latin1'),
  'src/qddssrc/cust.pf': '     A          R CUSTR\n',
  'tests/TORD100.RPGLE': '**free\n',
  'web/index.html': '<html>\n',
  'Däöü.RPGLE': '**free\n',
  'VERYLONGNAMEOFPGM.PGM.RPGLE': '**free\n',
});
repository.commit('Change', {
  'QRPGLESRC/ORD100.PGM.RPGLE': '**free\r\n/copy QCPYLESRC,PROTO\r\ndcl-f CUST;\r\nreturn;\r\n',
  'src/qddssrc/cust.pf': null,
  'src/qddssrc/CUST.PF': '     A          R CUSTR\n',
});
repository.push();

/** Starts a block in the repository, as in a new shell: nothing is on the PATH but the clone and the system. */
const shell = (script: string) =>
  inShell(script, repository.dir, { PATH: `${resolve('.')}:/usr/local/bin:/usr/bin:/bin`, HOME: repository.root });

async function run(script: string): Promise<string> {
  const { code, stdout, stderr } = await ended(shell(script));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** Starts the service of the page, does something with its address, and ends it. */
async function served(use: (url: string) => Promise<void>): Promise<void> {
  const service = shell(`exec ${commandsOf('First check-out: two minutes more')[0]?.trim()} --port 0`);
  try {
    await use(await listeningAt(service.stdout));
  } finally {
    service.kill('SIGTERM');
  }
}

test('first plan', async () => {
  const [script = ''] = commandsOf('First plan: three minutes');
  const said = await run(script);
  expect(said).toContain('wrote .file-checkouts.yml');
  expect(said).toContain('.file-checkouts.yml is valid');
  expect(said).toMatch(/to create +\*MIGRATE +ORD\/50 ORD100 \*PGM/);
});

test('first check-out, and nothing of it is written to the remote', async () => {
  const [, file = ''] = commandsOf('First check-out: two minutes more');
  await served(async (url) => {
    const here = file.replace('http://127.0.0.1:8642', url).replace('/path/to/the/clone', resolve('.'));
    expect(here).not.toBe(file);
    expect(await run(here)).toMatch(/created +\*MIGRATE +ORD\/50 ORD100 \*PGM #\d+/);
    const { requests } = (await (await fetch(`${url}/inspect.json`)).json()) as { requests: { objn: string }[] };
    expect(requests.map(({ objn }) => objn)).toContain('ORD100');
    expect(repository.git('ls-remote', '--refs', 'origin')).toMatch(/^\w+\trefs\/heads\/main$/);
  });
});

test('who holds a file: the hook and the task of the recipes', async () => {
  const recipes = pageText('docs/recipes.md');
  const hook = blocks(recipes, 'sh').find((block) => block.startsWith('#!')) ?? '';
  const [{ command, args }] = JSON.parse(blocks(recipes, 'json').find((block) => block.includes('tasks')) ?? '').tasks;
  await served(async (url) => {
    const set = `export FILE_CHECKOUTS_TOKEN=rehearsal-token; file-checkouts file --url ${url} --branch main`;
    expect(await run(`${set} --base HEAD~1 --head HEAD`)).toMatch(/created +\*MIGRATE +ORD\/50 ORD100 \*PGM/);
  });
  writeFileSync(join(repository.dir, '.git/hooks/pre-push'), hook, { mode: 0o755 });
  repository.git('checkout', '-q', '-b', 'feature/x');
  repository.commit('Again', { 'QRPGLESRC/ORD100.PGM.RPGLE': '**free\n', 'Däöü.RPGLE': null, 'a b.txt': 'x' });
  const held =
    /^ORD\/50 ORD100 \*PGM: #\d+ of main, run local-\w+, since .* UTC, commit \w{12}, QRPGLESRC\/ORD100\.PGM\.RPGLE$/m;
  const pushed = await run('git push origin feature/x 2>&1');
  expect(pushed).toMatch(held);
  expect(pushed).toContain('new branch');
  // What the remote has is not asked about again, and a deleted branch asks nothing.
  for (const ref of ['feature/x', ':feature/x']) {
    const said = await run(`git commit -q --allow-empty -m None && git push origin ${ref} 2>&1`);
    expect(said).not.toMatch(/\*PGM|who needs/);
  }
  const line = (args as string[]).map((arg) => `'${arg.replace(/\$\{relativeFile\}/, 'QRPGLESRC/ORD100.PGM.RPGLE')}'`);
  expect(await run(`${command} ${line.join(' ')}`)).toMatch(held);
});

async function listeningAt(output: AsyncIterable<Buffer>): Promise<string> {
  let said = '';
  for await (const chunk of output) {
    said += chunk.toString('utf8');
    const url = /listening on (http:\S+)/.exec(said)?.[1];
    if (url !== undefined && said.includes('token: rehearsal-token')) return url;
  }
  throw new Error(`the service did not start: ${said}`);
}
