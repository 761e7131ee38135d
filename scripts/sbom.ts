/** What ships in `dist/`, as a bill of materials (CycloneDX 1.6): each bundled package as the lock file pins it. Pure. */

/** What is looked at, as text. */
export interface SbomInput {
  readonly version: string;
  /** dist/LICENSES.txt: `NAME VERSION (LICENSE)` at the head of each part. */
  readonly licenses: string;
  readonly packageLock: string;
}

/**
 * Returns the bill of materials as JSON in CycloneDX 1.6: the program and its bundled packages, with SHA-512. @throws
 * Error if one is not in the lock file in that version
 */
export function sbomOf({ version, licenses, packageLock }: SbomInput): object {
  const { packages } = JSON.parse(packageLock) as {
    packages: Record<string, { version?: string; integrity?: string }>;
  };
  const heads = licenses.split(/^-{80}$/m).map((part) => part.trim().split('\n', 1)[0] ?? '');
  const components = heads.map((head) => {
    const [, name, own, license] = /^(\S+) (\S+) \((.+)\)$/.exec(head) ?? [];
    if (name === undefined || own === undefined) throw new Error(`dist/LICENSES.txt has a part headed ${head}`);
    const pinned = packages[`node_modules/${name}`];
    if (pinned?.version !== own || pinned.integrity === undefined) {
      throw new Error(`${name} ${own} is in dist, the lock file has ${pinned?.version ?? 'none'}`);
    }
    const content = Buffer.from(pinned.integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
    return {
      ...part('library', name, own),
      licenses: [{ expression: license }],
      hashes: [{ alg: 'SHA-512', content }],
    };
  });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: part('application', 'file-checkouts', version) },
    components,
  };
}

function part(type: 'application' | 'library', name: string, version: string) {
  const purl = `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
  return { type, 'bom-ref': purl, name, version, purl };
}
