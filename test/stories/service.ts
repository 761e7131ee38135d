import type { Answer } from '../../src/service/answer.ts';
import { ServiceRefusal } from '../../src/service/refusal.ts';
import type { FaultEnding, PlayFaults } from '../../src/service/server.ts';
import { type RunningService, startService } from '../../src/service/start.ts';
import { ask } from './ask.ts';
import { storySite, tokens } from './site.ts';
import type { BadEnding, ServiceTrouble, Trouble } from './trouble.ts';

/** Before the work of a call, or before its answer. */
type Moment = 'before-work' | 'before-answer';

/** The calls of one run, as the service meets them. */
export interface Visit {
  readonly trouble: Trouble | null;
  calls: number;
  /** Calls of the method that the trouble is for. */
  meant: number;
  /** Calls that were answered. */
  answered: number;
  inFlight: number;
  /** Names of objects whose create was sent. */
  readonly creates: Set<string>;
  /** Names of objects whose create may have been done without its answer leaving the service. */
  readonly lost: Set<string>;
  /** Ends or stops the process at this call; true: its connection is to be cut. */
  meet(n: number, moment: Moment): Promise<boolean>;
}

export function newVisit(trouble: Trouble | null, meet: Visit['meet']): Visit {
  return { trouble, calls: 0, meant: 0, answered: 0, inFlight: 0, creates: new Set(), lost: new Set(), meet };
}

interface Met {
  readonly visit: Visit;
  readonly n: number;
  /** Its number among the calls that the trouble is for; null: it is for others. */
  readonly meant: number | null;
}

/** The service of a story, in this process, with the bad days of its runs. */
export class BadService implements AsyncDisposable {
  readonly #service: RunningService;
  /** Who calls now; null: none of our runs. */
  visit: Visit | null = null;

  private constructor(service: RunningService) {
    this.#service = service;
  }

  static async open(): Promise<BadService> {
    const holder: { service: BadService | null } = { service: null };
    const interfere = (method: 'POST' | 'PATCH', objn: string | null) =>
      holder.service === null ? pass : holder.service.#interfere(method, (objn ?? '').toUpperCase());
    const running = await startService({ site: storySite, db: ':memory:', port: 0, interfere });
    holder.service = new BadService(running);
    return holder.service;
  }

  get url(): string {
    return this.#service.url;
  }

  #interfere(method: 'POST' | 'PATCH', name: string): PlayFaults {
    const { visit } = this;
    if (visit === null) return pass;
    visit.calls += 1;
    visit.inFlight += 1;
    if (method === 'POST') visit.creates.add(name);
    const { trouble } = visit;
    const isMeant = trouble?.kind === 'service' && isFor(trouble, method, name);
    if (isMeant) visit.meant += 1;
    const met = { visit, n: visit.calls, meant: isMeant ? visit.meant : null };
    return async (answer) => {
      const moment = answer === null ? 'before-work' : 'before-answer';
      if (moment === 'before-answer') visit.inFlight -= 1;
      const ending = (await visit.meet(met.n, moment)) ? 'cut' : endingOf(met, moment);
      if (moment === 'before-work') {
        if (ending !== null) visit.inFlight -= 1;
      } else if (ending === null) visit.answered += 1;
      else if (method === 'POST') visit.lost.add(name);
      return ending;
    };
  }

  /** Files a request by hand, for a file's object, as a colleague would. */
  async fileByHand(fields: Readonly<Record<string, unknown>>, gfile: string, text: string): Promise<void> {
    const form = 'story-boundary';
    const body = [
      `--${form}`,
      'Content-Disposition: form-data; name="payload"',
      'Content-Type: application/json',
      '',
      JSON.stringify(fields),
      `--${form}`,
      `Content-Disposition: form-data; name="${gfile}"; filename="${gfile}"`,
      'Content-Type: application/octet-stream',
      '',
      text,
      `--${form}--`,
      '',
    ].join('\r\n');
    const type = `multipart/mixed; boundary=${form}`;
    const headers = { authorization: `Bearer ${tokens.colleague}`, 'content-type': type };
    await ask(`${this.url}/object-request`, { method: 'POST', headers, body });
  }

  /** A request is completed (status 90), or deleted, by a person at the service. */
  async endByHand(objectId: number, how: 'complete' | 'delete'): Promise<void> {
    const body = JSON.stringify(how === 'delete' ? { delete: true } : { status: '90' });
    await ask(`${this.url}/inspect/requests/${objectId}`, { method: 'POST', body });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#service.close();
  }
}

const pass = async () => null;

function isFor({ method, objn }: ServiceTrouble, called: string, name: string): boolean {
  return (method === null || method === called) && (objn === undefined || name.startsWith(objn));
}

/** What is done before the work, and what after it. */
const endings: Readonly<Record<BadEnding, { readonly moment: Moment; readonly ending: () => FaultEnding }>> = {
  '503': { moment: 'before-work', ending: () => plain(503) },
  'cut-before': { moment: 'before-work', ending: () => 'cut' },
  'cut-after': { moment: 'before-answer', ending: () => 'cut' },
  '500-after': { moment: 'before-answer', ending: () => plain(500) },
  refused: { moment: 'before-work', ending: () => new ServiceRefusal('Not now, said the story') },
  'lost-refused': { moment: 'before-answer', ending: () => 'cut' },
};

function endingOf({ visit, meant }: Met, moment: Moment): FaultEnding | null {
  const { trouble } = visit;
  if (trouble?.kind !== 'service' || meant === null || meant < trouble.from) return null;
  const isOver = meant >= trouble.from + trouble.times;
  if (isOver && trouble.how !== 'lost-refused') return null;
  const how = isOver ? 'refused' : trouble.how;
  return endings[how].moment === moment ? endings[how].ending() : null;
}

function plain(status: number): Answer {
  return { status, headers: { 'content-type': 'text/plain' }, body: `status ${status}\n` };
}
