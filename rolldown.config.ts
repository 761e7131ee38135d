import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';
import { licencesOf } from './scripts/licenses.ts';

/**
 * The stages of a run, each with the files that it is entered by. A module is in the chunk of the first stage whose
 * files all need it at once: loading one file costs less than loading the fifty that it was made of, and no stage loads
 * what only a later one needs. What no stage needs (the page, the service, the other commands) is split as the bundler
 * sees fit.
 */
const stages = {
  start: ['src/cli.ts', 'src/action.ts'],
  common: ['src/action.ts', 'src/run/flow.ts'],
  action: ['src/action.ts'],
  run: ['src/run/flow.ts'],
  yaml: ['src/yaml/read-yaml.ts'],
  planning: ['src/run/attempt.ts'],
  plan: ['src/run/foresee.ts'],
  dependents: ['src/run/dependents.ts'],
  filing: ['src/run/file.ts'],
  client: ['src/client/create-client.ts'],
};

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Everything that a module imports at once, itself included. */
function neededBy(id: string, graph: ModuleGraph, needed = new Set<string>()): Set<string> {
  if (needed.has(id)) return needed;
  needed.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) neededBy(imported, graph, needed);
  return needed;
}

const modulesOf = new Map<string, Set<string>>();

/** @throws Error for a stage whose file is gone: its modules would be spread over dozens of chunks, and load slowly. */
function isNeededBy(file: string, id: string, graph: ModuleGraph): boolean {
  if (!existsSync(join(import.meta.dirname, file))) throw new Error(`rolldown.config.ts: there is no ${file}`);
  const modules = modulesOf.get(file) ?? neededBy(join(import.meta.dirname, file), graph);
  modulesOf.set(file, modules);
  return modules.has(id);
}

/** The first stage that needs a module at once; null: none. */
function stageOf(id: string, graph: ModuleGraph): string | null {
  const first = Object.entries(stages).find(([, files]) => files.every((file) => isNeededBy(file, id, graph)));
  return first?.[0] ?? null;
}

/**
 * A chunk that does no more than hand on names of one other is left out: what would load it loads that one. The bundler
 * makes one for each file that is loaded lazily and put together with others.
 */
const withoutFacades: Plugin = {
  name: 'without-facades',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    for (const { fileName, code } of chunks) {
      const [, target] = /^export\{[\w,]*\}from"(.*)";$/.exec(code.trim()) ?? [];
      if (target === undefined) continue;
      for (const other of chunks)
        other.code = other.code.replaceAll(`/${basename(fileName)}\``, `/${basename(target)}\``);
      delete bundle[fileName];
    }
  },
};

/**
 * Node's own modules are asked for by name, not imported: an import of `fs` or `crypto` makes every one of its exports,
 * those too that Node loads only when somebody wants them. That took about 2 ms of each start.
 */
const ownModulesByName: Plugin = {
  name: 'own-modules-by-name',
  generateBundle(_, bundle) {
    for (const output of Object.values(bundle)) if (output.type === 'chunk') output.code = askedByName(output.code);
  },
};

function askedByName(code: string): string {
  const statement = /\bimport(?:\*as ([\w$]+) |\{([^}]*)\}| ([\w$]+) )from"([\w:/]+)";/g;
  return code.replaceAll(statement, (whole, all?: string, some?: string, one?: string, name = '') => {
    if (!isBuiltin(name)) return whole;
    const wanted = all ?? one ?? `{${some?.replaceAll(' as ', ':')}}`;
    return `const ${wanted}=process.getBuiltinModule("${name}");`;
  });
}

/** The files of the service's page, and of the page of `status`, as they are, beside the chunks that read them. */
const pageFiles: Plugin = {
  name: 'page-files',
  generateBundle() {
    for (const folder of ['src/service/page/browser', 'src/status/status-page']) {
      for (const name of readdirSync(folder)) {
        const fileName = `chunks/${basename(folder)}/${name}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(folder, name)) });
      }
    }
  },
};

/** Beside the bundles, the licences of what is in them. */
const licences: Plugin = {
  name: 'licences',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
    const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules));
    this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source: licencesOf(modules) });
  },
  // Installing makes the program executable; committed like that, a checkout stays as it is.
  writeBundle({ dir }) {
    chmodSync(join(dir ?? 'dist', 'cli.mjs'), 0o755);
  },
};

/** Both front doors in one build, so that they share chunks; what is imported lazily stays a chunk of its own. */
export default defineConfig({
  input: { action: 'src/action.ts', cli: 'src/begin.ts' },
  platform: 'node',
  // What simple-git logs with, without the half that is for browsers.
  resolve: { alias: { debug: 'debug/src/node.js' } },
  preserveEntrySignatures: 'allow-extension',
  plugins: [withoutFacades, ownModulesByName, pageFiles, licences],
  treeshake: { moduleSideEffects: [{ test: /node_modules/, sideEffects: false }] },
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunks/[name].mjs',
    codeSplitting: {
      groups: [
        {
          name: stageOf,
          debugName: 'stages',
          test: (id) => !/src[\\/](begin|cli|action)\.ts$/.test(id),
          includeDependenciesRecursively: false,
        },
      ],
    },
    cleanDir: true,
    // Functions and classes keep their names, as stack traces show them; a fifth less has to be read at the start.
    minify: { compress: true, mangle: { toplevel: false, keepNames: true }, codegen: { removeWhitespace: true } },
    // With the names of the source, which a lazy import asks for.
    minifyInternalExports: false,
    comments: { legal: true },
  },
});
