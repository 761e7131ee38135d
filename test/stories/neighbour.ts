import { join } from 'node:path';
import { History, type Push } from './history.ts';
import { mappingFile, type StoryMapping } from './mapping.ts';
import { Remote } from './remote.ts';
import type { Job } from './runner.ts';
import type { Step } from './steps.ts';

type NeighbourStep = Extract<Step, { do: 'neighbour' }>;
type Pushed = { readonly push: Push; readonly job: Job };

/** Another repository, whose ledger and service are those of the story (design §14). */
export class Neighbour {
  static readonly repo = 'STOCK';
  readonly remote: Remote;
  readonly #history = new History('main', new Map([['README.md', 'stock\n']]));
  #pushes = 0;

  private constructor(remote: Remote) {
    this.remote = remote;
  }

  static async open(dir: string, format: 'sha1' | 'sha256'): Promise<Neighbour> {
    const neighbour = new Neighbour(await Remote.make(join(dir, 'stock.git'), format));
    await neighbour.remote.move('main', neighbour.#history.root);
    return neighbour;
  }

  /** Pushes a file, and gives the push with its job; null: nothing changes. */
  async push({ branch, path, text }: NeighbourStep, mapping: StoryMapping, ledger: string): Promise<Pushed | null> {
    this.#pushes += 1;
    const changes = [{ put: path, text }];
    const what = { id: this.#pushes, branch };
    const how = this.#history.tip(branch) === null ? 'create' : 'commit';
    const push = this.#history.push({ ...what, do: how, from: 'main', what: 'edit', changes });
    if (push?.after == null) return null;
    await this.remote.move(branch, push.after);
    const { before, after } = push;
    const job: Job = {
      ...{ remote: this.remote, repo: Neighbour.repo, branch, head: after, before, after, trouble: null },
      ...{ mapping: mappingFile(mapping, Neighbour.repo), clone: 'depth-1', byHand: false, actor: 'jane-doe' },
      id: 9_000 + this.#pushes,
      args: ['file', '--ledger-remote', ledger],
    };
    return { push, job };
  }
}
