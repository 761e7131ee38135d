import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideActions } from '../../src/filing/decide-actions.ts';
import { textPath } from '../../src/git/git-path.ts';
import { identityKey } from '../../src/plan/identity.ts';
import { entry, object, planned, record } from './support.ts';

const type = fc.constantFrom(null, '*PGM', '*MODULE', 'RPGLE');
const file = fc.constantFrom('a', 'b', 'c');
const name = fc.constantFrom('X', 'Y');
const reason = fc.constantFrom('*MIGRATE' as const, '*DELETE' as const);
const requests = fc
  .array(
    fc
      .record({ type, objn: name, file, before: fc.option(file), reason })
      .map(({ type, objn, file, before, reason }) => {
        const previousPath = before === null ? null : textPath(before);
        return planned({ identity: { ...object, type, objn }, path: textPath(file), previousPath, reason });
      }),
    { maxLength: 6 },
  )
  .map((all) => [...new Map(all.map((request) => [identityKey(request.identity), request])).values()]);
const filed = fc
  .array(fc.record({ type, objn: name, path: file, reason }), { maxLength: 6 })
  .map((all) => all.map((more, n) => entry({ ...more, objectId: n % 3 === 0 ? null : n })));

test('no two actions are about one request, and each has the one of its very object', () => {
  fc.assert(
    fc.property(requests, filed, (requests, filed) => {
      const actions = decideActions(requests, record({ filed }), () => false, new Map());
      const known = actions.map((action) => {
        if (action.kind === 'create') return action.earlier;
        return 'known' in action ? action.known : null;
      });
      const taken = known.filter((entry) => entry !== null);
      expect(new Set(taken).size).toBe(taken.length);
      for (const [n, { identity }] of requests.entries()) {
        const own = filed.find((entry) => identityKey(entry) === identityKey(identity));
        if (own !== undefined) expect(known[n]).toBe(own);
      }
    }),
  );
});
