/**
 * A small model of the rules, told from the interface alone: create (§2.1), lock conflict (§4.1), RFP on create (§2.4)
 * and on update (the table of §3), who may update (§4.2), and what happens to a request later. Where several rules
 * refuse a call, any of them may be the one that is named.
 */

export interface ModelRequest {
  readonly objectId: number;
  readonly appl: string;
  readonly lvl: number;
  readonly objn: string;
  readonly user: string;
  readonly lock: string;
  readonly rfp: number;
  readonly status: string;
}

interface ModelRfp {
  readonly rfp: number;
  readonly appl: string;
  readonly lvl: number;
  readonly user: string;
  readonly rfpd: string;
}

/** What an answer must be. A refusal by the lock alone names its holder; by other rules alone, nobody. */
export type Expected =
  | { readonly refused: 'bad call' }
  | { readonly refused: 'sev 30'; readonly holder: number | null; readonly alsoElse: boolean }
  | { readonly request: Omit<ModelRequest, 'rfp' | 'status'>; readonly rfp: RfpChoice };

/** The RFP that a request gets: one of these, or a new one. */
export type RfpChoice = readonly number[] | ModelRfp;

export interface Caller {
  readonly user: string;
  readonly mayAdd: boolean;
  readonly codes: readonly number[];
}

/** The users of the demo site (design §11). */
export const callers: Readonly<Record<string, Caller>> = {
  'demo-token': { user: 'DEMO', mayAdd: true, codes: [37] },
  'demo-lead-token': { user: 'LEAD', mayAdd: true, codes: [37, 31] },
  'demo-viewer-token': { user: 'VIEWER', mayAdd: false, codes: [] },
};
const users = ['DEMO', 'LEAD', 'VIEWER'];
const levels = ['ORD/10', 'ORD/50', 'WEB/10'];

export interface CreateCall {
  readonly appl: string;
  readonly lvl: number;
  readonly objn: string;
  readonly user?: string | undefined;
  readonly lock?: string | undefined;
  readonly arfp?: string | undefined;
  readonly rfp?: number | undefined;
  readonly rfpd?: string | undefined;
}

export interface UpdateCall {
  readonly objectId?: number | undefined;
  readonly user?: string | undefined;
  readonly lock?: string | undefined;
  readonly arfp?: string | undefined;
  readonly rfp?: number | undefined;
  readonly rfpd?: string | undefined;
}

export class Model {
  readonly requests = new Map<number, ModelRequest>();
  readonly rfps = new Map<number, ModelRfp>();
  #lastRequest = 10_000;
  #lastRfp = 100;

