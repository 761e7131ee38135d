/** Loaded before a run by `--import`: writes its HTTP calls to the file that CALLS_FILE names. */
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';

const calls = new Map();

subscribe('undici:request:create', ({ request }) => {
  const headers = {};
  for (let n = 0; n < request.headers.length; n += 2) headers[request.headers[n]] = request.headers[n + 1];
  calls.set(request, { url: `${request.origin}${request.path}`, method: request.method, headers, chunks: [] });
});
subscribe('undici:request:bodyChunkSent', ({ request, chunk }) => {
  calls.get(request)?.chunks.push(Buffer.from(chunk));
});

process.on('exit', () => {
  const made = [...calls.values()].map(({ chunks, ...call }) => ({
    ...call,
    body: Buffer.concat(chunks).toString('base64'),
  }));
  writeFileSync(process.env.CALLS_FILE ?? '', JSON.stringify(made));
});
