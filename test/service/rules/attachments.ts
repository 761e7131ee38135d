/** §4.3: files, and where they go. */
import { D, L, later, like, no, ok, P, patch, post, type Rule, rule, size, W, warned } from './rule.ts';

const file = (name: string, more: object = {}) => ({ files: [{ name, ...more }] });
const other = (filename: string) => ({ files: [{ name: 'file', filename }] });
const place = (where: string, index = 0) => ({ [`@attachments.${index}.place`]: where });
const none = { '@attachments': size(0) };
const M = { ...P, srcn: 'SRC', fslb: 'SRCLIB', fsfl: 'SRCF' };
const G = { ...M, ...L, objn: 'ORD300', attr: 'RPGLE', objt: '*PGM' };
const member = 'member SRCLIB/SRCF(SRC)';
const git = `git QRPGLESRC/${L.gfile}`;
const R = { ...W, objt: '*REMOTE' };
const multipart = (body: string) => ({ raw: body, contentType: 'multipart/mixed; boundary=b' });
const payload = `--b\r\nContent-Disposition: form-data; name="payload"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(P)}\r\n`;
const part = (disposition: string) =>
  `--b\r\nContent-Disposition: ${disposition}\r\nContent-Type: text/plain\r\n\r\nx\r\n`;

const bodies: Rule[] = [
  rule(
    '§4.3',
    'An attachment uses Content-Type multipart/mixed',
    post(P, ok(place('member DEMO10/QRPGLESRC(ORD200)')), file('ORD200')),
  ),
  rule(
    '§4.3',
    'a part named payload holding the JSON body',
    post(P, ok({ '@requests.0.objn': 'ORD200' }), file('ORD200')),
  ),
  rule(
    '§4.3',
    'a part named payload: there is none',
    post(P, no(like('payload'), { status: 400 }), multipart(`${part('form-data; name="f"; filename="f"')}--b--\r\n`)),
  ),
  rule(
    '§4.3',
    'a part named payload: one',
    post(P, no(like('payload'), { status: 400 }), multipart(`${payload}${payload}--b--\r\n`)),
  ),
  rule(
    '§4.3',
    'payload of type application/json: not of another',
    post(
      P,
      no(like('application/json'), { status: 400 }),
      multipart(`${payload.replace('application/json', 'text/plain')}--b--\r\n`),
    ),
  ),
  rule(
    '§4.3',
    'payload: the JSON body, and nothing that is none',
    post(P, no(like('JSON'), { status: 400 }), multipart(`${payload.replace('{', '[')}--b--\r\n`)),
  ),
  rule(
    '§4.3',
    "The file part's file name must be non-blank: left out",
    post(
      P,
      no(like('file name'), { status: 400 }),
      multipart(`${payload}${part('form-data; name="ORD200"')}--b--\r\n`),
    ),
  ),
  rule(
    '§4.3',
    "The file part's file name must be non-blank: empty",
    post(P, no(like('file name'), { status: 400 }), file('ORD200', { filename: '' })),
  ),
  rule(
    '§4.3',
    "The file part's file name must be non-blank: blanks",
    post(P, no(like('file name'), { status: 400 }), file('ORD200', { filename: '   ' })),
  ),
  rule(
    '§4.3',
    'labelled as attachment, as curl does',
    post(
      P,
      ok(place('member DEMO10/QRPGLESRC(ORD200)')),
      multipart(`${payload.replace('form-data', 'attachment')}${part('attachment; name="ORD200"; filename="x"')}--b--`),
    ),
  ),
  rule('§4.3', 'a body cut short is no call', post(P, no(like('.'), { status: 400 }), multipart(payload))),
  rule(
    '§4.3',
    'PATCH: a part named payload',
    post(P, ok()),
    patch({ srcd: 'x' }, ok({ '@requests.0.srcd': 'x' }), file('ORD200')),
  ),
  rule(
    '§4.3',
    'the file, byte for byte',
    post(P, ok({ '@attachments.0.bytes': 5 }), file('ORD200', { text: 'a\r\n\tb' })),
  ),
  rule('§4.3', 'the file may be empty', post(P, ok({ '@attachments.0.bytes': 0 }), file('ORD200', { text: '' }))),
];

