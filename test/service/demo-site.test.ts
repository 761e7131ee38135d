import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { demoTable } from '../../scripts/demo-table.ts';
import { fillIn } from '../../scripts/markdown.ts';
import { demoSite } from '../../src/service/demo.ts';
import { demo, program } from './helper.ts';

/** The built-in site (design §11): its attributes, as the service answers. What else is in it, the rules of the interface need. */

describe('demo site: attributes', () => {
  const members = (attr: string, objt: string, fsfl: string) =>
    [attr, objt, fsfl, `member DEMO10/${fsfl}(OBJ)`] as const;
  const attributes = [
    members('RPGLE', '*PGM', 'QRPGLESRC'),
    members('SQLRPGLE', '*MODULE', 'QRPGLESRC'),
    members('CLLE', '*PGM', 'QCLSRC'),
    members('DSPF', '*FILE', 'QDDSSRC'),
    members('PF', '*FILE', 'QDDSSRC'),
    members('BND', '*SRVPGM', 'QSRVSRC'),
    ['DTAARA', '*DTAARA', '', null],
    ['WEBF', '*IFS', '', 'ifs /DEMO10/OBJ'],
    ['PIPE', '*PIPE', '', null],
  ] as const;

  test.each(['ORD', 'WEB'])('of %s: source, source file and place of the attachment, one by one', async (appl) => {
    await using service = await demo();
    for (const [index, [attr, objt, fsfl, place]] of attributes.entries()) {
      const fields = { ...program, appl, objn: 'OBJ', attr, objt };
      const answer = await service.multipart('POST', { ...fields, lock: '*NO' }, { name: 'OBJ', bytes: 'x' });
      expect(answer, attr).toMatchObject({ sev: place === null ? '20' : '10', request: { attr, objt, fsfl } });
      const placed = service.inspect().attachments.filter(({ objectId }) => objectId === 10001 + index);
      expect([attr, ...placed.map((file) => file.place)]).toEqual([attr, ...(place === null ? [] : [place])]);
    }
  });

  test('there is no other, in both applications, and of each type, source file, source type and target', () => {
    const expected = attributes.map(([attr, objt, file]) => [
      ...[attr, objt, ...(file === '' ? [undefined, undefined] : [file, attr])],
      attr === 'WEBF' ? '/www' : undefined,
    ]);
    for (const { attributes: all } of demoSite.applications) {
      expect(all.map(({ attr, objt, fsfl, srca, target }) => [attr, objt, fsfl, srca, target])).toEqual(expected);
    }
  });
});

test('docs/site.md shows it: npm run generate', () => {
  const page = readFileSync('docs/site.md', 'utf8');
  expect(fillIn(page, { demo: demoTable }, 'docs/site.md')).toBe(page);
  for (const { token } of demoSite.users) expect(page).toContain(`token \`${token}\``);
});
