/** Reads YAML text into plain values, with the place of each; anchors, aliases and `<<` work within limits. */
import { isAlias, isMap, isNode, isScalar, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { isRecord } from '../interface/replies.ts';
import type { Lines } from './lines.ts';
import { listSyntaxProblems } from './syntax-problems.ts';

/** Start and end of a text: offsets in UTF-16 units. */
type Span = readonly [start: number, end: number];

export type Path = readonly (string | number)[];

/** Returns the line, from 1, where the value of a path begins (`['branches', 0, 'appl']`); undefined if nothing is there. */
export type LineOf = (path: Path) => number | undefined;

export type ReadYaml = Readonly<ReturnType<typeof readYaml>>;

const deepest = 100;
const tagsOfYaml = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/;

/**
 * Reads one YAML document (1.2 core); `value` is undefined after an error of syntax or too many values, null for an empty text or `null`;
 * `placeOf` finds the place of a path's value; `problems` has all that is wrong. Never throws. @param mostValues with aliases written out
 */
export function readYaml(text: string, lines: Lines, mostValues: number) {
  // For duplicate keys, which are found below, the parser needs the square of their number.
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, strict: true });
  const problems = listSyntaxProblems(document.errors, text, lines);
  if (problems.length > 0) return { value: undefined, placeOf: () => undefined, problems };
  const reader = new YamlReader(mostValues);
  const value = reader.read(document.contents, '', 0);
  return {
    value: reader.isOverLimit ? undefined : value,
    placeOf: (path: Path) => reader.places.get(path.reduce<string>(buildChildKey, '')),
    problems: reader.problems.map((problem) => lines.problemAt(...problem)),
  };
}

/** Returns the key in `YamlReader.places` of a child, from that of its parent ('' for the top). */
function buildChildKey(parent: string, key: string | number): string {
  return `${parent}\n${key}`;
}

/** Walks the nodes of one document in order, so that an alias means the latest anchor of its name. */
class YamlReader {
  /** The places of values, and of their keys. */
  readonly places = new Map<string, { readonly key: Span | null; readonly value: Span }>();
  readonly problems: Parameters<Lines['problemAt']>[] = [];
  readonly #anchors = new Map<string, Node>();
  /** Nodes being read: an alias of one of them would never end. */
  readonly #beingRead = new Set<Node>();
  /** The place of the outermost alias being followed, which all its values get. */
  #aliasAt: Span | null = null;
  readonly #mostValues: number;
  #values = 0;

  constructor(mostValues: number) {
    this.#mostValues = mostValues;
  }

  /** True after more values than allowed: what `read` returns is then incomplete. */
  get isOverLimit(): boolean {
    return this.#values > this.#mostValues;
  }

