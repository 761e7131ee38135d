import { Problem } from './errors.ts';
import { type Action, decideActions } from './filing/actions.ts';
import { blobId } from './git/blob-id.ts';
import { type Change, emptyTree, listChanges, listTree, type TreeSide } from './git/changes.ts';
import { fileAt } from './git/file-at.ts';
import type { Objects } from './git/objects.ts';
import { asTheyAre } from './git/paths-at-head.ts';
import { presentBlobs } from './git/present-blobs.ts';
import { branchOf, decideRange } from './git/range.ts';
import type { Repository } from './git/repository.ts';
import { checkedOutBranch, type Range, resolveRange } from './git/resolve-range.ts';
import { closedLedger, type Ledger, openLedger } from './ledger/ledger.ts';
import type { RecordKey } from './ledger/record.ts';
import { branchRuleFor } from './mapping/branch.ts';
import { type CompiledMapping, compileMapping } from './mapping/compile.ts';
import { parseSet } from './mapping/fields.ts';
import { compileGlob } from './mapping/glob.ts';
import { matchGlob, subjectOf } from './mapping/glob-match.ts';
import { loadMapping } from './mapping/load.ts';
import { placeholdersIn } from './mapping/placeholders.ts';
import { emptyMapping } from './mapping/schema.ts';
import { defaultMappingFile, parseMappingName, readMappingFile } from './mapping/source.ts';
import type { Options } from './options.ts';
import { bindMapping } from './plan/bind-mapping.ts';
import { type BlobFacts, isLfsPointer, mayBeLfsPointer, withContents } from './plan/contents.ts';
import type { Mapper } from './plan/mapper.ts';
import { makePlan, takesAway } from './plan/plan.ts';
import type { Plan } from './plan/planned.ts';
import { reopened } from './plan/reopened.ts';
import type { Draft } from './report/draft.ts';
import { reportLeftOut } from './report/report.ts';
import type { RunInput } from './run-input.ts';

/** A range with everything that was decided about it, ready to be shown or filed. */
export interface PlannedRange {
  readonly range: Range;
  readonly repo: string;
  readonly mapping: CompiledMapping;
  readonly mappingBlob: string | null;
  readonly actions: readonly Action[];
  readonly ledger: Ledger;
  readonly key: RecordKey | null;
}

/** What of a run the steps up to the plan share. */
interface Planning {
  readonly input: RunInput;
  readonly repository: Repository;
  readonly objects: Objects;
  readonly draft: Draft;
}

/**
 * The way from the event to the actions: mapping, ledger record, range, changes, plan. Decides and reads only. Fills
 * the draft as far as it gets.
 *
 * @returns null when the event itself leaves nothing to do.
 */
export async function planRange(
  input: RunInput,
  repository: Repository,
  objects: Objects,
  draft: Draft,
): Promise<PlannedRange | null> {
  const planning = { input, repository, objects, draft };
  const { event, options } = input;
  const checkedOut = checkedOutBranch(repository.location);
  const branch = branchOf({ event, options, checkedOut });
  const { mapping, mappingBlob, mappingName } = await readMapping(planning);
  const repo = options.repo ?? mapping.mapping.repo ?? repositoryName(input, repository);
  draft.range = { repo, branch, base: null, head: null, rule: '' };
  const key = ledgerKey(options, repo, mappingName, branch);
  const ledger =
    key === null ? closedLedger(null) : await openLedger(repository, objects, options.ledger ?? 'auto', key);
  noteLedger(planning, key, ledger);
  const skipPushers = mapping.mapping['skip-pushers'];
  const decision = decideRange({ event, options, checkedOut, record: ledger.record, skipPushers });
  draft.range = { ...draft.range, branch: decision.branch, rule: decision.rule };
  if (decision.kind === 'nothing') {
    draft.nothingToFile = decision.why;
    if (decision.rule === 'branch-deleted') noteHeld(planning, ledger);
    return null;
  }
  const { defaultBranch } = event.repository;
  const onMissingBase = options['on-missing-base'] ?? 'fail';
  const range = await resolveRange(repository, objects, decision, { onMissingBase, defaultBranch });
  draft.range = { repo, branch: range.branch, base: range.base, head: range.head, rule: range.rule };
  const mapper = bindRun(planning, mapping, range, repo);
  const plan = await planChanges(planning, range, mapper, ledger, mapping.mapping.deletes);
  draft.leftOut = plan.leftOut.map(reportLeftOut);
  draft.leftOutFails = plan.leftOut.some((entry) => entry.error);
  noteUnmapped(planning, mapping, plan);
  const record = range.firstPush && ledger.record?.firstHead !== range.head ? closedRecord(ledger) : ledger.record;
  const actions = decideActions(plan.requests, record, range.explicit);
  return { range, repo, mapping, mappingBlob, actions, ledger, key };
}

