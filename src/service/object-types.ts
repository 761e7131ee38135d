/** Object types: which there are, and when two codes say the same. */
import { longestNativeName } from '../interface/native-names.ts';
import { withoutBlanks } from './payload.ts';
import type { Site } from './site.ts';

/** Types of objects of the operating system. */
const systemTypes = new Set(
  `*ALRTBL *AUTL *BLKSF *BNDDIR *CFGL *CHRSF *CHTFMT *CLD *CLS *CMD *CNNL *COSD *CRG *CRQD *CSI *CSPMAP *CSPTBL *CTLD
  *DDIR *DEVD *DIR *DOC *DSTMF *DTAARA *DTADCT *DTAQ *EDTD *EXITRG *FCT *FIFO *FILE *FLR *FNTRSC *FNTTBL *FORMDF *FTR
  *GSS *IGCDCT *IGCSRT *IGCTBL *IMGCLG *IPXD *JOBD *JOBQ *JOBSCD *JRN *JRNRCV *LIB *LIND *LOCALE *M36 *M36CFG *MEDDFN
  *MENU *MGTCOL *MODD *MODULE *MSGF *MSGQ *NODGRP *NODL *NTBD *NWID *NWSCFG *NWSD *OUTQ *OVL *PAGDFN *PAGSEG *PDFMAP
  *PDG *PGM *PNLGRP *PRDAVL *PRDDFN *PRDLOD *PSFCFG *QMFORM *QMQRY *QRYDFN *RCT *S36 *SBSD *SCHIDX *SOCKET *SPADCT
  *SQLPKG *SQLUDT *SQLXSR *SRVPGM *SSND *STMF *SVRSTG *SYMLNK *TBL *TIMZON *USRIDX *USRPRF *USRQ *USRSPC *VLDL *WSCST`.split(
    /\s+/,
  ),
);
/** Codes of the change-management system itself: those the interface names, sources without an object, kinds of files. */
const internalTypes = new Set(['*IFS', '*REMOTE', '*PIPE', '*SRC', '*PF', '*LF']);

/** Types whose names are paths: their case counts, and their source is not a member. */
export function isPathType(objt: string): boolean {
  return objt === '*IFS' || objt === '*REMOTE';
}

/** True for a type of the system, a code of the interface, and whatever the site gives to attributes and objects. */
export function isObjectType(site: Site, objt: string): boolean {
  return systemTypes.has(objt) || internalTypes.has(objt) || typesOf(site).some((type) => type.toUpperCase() === objt);
}

function typesOf(site: Site): string[] {
  return [
    ...site.applications.flatMap(({ attributes }) => attributes),
    ...(site.repositories ?? []).flatMap(({ attributes }) => attributes ?? []),
    ...(site.installed ?? []),
    ...(site.crossReference ?? []),
  ].flatMap(({ objt }) => objt ?? []);
}

/** The type as it is compared: case does not count, and physical and logical files are files. */
export function comparableType(objt: string): string {
  const type = objt.toUpperCase();
  return type === '*PF' || type === '*LF' ? '*FILE' : type;
}

/** The name as it is compared: library objects ignore case, files in the IFS do not; blanks at its end never count. */
export function comparableName(objn: string, objt: string): string {
  const name = withoutBlanks(objn);
  return isPathType(objt) ? name : name.toUpperCase();
}

/** Types of objects that stand in no library, so that their names are not those of the system. */
export function isInFileSystem(objt: string): boolean {
  return isPathType(objt) || ['*DIR', '*DOC', '*FIFO', '*FLR', '*PIPE', '*SOCKET', '*STMF', '*SYMLNK'].includes(objt);
}

/** Characters that the name of an object of this type may have; a file may go by its SQL name (interface §2.5, data). */
export function mostCharacters(objt: string): number {
  if (isInFileSystem(objt)) return Number.POSITIVE_INFINITY;
  return comparableType(objt) === '*FILE' ? 128 : longestNativeName;
}
