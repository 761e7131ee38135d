/**
 * What is to be done for one object, from three things side by side (design §8 "Level, not edge"): what should stand at
 * the service, what stands as far as the record knows, and what may stand because a call got no answer. Pure.
 */

/** What head and mapping ask for; `nothing`: the file is gone, and this branch itself had added the object. */
export type Should = 'request' | 'nothing';

/** The request of this branch that the record has for the object. */
export type Stands =
  | 'none'
  /** Of the reason that is asked for, with this very content, path and fields. */
  | 'same'
  /** Of that reason, with other content, path or fields. */
  | 'differs'
  | 'otherReason';

/** What calls without an answer may have done to the object, the most that they may have. */
export type May =
  | 'none'
  /** Changed the request that stands, or taken it out of its RFP and unlocked it. */
  | 'changed'
  | 'made'
  /** Made one of another reason, after the one that stands was withdrawn. */
  | 'madeOther'
  /** Made one without a lock, which nothing tells from a second one. */
  | 'madeUnlocked';

export type Decision =
  | 'nothing'
  | 'unchanged'
  | 'update'
  /** Send all that an update can carry, as nobody knows what the service holds. */
  | 'updateWhole'
  /** File a request; what it meets is proven, and withdrawn where it is of another reason. */
  | 'create'
  | 'withdraw'
  /** Repeat a create whose answer never came, to learn what it made, and withdraw that. */
  | 'settle'
  /** Only a person can tell what stands. */
  | 'unknown';

export function decide(should: Should, stands: Stands, may: May): Decision {
  if (may === 'madeUnlocked') return 'unknown';
  if (should === 'nothing') return decideNothing(stands, may);
  switch (stands) {
    case 'none':
    case 'otherReason':
      return 'create';
    default:
      return decideKnown(stands, may);
  }
}

function decideNothing(stands: Stands, may: May): Decision {
  if (stands !== 'none') return 'withdraw';
  return may === 'made' || may === 'madeOther' ? 'settle' : 'nothing';
}

function decideKnown(stands: 'same' | 'differs', may: May): Decision {
  // The request that stands may be withdrawn, and one of another reason in its place: only a create meets it.
  if (may === 'madeOther') return 'create';
  if (may !== 'none') return 'updateWhole';
  return stands === 'same' ? 'unchanged' : 'update';
}
