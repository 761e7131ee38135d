/** Starter files out of lists of names, loaded and bound as a run would bind them. */
import type { StarterHead } from '../../src/init/render.ts';
import { makeStarter } from '../../src/init/starter.ts';
import type { CreateFields } from '../../src/interface/fields.ts';
import { findBranchRule } from '../../src/mapping/branch.ts';
import { type CompiledMapping, compileMapping } from '../../src/mapping/compile.ts';
import { loadMapping } from '../../src/mapping/load.ts';
import { toIdentityKey } from '../../src/plan/identity.ts';
import { bindMapping, type Mapper } from '../../src/plan/mapper.ts';
import { explainLeftOut } from '../../src/sentences/left-out.ts';

const branchFields = { appl: 'ORD', lvl: '10' };
export const filled: StarterHead = { repo: 'ORDERS', branch: 'main', branchFields, request: {} };

export const mappingFile = '.file-checkouts.yml';

export const compiled = (text: string): CompiledMapping => compileMapping(loadMapping(text, 'starter'));

/** The file without its comments. */
export const activeLines = (text: string): string => text.replace(/^\s*#.*$/gm, '');

/** A mapping as a run on the branch of its branch rule binds it. */
function bound(text: string): Mapper {
  const mapping = compiled(text);
  const branch = [mapping.mapping.branches?.[0]?.branch].flat()[0] ?? '';
  const run = { repo: 'ORDERS', branch, sha: '0'.repeat(40), run: '1', user: null, set: {} };
  return bindMapping(mapping, findBranchRule(mapping, branch), run);
}

/** The fields of the one request that a path becomes. */
export function fieldsOf(text: string, path: string): CreateFields {
  const mapped = bound(text)({ text: path, raw: null });
  if (mapped.kind !== 'requests') throw new Error(`${path} is left out: ${explainLeftOut(mapped.because)}`);
  return mapped.targets[0]?.fields ?? {};
}

/** What a path becomes: object type and name, its relative path where there is one; `skip: why`; or `no rule matches`. */
export function mapperOf(text: string): (path: string) => string {
  const mapper = bound(text);
  return (path) => {
    const mapped = mapper({ text: path, raw: null });
    if (mapped.kind !== 'requests') return explainLeftOut(mapped.because);
    return mapped.targets
      .map(({ fields, problems }) => {
        const { objt, objn, srca, rpth } = fields;
        return [objt, objn, srca, rpth, ...problems].filter((part) => part !== undefined).join(' ');
      })
      .join(' + ');
  };
}

/** What `init` makes of every file of a tree. */
export function mapTree(paths: readonly string[]): Record<string, string> {
  const { text } = makeStarter([...paths, mappingFile], filled);
  const map = mapperOf(text);
  return Object.fromEntries(paths.map((path) => [path, map(path)]));
}

/** The files that make one object, for each object that more than one makes. */
export function collisionsOf(paths: readonly string[]): string[][] {
  const mapper = bound(makeStarter([...paths, mappingFile], filled).text);
  const targets = paths.flatMap((path) => {
    const mapped = mapper({ text: path, raw: null });
    const made = mapped.kind === 'requests' ? mapped.targets : [];
    return made.map(({ identity }) => ({ key: toIdentityKey(identity), path }));
  });
  const groups = Map.groupBy(targets, ({ key }) => key);
  return [...groups.values()].filter((group) => group.length > 1).map((group) => group.map(({ path }) => path));
}
