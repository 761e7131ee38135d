/** A repository full of hostile names, and a service whose every word is hostile. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { listen, stop } from '../client/support.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { hostileNames, pathOf, words } from './words.ts';

const { branch, mapping, reason, repo } = hostileNames;

/** Where the words stand as file names: left without a rule, skipped, and filed. */
const folders = ['', 'skipped/', 'filed/'];

const mappingText = stringify({
  version: 1,
  repo,
  rfp: 'per-push',
  request: {
    ...{ appl: 'ORD', lvl: 50, proj: null, attr: 'RPGLE', objt: '*PGM' },
    ...{ objn: '{path}', srcd: '{path}', rfpd: 'RFP of {branch}' },
  },
  rules: [
    { match: { path: 'skipped/**' }, skip: reason },
    { match: { path: 'filed/**' }, request: {} },
  ],
});

/** What the service says to the nth create: done, done with a warning, refused, held by somebody. */
function answerTo(n: number): object {
  const word = words[n % words.length] ?? '';
  const request = {
    ...{ objectId: 10_001 + n, rfp: 77, objt: word, attr: word, rfpd: word, folb: word, fslb: word },
    [`x${word}`]: word,
  };
  const held = `Target Object already locked by another request ${word}`;
  const answers = [
    { rtn: { sev: '10', msg: word }, request },
    { rtn: { sev: '20', msg: word }, request },
    { rtn: { sev: '30', msg: word } },
    { rtn: { sev: '30', msg: held, existingObjectId: 4711 + n } },
  ];
  return answers[n % 4] ?? {};
}

export class HostileScene implements AsyncDisposable {
  readonly repository = new TestRepository();
  readonly base: string;
  readonly head: string;
  /** The base address of the service. */
  readonly url: string;
  readonly #server;

  private constructor(server: ReturnType<typeof createServer>, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
    this.base = this.repository.commit('Base', { 'README.md': 'x\n' });
    this.repository.push('main');
    this.head = this.#commitWords();
    this.repository.push(branch);
    writeFileSync(join(this.repository.dir, mapping), mappingText);
  }

  static async open(): Promise<HostileScene> {
    let creates = 0;
    const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
      for await (const _ of request);
      const said = request.method === 'POST' ? answerTo(creates++) : { rtn: { sev: '30', msg: words[3] } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    });
    return new HostileScene(server, await listen(server));
  }

  /** A commit with every word as a name, made without a work tree, which could not hold them all. */
  #commitWords(): string {
    const { dir } = this.repository;
    const git = (args: string[], input: string) =>
      execFileSync('git', args, { cwd: dir, input, encoding: 'utf8', maxBuffer: 1e8 }).trim();
    const blob = git(['hash-object', '-w', '--stdin'], 'a\n');
    const paths = folders.flatMap((folder) => words.map((word, n) => `${folder}${pathOf(word)}${folder && n}`));
    git(['update-index', '-z', '--add', '--index-info'], paths.map((path) => `100644 ${blob}\t${path}\0`).join(''));
    this.repository.git('commit', '--quiet', '-m', 'Words');
    return this.repository.git('rev-parse', 'HEAD');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await stop(this.#server);
    this.repository[Symbol.dispose]();
  }
}
