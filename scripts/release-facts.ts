/** What a tag says about a release, and what keeps it from being one. Pure. */

/** What is looked at, as text. */
export interface ReleaseInput {
  /** As `v1.2.3`. */
  readonly tag: string;
  /** `owner/name` at the host. */
  readonly repository: string;
  /** Every tag of the repository, this one too. */
  readonly tags: readonly string[];
  /** `version` and `repository` of package.json. */
  readonly packageJson: string;
  readonly packageLock: string;
  /** Version that the program says it has. */
  readonly program: string;
  /** The component's template. */
  readonly template: string;
  readonly changelog: string;
  /** Pages and examples by name, which name a version for users to copy. */
  readonly pages: Readonly<Record<string, string>>;
}

/** What the workflow does with it. */
export interface ReleaseFacts {
  readonly version: string;
  readonly prerelease: boolean;
  /** The name under which npm hands it out: `latest`, `next`, or `v1` for an older line. */
  readonly distTag: string;
  /** The tag that moves to it, as `v1`; null when a newer one of that major version is out, or it is a prerelease. */
  readonly majorTag: string | null;
  /** Its section of the changelog. */
  readonly notes: string;
}

interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  readonly prerelease: boolean;
}

/** Parses a tag `v1.2.3` or `v1.2.3-rc.1`; null for any other tag. */
function readTag(tag: string): Version | null {
  const [found, major, minor, patch, pre] = /^v(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/.exec(tag) ?? [];
  if (found === undefined) return null;
  return { major: Number(major), minor: Number(minor), patch: Number(patch), prerelease: pre !== undefined };
}

/** True if `a` is a later version than `b`; prerelease parts do not count. */
function isNewer(a: Version, b: Version): boolean {
  if (a.major !== b.major) return a.major > b.major;
  return a.minor !== b.minor ? a.minor > b.minor : a.patch > b.patch;
}

/** Returns what keeps the tag from being released, a clause for each: other versions, no notes, another repository. Empty: it may be released. */
export function releaseFindings(input: ReleaseInput): string[] {
  if (readTag(input.tag) === null) return [`the tag ${input.tag} is not of the form v1.2.3`];
  const wanted = input.tag.slice(1);
  const findings = versionsIn(input)
    .filter(({ version }) => version !== wanted)
    .map(({ place, version }) => `${place} has the version ${version ?? 'none'}, the tag says ${wanted}`);
  if (notesOf(input.changelog, wanted) === '') findings.push(`CHANGELOG.md says nothing under "## ${wanted}"`);
  if (notesOf(input.changelog, 'Unreleased') !== '') {
    findings.push('CHANGELOG.md still has something under "## Unreleased"');
  }
  return [...findings, ...repositoryFindings(input)];
}

/** Returns the places that name the version of the program, with the version; undefined: none is found in that place. */
function versionsIn(input: ReleaseInput): { place: string; version: string | undefined }[] {
  const lock = JSON.parse(input.packageLock);
  const pages = Object.entries(input.pages).flatMap(([place, text]) =>
    [...text.matchAll(/file-checkouts@v?(\d+\.\d+\.\d+[\w.-]*)/g)].map(([, version]) => ({ place, version })),
  );
  return [
    { place: 'package.json', version: JSON.parse(input.packageJson).version },
    { place: 'package-lock.json', version: lock.version },
    { place: 'package-lock.json, packages', version: lock.packages?.['']?.version },
    { place: 'src/version.ts', version: input.program },
    { place: 'the component', version: /^ {4}version:\n(?: {6}.*\n)*? {6}default: (\S+)$/m.exec(input.template)?.[1] },
    ...pages,
  ];
}

/** Returns a finding if package.json names another repository: npm would not publish it with provenance. */
function repositoryFindings({ packageJson, repository }: ReleaseInput): string[] {
  const { repository: named } = JSON.parse(packageJson);
  const url = String(named?.url ?? named ?? 'none');
  const path = url.replace(/^git\+/, '').replace(/\.git$/, '');
  return path.endsWith(`/${repository}`)
    ? []
    : [`package.json has the repository ${url}, which is not ${repository}: npm would refuse the provenance`];
}

/** Returns the facts of a release for which releaseFindings is empty. @throws TypeError if the tag is not a version */
export function releaseFacts(input: ReleaseInput): ReleaseFacts {
  const own = readTag(input.tag);
  if (own === null) throw new TypeError(`${input.tag} is not a version`);
  const finished = input.tags.flatMap((tag) => readTag(tag) ?? []).filter(({ prerelease }) => !prerelease);
  const newest = !finished.some((other) => isNewer(other, own));
  const newestOfMajor = !finished.some((other) => other.major === own.major && isNewer(other, own));
  const major = `v${own.major}`;
  return {
    version: input.tag.slice(1),
    prerelease: own.prerelease,
    distTag: own.prerelease ? 'next' : newest ? 'latest' : major,
    majorTag: own.prerelease || !newestOfMajor ? null : major,
    notes: notesOf(input.changelog, input.tag.slice(1)),
  };
}

/** Returns the text of the section `## VERSION` (a date may follow) of the changelog, trimmed; empty: there is none. */
function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const own = sections.find((section) => section.split(/\s/, 1)[0] === version);
  return own === undefined ? '' : own.slice(own.indexOf('\n')).trim();
}
