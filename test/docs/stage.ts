/** A site with three levels, and pushes that are filed at it in this process, over real Git and HTTP. */
import type { GivenOptions } from '../../src/options.ts';
import type { Report } from '../../src/report/report-json.ts';
import { demoSite } from '../../src/service/demo.ts';
import type { Attribute, Site } from '../../src/service/site.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { runIn } from '../events/support.ts';
import { github, pushed, zeros } from '../host/support.ts';
import { type Demo, demo } from '../service/helper.ts';

const template = { folb: '<user><level>', fslb: '<user><level>' };
const [orders] = demoSite.applications;

const more: Attribute[] = [
  { attr: 'CPY', objt: '*SRC', source: 'member', fsfl: 'QCPYLESRC' },
  { attr: 'LF', objt: '*FILE', source: 'member', fsfl: 'QDDSSRC', srca: 'LF' },
];

const levels = [
  { lvl: 10, ...template },
  { lvl: 50, follows: 10, ...template },
  { lvl: 90, follows: 50, ...template },
];
const attributes = [...(orders?.attributes ?? []), ...more];
const threeLevels: Site = { ...demoSite, applications: [{ appl: 'ORD', levels, attributes }] };

/** A source that says something: RPG, or a record of DDS with keywords. */
function sourceOf(path: string, says: string, run: number): string {
  if (/\.[pl]f$/i.test(path)) return `${'     A          R RECORD'.padEnd(44)}${says}\n     A* ${run}\n`;
  return `**free\n${says}\n// ${run}\n`;
}

export class DocsStage implements AsyncDisposable {
  readonly #repository = new TestRepository();
  readonly #service: Demo;
  readonly #heads = new Map<string, string>();
  readonly #options: GivenOptions;
  #runs = 0;

  private constructor(service: Demo, mapping: string, options: GivenOptions) {
    this.#service = service;
    this.#options = options;
    this.#repository.commit('Mapping', { '.file-checkouts.yml': mapping });
    this.#repository.push('main');
  }

  static async open(mapping: string, options: GivenOptions = {}): Promise<DocsStage> {
    return new DocsStage(await demo({ site: threeLevels }), mapping, options);
  }

  /** Changes files on a branch (made from main when it is new), pushes it, and files the push. */
  push(branch: string, paths: readonly string[], says: ReadonlyMap<string, string> = new Map()): Promise<Report> {
    this.#checkOut(branch);
    this.#runs += 1;
    const files = Object.fromEntries(paths.map((path) => [path, sourceOf(path, says.get(path) ?? '', this.#runs)]));
    return this.#file(branch, this.#repository.commit('Change', files));
  }

  /** Merges a branch into another, pushes that, and files the push. */
  merge(from: string, into: string): Promise<Report> {
    this.#checkOut(into);
    this.#repository.git('merge', '--quiet', '--no-ff', '-m', `Merge ${from}`, from);
    return this.#file(into, this.#repository.git('rev-parse', 'HEAD'));
  }

  /** A request that did not come from a push, by a user of the service. */
  async create(token: string, fields: Readonly<Record<string, unknown>>): Promise<null> {
    const { sev, msg } = await this.#service.create(fields, token);
    if (sev === '30') throw new Error(msg);
    return null;
  }

  /** Plays what happens to a request later. */
  async later(object: string, what: Readonly<Record<string, unknown>>): Promise<null> {
    const request = this.#service.inspect().requests.findLast((entry) => nameOf(entry) === object);
    const { ok, status } = await this.#service.later(request?.objectId ?? 0, what);
    if (!ok) throw new Error(`${object}: HTTP ${status}`);
    return null;
  }

  /** The requests that are still open at the service, in the order they came. */
  open(): string[] {
    const open = this.#service.inspect().requests.filter(({ status }) => status === '00' || status === '01');
    return open.map((request) => `${shownOf(request)}${request.csqo === 0 ? '' : ` csqo ${request.csqo}`}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service.close();
    this.#repository[Symbol.dispose]();
  }

  #checkOut(branch: string): void {
    const known = this.#repository.git('branch', '--list', branch) !== '';
    this.#repository.git('checkout', '--quiet', ...(known ? [branch] : ['-b', branch, 'main']));
  }

  #file(branch: string, head: string): Promise<Report> {
    this.#runs += 1;
    const before = this.#heads.get(branch) ?? zeros;
    this.#repository.push(branch);
    this.#heads.set(branch, head);
    const ref = `refs/heads/${branch}`;
    const ofRun = { GITHUB_REF: ref, GITHUB_REPOSITORY: 'acme/ORDERS', GITHUB_RUN_ID: String(this.#runs) };
    const env = github('push', ofRun);
    // One at a time: the service numbers requests in the order in which they come.
    const options = { set: [], url: this.#service.url, concurrency: 1, ...this.#options };
    const more = { command: 'file', token: 'demo-token' } as const;
    return runIn(this.#repository.dir, { env, payload: pushed(ref, before, head) }, options, more);
  }
}

function nameOf(request: { appl: string; lvl: number; objn: string }): string {
  return `${request.appl}/${request.lvl} ${request.objn}`;
}

/** The same with its reason, unless that is the usual one. */
export function shownOf(
  request: { appl: string; lvl: number; objn: string } & ({ rsn: string } | { reason: string }),
): string {
  const reason = 'rsn' in request ? request.rsn : request.reason;
  return `${nameOf(request)}${reason === '*MIGRATE' ? '' : ` ${reason}`}`;
}
