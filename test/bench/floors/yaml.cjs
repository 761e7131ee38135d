// Prints the milliseconds that the YAML library takes to read a file, in a process that has read nothing else.
'use strict';
const { readFileSync } = require('node:fs');
const { parseDocument } = require('yaml');

const text = readFileSync(process.argv[2], 'utf8');
const start = performance.now();
parseDocument(text);
process.stdout.write(String(performance.now() - start));
