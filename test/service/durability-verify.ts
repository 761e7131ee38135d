/** What is stored, held against what the answers said. */
import { openDatabase } from '../../src/service/database.ts';
import { type Inspection, Store } from '../../src/service/store.ts';
import { type Known, type Sent, sha256, type World } from './durability-world.ts';

/** Reads a database that no service has open, or that one has: it must be whole at any moment. */
function read(db: string): { stored: Inspection; integrity: unknown } {
  const database = openDatabase(db);
  try {
    const [integrity] = Object.values(database.prepare('pragma integrity_check').get() ?? {});
    return { stored: new Store(database).inspect(), integrity };
  } finally {
    database.close();
  }
}

/**
 * Everything that does not agree. A call that was not answered may have been carried out or not, but as a whole; what
 * came of it is known from then on.
 */
export function verify(world: World, db: string): string[] {
  const { stored, integrity } = read(db);
  const { unanswered } = world;
  world.unanswered = [];
  const wrong = [...world.wrong, ...(integrity === 'ok' ? [] : [`integrity: ${integrity}`])];
  for (const known of [...world.known.values()]) {
    const now = storedAs(stored, known.objectId);
    const doubt = unanswered.filter(({ before }) => before?.objectId === known.objectId);
    if (now && doubt.some((sent) => isAfter(now, known, sent))) world.known.set(known.objectId, now);
    else if (JSON.stringify(now) !== JSON.stringify(known)) {
      wrong.push(`answered ${JSON.stringify(known)}, stored ${JSON.stringify(now)}`);
    }
  }
  for (const { objectId, vref } of stored.requests) {
    if (world.known.has(objectId)) continue;
    const sent = unanswered.find(({ before, fields }) => before === null && fields.vref === vref);
    const now = storedAs(stored, objectId);
    if (sent && now && isMade(now, sent)) world.known.set(objectId, now);
    else wrong.push(`nobody sent ${JSON.stringify(now)}`);
  }
  return [...wrong, ...lockFindings(stored), ...rfpFindings(stored), ...logFindings(world, unanswered.length, stored)];
}

function storedAs({ requests, attachments }: Inspection, objectId: number): Known | undefined {
  const request = requests.find((candidate) => candidate.objectId === objectId);
  if (!request) return undefined;
  const { objn, vref, lock, rfp } = request;
  const file = attachments.find((candidate) => candidate.objectId === objectId);
  return { objectId, objn, vref, lock, rfp, sha256: file?.sha256 ?? null };
}

/** Whether a stored request is what an update makes of it, in every part. */
function isAfter(now: Known, known: Known, { fields, content }: Sent): boolean {
  const lock = fields.lock === '*SAME' ? known.lock : fields.lock;
  return (
    now.lock === lock &&
    now.sha256 === (content === null ? known.sha256 : sha256(content)) &&
    isRfpAfter(String(fields.arfp), known.rfp, now.rfp)
  );
}

function isRfpAfter(arfp: string, before: number, now: number): boolean {
  if (arfp === '*NO') return now === 0;
  if (arfp === '*NEW') return now !== 0 && now !== before;
  return arfp === '*AUTO' && before === 0 ? now !== 0 : now === before;
}

function isMade(now: Known, { fields, content }: Sent): boolean {
  const isAssigned = fields.arfp !== '*NO';
  const digest = content === null ? null : sha256(content);
  return now.objn === fields.objn && now.lock === '*YES' && (now.rfp !== 0) === isAssigned && now.sha256 === digest;
}

/** No object is locked twice, and the status says whether there is an RFP. */
function lockFindings({ requests }: Inspection): string[] {
  const holders = new Map<string, number>();
  return requests.flatMap(({ objectId, objn, lock, rfp, status }) => {
    const findings = status === (rfp === 0 ? '00' : '01') ? [] : [`request ${objectId} has status ${status}`];
    const holder = holders.get(objn);
    if (lock === '*YES') holders.set(objn, objectId);
    return lock === '*YES' && holder ? [...findings, `${objn} is locked by ${holder} and ${objectId}`] : findings;
  });
}

/** Every RFP that a request names exists, and the one that all search for exists once. */
function rfpFindings({ requests, rfps }: Inspection): string[] {
  const numbers = new Set(rfps.map(({ rfp }) => rfp));
  const lost = requests.filter(({ rfp }) => rfp !== 0 && !numbers.has(rfp));
  const searched = rfps.filter(({ rfpd }) => rfpd === 'all of us');
  return [
    ...lost.map(({ objectId, rfp }) => `request ${objectId} is in RFP ${rfp}, which does not exist`),
    ...(searched.length > 1 ? [`${searched.length} RFPs where *AUTO finds one`] : []),
  ];
}

/** One line for each answer, and one at most for each call without one; who is named as a holder has the object. */
function logFindings(world: World, doubtful: number, { requests, transactions }: Inspection): string[] {
  const { answered, refusals } = world;
  const lines = transactions.length;
  // What was carried out without an answer counts as answered from now on.
  world.answered = lines;
  const objects = new Map(requests.map(({ objectId, objn }) => [objectId, objn]));
  return [
    ...(lines < answered || lines > answered + doubtful ? [`${lines} lines in the log, ${answered} answers`] : []),
    ...refusals
      .filter(({ objn, existingObjectId }) => objects.get(existingObjectId) !== objn)
      .map(({ objn, existingObjectId }) => `${existingObjectId} was named as the holder of ${objn}`),
  ];
}
