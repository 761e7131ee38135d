/** A host with repositories (the team's, one with a shared mapping, this project's own) and the real service. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reusableWorkflow } from '../../scripts/reusable-workflow.ts';
import { demoMapping } from '../e2e/support/mapping.ts';
import { TestRepository } from '../e2e/support/repository.ts';
import { type Demo, demo } from '../service/helper.ts';
import { team } from './events.ts';
import { type Event, type JobRun, type Run, runWorkflow } from './runner.ts';

function filesOf(dir: string): Record<string, Buffer> {
  const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path)]));
}

/** This project as a user's workflow finds it: what ships, tagged v1. */
function publishProject(): TestRepository {
  const repository = new TestRepository();
  repository.commit('Release', {
    ...filesOf('dist'),
    'action.yml': readFileSync('action.yml'),
    '.github/workflows/file-checkouts.yml': reusableWorkflow(),
  });
  repository.push();
  repository.git('tag', 'v1');
  repository.git('push', '--quiet', 'origin', 'v1');
  return repository;
}

export class Stage implements AsyncDisposable {
  readonly service: Demo;
  readonly #project = publishProject();
  readonly #rules = new TestRepository();
  readonly #orders = new TestRepository();
  readonly base: string;

  private constructor(service: Demo, files: Readonly<Record<string, string>>) {
    this.service = service;
    this.#rules.commit('Mapping', { 'orders.yml': demoMapping });
    this.#rules.push();
    this.base = this.commit({ 'README.md': 'Orders\n', ...files });
  }

  /** @param files of the team's repository; a mapping of its own by default. */
  static async open(files: Readonly<Record<string, string>> = { '.file-checkouts.yml': demoMapping }): Promise<Stage> {
    return new Stage(await demo(), files);
  }

  /** Commits to the team's repository and pushes; gives the commit. */
  commit(files: Readonly<Record<string, string>>, branch = 'main'): string {
    const head = this.#orders.commit('Change', files);
    this.#orders.push(branch);
    return head;
  }

  /** Runs an example as it stands, but for the address of its service. */
  run(example: string, event: Event, more: Partial<Run> = {}): Promise<JobRun> {
    const text = readFileSync(`examples/${example}`, 'utf8');
    return runWorkflow({
      text: text.replaceAll('https://ibmi.example.com/change', this.service.url),
      event,
      secrets: { CHANGE_MANAGEMENT_TOKEN: 'demo-token' },
      repositories: {
        [team]: this.#orders.remote,
        'acme/change-rules': this.#rules.remote,
        'file-checkouts/file-checkouts': this.#project.remote,
      },
      ...more,
    });
  }

  /** Names of the objects that the service holds requests for because of a file. */
  held(): string[] {
    const { requests } = this.service.inspect();
    return requests.flatMap(({ gfile, objn }) => (gfile ? [objn] : [])).sort();
  }

  /** True when the ledger was pushed to the team's repository. */
  hasLedger(): boolean {
    return this.#orders.git('ls-remote', 'origin', 'refs/notes/check-outs') !== '';
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.service.close();
    for (const repository of [this.#project, this.#rules, this.#orders]) repository[Symbol.dispose]();
  }
}