  /**
   * Returns a node's plain value (null for none), and stores in `places` where it and all values inside are. Undefined if too deep, a bad
   * alias, or over the limit: these, bad tags and bad keys go to `problems`. @param path as buildChildKey @param key place of its key
   */
  read(node: unknown, path: string, depth: number, key: Span | null = null): unknown {
    if (!isNode(node)) return null;
    const range = this.#findRange(node);
    if (!this.places.has(path)) this.places.set(path, { key, value: range });
    if (depth > deepest) return this.#add(range, `more than ${deepest} levels, one inside the other`, 'fewer levels');
    this.#values += 1;
    if (this.isOverLimit) {
      const found = `more than ${this.#mostValues} values (an alias of aliases multiplies them)`;
      if (this.#values === this.#mostValues + 1) this.#add(range, found, 'fewer values');
      return undefined;
    }
    if (isAlias(node)) return this.#readAlias(node.source, range, path, depth);
    // The parser gives YAML's own types a tag only if the file has one.
    if (node.tag !== undefined && !tagsOfYaml.test(node.tag) && this.#aliasAt === null)
      this.#add(range, `the tag \`${node.tag}\``, 'no tag; quotes around a text that begins with `!`');
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (isScalar(node)) return typeof node.value === 'bigint' ? Number(node.value) : node.value;
    this.#beingRead.add(node);
    const value = isMap(node)
      ? this.#readMap(node, path, depth)
      : node.items.map((item, index) => this.read(item, buildChildKey(path, index), depth + 1));
    this.#beingRead.delete(node);
    return value;
  }

  /** Returns the value of what an alias names; undefined, after adding a problem, if it names nothing, or something that holds it. */
  #readAlias(name: string, range: Span, path: string, depth: number): unknown {
    const node = this.#anchors.get(name);
    if (node === undefined) {
      const found = `\`*${name}\` without quotes, which YAML reads as an alias`;
      return this.#add(range, found, `quotes around it: "*${name}"`);
    }
    if (this.#beingRead.has(node)) {
      return this.#add(range, `\`*${name}\` inside of what it names`, 'an alias of something that ends before it');
    }
    const around = this.#aliasAt;
    this.#aliasAt ??= range;
    const value = this.read(node, path, depth + 1);
    this.#aliasAt = around;
    return value;
  }

  /** Returns a map, with the keys of its `<<`. Leaves out a key that comes again (the first counts) or is bad, after adding a problem. */
  #readMap(map: YAMLMap, path: string, depth: number): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    const isMerge = ({ key }: Pair) => isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
    for (const pair of map.items) {
      if (this.isOverLimit) break;
      if (isMerge(pair)) continue;
      const keyRange = this.#findRange(pair.key);
      const name = this.#readKey(pair.key, keyRange);
      if (name === undefined) continue;
      if (Object.hasOwn(result, name)) {
        // The first key of an entry comes again where the dash of the next entry is missing.
        const isEntry = /\n\d+$/.test(path) && Object.keys(result)[0] === name;
        const right = `each key once${isEntry ? `, or \`- ${name}:\` where it begins an entry of the list` : ''}`;
        if (this.#aliasAt === null) this.#add(keyRange, `the key \`${name}\` a second time`, right);
        continue;
      }
      if (pair.value === null) this.places.set(buildChildKey(path, name), { key: keyRange, value: keyRange });
      result[name] = this.read(pair.value, buildChildKey(path, name), depth + 1, keyRange);
    }
    for (const pair of map.items.filter(isMerge)) this.#merge(pair, result, path, depth);
    return result;
  }

  /** Adds to `result` the keys of a `<<` that `result` lacks; adds a problem if its value is neither a map nor a list of maps. */
  #merge(pair: Pair, result: Record<string, unknown>, path: string, depth: number): void {
    const range = this.#findRange(pair.key);
    const value = this.read(pair.value, buildChildKey(path, '<<'), depth + 1);
    for (const source of Array.isArray(value) ? value : [value]) {
      if (!isRecord(source) && source !== undefined)
        this.#add(range, '`<<` with something that is not a map', '`<<: *name` of a map');
      for (const [name, element] of isRecord(source) ? Object.entries(source) : []) {
        if (Object.hasOwn(result, name)) continue;
        result[name] = element;
        this.places.set(buildChildKey(path, name), { key: range, value: range });
      }
    }
  }

  /** Returns the text of a key; undefined, after adding a problem, if it is no scalar, has an anchor, or is `__proto__`. */
  #readKey(key: unknown, range: Span): string | undefined {
    const name = isScalar(key) && key.anchor === undefined ? (key.source ?? String(key.value)) : null;
    if (name === '__proto__') return this.#add(range, 'the key `__proto__`', 'a key of the reference');
    const right = 'a name (in quotes, if it begins with `*`, `{` or `&`)';
    return name ?? this.#add(range, 'a key that is not plain text', right);
  }

  /** Returns start and end of a node ([0, 0] if it has none); while an alias is read, those of the outermost alias. */
  #findRange(node: unknown): Span {
    if (this.#aliasAt !== null) return this.#aliasAt;
    const [start = 0, end = 0] = (isNode(node) && node.range) || [];
    return [start, end];
  }

  /** Adds a problem to `problems`; returns undefined, for the caller to return. */
  #add([start, end]: Span, found: string, right: string): undefined {
    this.problems.push([start, end - start, found, right]);
  }
}
