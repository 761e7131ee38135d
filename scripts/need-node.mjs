/**
 * The tests run on the Node that the lock file pins, by version and hash, for each platform that has a package of it
 * (tools/node). Installed without optional packages it is silently missing, and any Node that the machine has would run.
 */
if (!process.versions.node.startsWith('24.')) {
  process.stderr.write(
    `This is Node ${process.versions.node}; the tests need 24. Run npm ci (without --omit=optional) and use npm test.\n`,
  );
  process.exitCode = 1;
}