/** The numbers of an earlier branch of the same name stay known; its open changes do not (design §3). */
function closedRecord(ledger: Ledger): Ledger['record'] {
  return ledger.record === null ? null : { ...ledger.record, open: [] };
}

async function readMapping({ input, repository, objects, draft }: Planning) {
  const name = input.options.mapping ?? null;
  const parsed = name === null ? null : parseMappingName(name);
  let source: { name: string; text: string; blob: string } | null = null;
  if (parsed !== null && 'rev' in parsed) {
    source = { name: parsed.path, ...(await fileAt(repository, objects, parsed.rev, parsed.path)) };
  } else {
    const file = await readMappingFile(name, input.cwd, repository.location.top);
    const blob = file === null ? '' : blobId(file.content, repository.objectFormat);
    if (file !== null) source = { name: file.name, text: Buffer.from(file.content).toString('utf8'), blob };
  }
  if (source !== null) draft.mapping = { path: source.name, blob: source.blob };
  const mapping = source === null ? emptyMapping : loadMapping(source.text, source.name);
  if (input.command === 'file') refusePlaceholders(mapping, source?.name ?? '');
  return {
    mapping: compileMapping(mapping),
    mappingBlob: source?.blob ?? null,
    mappingName: source?.name ?? defaultMappingFile,
  };
}

function refusePlaceholders(mapping: unknown, file: string): void {
  const [first] = placeholdersIn(mapping);
  if (first === undefined) return;
  throw new Problem(
    'mapping',
    `${file}: ${first.path} still holds the placeholder ${first.value}`,
    'Fill in what the starter file could not know.',
  );
}

function repositoryName(input: RunInput, repository: Repository): string {
  const url = repository.remote?.url.replace(/[\\/]+$/, '').replace(/\.git$/, '');
  const fromUrl = url?.split(/[\\/:]/).at(-1);
  return input.event.repository.name ?? (fromUrl || (repository.location.top.split(/[\\/]/).at(-1) ?? ''));
}

/** The name under which the ledger knows a service: its base address without what does not matter. */
function serviceName(options: Options): string | null {
  if (options['ledger-key'] !== undefined) return options['ledger-key'];
  return options.url === undefined ? null : options.url.replace(/\/+$/, '');
}

function ledgerKey(options: Options, repo: string, mapping: string, branch: string | null): RecordKey | null {
  const service = serviceName(options);
  return service === null || branch === null ? null : { service, repo, mapping, branch };
}

function noteLedger({ input, draft }: Planning, key: RecordKey | null, ledger: Ledger): void {
  if (input.options.ledger === 'off') draft.notices.push('the ledger is off: nothing of this run is remembered');
  else if (ledger.trouble !== null) draft.notices.push(`the ledger could not be read: ${ledger.trouble}`);
  else if (key === null && input.command === 'plan' && input.event.happening.kind !== 'tag') {
    draft.notices.push('without --url or --ledger-key the plan does not know what was filed before');
  }
}

/** A deleted branch may leave locks behind: what the ledger knows of it is listed. */
function noteHeld({ draft }: Planning, ledger: Ledger): void {
  for (const entry of ledger.record?.filed ?? []) {
    draft.notices.push(`request ${entry.objectId} (${entry.appl}/${entry.lvl} ${entry.objn}) may still hold its lock`);
  }
}

