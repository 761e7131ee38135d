/**
 * `node scripts/release.ts TAG OWNER/NAME TAGS-FILE NOTES-FILE SBOM-FILE`: checks that the tag, the package, the
 * program, the component and the changelog are of one version, writes notes and bill of materials, and prints what the release workflow goes by as
 * lines of outputs. Uses nothing but Node, so that the job which signs runs no code of others.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { version } from '../src/version.ts';
import { type ReleaseInput, releaseFacts, releaseFindings } from './release-facts.ts';
import { sbomOf } from './sbom.ts';

const [tag = '', repository = '', tagsFile = '', notesFile = '', sbomFile = ''] = process.argv.slice(2);
const read = (path: string) => readFileSync(path, 'utf8');
const pages = ['README.md', ...globSync(['docs/*.md', 'examples/*.yml'])];
const input: ReleaseInput = {
  tag,
  repository,
  tags: read(tagsFile)
    .split('\n')
    .map((line) => line.trim().replace(/^refs\/tags\//, '')),
  packageJson: read('package.json'),
  packageLock: read('package-lock.json'),
  program: version,
  template: read('templates/file-checkouts/template.yml'),
  changelog: read('CHANGELOG.md'),
  pages: Object.fromEntries(pages.map((page) => [page, read(page)])),
};
const findings = releaseFindings(input);
for (const finding of findings) console.error(`::error::${finding}`);
if (findings.length > 0) process.exitCode = 1;
else {
  const facts = releaseFacts(input);
  writeFileSync(notesFile, `${facts.notes}\n`);
  const licenses = read('dist/LICENSES.txt');
  const sbom = sbomOf({ version: facts.version, licenses, packageLock: input.packageLock });
  writeFileSync(sbomFile, `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`version=${facts.version}`);
  console.log(`prerelease=${facts.prerelease}`);
  console.log(`dist-tag=${facts.distTag}`);
  console.log(`major-tag=${facts.majorTag ?? ''}`);
}
