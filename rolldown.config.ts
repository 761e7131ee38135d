import { defineConfig } from 'rolldown';

/** Both front doors in one build, so that they share chunks; what is imported lazily stays a chunk of its own. */
export default defineConfig({
  input: { action: 'src/action.ts', cli: 'src/cli.ts' },
  platform: 'node',
  treeshake: { moduleSideEffects: [{ test: /node_modules/, sideEffects: false }] },
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: 'chunks/[name].mjs',
    cleanDir: true,
    minify: false,
    comments: { legal: true },
  },
});
