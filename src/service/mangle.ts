/** Answers that went wrong on their way: what faults make of the service's own. Pure. */
import type { Answer } from './answer.ts';
import type { Fault } from './faults.ts';

const htmlPage =
  '<!DOCTYPE html>\n<html><head><title>Maintenance</title></head><body><h1>We will be back soon</h1></body></html>\n';

/** The answer with its body mangled. */
export function mangle(answer: Answer, as: NonNullable<Fault['body']>): Answer {
  switch (as) {
    case 'malformed':
      return { ...answer, body: answer.body.replace(':', '=') };
    case 'truncated':
      return { ...answer, body: answer.body.slice(0, answer.body.length / 2) };
    case 'empty':
      return { ...answer, body: '' };
    case 'html':
      return { ...answer, headers: { ...answer.headers, 'content-type': 'text/html; charset=utf-8' }, body: htmlPage };
    case 'noRtn': {
      const { rtn: _, ...rest } = fieldsOf(answer);
      return { ...answer, body: JSON.stringify(rest) };
    }
  }
}

/** The answer with another `rtn.sev`. */
export function withSeverity(answer: Answer, sev: string | number): Answer {
  const fields = fieldsOf(answer);
  const rtn = typeof fields.rtn === 'object' ? fields.rtn : {};
  return { ...answer, body: JSON.stringify({ ...fields, rtn: { ...rtn, sev } }) };
}

/** The answer of which half the body is sent, and then the connection is cut. */
export function cutMidBody(answer: Answer): Answer {
  return { ...answer, cutAfter: Math.floor(Buffer.byteLength(answer.body) / 2) };
}

/** The service's own answers are all JSON objects. */
function fieldsOf(answer: Answer): Record<string, unknown> {
  return JSON.parse(answer.body) as Record<string, unknown>;
}
