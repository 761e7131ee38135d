/** A job's log as GitHub's runner reads it. */

export interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

export interface RunnerLog {
  /** What the runner would carry out, in order. */
  readonly commands: readonly Command[];
  /** All other lines. */
  readonly lines: readonly string[];
}

const unescapeData = (text: string) => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
const unescapeProperty = (text: string) => unescapeData(text.replaceAll('%3A', ':').replaceAll('%2C', ','));

function commandOf(line: string): Command | null {
  const modern = /^\s*::([^ :]*)(?: ([\s\S]*?))?::([\s\S]*)$/.exec(line);
  if (modern !== null) {
    const [, name = '', given = '', data = ''] = modern;
    const pairs = given.split(',').flatMap((pair) => {
      const [key = '', ...value] = pair.split('=');
      return key === '' ? [] : [[key, unescapeProperty(value.join('='))]];
    });
    return { name, properties: Object.fromEntries(pairs), data: unescapeData(data) };
  }
  const old = /##\[([^\]]*)\]([\s\S]*)$/.exec(line);
  return old === null ? null : { name: `##[${old[1]}]`, properties: {}, data: old[2] ?? '' };
}

/** Reads what a step printed: a line ends at CR, LF or both; commands of both forms are found. */
export function readRunnerLog(text: string): RunnerLog {
  const commands: Command[] = [];
  const lines: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const command = commandOf(line);
    if (command === null) lines.push(line);
    else commands.push(command);
  }
  return { commands, lines };
}

/** Values of the outputs file, read line by line as the runner does. @throws for a line that is no part of a value. */
export function readOutputFile(text: string): Record<string, string> {
  const lines = text.split('\n');
  const outputs: Record<string, string> = {};
  while (lines.length > 0) {
    const line = lines.shift() ?? '';
    if (line === '') continue;
    const [, name, delimiter] = /^([^=]+?)<<(.+)$/.exec(line) ?? [];
    if (name === undefined || delimiter === undefined) throw new Error(`not an output: ${line}`);
    const end = lines.indexOf(delimiter);
    if (end < 0 || name in outputs) throw new Error(`output ${name} is not whole`);
    outputs[name] = lines.splice(0, end).join('\n');
    lines.shift();
  }
  return outputs;
}

/** Characters that a terminal, a page or a reader would obey rather than show. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** The lines that hold a character that is not seen. */
export const unseenIn = (lines: readonly string[]): string[] => lines.filter((line) => unseen.test(line));
