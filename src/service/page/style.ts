/** The style of the page, which is served as `page/page.css`. */
export const pageStyle = `:root {
  color-scheme: light dark; --ground: light-dark(#ffffff, #0d1117); --raised: light-dark(#f4f6f8, #161b22);
  --text: light-dark(#1b1f24, #e6edf3); --quiet: light-dark(#57606a, #9da7b1); --line: light-dark(#d0d7de, #3d444d);
  --link: light-dark(#0550ae, #79c0ff); --marked: light-dark(#ddf4ff, #12304d);
  --warning: light-dark(#7d4e00, #e3b341); --bad: light-dark(#a40e26, #ff9492);
  /* Fonts in which 0 and O, and 1, l and I, are told apart. */
  --names: "Cascadia Mono", Consolas, Menlo, "DejaVu Sans Mono", "Liberation Mono", ui-monospace, monospace;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 0.9375rem/1.5 system-ui, sans-serif; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.unseen:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
:is(header, main, aside) { padding: 1rem; }
header { border-bottom: 1px solid var(--line); background: var(--raised); }
h1 { margin: 0; font-size: 1.4rem; }
h2 { font-size: 1.15rem; }
:is(h3, h4) { margin: 1.2rem 0 0.4rem; font-size: 1rem; }
:where(input:not([type="checkbox"]), button, .chip) { min-height: 2rem; padding: 0.2rem 0.7rem;
  border: 1px solid var(--quiet); border-radius: 4px; background: var(--ground); color: var(--text); font: inherit; }
:is(.tools, .filters, nav ul, .under, .later, .choices, .top) { display: flex; flex-wrap: wrap; align-items: center;
  gap: 0.5rem 0.8rem; margin: 0.7rem 0 0; padding: 0; list-style: none; }
.chip { border-radius: 1rem; }
.chip select { max-width: 10rem; border: 0; background: transparent; color: inherit; font: inherit; }
.chip option { background: var(--ground); color: var(--text); }
.tools input { flex: 1 1 14rem; max-width: 30rem; }
button { cursor: pointer; }
button[aria-pressed="true"], .chip:has(:checked[value="1"]), .chip:has(option:checked:not([value=""])),
tbody tr:has(a[aria-current]) { background: var(--marked); }
body[data-state="lost"] #state { color: var(--bad); font-weight: 600; }
#seen, .about, .none, .count, dt { color: var(--quiet); font-weight: normal; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 4px; }
table { width: 100%; border-collapse: collapse; font-size: 0.8125rem; }
caption { padding: 0.4rem 0.6rem; text-align: left; font-weight: 600; }
:is(th, td) { padding: 0.25rem 0.3rem; border-top: 1px solid var(--line); text-align: left; vertical-align: top;
  font-weight: normal; }
td:is(.objn, .file, .filename, .place, .sha256), dd.name, .alike, aside :is(.body > .about, ul li, h4),
#confirm-about, pre { font-family: var(--names); font-size: 0.85rem; font-variant-numeric: slashed-zero; }
.alike { color: var(--warning); }
:is(.word, .codes) { color: var(--quiet); }
/* One line a record: what is longer is cut, and shown whole in the details and where one points at it. */
td, tbody th { max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
td:is(.msg, .what) { min-width: 20rem; max-width: 40rem; overflow-wrap: anywhere; white-space: normal; }
td.requests { max-width: 18rem; }
td.sha256 { max-width: none; }
thead th { padding: 0; background: var(--raised); }
thead button { width: 100%; border: 0; padding: 0.2rem 0.3rem; background: none; text-align: left; font-weight: 600;
  white-space: nowrap; }
thead button:focus-visible { outline-offset: -3px; }
th[aria-sort] button::after { font-size: 0.6rem; }
th[aria-sort="ascending"] button::after { content: " \\25B2"; }
th[aria-sort="descending"] button::after { content: " \\25BC"; }
/* Number and name of a request stay where they are; a cell that others move under has a ground of its own. */
#requests :is(th, td):nth-child(-n + 2) { position: sticky; left: 0; z-index: 1; }
#requests tbody :is(th, td):nth-child(-n + 2) { background: var(--ground); }
#requests :is(th, td):first-child { width: 4.6rem; min-width: 4.6rem; max-width: 4.6rem; }
#requests :is(th, td):nth-child(2) { left: 4.6rem; border-right: 1px solid var(--line); }
#requests td:nth-child(2) { max-width: 8rem; }
#requests td.file { max-width: 12rem; font-size: 0.75rem; }
#requests td:is(.branch, .vref) { max-width: 6.25rem; }
#requests td:is(.attr, .user) { max-width: 5rem; }
tbody tr:hover, #requests tbody tr:hover :is(th, td):nth-child(-n + 2) { background: var(--raised); }
#requests tbody tr:has(a[aria-current]) :is(th, td):nth-child(-n + 2) { background: var(--marked); }
tr[data-sev="20"] :is(.sev, .msg), li[data-sev="20"] { color: var(--warning); }
tr[data-sev="30"] :is(.sev, .msg), li[data-sev="30"] { color: var(--bad); }
:is(.export, .top button) { margin-left: auto; }
.later p { flex: 1 0 100%; margin: 0; }
[aria-disabled="true"] { border-color: var(--line); color: var(--quiet); cursor: not-allowed; }
:is([data-play="delete"], [value="delete"], .came.wrong) { color: var(--bad); }
.came { margin: 0.5rem 0; font-weight: 600; overflow-wrap: anywhere; }
dialog { max-width: min(36rem, calc(100vw - 2rem)); padding: 1.2rem; border: 1px solid var(--quiet);
  border-radius: 6px; background: var(--ground); color: var(--text); overflow-wrap: anywhere; }
dialog::backdrop { background: rgb(0 0 0 / 50%); }
dl { display: grid; grid-template-columns: minmax(4rem, max-content) 1fr; gap: 0.1rem 1rem; }
:is(aside h2, dialog h2, dd) { margin: 0; }
aside :is(ul, ol) { padding-left: 1.2rem; }
aside :is(dd, ul, ol, .about) { overflow-wrap: anywhere; }
pre { margin: 0; padding: 0.6rem; max-height: 30rem; overflow: auto; border: 1px solid var(--line);
  background: var(--raised); }
/* After the rules that give a display. */
:is([hidden], .alike:empty) { display: none; }
@media (min-width: 70rem) {
  .columns { display: flex; }
  main { flex: 1; min-width: 0; }
  aside { flex: 0 0 29rem; position: sticky; top: 0; max-height: 100vh; overflow: auto;
    border-left: 1px solid var(--line); }
}
@media print {
  :is(.tools, .filters, nav, .under, .later, aside button) { display: none; }
  .scroll { overflow: visible; }
}
`;
