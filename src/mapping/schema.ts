/** The mapping file: for validation, types and the JSON Schema. The error of every leaf says what to write instead. */

import * as z from 'zod/mini';
import { type CreateFieldName, createFields, type Field } from '../interface/fields.ts';
import { strictMap } from '../yaml/strict-map.ts';
import { mappingDefaults as defaults } from './defaults.ts';

/** Fields that a mapping cannot set: the assignment of an RFP is a mode of the run. */
export const modeFields = ['arfp', 'rfp'] as const;

export type MappedFieldName = Exclude<CreateFieldName, (typeof modeFields)[number]>;

/** Fields of one level of the mapping: text may hold placeholders, numbers may be quoted, null means "not sent". */
export type RuleFields = { readonly [name in MappedFieldName]?: string | number | null | undefined };

/** True for `arfp` and `rfp`. */
export function isModeField(name: string): boolean {
  return (modeFields as readonly string[]).includes(name);
}

/** The fields that a mapping may set, in the order of the interface (§2.1). */
export const mappedFields: readonly Field[] = createFields.filter((field) => !isModeField(field.name));

/** Adds a description to a part of the schema, for the JSON Schema, and returns that part itself, not a copy. */
function about<Part extends z.ZodMiniType>(part: Part, description: string): Part {
  z.globalRegistry.add(part, { description });
  return part;
}

/** Makes a part of the schema optional, with its description for the JSON Schema. */
function optional<Part extends z.ZodMiniType>(part: Part, description: string) {
  return about(z.optional(part), description);
}

