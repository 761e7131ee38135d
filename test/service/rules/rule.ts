/** One sentence of the interface, and calls by which a service keeps or breaks it. Played by play.py, which knows only HTTP and JSON. */
import type { ServiceOptions } from '../../../src/service/start.ts';

/**
 * What must be found at a path: of the answer (`status`, `headers.x`, `rtn.sev`, `request.objt`), or, with `@`, of
 * /inspect.json after it (`@requests.-1.srcn`). A value is compared with its type; else `like` is a pattern, `not`
 * another value, `size` a length, `keys` the names of an object, `absent` nothing at all, `type` that of JSON.
 */
export type Expected = Readonly<Record<string, unknown>>;

/** A file part of a call. */
export interface SentFile {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly text?: string;
}

/** A call over HTTP; what is left out is that of a careful client with the token of DEMO. */
export interface Step {
  readonly method: string;
  readonly path: string;
  /** null: no token. */
  readonly token: string | null;
  /** JSON, unless `raw`. */
  readonly body: unknown;
  readonly raw?: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly files?: readonly SentFile[];
  readonly expected: Expected;
}

/** The site and the switches that a rule is about; left out: the demo site. */
export type Setting = Partial<Pick<ServiceOptions, 'variant' | 'refusalStatus' | 'quotedNumbers' | 'site'>>;

/** A row of the table. */
export interface Rule {
  /** Section, and what of it. */
  readonly section: string;
  /** The sentence, as the interface has it. */
  readonly says: string;
  readonly setting: Setting;
  readonly steps: readonly Step[];
}

/** A row; the last argument may be a setting. */
export function rule(section: string, says: string, ...rest: readonly (Step | Setting)[]): Rule {
  const isStep = (each: Step | Setting): each is Step => 'method' in each;
  const setting: Setting = Object.assign({}, ...rest.filter((each) => !isStep(each)));
  return { section, says, setting, steps: rest.filter(isStep) };
}

type Fields = Readonly<Record<string, unknown>>;
const resource = '/object-request';
const token = 'demo-token';

export const post = (body: unknown, expected: Expected, more: Partial<Step> = {}): Step => ({
  ...{ method: 'POST', path: resource, token, body, expected },
  ...more,
});
export const patch = (fields: Fields, expected: Expected, more: Partial<Step> = {}): Step =>
  post({ objectId: 10001, ...fields }, expected, { method: 'PATCH', ...more });
/** What happens to a request later, at the service. */
export const later = (objectId: number, body: unknown): Step =>
  post(body, { status: 200 }, { path: `/inspect/requests/${objectId}` });

export const ok = (more: Expected = {}): Expected => ({ 'rtn.sev': '10', ...more });
export const warned = (more: Expected = {}): Expected => ({ 'rtn.sev': '20', ...more });
/** Carried out, with or without a warning. */
export const done = (more: Expected = {}): Expected => ({ 'rtn.sev': { like: '10|20' }, ...more });
export const no = (msg: unknown = { like: '.' }, more: Expected = {}): Expected => ({
  'rtn.sev': '30',
  'rtn.msg': msg,
  ...more,
});
export const like = (pattern: string) => ({ like: pattern });
export const absent = { absent: true };
export const size = (count: number) => ({ size: count });

/** A program, native and complete. */
export const P = { appl: 'ORD', lvl: 10, objn: 'ORD200', objt: '*PGM', attr: 'RPGLE' };
/** A request linked to Git, with attribute and type left to the service. */
export const L = {
  ...{ appl: 'ORD', lvl: 10, objn: 'ORD300', repo: 'ORDERS', branch: 'main' },
  ...{ gpath: 'QRPGLESRC', gfile: 'ORD300.PGM.RPGLE' },
};
/** A web page: object and source in the IFS, each under its own name and in its own place. */
export const W = {
  ...{ appl: 'ORD', lvl: 10, objn: 'page.html', objt: '*IFS', attr: 'WEBF', srcn: 'page.ts' },
  ...{ folb: '/obj', fslb: '/src' },
};
/** An object without a source. */
export const D = { appl: 'ORD', lvl: 10, objn: 'NEXTNO', objt: '*DTAARA', attr: 'DTAARA' };
/** In a new RFP, number 101. */
export const N = { ...P, arfp: '*NEW', rfpd: 'First' };
export const keys = { pipe: 'JENKINS1', pipa: 'PIPE', tkey: '4711' };
export const lead = { token: 'demo-lead-token' };
export const viewer = { token: 'demo-viewer-token' };
export const earlier: Setting = { variant: 'earlier' };
export const locked = 'Target Object already locked by another request';