const created: Rule[] = [
  rule('§4.3 POST 1', 'considered only when rsn is *MIGRATE', post(M, ok(place(member)), file('SRC'))),
  ...['*DELETE', '*RECOMPILE', '*UPDATE'].map((rsn) =>
    rule(
      '§4.3 POST 1',
      `considered only when rsn is *MIGRATE: not ${rsn}`,
      post({ ...M, rsn }, warned(none), file('SRC')),
    ),
  ),
  rule('§4.3 POST 1', 'and copy is *NO', post({ ...M, copy: '*YES' }, warned(none), file('SRC'))),
  rule(
    '§4.3 POST 2',
    '*IFS and a part named like objn: copied to the path in folb',
    post(W, ok(place('ifs /obj/page.html')), file('page.html')),
  ),
  rule(
    '§4.3 POST 2',
    '*IFS, by the file name of the part',
    post(W, ok(place('ifs /obj/page.html')), other('page.html')),
  ),
  rule(
    '§4.3 POST 2',
    '*REMOTE and a part named like objn',
    post(R, ok(place('ifs /obj/page.html')), file('page.html')),
  ),
  rule('§4.3 POST 2', 'of type *IFS or *REMOTE: not of others', post(M, warned(none), file('ORD200'))),
  rule('§4.3 POST 2', 'named like objn: case counts in the IFS', post(W, warned(none), file('PAGE.html'))),
  rule(
    '§4.3 POST 3',
    'Source of type *IFS and a part named like srcn: the path in fslb',
    post(W, ok(place('ifs /src/page.ts')), file('page.ts')),
  ),
  rule(
    '§4.3 POST 3',
    'Source of type *IFS, of an object that is none',
    post({ ...P, attr: 'WEBF', srcn: 'a.ts', fslb: '/src' }, ok(place('ifs /src/a.ts')), file('a.ts')),
  ),
  rule(
    '§4.3 POST 2, 3',
    'a part named like both goes to both',
    post(
      { ...W, srcn: 'page.html' },
      ok({ ...place('ifs /obj/page.html'), ...place('ifs /src/page.html', 1) }),
      file('page.html'),
    ),
  ),
  rule(
    '§4.3 POST 4',
    'a native member and a part named like srcn: imported as the member',
    post(M, ok(place(member)), file('SRC')),
  ),
  rule('§4.3 POST 4', 'named like srcn, by the file name of the part', post(M, ok(place(member)), other('SRC'))),
  rule(
    '§4.3 POST 4',
    'named like srcn, which defaults to objn',
    post(P, ok(place('member DEMO10/QRPGLESRC(ORD200)')), file('ORD200')),
  ),
  rule('§4.3 POST 4', 'names of members ignore case', post(M, ok(place(member)), file('src'))),
  rule('§4.3 POST 4', 'named like srcn: not nearly', post(M, warned(none), file('SRC.RPGLE'))),
  rule('§4.3 POST 4', 'no source: no member', post(D, warned(none), file('NEXTNO'))),
  rule(
    '§4.3 POST 5',
    'A part named like gfile: copied for the Git-linked request',
    post(G, ok(place(git)), file(L.gfile)),
  ),
  rule('§4.3 POST 5', 'by the file name of the part', post(G, ok(place(git)), other(L.gfile))),
  rule(
    '§4.3 POST 5',
    'for the Git-linked request: not without branch',
    post({ ...G, branch: undefined }, warned(none), file(L.gfile)),
  ),
  rule('§4.3 POST 5', 'named like gfile: case counts', post(G, warned(none), file(L.gfile.toLowerCase()))),
  rule(
    '§4.3 POST 5',
    'of an object without a source',
    post({ ...G, objt: '*DTAARA', attr: 'DTAARA', srcn: undefined, fsfl: undefined }, ok(place(git)), file(L.gfile)),
  ),
  rule(
    '§4.3 POST',
    'a file that no rule takes is not lost in silence',
    post(P, warned({ 'rtn.msg': like('README not used') }), file('README')),
  ),
  rule(
    '§4.3 POST',
    'a refused create stores no file',
    post(P, ok()),
    post(P, no(), file('ORD200')),
    patch({}, ok(none)),
  ),
];

