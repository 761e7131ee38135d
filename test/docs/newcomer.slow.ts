import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { TestRepository } from '../e2e/support/repository.ts';
import { blocks, pageText, section } from './markdown.ts';

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

/** Runs a block in the repository, as in a new shell: nothing is on the PATH but the clone and the system. */
function shell(script: string) {
  return spawn('bash', ['-e', '-c', script], {
    cwd: repository.dir,
    env: { PATH: `${resolve('.')}:/usr/local/bin:/usr/bin:/bin`, HOME: repository.root, GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function run(script: string): Promise<string> {
  const child = shell(script);
  const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect({ code, wrong }).toEqual({ code: 0, wrong: '' });
  return said;
}

test('first plan', async () => {
  const [script = ''] = commandsOf('First plan: three minutes');
  const said = await run(script);
  expect(said).toContain('wrote .file-checkouts.yml');
  expect(said).toContain('.file-checkouts.yml is valid');
  expect(said).toMatch(/to create +\*MIGRATE +ORD\/50 ORD100 \*PGM/);
});

test('first check-out, and nothing of it is written to the remote', async () => {
  const [serve = '', file = ''] = commandsOf('First check-out: two minutes more');
  const service = shell(`exec ${serve.trim()} --port 0`);
  try {
    const url = await listeningAt(service.stdout);
    const here = file.replace('http://127.0.0.1:8642', url).replace('/path/to/the/clone', resolve('.'));
    expect(here).not.toBe(file);
    expect(await run(here)).toMatch(/created +\*MIGRATE +ORD\/50 ORD100 \*PGM #\d+/);
    const { requests } = (await (await fetch(`${url}/inspect.json`)).json()) as { requests: { objn: string }[] };
    expect(requests.map(({ objn }) => objn)).toContain('ORD100');
    expect(repository.git('ls-remote', '--refs', 'origin')).toMatch(/^\w+\trefs\/heads\/main$/);
  } finally {
    service.kill('SIGTERM');
  }
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