function noteUnmapped({ draft }: Planning, mapping: CompiledMapping, plan: Plan): void {
  const unmapped = plan.leftOut.filter((entry) => entry.why === 'no rule matches it');
  if (unmapped.length === 0 || mapping.mapping.unmapped === 'ignore') return;
  const files = unmapped.length === 1 ? '1 changed file has' : `${unmapped.length} changed files have`;
  draft.notices.push(`${files} no rule in the mapping (unmapped: ${mapping.mapping.unmapped})`);
}

function bindRun({ input }: Planning, mapping: CompiledMapping, range: Range, repo: string): Mapper {
  const { fields: set, problems } = parseSet([...(input.options.set ?? [])]);
  if (problems.length > 0) throw new Problem('usage', `--set: ${problems.join('; ')}`, 'Give FIELD=VALUE.');
  const { id, attempt, actor } = input.event.run;
  const branchMatch = branchRuleFor(mapping, range.branch);
  return bindMapping(mapping, branchMatch, {
    repo,
    branch: range.branch,
    sha: range.head,
    run: id === null ? '' : `${id}-${attempt}`,
    user: actor === null ? null : (mapping.mapping.users[actor] ?? null),
    set,
  });
}

async function planChanges(
  planning: Planning,
  range: Range,
  mapper: Mapper,
  ledger: Ledger,
  deletes: 'request' | 'report' | 'ignore',
): Promise<Plan> {
  const { input, repository, objects } = planning;
  const chosen = pathFilter(input.options.paths);
  let tree: TreeSide[] | null = null;
  const headTree = async () => {
    tree ??= await listTree(repository, range.head);
    return tree;
  };
  const listed =
    range.base === null
      ? asTheyAre(await headTree(), chosen)
      : (await listChanges(repository, range.base, range.head)).filter((change) => touches(change, chosen));
  const open = range.explicit || range.firstPush ? [] : (ledger.record?.open ?? []).map((entry) => entry.path);
  const changes = open.length === 0 ? listed : [...listed, ...reopened(open, listed, await headTree())];
  const known = changes.some(takesAway) ? await headTree() : [];
  const fromNothing = range.base === emptyTree[repository.objectFormat];
  const plan = makePlan({ changes, headTree: () => known, mapper, deletes, fromNothing });
  requireTarget(plan);
  return withContents(plan, await blobFacts(repository, objects, plan));
}

/** Sizes of what the plan would send; only what has the size of a Git LFS pointer is looked into. */
async function blobFacts(repository: Repository, objects: Objects, plan: Plan): Promise<Map<string, BlobFacts>> {
  const oids = [...new Set(plan.requests.flatMap(({ blob }) => (blob === null ? [] : [blob])))];
  const infos = await presentBlobs(repository, objects, oids);
  const facts = new Map<string, BlobFacts>();
  for (const [n, oid] of oids.entries()) {
    const size = infos[n]?.size ?? 0;
    const pointer = mayBeLfsPointer(size) && isLfsPointer(await (await objects.read(oid)).text());
    facts.set(oid, { size, isLfsPointer: pointer });
  }
  return facts;
}

function pathFilter(globs: readonly string[] | undefined): (path: string) => boolean {
  if (globs === undefined) return () => true;
  const compiled = globs.map((glob) => compileGlob(glob, true));
  return (path) => compiled.some((glob) => matchGlob(glob, subjectOf(path)) !== null);
}

function touches({ before, after }: Change, chosen: (path: string) => boolean): boolean {
  return [before, after].some((side) => side !== null && chosen(side.path.text));
}

/** Without application and level nothing can be filed at all: that is the mapping, not a file. */
function requireTarget(plan: Plan): void {
  const lacking = plan.requests.find(({ fields }) => fields.appl === undefined || fields.lvl === undefined);
  if (lacking === undefined) return;
  const field = lacking.fields.appl === undefined ? 'appl' : 'lvl';
  throw new Problem(
    'mapping',
    `nothing says which ${field} ${lacking.path.text} goes to`,
    'Give appl and lvl in a branch rule of the mapping, or with --set appl=... --set lvl=...',
  );
}
