import { execFileSync } from 'node:child_process';
import type { RecordedCall } from './recorder.ts';

/** One part of a body, as a parser that is not ours reads it. */
export interface OraclePart {
  readonly name: string | null;
  readonly filename: string | null;
  readonly type: string;
  readonly bytes: Buffer;
}

const script = `
import sys, json, base64, email, email.policy
message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.HTTP)
parts = [{
  "name": part.get_param("name", header="content-disposition"),
  "filename": part.get_filename(),
  "type": part.get_content_type(),
  "bytes": base64.b64encode(part.get_payload(decode=True)).decode(),
} for part in message.iter_parts()]
print(json.dumps(parts))
`;

const parsed = new WeakMap<RecordedCall, OraclePart[]>();

/** Parses a multipart body with Python's email package, once. */
export function parseWithPython(call: RecordedCall): OraclePart[] {
  if (!parsed.has(call)) parsed.set(call, parse(call));
  return parsed.get(call) ?? [];
}

function parse(call: RecordedCall): OraclePart[] {
  const head = Buffer.from(`Content-Type: ${String(call.headers['content-type'])}\r\n\r\n`);
  const output = execFileSync('python3', ['-I', '-S', '-c', script], {
    input: Buffer.concat([head, call.body]),
    encoding: 'utf8',
  });
  const parts = JSON.parse(output) as { name: string | null; filename: string | null; type: string; bytes: string }[];
  return parts.map((part) => ({ ...part, bytes: Buffer.from(part.bytes, 'base64') }));
}

/** The JSON body of a call, plain or as the payload part. */
export function payloadOf(call: RecordedCall): Record<string, unknown> {
  const type = String(call.headers['content-type']);
  if (type.startsWith('application/json')) return JSON.parse(call.body.toString('utf8')) as Record<string, unknown>;
  const payload = parseWithPython(call).find((part) => part.name === 'payload');
  return JSON.parse(payload?.bytes.toString('utf8') ?? '') as Record<string, unknown>;
}
