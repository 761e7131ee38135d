/** Fails at once on another Node than the one the package brings along (see scripts/need-node.mjs). */
export default function setup(): void {
  if (!process.versions.node.startsWith('24.')) {
    throw new Error(`the tests need Node 24, this is ${process.versions.node}: use npm test`);
  }
}
