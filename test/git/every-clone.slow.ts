import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { type CloneKind, clones } from './clones.ts';
import { everyPush } from './every-clone.cases.ts';
import { git } from './support.ts';

describe('every clone', () => {
  for (const kind of Object.keys(clones) as CloneKind[]) everyPush(kind, kind);
});

describe('every clone, with SHA-256 objects', () => {
  for (const kind of ['full', 'depth1'] as const) everyPush(kind, kind, { format: 'sha256' });
});

describe('a checkout that another user owns', () => {
  if (process.getuid?.() !== 0) test.skip('only root can give it away', () => {});
  else {
    const giveAway = (dir: string) => {
      execFileSync('chown', ['-R', '65534:65534', dir]);
      expect(() => git(dir, 'log')).toThrow(/dubious ownership/);
    };
    for (const kind of ['depth1', 'bareMirror'] as const) everyPush(kind, kind, { prepare: giveAway });
  }
});
