import { pageStyle } from '../report/html/style.ts';

/** The style of the page of `status`. */
export const statusStyle = pageStyle(
  '90rem',
  `p { overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: 0.85rem; }
form { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; margin: 0.5rem 0; }
form[hidden] { display: none; }
label { display: flex; flex: 1 1 16rem; flex-direction: column; min-width: 0; }
input, select, button { border: 1px solid var(--quiet); border-radius: 4px; padding: 0.4rem 0.6rem; min-width: 0;
  max-width: 100%; background: var(--raised); color: inherit; font: inherit; }
th, td { padding-right: 0.75rem; }
thead th { white-space: nowrap; }
thead button { border: 0; padding: 0.2rem 0; background: none; cursor: pointer; font-weight: 600; }
[aria-sort="ascending"] button::after { content: " \\2191"; }
[aria-sort="descending"] button::after { content: " \\2193"; }
.wide, #requests td:nth-child(n + 5):nth-child(-n + 7) { min-width: 11rem; overflow-wrap: anywhere; }
#requests td:nth-child(n + 5):nth-child(-n + 7) { min-width: 7rem; }
td:nth-child(3), #requests td:nth-child(8) { white-space: nowrap; }
/* Where there is no room for columns, a row is a few lines that say themselves what they are. */
@media (max-width: 45rem) {
  .cards, .cards :is(thead, tbody) { display: block; }
  .cards tr { display: flex; flex-wrap: wrap; gap: 0 0.75rem; padding: 0.4rem 0; border-top: 1px solid var(--line); }
  #requests .cards td:nth-child(n), .cards :is(th, td):is(th, td, .wide) { border: 0; padding: 0; min-width: 0;
    white-space: normal; overflow-wrap: anywhere; }
  .cards :is(th, td):empty { display: none; }
  section:not(#requests) > * > .cards thead tr { border: 0; padding: 0; }
  section:not(#requests) th[scope="col"] { position: absolute; width: 1px; height: 1px; overflow: hidden;
    clip-path: inset(50%); }
  #requests td:nth-child(4):not(:empty)::before { content: "RFP "; }
}
@media print { form, #more { display: none; } }`,
);
