import type { Dice } from './dice.ts';
import type { Tree } from './history.ts';
import type { FileChange } from './steps.ts';

const allNames = ['AA', 'BB', 'CC', 'DD', 'EE', 'FF'];
const endings = ['RPGLE', 'RPGLE', 'RPGLE', 'SQLRPGLE', 'PF', 'DSPF'];
const folders = ['src', 'lib'];

/** The names of a story: with few of them, much happens to each. */
export function drawNames(dice: Dice): string[] {
  return allNames.slice(0, dice.pick([2, 2, 3, 4, 6]));
}

/** Copy members, and how a program names one. */
const copyMembers = ['K1', 'K2'];
const copyMemberOf = (name: string) => `src/${name}.RPGLEINC`;
const isCopyMember = (path: string) => path.endsWith('.RPGLEINC');

/** The files of the first commit. */
export function firstFiles(dice: Dice, names: readonly string[], withCopies: boolean): Tree {
  const files = new Map([
    ['docs/READ.ME', 'read me\n'],
    ['notes.txt', 'notes\n'],
  ]);
  for (const name of names.slice(0, Math.ceil(names.length / 2)))
    files.set(`src/${name}.${dice.pick(endings)}`, `${name} at first\n`);
  if (!withCopies) return files;
  for (const name of copyMembers) files.set(copyMemberOf(name), `// ${name} at first\n`);
  files.set('src/UU.RPGLE', '**free\n/copy K1\n// UU at first\n');
  files.set('src/VV.RPGLE', '**free\n/copy K1\n/copy K2\n// VV at first\n');
  return files;
}

/** What a commit does, and how often. */
const kinds = {
  edit: 8,
  add: 4,
  delete: 6,
  restore: 7,
  'restore with other content': 3,
  move: 3,
  'move with an edit': 3,
  'rename to another object': 2,
  'make a twin': 3,
  'delete one of the twins': 3,
  'change only the case': 1,
  'move out of the mapping': 1,
  'change what is not mapped': 1,
};

/** Draws what one commit changes. @param gone files that the branch once had. */
export class CommitDrawer {
  #texts = 0;
  readonly #dice: Dice;
  readonly #names: readonly string[];
  readonly #withCopies: boolean;

  /** @param withCopies draws copy members and what uses them. */
  constructor(dice: Dice, names: readonly string[], withCopies: boolean) {
    this.#dice = dice;
    this.#names = names;
    this.#withCopies = withCopies;
  }

  draw(tree: Tree, gone: Tree): { what: string; changes: FileChange[] } {
    if (this.#withCopies && this.#dice.chance(0.35)) return this.#copyMember(tree);
    for (;;) {
      const what = this.#dice.weighed(kinds);
      const changes = this.#of(what, tree, gone);
      if (changes === null) continue;
      if (!this.#dice.chance(0.25)) return { what, changes };
      const also = this.#dice.pick(['edit', 'add', 'delete'] as const);
      const touched = new Set(changes.flatMap(pathsOf));
      const more = (this.#of(also, tree, gone) ?? []).filter((one) => !pathsOf(one).some((path) => touched.has(path)));
      return more.length === 0 ? { what, changes } : { what: `${what}, ${also}`, changes: [...changes, ...more] };
    }
  }

  #copyMember(tree: Tree): { what: string; changes: FileChange[] } {
    const path = copyMemberOf(this.#dice.pick(copyMembers));
    if (tree.has(path) && this.#dice.chance(0.1)) return { what: 'delete a copy member', changes: [{ drop: path }] };
    return { what: 'edit a copy member', changes: [{ put: path, text: `// ${this.#text(path)}` }] };
  }

  #of(what: keyof typeof kinds, tree: Tree, gone: Tree): FileChange[] | null {
    const dice = this.#dice;
    const files = [...tree.keys()].filter(isSource);
    const lost = [...gone.keys()].filter((path) => isSource(path) && !tree.has(path));
    if (what === 'add') return this.#put(`${dice.pick(folders)}/${dice.pick(this.#names)}.${dice.pick(endings)}`, tree);
    if (what === 'change what is not mapped') return [{ put: 'notes.txt', text: this.#text('notes') }];
    if (what.startsWith('restore')) {
      if (lost.length === 0) return null;
      const path = dice.pick(lost);
      const text = what === 'restore' ? (gone.get(path) ?? '') : this.#text(path);
      return [{ put: path, text }];
    }
    if (files.length === 0) return null;
    return this.#ofFile(what, dice.pick(files), tree);
  }

  #ofFile(what: keyof typeof kinds, path: string, tree: Tree): FileChange[] | null {
    const dice = this.#dice;
    const [folder = '', file = ''] = path.split('/');
    const other = folder === 'src' ? 'lib' : 'src';
    switch (what) {
      case 'edit':
        return [{ put: path, text: this.#text(path) }];
      case 'delete':
        return [{ drop: path }];
      case 'move':
        return free(tree, `${other}/${file}`, (to) => [{ move: path, to }]);
      case 'move with an edit':
        return free(tree, `${other}/${file}`, (to) => [{ move: path, to, text: this.#text(to) }]);
      case 'rename to another object': {
        const to = `${folder}/${dice.pick(this.#names)}${file.slice(file.indexOf('.'))}`;
        return free(tree, to, (at) => [{ move: path, to: at }]);
      }
      case 'make a twin': {
        const named = `${folder}/${file.replace('.', '-twin.')}`;
        return this.#put(dice.chance(0.5) ? `${other}/${file}` : named, tree);
      }
      case 'delete one of the twins': {
        const twins = [...tree.keys()].filter((one) => one !== path && objectText(one) === objectText(path));
        return twins.length === 0 ? null : [{ drop: dice.pick([path, ...twins]) }];
      }
      case 'change only the case': {
        const to = `${folder}/${file === file.toUpperCase() ? file.toLowerCase() : file.toUpperCase()}`;
        return free(tree, to, (at) => [{ move: path, to: at }]);
      }
      case 'move out of the mapping':
        return free(tree, dice.chance(0.5) ? `docs/${file}` : `src/${file}.txt`, (to) => [{ move: path, to }]);
      default:
        return null;
    }
  }

  #put(path: string, tree: Tree): FileChange[] | null {
    return free(tree, path, (put) => [{ put, text: this.#text(put) }]);
  }

  #text(path: string): string {
    this.#texts += 1;
    const text = `${path} text ${this.#texts}\n`;
    if (!this.#withCopies || !path.endsWith('.RPGLE') || this.#dice.chance(0.4)) return text;
    return `**free\n/copy ${this.#dice.pick(copyMembers)}\n// ${text}`;
  }
}

function free(tree: Tree, path: string, changes: (path: string) => FileChange[]): FileChange[] | null {
  return tree.has(path) ? null : changes(path);
}

function isSource(path: string): boolean {
  return /^(src|lib)\//.test(path) && !path.endsWith('.txt') && !isCopyMember(path);
}

/** Near enough to draw twins: the name before its first point and dash, and its ending. */
function objectText(path: string): string {
  const file = (path.split('/')[1] ?? '').toUpperCase();
  const ending = file.slice(file.lastIndexOf('.'));
  return `${file.split(/[.-]/)[0]} ${ending === '.DSPF' ? '.PF' : ending}`;
}

function pathsOf(change: FileChange): string[] {
  if ('put' in change) return [change.put];
  return 'drop' in change ? [change.drop] : [change.move, change.to];
}
