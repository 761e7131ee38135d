/** `GET /`: what the service holds, as a page to look at. */
import type { Inspection } from './inspect.ts';

type Row = Readonly<Record<string, unknown>>;

/** An HTML page with one table per kind of record; every value from outside is escaped. */
export function page(inspection: Inspection): string {
  const { requests, rfps, transactions, attachments, notifications } = inspection;
  const requestFields = ['objectId', 'appl', 'lvl', 'objn', 'objt', 'attr', 'rsn', 'status', 'lock', 'user', 'rfp'];
  const gitFields = ['proj', 'task', 'stsk', 'repo', 'branch', 'gpath', 'gfile'];
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Object requests</title>
<style>body{font:14px sans-serif;margin:2em}table{border-collapse:collapse;margin-bottom:2em}
th,td{border:1px solid #ccc;padding:.2em .5em;text-align:left}th{background:#eee}</style>
<h1>Object requests</h1>
${table('Requests', [...requestFields, ...gitFields], requests)}
${table('RFPs', ['rfp', 'rfpd', 'appl', 'lvl', 'user', 'creq', 'areq', 'sreq', 'open', 'requests'], rfps)}
${table('Attachments', ['objectId', 'filename', 'place', 'bytes', 'sha256'], attachments)}
${table('Transactions', ['n', 'at', 'method', 'vref', 'user', 'objectId', 'sev', 'msg'], transactions)}
${table('Notifications', ['n', 'at', 'pipe', 'tkey', 'rfp', 'objectId', 'what'], notifications)}
</html>`;
}

function table(title: string, fields: readonly string[], rows: readonly object[]): string {
  if (rows.length === 0) return `<h2>${title}</h2><p>None.</p>`;
  const head = fields.map((field) => `<th>${field}</th>`).join('');
  const body = rows.map((row) => `<tr>${fields.map((field) => cell((row as Row)[field])).join('')}</tr>`);
  return `<h2>${title}</h2><table><tr>${head}</tr>\n${body.join('\n')}</table>`;
}

function cell(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  return `<td>${text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)}</td>`;
}
