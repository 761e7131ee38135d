/** The rules of the source types: by extension, or by the source file where names have none. */

import { some } from '../counted.ts';
import { plainIle } from './ile.ts';
import { extensionPatterns } from './includes.ts';
import { type SourceType, typeInSourceFile } from './source-types.ts';
import type { StarterRule } from './starter-rule.ts';
import { asPattern, distinct, type InitFile, isSourceFileName, namePatterns } from './tracked-file.ts';

/** The rule of a source type. @param ofRow the files of that type, outside of tests. @param included what earlier rules take. */
export function rowRule(
  row: SourceType,
  ofRow: readonly InitFile[],
  suffixed: boolean,
  included: ReadonlySet<InitFile>,
): StarterRule {
  const match = { gfile: extensionPatterns(row, new Set(ofRow.map(({ extension }) => extension))) };
  const { makes, srca, title } = row;
  if (makes.kind === 'nothing') {
    const unsure = makes.unsure === undefined ? {} : { unsure: makes.unsure };
    return { comment: [`${title}.`, ...(makes.comment ?? [])], match, result: { skip: makes.why }, ...unsure };
  }
  const ofMember = srca === null ? {} : { srca };
  if (makes.kind === 'object') {
    return { comment: [`${title}.`], match, result: { request: { objt: makes.objt, ...ofMember } } };
  }
  const own = ofRow.filter((file) => !included.has(file));
  const plain = plainIle(makes.usual, suffixed, own);
  const objt = plain.objt;
  const other = objt === '*PGM' ? '*MODULE' : '*PGM';
  const unsure = `plain ${title} sources are taken for ${objt}, a guess: ${some(distinct(plain.untold), 5)}; those of ${other} need a rule above`;
  return {
    comment: [`${title}. ${plain.comment}`],
    match,
    result: { request: { objt, ...ofMember } },
    ...(plain.untold.length > 0 ? { unsure } : {}),
  };
}

/** Members without an extension, where most files of a source file's directory have none: the directory tells the type. */
export function memberRules(bare: readonly InitFile[], files: readonly InitFile[]): StarterRule[] {
  return distinct(bare.flatMap(sourceFileOf)).flatMap((folder) => {
    const inFolder = (file: InitFile) => sourceFileOf(file).some((one) => one.toLowerCase() === folder.toLowerCase());
    const row = typeInSourceFile(folder);
    const members = bare.filter(inFolder);
    if (row === undefined || members.length * 2 <= files.filter(inFolder).length) return [];
    const { makes } = row;
    const gpath = [`**/${asPattern(folder)}`];
    const unsure = `members of ${folder} without an extension: their type is a guess`;
    const rest = (result: StarterRule['result']): StarterRule => ({
      comment: [
        `Members of ${folder}: their names have no extension, so the directory tells. srca is left to the service.`,
      ],
      match: { gpath, gfile: ['*'] },
      result,
      unsure,
    });
    if (makes.kind === 'nothing') return [rest({ skip: makes.why })];
    if (makes.kind === 'object') return [rest({ request: { objt: makes.objt } })];
    const { objt, exceptions } = plainIle(makes.usual, false, members);
    const told: StarterRule = {
      comment: [`Members of ${folder} that are ${objt === '*PGM' ? 'modules' : 'programs'}: their sources say it.`],
      match: { gpath, gfile: namePatterns(exceptions.map(({ gfile }) => gfile)) },
      result: { request: { objt: objt === '*PGM' ? '*MODULE' : '*PGM' } },
    };
    return [told, rest({ request: { objt } })];
  });
}

/** The directory that a file stands in, when it is named like a source file. */
function sourceFileOf({ gpath }: InitFile): string[] {
  const last = gpath.slice(gpath.lastIndexOf('/') + 1);
  return isSourceFileName(last) ? [last] : [];
}
