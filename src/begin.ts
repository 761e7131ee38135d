#!/usr/bin/env node
/** Starts the command line, or says that this Node.js is too old to read the rest. */
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(`error: file-checkouts needs Node.js 24 or later; this is ${process.versions.node}\n`);
  // `exitCodes.usage` of src/errors.ts, which an older Node.js cannot read either.
  process.exitCode = 2;
} else {
  await import('./cli.ts');
}
