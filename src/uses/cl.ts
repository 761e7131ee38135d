/** Reads from CL programs the files that they declare, what they bind by their own options, and their includes. */
import { type Command, commandsOf } from './cl-commands.ts';
import { fileUse, includeUse, memberNamed, objectUse, pathNamed } from './names.ts';
import type { Use } from './use.ts';

/** A source without one of these uses nothing. */
const interesting = /dclf|dclprcopt|include/i;
/** A line may end in the middle of a word. */
const goesOn = /[+-][ \t\r]*\n[ \t]*/g;

const readers: ReadonlyMap<string, (command: Command) => Use[]> = new Map([
  ['DCLF', usesOfDclf],
  ['DCLPRCOPT', usesOfOptions],
  ['INCLUDE', usesOfInclude],
]);

/** Returns the uses that DCLF, DCLPRCOPT and INCLUDE state in a CL source, in its order; none whose name is a variable. */
export function usesOfCl(text: string): Use[] {
  if (!interesting.test(text.replace(goesOn, ''))) return [];
  return commandsOf(text)
    .flatMap((command) => readers.get(command.name)?.(command) ?? [])
    .toArray();
}

function usesOfDclf({ valuesOf }: Command): Use[] {
  const [file] = valuesOf('FILE', 0);
  return file ? fileUse(file.text, file.line) : [];
}

function usesOfOptions({ valuesOf }: Command): Use[] {
  return (['BNDSRVPGM', 'BNDDIR'] as const).flatMap((keyword) =>
    valuesOf(keyword).flatMap(({ text, line }) =>
      objectUse('bind', text, keyword === 'BNDDIR' ? '*BNDDIR' : '*SRVPGM', line),
    ),
  );
}

/** Returns the use of the path in SRCSTMF, else of SRCMBR in SRCFILE (default: in any); none without either. */
function usesOfInclude({ valuesOf }: Command): Use[] {
  const [path] = valuesOf('SRCSTMF');
  if (path) return includeUse(pathNamed(path.text), path.line);
  const [member] = valuesOf('SRCMBR', 0);
  const [file] = valuesOf('SRCFILE', 1);
  return member ? includeUse(memberNamed(member.text, file?.text ?? null), member.line) : [];
}
