/** A mapping for the demo site, as a team would write it. */
export const demoMapping = `version: 1
repo: ORDERS
branches:
  - branch: main
    appl: ORD
    lvl: 50
  - branch: "feature/**"
    appl: ORD
    lvl: 10
    creq: "*NO"
rfp: per-push
rules:
  - match: { gfile: "*.PGM.RPGLE" }
    request: { attr: RPGLE, objt: "*PGM", srca: RPGLE }
  - match: { gpath: QRPGLESRC, gfile: "*.SQLRPGLE" }
    request: {}
  - match: { gfile: "*.PF" }
    request: { attr: PF, objt: "*FILE" }
  - match: { path: ["*.md", ".file-checkouts.yml"] }
    skip: no source
pipe: { pipe: JENKINS1, pipa: PIPE }
`;
