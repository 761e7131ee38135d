/** Multipart bodies at the service: right ones are stored byte for byte, others refused, and nothing is half stored. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { type Demo, demo, program } from '../service/helper.ts';
import { type WrittenBody, writtenBodies } from './bodies.ts';
import { editedBytes, editedText } from './mutations.ts';
import { plainSubject } from './subject.ts';
import { post, type Travel, type WireAnswer } from './wire.ts';

const splits = fc.array(fc.nat(), { maxLength: 5 });
const travels = fc.record<Travel>({ chunked: fc.boolean(), splits, missing: fc.constant(null) });

interface Holding {
  /** Contents of the one request, one character for each byte. */
  readonly contents: readonly string[];
  readonly requests: number;
}

function holdingOf(service: Demo): Holding {
  const { requests } = service.inspect();
  const files = requests.flatMap(({ objectId }) => service.inspectContent(objectId));
  return { requests: requests.length, contents: files.map(({ bytes }) => Buffer.from(bytes).toString('latin1')) };
}

/** The service goes on, and its next request has the next number: what was refused left nothing. */
async function goesOn(service: Demo, before: Holding): Promise<void> {
  const { sev, request } = await service.create({ ...program, objn: 'AFTER' });
  assert.deepEqual([sev, request.objectId], ['10', 10_001 + before.requests]);
}

const severity = (answer: WireAnswer) => String((answer?.json.rtn as Record<string, unknown> | undefined)?.sev);

/** A body that is right is taken, however it is written and travels. */
const taken = fc.asyncProperty(writtenBodies, travels, async (written, travel) => {
  await using service = await demo();
  const answer = await post(service.port, written.contentType, written.body, travel);
  const rtn = JSON.stringify(answer?.json.rtn);
  assert.equal(answer?.status, 200, rtn);
  assert.equal(severity(answer), written.others === 0 ? '10' : '20', rtn);
  const holding = holdingOf(service);
  assert.equal(holding.contents.length, 1);
  assert.ok(holding.contents[0] === written.content, 'stored byte for byte');
  await goesOn(service, holding);
});

const lineEnds = ['\r\n', '\n', '\r\n\r\n', '--', '\0', '\xff'];
const words = [...lineEnds, '"', '\\', ';', ': ', 'name="payload"', "filename*=UTF-8''%"];

interface Changed extends WrittenBody {
  readonly changedBody: string;
  readonly changedType: string;
}

const changed: fc.Arbitrary<Changed> = writtenBodies.chain((written) => {
  const delimiters = [`--${written.boundary}`, `\r\n--${written.boundary}\r\n`, `\r\n--${written.boundary}--`];
  const bytes = Buffer.from(written.body, 'latin1');
  const type = editedText(fc.constant(written.contentType), ['"', ';', 'boundary=', ' '], 2).map((text) =>
    text.replace(/[\x00-\x1f]|[^\x00-\xff]/g, ''),
  );
  return fc
    .record({
      written: fc.constant(written),
      changedBody: editedBytes(fc.constant(bytes), [...words, ...delimiters]).map((made) => made.toString('latin1')),
      changedType: fc.oneof({ arbitrary: fc.constant(written.contentType), weight: 6 }, type),
    })
    .map(({ written: before, ...rest }) => ({ ...before, ...rest }));
});

/** A body that was changed is refused whole, or taken as what it now says. */
const changedOnes = fc.asyncProperty(changed, travels, async (play, travel) => {
  await using service = await demo();
  const answer = await post(service.port, play.changedType, play.changedBody, travel);
  assert.ok(answer !== null && [200, 400, 413, 415].includes(answer.status), `HTTP ${answer?.status}`);
  assert.match(severity(answer), /^[123]0$/);
  const holding = holdingOf(service);
  const isTaken = severity(answer) !== '30';
  assert.equal(holding.requests, isTaken ? 1 : 0, 'a request that was answered otherwise');
  if (!isTaken) assert.deepEqual(holding.contents, [], 'a file of a request that was refused');
  if (play.changedType === play.contentType) {
    const delimiter = `\r\n--${play.boundary}`;
    for (const content of holding.contents) {
      assert.ok(play.changedBody.includes(`\r\n\r\n${content}${delimiter}`), 'a content that no part has');
      assert.ok(!content.includes(delimiter), 'a content that is two parts');
    }
  }
  await goesOn(service, holding);
});

/** A body whose end never comes stores nothing. */
const cutOff = fc.asyncProperty(writtenBodies, travels, fc.nat(), async (written, travel, missing) => {
  await using service = await demo();
  const answer = await post(service.port, written.contentType, written.body, { ...travel, missing });
  assert.ok(answer === null || answer.status === 400, `HTTP ${answer?.status}`);
  const holding = holdingOf(service);
  assert.deepEqual(holding, { requests: 0, contents: [] });
  await goesOn(service, holding);
});

export const multipart = plainSubject('multipart', [
  { name: 'taken', holds: taken },
  { name: 'changed', holds: changedOnes },
  { name: 'cut-off', holds: cutOff },
]);
