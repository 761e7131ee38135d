import{escapeText,shorten}from"./start.mjs";function htmlText(text){return escapeText(shorten(text,600)).replace(/[&<>"'`]/g,character=>`&#${character.charCodeAt(0)};`)}function htmlLink(url,html){return url===null||!/^https?:\/\//.test(url)?html:`<a href="${url.replace(/[&<>"'`]/g,character=>`&#${character.charCodeAt(0)};`)}">${html}</a>`}function htmlTable(region,{look=`scroll`,caption,heads},rows){return`<div class="${look}" tabindex="0" role="group" ${region}><table>
<caption>${caption}</caption>
<thead><tr>${heads.map(head=>`<th scope="col">${head}</th>`).join(``)}</tr></thead>
<tbody>
${rows.join(`
`)}
</tbody></table></div>`}export{htmlLink,htmlTable,htmlText};