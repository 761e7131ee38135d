import { lvl, type Push, type Scene } from './scene.ts';
import { wrongAtService } from './verify.ts';

/** The phases in which a run is killed, in their order. */
export const phases = ['before the intent', 'intent pushed', 'calls in flight', 'answers in', 'result pushed'] as const;
export type Phase = (typeof phases)[number];

/** How long the remote's hooks take while a run is to be killed in the phase, in seconds: the push before it or in it. */
export const slowHooks: Readonly<Record<Phase, Partial<Record<'pre' | 'post', number>>>> = {
  'before the intent': { pre: 0.1 },
  'intent pushed': { post: 0.2 },
  'calls in flight': {},
  'answers in': { pre: 0.25 },
  'result pushed': { post: 0.2 },
};

/** How long after a phase has begun its kill may come at the latest, in milliseconds. */
export const reach: Readonly<Record<Phase, number>> = {
  'before the intent': 450,
  'intent pushed': 180,
  'calls in flight': 200,
  'answers in': 200,
  'result pushed': 180,
};

/** A call follows another within this time, in milliseconds; after it nothing more is to come. */
const quietMs = 25;

/** Tells from outside in which phase the first attempt of a push is: from the ledger's ref and the service's calls. */
export class PhaseTeller {
  readonly #scene: Scene;
  readonly #push: Push;
  readonly #run: string;
  #tip: string | null = null;
  #inLedger: 'no' | 'begun' | 'ended' = 'no';

  constructor(scene: Scene, push: Push) {
    this.#scene = scene;
    this.#push = push;
    this.#run = `${push.id}-1`;
  }

  /** The phase now; null between two of them. */
  now(): Phase | null {
    this.#look();
    if (this.#inLedger === 'no') return 'before the intent';
    if (this.#inLedger === 'ended') return 'result pushed';
    const { begun, inFlight, lastAt, unsettled } = this.#scene.watch;
    if (begun === 0) return 'intent pushed';
    if (inFlight > 0) return 'calls in flight';
    if (unsettled.size > 0 || performance.now() - lastAt < quietMs) return null;
    const { service, model } = this.#scene;
    return wrongAtService(service, model.objects.values(), lvl).length === 0 ? 'answers in' : null;
  }

  #look(): void {
    const tip = this.#scene.ledgerTip();
    if (tip === this.#tip) return;
    this.#tip = tip;
    const record = this.#scene.record(tip);
    if (record?.leases.some(({ run }) => run === this.#run)) this.#inLedger = 'begun';
    else if (record?.settled === this.#push.head) this.#inLedger = 'ended';
  }
}