/** Returns the schema that accepts one of these words; its error lists them. */
function oneOf<const Words extends readonly string[]>(...words: Words) {
  return z.enum(words, { error: `one of ${words.map((word) => `\`${word}\``).join(', ')}` });
}

/** A whole number as text, a value with a placeholder, or a mark of `init`. */
const numberAsText = /^\s*\d{1,15}\s*$|\{|^<[A-Z]/;
const later = /\{|^<[A-Z]/;

const plainText = 'text (in quotes, if it looks like a number or begins with `*`, `{`, `@`, `!` or `&`)';

/** The schema of all fields that take any text, which are most. */
const plain = z.union([z.string(), z.null()], { error: plainText });

/** Returns the schema of a value that is null, text of this form, or one of the other types. @param error what is allowed, in words */
function textOr(error: string, form: RegExp, ...others: z.ZodMiniType<string | number>[]) {
  return z.union([...others, z.string().check(z.regex(form, { error })), z.null()], { error });
}

/** Returns the schema of a field's value, by its row in the table of fields. Null, text with a brace, and a mark of `init` pass. */
function buildValueSchema({ name, type, values, special }: Field) {
  const listed = (words: readonly string[]) => words.map((word) => `"${word}"`).join(', ');
  const error = 'a whole number from 0 on, or text with a placeholder';
  if (type === 'integer') return textOr(error, numberAsText, z.int({ error }).check(z.minimum(0)));
  if (values !== undefined) return textOr(`one of ${listed(values)}`, later, z.enum([...values]));
  if (special !== undefined) {
    // A name may be empty or have a brace, but only a special value begins with a star.
    const words = special.map((value) => value.slice('*'.length)).join('|');
    return textOr(`one of ${listed(special)}, or a name`, new RegExp(`^[^*]|^$|\\{|^\\*(?:${words})$`));
  }
  return name === 'rpth' ? textOr('text that starts with `/`', /^\/|\{|^<[A-Z]/) : plain;
}

// TypeScript cannot follow the names of the table, hence the cast.
const fieldShape = Object.fromEntries(
  mappedFields.map((field) => {
    const fallback = field.default === undefined ? '' : ` Default: ${field.default}.`;
    return [field.name, optional(buildValueSchema(field), `${field.about}${fallback} null: not sent.`)];
  }),
) as unknown as Record<MappedFieldName, z.ZodMiniOptional<z.ZodMiniType<string | number | null>>>;

const fields = strictMap(fieldShape, 'a set of fields of a create request');

const globError = {
  error: 'a pattern (text; in quotes, if it begins with `*`, `{`, `@`, `!` or `&`) or a list of them',
};
const glob = z.string(globError);
const globs = z.union([glob, z.array(glob).check(z.minLength(1, globError))], globError);

/** The parts of a file that a rule can match. */
export const matchParts = ['path', 'gpath', 'gfile', 'repo', 'branch'] as const;
export type MatchPart = (typeof matchParts)[number];

/** Descriptions of the keys for the JSON Schema; those of the fields are in the table of fields. */
const help = {
  version: 'The format of this file. Always 1.',
  repo: 'ID of this Git repository at the service. Default: the name of the repository.',
  branches:
    'Where the changes on a branch go. The first rule that matches the branch counts. If none matches, nothing is filed. Without this list, every branch is filed.',
  branch: 'The branches of this rule. {word} captures part of the name, but never a slash. Case matters.',
  request: 'Fields of every request. A branch rule or file rule can override them.',
  rfp: 'Which RFP the requests join. none: no RFP. per-push: a new one for each push. per-branch: the open RFP of the branch; if it has none, a new one. A number: that RFP.',
  rules:
    'What each file is. The first rule that matches the file counts. Without this list, every file makes one request.',
  match: 'Which files this rule is for. A file must match every part that you give.',
  gpath: 'The directory, such as QRPGLESRC. Empty for files at the top of the repository. Case is ignored.',
  oneRequest:
    'Each file makes one request, with these fields. {} adds no fields to those of `request` and the branch rule.',
  requests: 'Each file makes several requests: one for each set of fields.',
  skip: 'These files are left out. Give the reason as text, or true.',
  unmapped:
    'What to do with a file that no rule matches. error: make all other requests, and end with exit code 1. warn: show a warning. ignore: only list the file.',
  deletes:
    'What to do when a file is deleted. request: create a request with rsn *DELETE for its object. report: create no request, and show a note. ignore: only list the file.',
  dependents:
    'What to do with objects that use a changed include, file or module, or a service program whose exports changed. request: create a request with rsn *RECOMPILE, or *UPDATE for an object that only binds what changed. report: only show these objects. ignore: do not look for them. A branch rule can override this.',
  branchDeleted:
    'What to do with open requests when their branch is deleted. report: show a note for each. release: take them out of their RFPs, unlock them, and report which to delete.',
  ofBranch: 'Overrides `dependents` for these branches.',
  skipPushers: 'Accounts at the Git host whose pushes are not filed, such as the account of the service itself.',
  users:
    'Each account at the host, with its user at the service. If the account that pushed is not listed, the user is the owner of the token.',
  pipe: 'The pipeline job that the service notifies of activity on the RFP. Needs `rfp`.',
  tkey: 'Key of the pipeline job. Default: the run, such as 4711-1 on GitHub; on GitLab, the ID of the pipeline.',
  attach: 'How the file is attached to a create request.',
  as: 'The field that names the attached file. gfile: the file in Git. srcn: the source member. objn: the object.',
  disposition: 'Content-Disposition of the attached file.',
} as const;

const match = strictMap(
  {
    path: optional(globs, 'The whole path from the top of the repository, such as docs/**. Case is ignored.'),
    gpath: optional(globs, help.gpath),
    gfile: optional(globs, 'The file name, such as *.PGM.RPGLE. Case is ignored.'),
    repo: optional(globs, 'ID of the Git repository, if one mapping serves several. Case matters.'),
    branch: optional(globs, 'The branch. Case matters.'),
  },
  'a set of path, gpath, gfile, repo and branch',
);

const dependents = oneOf('request', 'report', 'ignore');

const branchRule = strictMap(
  { ...fieldShape, dependents: optional(dependents, help.ofBranch), branch: about(globs.check(), help.branch) },
  'a branch rule: `branch` and fields',
);

const skipError = { error: 'a reason in words, or true' };
const skip = z.union([z.string().check(z.minLength(1, skipError)), z.literal(true)], skipError);
const listError = { error: 'a list with at least one set of fields; for one set, `request`' };

const rule = strictMap(
  {
    match: about(match, help.match),
    request: optional(fields, help.oneRequest),
    requests: optional(z.array(fields, listError).check(z.minLength(1, listError)), help.requests),
    skip: optional(skip, help.skip),
  },
  'a rule: `match` and one of `request`, `requests`, `skip`',
);

const rfpError = { error: '`none`, `per-push`, `per-branch` or an RFP number' };
const rfpNumber = z.int(rfpError).check(z.minimum(1));
const rfpText = z.string().check(z.regex(/^[1-9]\d{0,14}$/, rfpError));
const rfp = z.union([z.enum(['none', 'per-push', 'per-branch']), rfpNumber, rfpText], rfpError);

/** Returns the schema of text that is not empty. @param meaning what the text is ("a user"), for the error */
const filledText = (meaning: string) => {
  const error = `${meaning} (text; in quotes, if it looks like a number)`;
  return z.string({ error }).check(z.minLength(1));
};

const attach = strictMap(
  {
    as: about(z._default(oneOf('gfile', 'srcn', 'objn'), defaults.attach.as), help.as),
    disposition: about(z._default(oneOf('form-data', 'attachment'), defaults.attach.disposition), help.disposition),
  },
  '`as` and `disposition`',
);

const pipe = strictMap(
  {
    pipe: about(filledText('ID of a pipeline server'), 'ID of the pipeline server.'),
    pipa: about(filledText('attribute of a *PIPE object'), 'Attribute of the *PIPE request that the service creates.'),
    tkey: optional(filledText('key of the pipeline job'), help.tkey),
  },
  '`pipe` and `pipa`',
);

const accounts = z.array(filledText('an account at the host'), { error: 'a list of accounts at the host' });
const users = z.record(z.string(), filledText('a user of the service'), {
  error: 'accounts at the host with their service users',
});

/** The schema of a mapping file; keys that are left out get their defaults. */
export const mappingSchema = strictMap(
  {
    version: about(z.literal(1, { error: 'the number 1' }), help.version),
    repo: optional(filledText('ID of the Git repository at the service'), help.repo),
    branches: optional(z.array(branchRule, { error: 'a list of branch rules' }), help.branches),
    request: about(z._default(fields, defaults.request), help.request),
    rfp: about(z._default(rfp, defaults.rfp), help.rfp),
    rules: optional(z.array(rule, { error: 'a list of rules' }), help.rules),
    unmapped: about(z._default(oneOf('error', 'warn', 'ignore'), defaults.unmapped), help.unmapped),
    deletes: about(z._default(oneOf('request', 'report', 'ignore'), defaults.deletes), help.deletes),
    dependents: about(z._default(dependents, defaults.dependents), help.dependents),
    'branch-deleted': about(z._default(oneOf('report', 'release'), defaults['branch-deleted']), help.branchDeleted),
    'skip-pushers': about(z._default(accounts, defaults['skip-pushers']), help.skipPushers),
    users: about(z._default(users, defaults.users), help.users),
    pipe: optional(pipe, help.pipe),
    attach: about(z._default(attach, defaults.attach), help.attach),
  },
  'a mapping: `version: 1` and what goes where',
);

/** What happens to objects that use a changed file (design §13). */
export type DependentMode = z.output<typeof dependents>;

/** How requests get into an RFP: a mode, or the number of an existing one. */
export type RfpMode = 'none' | 'per-push' | 'per-branch' | number;

/** A mapping as the rest of the program reads it, with defaults filled in. */
export type Mapping = Readonly<Omit<z.output<typeof mappingSchema>, 'rfp'>> & { readonly rfp: RfpMode };

/** The mapping of a run without a mapping file: every file of every branch is filed, with the fields of `--set`. */
export const emptyMapping: Mapping = { version: 1, ...defaults };
