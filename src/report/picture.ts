/** The pictures of a small run: which boxes there are and what leads to what; Mermaid (here) and SVG draw them. */
import type { Mood } from '../checkout/outcome.ts';
import { joinTexts } from '../counted.ts';
import { reasonTable } from '../interface/fields.ts';
import { describeDependentState, findDependentRequest, formatDependentName } from './dependents.ts';
import { type Report, sortWorstFirst } from './report-json.ts';
import { chooseMood, describeActionOrHold, formatRequestNumber, formatRequestObject } from './request-words.ts';

/** Most boxes of a kind: a larger picture is no help. */
const mostDrawn = 20;

/** A box with one or two lines of text. `between`: a file on the way from a changed one to what it affects. */
export interface Box {
  readonly kind: 'rfp' | 'request' | 'file' | 'changed' | 'between' | 'affected';
  readonly lines: readonly string[];
  /** `gone`: a deleted file; null: nothing is said of it. */
  readonly look: Mood | 'gone' | null;
}

/** The boxes, and the ways through them: each box of a way leads to the next one. `label`: what it shows, for those who do not see it. */
export type Picture = Readonly<NonNullable<ReturnType<typeof buildPicture>>>;

/** Makes a picture of ways, each box once; null without boxes, or with more than 20 of a kind (`changed` and `between` count as one). */
function buildPicture(caption: string, label: string, ways: readonly (readonly Box[])[]) {
  const boxes = [...new Set(ways.flat())];
  const kinds = Map.groupBy(boxes, ({ kind }) => (kind === 'between' ? 'changed' : kind)).values();
  if (boxes.length === 0 || kinds.some(({ length }) => length > mostDrawn)) return null;
  return { caption, label, boxes, ways };
}

/**
 * Returns a picture of ways from RFP to request to file: the requests worst first, and with each the others of its RFP. Where the RFP is
 * none, or not known, the way in a plan begins at the request, in a filing at a box `no RFP`. null without requests, or for more than 20.
 */
export function buildRequestPicture(report: Report): Picture | null {
  const byRfp = Map.groupBy(sortWorstFirst(report.requests), ({ rfp }) => rfp || null);
  const ways = [...byRfp].flatMap(([rfp, requests]) => {
    const inRfp: Box = { kind: 'rfp', lines: [rfp === null ? 'no RFP' : `RFP ${rfp}`], look: null };
    const from = rfp === null && report.command === 'plan' ? [] : [inRfp];
    return requests.map((request): Box[] => {
      const { path, reason } = request;
      const about = joinTexts([describeActionOrHold(request), reason, formatRequestNumber(request)]);
      const look = reasonTable[reason] === 'removes' ? 'gone' : null;
      const lines = [about, formatRequestObject(request)];
      const inRequest: Box = { kind: 'request', lines, look: chooseMood(request) };
      return [...from, inRequest, { kind: 'file', lines: [path], look }];
    });
  });
  return buildPicture('RFP, request, file', 'RFPs, requests and files, as in the table', ways);
}

/**
 * Returns a picture of ways from changed files over the files between to affected objects; null without affected objects, or with over 20
 * of them or of other files. A file that is affected and affects others has one box.
 */
export function buildAffectedPicture(report: Report): Picture | null {
  const affected = report.dependents.map((one): Box => {
    const request = findDependentRequest(one, report);
    const lines = [`${describeDependentState(one, report)} ${one.reason}`, formatDependentName(one)];
    return { kind: 'affected', lines, look: request === null ? 'open' : chooseMood(request) };
  });
  const boxes = new Map(report.dependents.map(({ path }, n) => [path, affected[n] as Box]));
  const ensureBox = (path: string, kind: 'changed' | 'between') => {
    const box = boxes.get(path) ?? { kind, lines: [path], look: null };
    boxes.set(path, box);
    return box;
  };
  const ways = report.dependents.flatMap(({ because }, n) => {
    return because.map(({ path, via }) => [
      ensureBox(path, 'changed'),
      ...via.toReversed().map((file) => ensureBox(file, 'between')),
      affected[n] as Box,
    ]);
  });
  return buildPicture('changed file, affected object', 'Changed files and what they affect, as in the table', ways);
}

const longestLabel = 60;

/** Returns a label for Mermaid, in quotes: at most 60 characters, then `...`; all but ASCII letters, digits and ` ./*_-` as codes. */
function quoteLabel(text: string): string {
  const characters = Array.from(text.toWellFormed());
  const shown = characters.slice(0, longestLabel).join('') + (characters.length > longestLabel ? '...' : '');
  return `"${shown.replace(/[^A-Za-z0-9 ./*_-]/gu, (character) => `#${character.codePointAt(0)};`)}"`;
}

/** Brackets that give a box its shape; other boxes are rectangles. */
const shapes: Readonly<Record<string, readonly [string, string]>> = {
  rfp: ['([', '])'],
  file: ['[/', '/]'],
  changed: ['[/', '/]'],
  between: ['[/', '/]'],
};

/** Returns a picture as the lines of a Markdown code block for Mermaid: boxes, and an arrow for each step of a way. Empty for null. */
export function renderMermaid(picture: Picture | null): string[] {
  if (picture === null) return [];
  const nodes = new Map(picture.boxes.map((box, n) => [box, `n${n}`]));
  const boxes = [...nodes].map(([{ kind, lines }, node]) => {
    const [begin, end] = shapes[kind] ?? ['[', ']'];
    return `  ${node}${begin}${quoteLabel(lines.join(' '))}${end}`;
  });
  const arrows = picture.ways.flatMap((way) =>
    way.slice(1).map((box, n) => `  ${nodes.get(way[n] as typeof box)} --> ${nodes.get(box)}`),
  );
  return ['```mermaid', 'flowchart LR', ...boxes, ...new Set(arrows), '```'];
}
