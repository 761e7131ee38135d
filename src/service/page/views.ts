/** Views for people on the same machine: the page, its files, the data as JSON, attached files as text. */
import { readdirSync, readFileSync } from 'node:fs';
import { type Answer, buildJsonAnswer } from '../answer.ts';
import type { Store } from '../store.ts';
import { renderPageSkeleton } from './skeleton.ts';
import { pageStyle } from './style.ts';

/** Keeps browsers from guessing another type and caching the answer, and other sites from embedding it. */
const careful = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Allows only the page's own files and data; no inline script or style, and no text that becomes markup. */
const pagePolicy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ');
const textPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** Finds the view at a path like `/inspect.json`: a function of store and If-None-Match (`known`) to an answer, or a 404; null: no view. */
export function findView(path: string): ((store: Store, known: string | undefined) => Answer) | null {
  if (path === '/') return () => buildPageAnswer(renderPageSkeleton(), 'text/html; charset=utf-8');
  if (path === '/inspect.json') return buildInspection;
  const name = path.startsWith('/page/') ? path.slice('/page/'.length) : '';
  const file = pageFiles.get(name);
  if (file !== undefined) return () => buildPageAnswer(file, types[name.split('.').at(-1) ?? ''] ?? '');
  const [, objectId, sha256 = ''] = /^\/inspect\/requests\/(\d{1,15})\/attachments\/([0-9a-f]{64})$/.exec(path) ?? [];
  return objectId === undefined ? null : (store) => buildFileAnswer(store, Number(objectId), sha256);
}

/** Returns a 200 with the page, or a file of it, under its strict policy. */
function buildPageAnswer(body: string, type: string): Answer {
  return { status: 200, headers: { 'content-type': type, 'content-security-policy': pagePolicy, ...careful }, body };
}

/** Returns as JSON what `store.inspect` reads; a 304 if `known` is the ETag of now: nothing written, database not opened again since. */
function buildInspection(store: Store, known: string | undefined): Answer {
  const etag = `"${store.version()}"`;
  const headers = { etag, ...careful };
  return known === etag ? { status: 304, headers, body: '' } : buildJsonAnswer(200, store.inspect(), headers);
}

/** Returns an attached file, byte for byte, as plain text; a 404 if the request has none with that SHA-256. */
function buildFileAnswer(store: Store, objectId: number, sha256: string): Answer {
  const file = store.files(objectId).find((one) => one.sha256 === sha256);
  if (!file) return buildJsonAnswer(404, { error: 'There is no such attachment' }, careful);
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': textPolicy, ...careful };
  return { status: 200, headers, body: '', bytes: file.bytes };
}

/** Beside this file, or beside the chunk that it is part of: the build puts them there (rolldown.config.ts). */
const folder = new URL('./browser/', import.meta.url);

/** The files of the page by name, as they are served; each is UTF-8. */
export const pageFiles: ReadonlyMap<string, string> = new Map([
  ['page.css', pageStyle],
  ...readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')] as const),
]);
