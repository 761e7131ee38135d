/** Redrawing under the hands of somebody who reads: what has the focus keeps it, what is in sight stays where it is. */

/** The line, or else the section, that is at the top of what can be seen; null at the very top of the page. */
function inSight() {
  if (window.scrollY === 0) return null;
  for (let y = 4; y < window.innerHeight; y += 12) {
    const line = document.elementFromPoint(40, y)?.closest('tbody tr, aside, caption, h2');
    if (line) return line;
  }
  return null;
}

/** Does the work, then gives the focus back and scrolls by as much as the work has moved what was in sight. */
export function inPlace(work) {
  const focused = document.activeElement;
  const seen = inSight();
  const top = seen?.getBoundingClientRect().top;
  work();
  if (seen?.isConnected) window.scrollBy(0, seen.getBoundingClientRect().top - top);
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
}