  create(caller: Caller, call: CreateCall): Expected {
    const { appl, lvl, objn, lock = '*YES', user = caller.user } = call;
    const request = { objectId: this.#lastRequest + 1, appl, lvl, objn, user, lock };
    const holder = lock === '*YES' ? this.#holder(request) : null;
    const rfp = this.#rfpOfCreate(call, request);
    const isElse = !caller.mayAdd || !levels.includes(`${appl}/${lvl}`) || !users.includes(user) || rfp === 'refused';
    if (rfp === 'refused' || isElse || holder !== null) return { refused: 'sev 30', holder, alsoElse: isElse };
    return { request, rfp };
  }

  update(caller: Caller, call: UpdateCall): Expected {
    if (call.objectId === undefined || call.objectId < 1) return { refused: 'bad call' };
    const stored = this.requests.get(call.objectId);
    if (!stored) return { refused: 'sev 30', holder: null, alsoElse: true };
    const isSent = (value: string | undefined) => value !== undefined && value !== '*SAME';
    const request = {
      ...stored,
      user: isSent(call.user) ? String(call.user) : stored.user,
      lock: isSent(call.lock) ? String(call.lock) : stored.lock,
    };
    const needed = stored.user === caller.user ? 37 : 31;
    const mayUpdate = caller.mayAdd && caller.codes.includes(needed) && isOpen(stored);
    const holder = request.lock === '*YES' ? this.#holder(request) : null;
    const rfp = this.#rfpOfUpdate(call, request);
    const isElse = !mayUpdate || !users.includes(request.user) || rfp === 'refused';
    if (rfp === 'refused' || isElse || holder !== null) return { refused: 'sev 30', holder, alsoElse: isElse };
    return { request, rfp };
  }

  /** Takes over what an accepted call made; `rfp` is the number that the answer says. */
  accept({ request, rfp: choice }: Extract<Expected, { request: unknown }>, rfp: number): void {
    if ('rfpd' in choice) {
      this.#lastRfp = choice.rfp;
      this.rfps.set(choice.rfp, choice);
    }
    this.#lastRequest = Math.max(this.#lastRequest, request.objectId);
    this.requests.set(request.objectId, { ...request, rfp, status: rfp === 0 ? '00' : '01' });
  }

  /** A request goes past 01, and gives its lock up; or it is deleted. */
  later(objectId: number, what: 'moves on' | 'is deleted'): void {
    const request = this.requests.get(objectId);
    if (what === 'is deleted') this.requests.delete(objectId);
    else if (request) this.requests.set(objectId, { ...request, status: '02', lock: '*NO' });
  }

  /** Another request that holds the lock on the object; names of library objects ignore case. */
  #holder({ objectId, appl, lvl, objn }: Omit<ModelRequest, 'rfp' | 'status'>): number | null {
    const held = [...this.requests.values()].find(
      (other) =>
        other.lock === '*YES' &&
        other.objectId !== objectId &&
        other.appl === appl &&
        other.lvl === lvl &&
        other.objn.toUpperCase() === objn.toUpperCase(),
    );
    return held?.objectId ?? null;
  }

  /** §2.4. A description left out is that of the task, which needs a project (§2.1 rfpd), and no call here has one. */
  #rfpOfCreate(call: CreateCall, { appl, lvl, user }: Pick<ModelRequest, 'appl' | 'lvl' | 'user'>) {
    const { arfp = '*NO', rfp, rfpd } = call;
    if (arfp === '*NO') return [0];
    if (arfp === '*YES') return this.#joined(rfp, appl, lvl);
    return rfpd === undefined ? 'refused' : this.#searched(arfp, { appl, lvl, user, rfpd });
  }

  /** The table of §3. A description left out is the object's name (§2.6 rfpd). */
  #rfpOfUpdate({ arfp = '*SAME', rfp, rfpd = '*SAME' }: UpdateCall, request: ModelRequest) {
    const { appl, lvl, user, objn } = request;
    if (arfp === '*SAME') return [request.rfp];
    if (arfp === '*NO') return [0];
    if (request.rfp !== 0 && arfp !== '*NEW') return [request.rfp];
    if (arfp === '*YES') return this.#joined(rfp, appl, lvl);
    return this.#searched(arfp, { appl, lvl, user, rfpd: rfpd === '*SAME' ? objn : rfpd });
  }

  #joined(rfp: number | undefined, appl: string, lvl: number): RfpChoice | 'refused' {
    const found = this.rfps.get(rfp ?? 0);
    return found && found.appl === appl && found.lvl === lvl && this.#isOpenRfp(found) ? [found.rfp] : 'refused';
  }

  #searched(arfp: string, wanted: Omit<ModelRfp, 'rfp'>): RfpChoice {
    const matching = [...this.rfps.values()].filter(
      (rfp) =>
        this.#isOpenRfp(rfp) &&
        rfp.appl === wanted.appl &&
        rfp.lvl === wanted.lvl &&
        rfp.user === wanted.user &&
        rfp.rfpd === wanted.rfpd,
    );
    if (arfp === '*AUTO' && matching.length > 0) return matching.map(({ rfp }) => rfp);
    return { rfp: this.#lastRfp + 1, ...wanted };
  }

  #isOpenRfp({ rfp }: ModelRfp): boolean {
    return [...this.requests.values()].every((request) => request.rfp !== rfp || isOpen(request));
  }
}

function isOpen({ status }: ModelRequest): boolean {
  return status === '00' || status === '01';
}
