/** The environment variable that tells the tests where Node.js keeps what it compiles of the bundles. */
export const compiledVariable = 'TEST_COMPILED';

/**
 * For the environment of a bundle that gets nothing else of the tests: its temporary files are where those of the tests are,
 * and what is compiled of it serves its next start too (see global-setup.ts). The tests themselves start too seldom.
 */
export function keptInMemory(): { TMPDIR?: string; NODE_COMPILE_CACHE?: string } {
  const { TMPDIR, [compiledVariable]: compiled } = process.env;
  return { ...(TMPDIR && { TMPDIR }), ...(compiled && { NODE_COMPILE_CACHE: compiled }) };
}
