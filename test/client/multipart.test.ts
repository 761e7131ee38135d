import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Body, buildBody, escapeQuotedName } from '../../src/client/multipart.ts';
import { contentOf } from './support.ts';

type Part = Readonly<Record<'disposition' | 'type' | 'name' | 'filename' | 'bytes', string>>;

/** Python's reader of MIME, which knows nothing of this code: every body in, every part out. */
const oracle = `
import base64, email, email.utils, json, sys
def raw(text):
    return None if text is None else text.encode('ascii', 'surrogateescape').decode('utf-8')
out = []
for case in json.load(sys.stdin):
    head = ('Content-Type: ' + case['contentType'] + '\\r\\n\\r\\n').encode('ascii')
    message = email.message_from_bytes(head + base64.b64decode(case['body']))
    parts = message.get_payload()
    assert message.is_multipart() and not message.defects, message.defects
    rows = []
    for part in parts:
        line = dict(part.raw_items())['Content-Disposition']
        part.replace_header('Content-Disposition', line.encode('utf-8', 'surrogateescape').decode('latin-1'))
        def param(key):
            value = part.get_param(key, header='content-disposition')
            return None if value is None else value.encode('latin-1').decode('utf-8')
        rows.append({'disposition': part.get_content_disposition(), 'type': part.get_content_type(),
            'name': param('name'), 'filename': param('filename'),
            'bytes': base64.b64encode(part.get_payload(decode=True)).decode('ascii')})
    out.append(rows)
json.dump(out, sys.stdout)
`;

async function bytesOf(body: Body): Promise<Buffer> {
  return body.bytes instanceof Blob ? Buffer.from(await body.bytes.arrayBuffer()) : body.bytes;
}

async function readByPython(bodies: readonly Body[]): Promise<Part[][]> {
  const contents = await Promise.all(bodies.map(bytesOf));
  const cases = bodies.map(({ contentType }, n) => ({ contentType, body: contents[n]?.toString('base64') }));
  const run = spawnSync('python3', ['-c', oracle], { input: JSON.stringify(cases), maxBuffer: 64 * 1024 * 1024 });
  if (run.status !== 0) throw new Error(run.stderr.toString());
  return JSON.parse(run.stdout.toString()) as Part[][];
}

const names = [
  ...['quo"te.RPGLE', 'back\\slash.RPGLE', '"\\"', 'ORD100.PGM.RPGLE', 'Däöü.RPGLE', '注文.CLLE', '😀.txt'],
  ...['ART200D-Work with Article.DSPF', 'a;b=c.RPGLE', "it's 100%.TXT", '@msgapi#$.rpgle'],
];

const texts = ['', 'line 1\r\nline 2\r\n', '\nx\n', 'a\rb\r', '\uFEFFctl-opt;', '\r\n--file-checkouts-\r\n--\r\n'];
/** These, with a NUL, no UTF-8, and 1 MB at random. */
const contents = [
  ...texts.map((text) => Buffer.from(text)),
  ...[Buffer.from([0, 1, 0, 13, 10, 0]), Buffer.from([0xe4, 0xff, 0xfe, 0x80, 0x0a]), randomBytes(1_000_000)],
];

const fields = { appl: 'ORD', lvl: 50, objn: 'ÄÖ"\r\n', srcd: '注文' };

describe('multipart/mixed as Python reads it', () => {
  test('every content arrives byte for byte, under every name, in both dispositions', async () => {
    const cases = [
      ...contents.map((bytes) => ({ name: 'X.RPGLE', bytes, disposition: 'form-data' as const })),
      ...names.map((name) => ({ name, bytes: Buffer.from('x'), disposition: 'form-data' as const })),
      ...names.map((name) => ({ name, bytes: Buffer.from('x'), disposition: 'attachment' as const })),
    ];
    const bodies = cases.map(({ name, bytes, disposition }) =>
      buildBody(fields, { ...contentOf(name, bytes), disposition }),
    );
    const read = await readByPython(bodies);
    expect(read).toHaveLength(cases.length);
    read.forEach((parts, index) => {
      const { name, bytes, disposition } = cases[index] ?? { name: '', bytes: Buffer.alloc(0), disposition: '' };
      expect(parts).toHaveLength(2);
      const [payload, file] = parts;
      expect(payload).toMatchObject({ disposition, type: 'application/json', name: 'payload', filename: null });
      expect(JSON.parse(Buffer.from(payload?.bytes ?? '', 'base64').toString('utf8'))).toEqual(fields);
      expect(file).toMatchObject({ disposition, type: 'application/octet-stream', name, filename: name });
      expect(Buffer.from(file?.bytes ?? '', 'base64').equals(bytes)).toBe(true);
    });
  });

  test('a name that could break the header cannot', async () => {
    const evil = 'a"; filename="b\r\nX-Evil: 1\r\n\r\nc\\';
    const [parts] = await readByPython([buildBody(fields, contentOf(evil, 'x'))]);
    const name = 'a"; filename="b%0D%0AX-Evil: 1%0D%0A%0D%0Ac%5C';
    expect(parts?.[1]).toMatchObject({ name, filename: name, bytes: Buffer.from('x').toString('base64') });
  });
});

describe('buildBody', () => {
  test('the bytes, all of them', async () => {
    const body = buildBody({ objectId: 7 }, { ...contentOf('A.B', 'x\n'), disposition: 'attachment' }, 'B');
    expect(body.contentType).toBe('multipart/mixed; boundary=B');
    expect((await bytesOf(body)).toString()).toBe(
      '--B\r\nContent-Disposition: attachment; name="payload"\r\nContent-Type: application/json\r\n\r\n{"objectId":7}\r\n' +
        '--B\r\nContent-Disposition: attachment; name="A.B"; filename="A.B"\r\n' +
        'Content-Type: application/octet-stream\r\n\r\nx\n\r\n--B--',
    );
  });

  test('boundaries are their own each time', () => {
    const [one, other] = [1, 2].map(() => buildBody({}, contentOf('A', 'x')).contentType);
    expect(one).toMatch(/^multipart\/mixed; boundary=file-checkouts-[0-9a-f]{32}$/);
    expect(one).not.toBe(other);
  });

  test('no name leaves its quotes or its line', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', '\\', '\r', '\n', '\0', '\x7f', 'a', 'ü') }), (name) => {
        const quoted = escapeQuotedName(name);
        expect(quoted).toMatch(/^([^"\\\x00-\x1f\x7f]|\\["\\])*$/);
      }),
    );
  });
});
