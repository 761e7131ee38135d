/** What the pushes of a crash test change, and what the service must hold after them. */

/** An object as the branch's files make it. */
export interface ModelObject {
  readonly objn: string;
  /** Its file at head; null: deleted. */
  path: string | null;
  text: string;
  /** False when the branch itself added it: then nothing has to be deleted at the target. */
  readonly wasThere: boolean;
  /** A request for its migration was filed. */
  migrated: boolean;
  /** Some push changed it, so that the service must know it. */
  touched: boolean;
}

/** Files that a commit writes; null removes one. */
export type Files = Record<string, string | null>;

/** How many pushes a model has files for. */
export const mostPushes = 8;

function objectName(letter: string, n: number): string {
  return `${letter}${String(n).padStart(3, '0')}`;
}

/** The branch under test: files, and the objects that they make. */
export class Model {
  readonly objects = new Map<string, ModelObject>();
  #pushes = 0;

  /** The files before the first push: nothing of them was ever filed. */
  base(): Files {
    const files: Files = {};
    for (let n = 1; n <= mostPushes; n += 1) {
      for (const letter of ['B', 'D', 'M']) {
        const objn = objectName(letter, n);
        const [path, text] = [`src/${objn}.RPGLE`, `${objn} as it was\n`];
        this.objects.set(objn, { objn, path, text, wasThere: true, migrated: false, touched: false });
        files[path] = text;
      }
    }
    return files;
  }

  /** The next push: one file new, some changed, deleted and moved, among them files that were filed before. */
  next(): Files {
    this.#pushes += 1;
    const n = this.#pushes;
    const files: Files = {};
    this.#write(files, this.#added(n), `src/${objectName('N', n)}.RPGLE`);
    this.#write(files, this.#get('B', n));
    this.#remove(files, this.#get('D', n));
    if (n > 1) this.#write(files, this.#get('N', n - 1));
    if (n < 3) this.#move(files, this.#get('M', n));
    else this.#move(files, this.#get('N', n - 2));
    // Filed for migration and now deleted: at the target there may be something, or surely nothing.
    if (n % 2 === 0) this.#remove(files, this.#get('B', n - 1));
    if (n >= 4) this.#remove(files, this.#get('N', n - 3));
    return files;
  }

  /** A first push of many files: four each are new, changed, deleted and moved. */
  wide(): Files {
    this.#pushes += 1;
    const files: Files = {};
    for (const n of [1, 2, 3, 4]) {
      this.#write(files, this.#added(n), `src/${objectName('N', n)}.RPGLE`);
      this.#write(files, this.#get('B', n));
      this.#remove(files, this.#get('D', n));
      this.#move(files, this.#get('M', n));
    }
    return files;
  }

  #get(letter: string, n: number): ModelObject {
    const object = this.objects.get(objectName(letter, n));
    if (object === undefined) throw new Error(`no object ${letter}${n}`);
    return object;
  }

  #added(n: number): ModelObject {
    const objn = objectName('N', n);
    const object = { objn, path: null, text: '', wasThere: false, migrated: false, touched: false };
    this.objects.set(objn, object);
    return object;
  }

  #write(files: Files, object: ModelObject, path = object.path ?? ''): void {
    Object.assign(object, { path, text: `${object.objn} after push ${this.#pushes}\n`, migrated: true, touched: true });
    files[path] = object.text;
  }

  #move(files: Files, object: ModelObject): void {
    const from = object.path ?? '';
    const path = from.replace(/^src\//, 'moved/');
    Object.assign(object, { path, migrated: true, touched: true });
    files[from] = null;
    files[path] = object.text;
  }

  #remove(files: Files, object: ModelObject): void {
    files[object.path ?? ''] = null;
    Object.assign(object, { path: null, touched: true });
  }
}
