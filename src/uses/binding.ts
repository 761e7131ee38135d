/** Reads the commands that bind, in sources of commands, CL, and recipes of makefiles. */
import { type Command, parseCommands } from './cl.ts';
import { parseMember, parseObjectName, parsePath, toObjectUse } from './names.ts';
import { isWord } from './tokens.ts';
import type { ObjectType, SaidUses, Use } from './use.ts';

/** What each command makes or fills; the first parameter is OBJ, or has the name of the type. */
const made: readonly (readonly [RegExp, ObjectType])[] = [
  [/^(?:CRTPGM|UPDPGM|CRTBND(?!DIR)\w+|CRTSQL(?:RPG|CBL|C)I)$/, '*PGM'],
  [/^(?:CRT|UPD)SRVPGM$/, '*SRVPGM'],
  [/^ADDBNDDIRE$/, '*BNDDIR'],
];

/** A source without one of these binds nothing. */
export const bindingWords = ['CRTPGM', 'UPDPGM', 'CRTBND', 'CRTSQL', 'CRTSRVPGM', 'UPDSRVPGM', 'ADDBNDDIRE'] as const;

const parameters: readonly (readonly [keyword: string, type: ObjectType, place?: number])[] = [
  ['MODULE', '*MODULE', 1],
  ['BNDSRVPGM', '*SRVPGM'],
  ['BNDDIR', '*BNDDIR'],
];

/**
 * Reads the commands of a text that bind objects, such as CRTPGM and ADDBNDDIRE. Returns one entry for each: the object that it makes or
 * fills, and as uses its modules, service programs, binding directories and binder source. Leaves out commands that name no object, or make
 * a module (`OBJTYPE(*MODULE)`). @param own name of an object given as a variable, `PGM(&O/&N)`; null: such a command is left out
 */
export function listBindingUses(text: string, own: string | null): SaidUses[] {
  return [...parseCommands(text)].flatMap((command): SaidUses[] => {
    const [, type] = made.find(([names]) => names.test(command.name)) ?? [];
    if (type === undefined || command.valuesOf('OBJTYPE').some((value) => isWord(value, '*MODULE'))) return [];
    const [self] = [...command.valuesOf(type.slice(1), 0), ...command.valuesOf('OBJ')];
    const name = self === undefined ? null : (parseObjectName(self.text) ?? own);
    if (name === null) return [];
    return [{ targets: [{ name, type }], source: null, uses: listCommandUses(command, type, name) }];
  });
}

/** Returns uses of what a command binds into `name` (some twice) and binder source; EXPORT(*ALL): no binder source, all `exportsAll`. */
function listCommandUses(command: Command, type: ObjectType, name: string): Use[] {
  if (type === '*BNDDIR') {
    // A name is that of a service program, unless `*MODULE` follows it.
    return command.valuesOf('OBJ', 1).flatMap(({ text, line }, index, values) => {
      const isModule = values[index + 1]?.text.toUpperCase() === '*MODULE';
      return toObjectUse(text, isModule ? '*MODULE' : '*SRVPGM', line);
    });
  }
  const bound = parameters.flatMap(([keyword, used, place]) => {
    // CRTBNDRPG and CRTSQLRPGI have their source there.
    const at = /^CRT(?:BND|SQL)/.test(command.name) ? undefined : place;
    const values = resolveCompileOption(command).valuesOf(keyword, at);
    const distinct = [...new Map(values.map((value) => [value.text, value])).values()];
    return distinct.flatMap(({ text, line }) => toObjectUse(text, used, line));
  });
  const uses = [...bound, ...findOwnModule(command, type, name)];
  const isAll = type === '*SRVPGM' && command.valuesOf('EXPORT').some(({ text }) => text.toUpperCase() === '*ALL');
  return isAll ? uses.map((use) => ({ ...use, exportsAll: true })) : [...uses, ...findBinderSource(command)];
}

/** Returns the command itself, but for a CRTSQLxxx with COMPILEOPT a command `CRT` that has only the parameters in COMPILEOPT's text. */
function resolveCompileOption(command: Command): Command {
  const [options] = command.name.startsWith('CRTSQL') ? command.valuesOf('COMPILEOPT') : [];
  const [called] = options === undefined ? [] : parseCommands(`CRT ${options.text}`);
  if (options === undefined || called === undefined) return command;
  // Its text begins at line 1 of its own.
  const { line } = options;
  return { ...called, line, valuesOf: (...of) => called.valuesOf(...of).map((value) => ({ ...value, line })) };
}

/** Returns the use of module `own` (the program's name), which CRTPGM and CRTSRVPGM bind without MODULE, or with `type` in it; or []. */
function findOwnModule({ name, valuesOf, line }: Command, type: ObjectType, own: string): Use[] {
  const modules = valuesOf('MODULE', 1);
  const like = modules.find(({ text }) => text.toUpperCase() === type);
  if (!/^CRT(?:SRV)?PGM$/.test(name) || !(like || modules.length === 0)) return [];
  return toObjectUse(own, '*MODULE', (like ?? { line }).line);
}

/** Returns the use of CRTSRVPGM's binder source: SRCSTMF, else SRCMBR (or the object's name) of SRCFILE (or any); [] for other commands. */
function findBinderSource({ name: verb, valuesOf, line }: Command): Use[] {
  if (verb !== 'CRTSRVPGM') return [];
  const [path] = valuesOf('SRCSTMF');
  const [file] = valuesOf('SRCFILE');
  const [member = { text: '*SRVPGM' }] = valuesOf('SRCMBR');
  const [self = { text: '' }] = valuesOf('SRVPGM', 0);
  const name = parseObjectName(member.text) === null ? self.text : member.text;
  const named = path ? parsePath(path.text) : parseMember(name, file?.text ?? null);
  return named ? [{ kind: 'bind', name: named, line }] : [];
}
