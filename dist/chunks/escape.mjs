import{escapeText,shorten}from"./start.mjs";function htmlText(e){return escapeText(shorten(e,600)).replace(/[&<>"'`]/g,e=>`&#${e.charCodeAt(0)};`)}function htmlLink(e,t){return e===null||!/^https?:\/\//.test(e)?t:`<a href="${e.replace(/[&<>"'`]/g,e=>`&#${e.charCodeAt(0)};`)}">${t}</a>`}function htmlTable(e,{look:t=`scroll`,caption:n,heads:r},i){return`<div class="${t}" tabindex="0" role="group" ${e}><table>
<caption>${n}</caption>
<thead><tr>${r.map(e=>`<th scope="col">${e}</th>`).join(``)}</tr></thead>
<tbody>
${i.join(`
`)}
</tbody></table></div>`}export{htmlLink,htmlTable,htmlText};