import{findCreateField}from"./action.mjs";import{readyRequest}from"./starter-rule.mjs";import{asPattern}from"./tracked-file.mjs";function quoteText(e){return JSON.stringify(e).replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]/gu,e=>Array.from({length:e.length},(t,n)=>`\\u${e.charCodeAt(n).toString(16).padStart(4,`0`)}`).join(``))}function formatField(e,t){return t===null?`${e}: null`:`${e}: ${findCreateField(e)?.type===`integer`&&/^(0|[1-9]\d{0,8})$/.test(t)?t:quoteText(t)}`}function formatPatterns(e,t){let[n=``]=e;if(e.length===1)return quoteText(n);let r=e.map(quoteText),i=`[${r.join(`, `)}]`;if(t.length+i.length<=110)return i;let a=[``];for(let e of r){let n=a.at(-1)??``;n!==``&&t.length+n.length+e.length+3>110?a.push(`${e},`):a[a.length-1]=`${n}${n===``?``:` `}${e},`}return`[\n${a.map(e=>`${t}  ${e}`).join(`
`)}\n${t}]`}function formatFields(e){return`{ ${Object.entries(e).map(([e,t])=>formatField(e,t)).join(`, `)} }`}function ruleText(e){let t=Object.entries(e.match),n=`{ ${t.map(([e,t])=>`${e}: ${formatPatterns(t,``)}`).join(`, `)} }`,r=!n.includes(`
`)&&n.length+13<=110,i=t.map(([e,t])=>`\n      ${e}: ${formatPatterns(t,`      `)}`).join(``),{result:a}=e,o=readyRequest(e),s=`skip`in a?`skip: ${quoteText(a.skip)}`:`request: ${formatFields(a.request)}`;return[...e.comment.map(e=>`  # ${e}`),`  - match:${r?` ${n}`:i}`,`    ${s}`,...o===null?[]:[`    # request: ${formatFields(o)}`]].join(`
`)}function headText(e){let t=Object.entries(e.request).map(([e,t])=>`\n  ${formatField(e,t)}`),n=Object.entries(e.branchFields).map(([e,t])=>`\n    ${formatField(e,t)}`);return`# yaml-language-server: $schema=https://raw.githubusercontent.com/file-checkouts/file-checkouts/v1/schema/mapping.schema.json
#
# Which object each file makes, and where it goes. This first version was made from the names of the tracked files, and
# from the contents of ILE sources and build files (Rules.mk, makefiles, binding commands). Replace what is in angle
# brackets. Read the rules that say "a guess". Then try it: file-checkouts check, file-checkouts plan.
version: 1

# ID of this Git repository at the service.
repo: ${quoteText(e.repo??`<REPO>`)}

# Where the changes of a branch go. The first match wins. A push to any other branch files nothing.
# appl is the application, lvl the number of a level that allows check-outs.
branches:
  - branch: ${quoteText(asPattern(e.branch))}${n.join(``)}${`proj`in e.request?``:`
    # proj: null # if the branches are not linked to a project at the service`}
  # A second level for other branches. {proj} and {task} are taken from the branch name. creq has an effect only with
  # rfp: per-push or per-branch (below).
  # - branch: "feat-{proj}-{task}"
  #   appl: "<APPL>"
  #   lvl: "<LVL>"
  #   creq: "*NO" # Git moves changes up: the service makes no requests for the next level
  #   proj: "{proj}"
  #   task: "{task}"

# Fields of every request, unless a rule sets them. Without proj here or above, requests go to the project that is linked
# to the branch at the service (proj: "*BRANCH"). The service refuses them if there is none. proj: null sends no project.
request:${t.length===0?` {}`:t.join(``)}

# How requests get into an RFP (a release package): none, per-push, per-branch, or the number of an open RFP.
rfp: none
`}const noSourceSentence=`No rule makes a request yet: there are no sources except includes and tests.`;function formatAbsentRules(e){return e.length===0?``:`\n\n  # Usual source types that are not in the repository yet. To use a rule, delete its "# ":${e.flatMap(e=>ruleText({...e,comment:[]}).split(`
`)).map(e=>`\n  # ${e.slice(2)}`).join(``)}`}function renderStarter(e,{comment:t,rules:n,absent:r}){let i=t.length===0?``:`${t.map(e=>`  # ${e}`).join(`
`)}\n\n`,a=n.length===0?`  [] # delete these brackets when you add the first rule`:n.map(ruleText).join(`

`);return`${headText(e)}\n# Which object a file makes. The first rule that matches a file decides. Patterns ignore case; ** matches any
# directories, * any part of a name. The object's name (objn) is the file name up to the first "." or "-", in upper
# case. The attribute (attr) is left out: the service derives it from its Git attribute mapping. If it cannot
# ("Attribute missing"), add attr to the request of the rule, as in
#   request: { attr: RPGLE, objt: "*PGM", srca: "{ext|upper}" }
rules:
${i}${a}${formatAbsentRules(r)}\n
# A file that no rule matches: error (the run ends with exit code 1), warn or ignore.
unmapped: error

# Objects that use a changed file, as programs use an include: request (each is recompiled), report (they are named) or
# ignore.
dependents: report

# When a file is deleted: request (a request with the reason *DELETE), report or ignore.
deletes: request

# Accounts at the Git host whose pushes are not filed, such as the service's own account if it pushes to Git.
# skip-pushers: ["ACCOUNT"]
`}export{noSourceSentence,quoteText,renderStarter};