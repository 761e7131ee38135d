/** Files of one folder, filed at the real service over real HTTP, push after push. */
import { createClient } from '../../src/client/create-client.ts';
import type { FilingRun } from '../../src/filing/filing.ts';
import { toGitPath } from '../../src/git/git-path.ts';
import type { CreateFields } from '../../src/interface/fields.ts';
import type { CheckOut } from '../../src/ledger/record.ts';
import { demoSite } from '../../src/service/demo.ts';
import { type ServiceOptions, startService } from '../../src/service/start.ts';
import { planned } from '../checkout/support.ts';
import { switches } from '../service/switches.ts';
import { fileAll, scriptedRun } from './scripted.ts';

type Files = Readonly<Record<string, Buffer | string>>;
type Fields = Partial<Record<keyof CreateFields, unknown>>;
const always = { appl: 'ORD', lvl: 50, objt: '*SRVPGM', attr: 'BND', repo: 'ORDERS', branch: 'main', proj: '*BRANCH' };

export async function bench({ token = 'demo-token', ...options }: Partial<ServiceOptions> & { token?: string } = {}) {
  const service = await startService({ site: demoSite, db: ':memory:', port: 0, ...switches(), ...options });
  const how = { timeoutSeconds: 10, concurrency: 16, proxyEnv: {}, sleep: () => Promise.resolve() };
  const client = await createClient({ url: service.url, token, ...how });
  const known = new Map<string, CheckOut | null>();
  return {
    service,
    inspect: () => service.inspect(),
    /** Files contents by name, as objects P0, P1, …, with these fields. */
    push: async (files: Files, of: Partial<FilingRun> = {}, more: (name: string) => Fields = () => ({})) => {
      const asked = Object.entries(files).map(([name, content], n) => {
        const all = { ...always, objn: `P${n}`, gpath: 'A', gfile: name, ...more(name) };
        const fields = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
        const identity = { ...planned().identity, type: String(all.objt), objn: String(all.objn) };
        const blob = Buffer.from(content).toString('base64');
        const request = planned({ path: toGitPath(`A/${name}`), identity, fields, blob });
        return { should: { kind: 'request', request } as const, known: known.get(name) ?? null };
      });
      const read = async (blob: string) => Buffer.from(blob, 'base64');
      const { filed, defect } = await fileAll(asked, { filing: { client, read, run: { ...scriptedRun, ...of } } });
      if (defect !== null) throw defect;
      for (const [n, name] of Object.keys(files).entries()) known.set(name, filed[n]?.checkOut ?? null);
      return filed.flatMap(({ rows }) => rows);
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await service.close();
    },
  };
}
