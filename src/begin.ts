#!/usr/bin/env node
/** Where the command line begins: an older Node.js cannot even read the rest, and has to be told so. */
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(`error: file-checkouts needs Node.js 24 or later; this is ${process.versions.node}\n`);
  // As for any other wrong use (src/errors.ts, which it cannot read either).
  process.exitCode = 2;
} else {
  await import('./cli.ts');
}
