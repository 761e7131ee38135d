/** Sources that hold the commands which bind: `.ilepgm`, `.ilesrvpgm` and `.bnddir`. */

import { type Command, commandsOf } from './cl-commands.ts';
import { memberNamed, objectName, objectUse, pathNamed } from './names.ts';
import type { ObjectType, Use } from './use.ts';

const parameters: readonly (readonly [keyword: string, type: ObjectType, place?: number])[] = [
  ['MODULE', '*MODULE', 1],
  ['BNDSRVPGM', '*SRVPGM'],
  ['BNDDIR', '*BNDDIR'],
];

/**
 * The uses of a source of commands: modules, service programs, binding directories, a binder source.
 *
 * @param own the object that a variable means, as in `PGM(&O/&N)`
 */
export function usesOfCommands(text: string, own: string): Use[] {
  return commandsOf(text)
    .flatMap((command) => {
      if (command.name === 'ADDBNDDIRE') return entries(command);
      return /^(?:CRT|UPD)(?:PGM|SRVPGM)$/.test(command.name)
        ? [...bound(command), ...ownModule(command, own), ...exported(command)]
        : [];
    })
    .toArray();
}

function bound({ valuesOf }: Command): Use[] {
  return parameters.flatMap(([keyword, type, place]) =>
    valuesOf(keyword, place).flatMap(({ text, line }) => objectUse('bind', text, type, line)),
  );
}

/** `MODULE(*PGM)`, or none at all: the module that is called like the program; `MODULE(*SRVPGM)` likewise. */
function ownModule({ name, valuesOf }: Command, own: string): Use[] {
  const keyword = name.slice(3);
  const [self] = valuesOf(keyword, 0);
  const modules = valuesOf('MODULE', 1);
  const like = modules.find(({ text }) => text.toUpperCase() === `*${keyword}`);
  const isLeftOut = name === 'CRTPGM' && modules.length === 0;
  if (self === undefined || !name.startsWith('CRT') || !(like || isLeftOut)) return [];
  return objectUse('bind', objectName(self.text) ?? own, '*MODULE', (like ?? self).line);
}

/** What is no module is a service program. */
function entries({ valuesOf }: Command): Use[] {
  const values = valuesOf('OBJ', 1);
  return values.flatMap(({ text, line }, index) => {
    const isModule = values[index + 1]?.text.toUpperCase() === '*MODULE';
    return objectUse('bind', text, isModule ? '*MODULE' : '*SRVPGM', line);
  });
}

/** The binder source of a service program; where its member is not said, it is called like the service program. */
function exported({ name, valuesOf, line }: Command): Use[] {
  if (name !== 'CRTSRVPGM' || valuesOf('EXPORT').some(({ text }) => text.toUpperCase() === '*ALL')) return [];
  const [path] = valuesOf('SRCSTMF');
  const [file] = valuesOf('SRCFILE');
  const [member = { text: '*SRVPGM' }] = valuesOf('SRCMBR');
  const [self = { text: '' }] = valuesOf('SRVPGM', 0);
  const named = path
    ? pathNamed(path.text)
    : memberNamed(objectName(member.text) === null ? self.text : member.text, file?.text ?? null);
  return named ? [{ kind: 'bind', name: named, line }] : [];
}
