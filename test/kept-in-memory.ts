/**
 * For the environment of a child process that gets nothing else of ours: its temporary files are where those of the
 * tests are, and what Node.js has compiled of a bundle serves the next start too (see global-setup.ts).
 */
export function keptInMemory(): { TMPDIR?: string; NODE_COMPILE_CACHE?: string } {
  const { TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { ...(TMPDIR && { TMPDIR }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
