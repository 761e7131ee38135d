/** Object types (`objt`): with a star and in capitals. */

/** Object types of the operating system. */
export const systemTypes: ReadonlySet<string> = new Set(
  `*ALRTBL *AUTL *BLKSF *BNDDIR *CFGL *CHRSF *CHTFMT *CLD *CLS *CMD *CNNL *COSD *CRG *CRQD *CSI *CSPMAP *CSPTBL *CTLD
  *DDIR *DEVD *DIR *DOC *DSTMF *DTAARA *DTADCT *DTAQ *EDTD *EXITRG *FCT *FIFO *FILE *FLR *FNTRSC *FNTTBL *FORMDF *FTR
  *GSS *IGCDCT *IGCSRT *IGCTBL *IMGCLG *IPXD *JOBD *JOBQ *JOBSCD *JRN *JRNRCV *LIB *LIND *LOCALE *M36 *M36CFG *MEDDFN
  *MENU *MGTCOL *MODD *MODULE *MSGF *MSGQ *NODGRP *NODL *NTBD *NWID *NWSCFG *NWSD *OUTQ *OVL *PAGDFN *PAGSEG *PDFMAP
  *PDG *PGM *PNLGRP *PRDAVL *PRDDFN *PRDLOD *PSFCFG *QMFORM *QMQRY *QRYDFN *RCT *S36 *SBSD *SCHIDX *SOCKET *SPADCT
  *SQLPKG *SQLUDT *SQLXSR *SRVPGM *SSND *STMF *SVRSTG *SYMLNK *TBL *TIMZON *USRIDX *USRPRF *USRQ *USRSPC *VLDL *WSCST`.split(
    /\s+/,
  ),
);
/** Codes of the change-management system: those that the interface names, sources without an object, kinds of files. */
export const internalTypes: ReadonlySet<string> = new Set(['*IFS', '*REMOTE', '*PIPE', '*SRC', '*PF', '*LF']);