const updated: Rule[] = [
  rule(
    '§4.3 PATCH 1',
    "The file is imported into the existing request's from-library: named by srcn",
    post(M, ok()),
    patch({ srcn: 'SRC' }, ok(place(member)), file('SRC')),
  ),
  rule(
    '§4.3 PATCH 1',
    'from-library: named by gfile',
    post(G, ok()),
    patch({ gfile: L.gfile }, ok(place(member)), file(L.gfile)),
  ),
  rule('§4.3 PATCH 1', 'from-library: named by nothing', post(M, ok()), patch({}, ok(place(member)), file('whatever'))),
  rule(
    '§4.3 PATCH 1',
    'from-library: the member of the name after the update',
    post(M, ok()),
    patch({ srcn: 'NEW' }, ok(place('member SRCLIB/SRCF(NEW)')), file('NEW')),
  ),
  rule(
    '§4.3 PATCH 1',
    'from-library: of a source in the IFS',
    post(W, ok()),
    patch({ srcn: 'page.ts' }, ok(place('ifs /src/page.ts')), file('page.ts')),
  ),
  rule(
    '§4.3 PATCH 1',
    'from-library: of an object in the IFS',
    post(W, ok()),
    patch({}, ok(place('ifs /obj/page.html')), file('page.html')),
  ),
  rule(
    '§4.3 PATCH 1',
    'object and source each to their own place',
    post(W, ok(), file('page.html')),
    patch(
      { srcn: 'page.ts' },
      ok({ ...place('ifs /obj/page.html'), ...place('ifs /src/page.ts', 1) }),
      file('page.ts'),
    ),
  ),
  rule(
    '§4.3 PATCH 1',
    'from-library: of an object without a source',
    post(D, ok()),
    patch({}, ok(place('object DEMO10/NEXTNO')), file('any')),
  ),
  rule(
    '§4.3 PATCH 1',
    'the Git copy of the create is renewed',
    post(G, ok(), file(L.gfile, { text: 'old' })),
    patch(
      {},
      ok({ ...place(git), ...place(member, 1), '@attachments.0.bytes': 5, '@attachments.1.bytes': 5 }),
      file(L.gfile, { text: 'newer' }),
    ),
  ),
  rule(
    '§4.3 PATCH 1',
    'and is where gpath and gfile say',
    post(G, ok(), file(L.gfile)),
    patch({ gpath: 'new', gfile: 'N.RPGLE' }, ok(place('git new/N.RPGLE'))),
  ),
  rule(
    '§4.3 PATCH 1',
    'a newer file replaces the older one of its place',
    post(M, ok(), file('SRC', { text: 'old' })),
    patch({}, ok({ '@attachments': size(1), '@attachments.0.bytes': 5 }), file('SRC', { text: 'newer' })),
  ),
  rule(
    '§4.3 PATCH 2',
    'must match srcn or gfile: srcn',
    post(G, ok()),
    patch({ srcn: 'SRC' }, ok(place(member)), file('SRC')),
  ),
  rule(
    '§4.3 PATCH 2',
    'must match srcn or gfile: gfile as stored',
    post(G, ok()),
    patch({ srcn: 'SRC' }, ok(place(member)), file(L.gfile)),
  ),
  rule(
    '§4.3 PATCH 2',
    'must match srcn or gfile: gfile as sent',
    post(G, ok()),
    patch({ gfile: 'N.RPGLE' }, ok(place(member)), file('N.RPGLE')),
  ),
  rule(
    '§4.3 PATCH 2',
    'must match: another is not used',
    post(G, ok()),
    patch({ srcn: 'SRC' }, warned({ ...none, 'rtn.msg': like('OTHER not used') }), file('OTHER')),
  ),
  rule(
    '§4.3 PATCH 2',
    'must match: the old name is none',
    post(G, ok()),
    patch({ gfile: 'N.RPGLE' }, warned(none), file(L.gfile)),
  ),
  rule(
    '§4.3 PATCH 3',
    'both omitted: any non-JSON file part is used',
    post(G, ok()),
    patch({}, ok(place(member)), file('anything.txt')),
  ),
  rule(
    '§4.3 PATCH 3',
    'both *SAME: any non-JSON file part is used',
    post(G, ok()),
    patch({ srcn: '*SAME', gfile: '*SAME' }, ok(place(member)), file('anything.txt')),
  ),
  rule(
    '§4.3 PATCH 3',
    'any non-JSON file part: not a JSON one',
    post(G, ok()),
    patch({}, warned(none), file('a.json', { type: 'application/json' })),
  ),
  rule(
    '§4.3 PATCH 3',
    'a JSON one that is named like gfile',
    post(G, ok()),
    patch({}, ok(place(member)), file(L.gfile, { type: 'application/json' })),
  ),
  rule(
    '§4.3 PATCH 1',
    'without a Git copy none is made',
    post(G, ok()),
    patch({}, ok({ '@attachments': size(1), ...place(member) }), file(L.gfile)),
  ),
  rule(
    '§4.3 PATCH 1',
    'a member under a new name leaves the one under the old name',
    post(M, ok(), file('SRC')),
    patch({ srcn: 'S1' }, ok({ ...place(member), ...place('member SRCLIB/SRCF(S1)', 1) }), file('S1')),
  ),
  rule(
    '§4.3 PATCH 1',
    'from-library: *OBJ is the name of the object',
    post(M, ok()),
    patch({ srcn: '*OBJ' }, ok(place('member SRCLIB/SRCF(ORD200)')), file('ORD200')),
  ),
  rule(
    '§4.3 PATCH 1',
    'from-library: of a remote object, the member',
    post({ ...M, objt: '*REMOTE', folb: '/far' }, ok()),
    patch({}, ok(place(member)), file('any')),
  ),
  ...['*DELETE', '*RECOMPILE', '*UPDATE'].map((rsn) =>
    rule('§4.3 PATCH 1', `none for ${rsn}`, post({ ...M, rsn }, ok()), patch({}, warned(none), file('SRC'))),
  ),
  rule(
    '§4.3 PATCH',
    'a refused update leaves the file that is there',
    post(G, ok(), file(L.gfile, { text: 'old' })),
    later(10001, { status: '20' }),
    patch({}, no(like('status'), { '@attachments.0.bytes': 3 }), file(L.gfile, { text: 'newer' })),
  ),
  rule(
    '§4.3 PATCH',
    'a refused update stores no file',
    post(M, ok()),
    patch({ attr: 'NOPE' }, no(like('NOPE'), none), file('SRC')),
  ),
];

export const attachments: readonly Rule[] = [...bodies, ...created, ...updated];
