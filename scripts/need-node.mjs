/**
 * The tests run on the Node that ships as a development dependency. Installed without install scripts it is silently
 * missing, and whatever Node the machine has would run instead.
 */
if (!process.versions.node.startsWith('24.')) {
  process.stderr.write(
    `This is Node ${process.versions.node}; the tests need 24. Run npm ci (without --ignore-scripts) and use npm test.\n`,
  );
  process.exitCode = 1;
}
