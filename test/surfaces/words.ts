/** What somebody may name a file, a branch or an account, or have a service say, to do harm. */
import { hostile } from '../report/support.ts';

const more = [
  ...['%0A::error::pwned', '%0D%0A::add-mask::a', '\u0085::error::pwned', '\ufe0f::error::pwned'],
  ...['@everyone and @octocat/team', 'zero\u200bwidth\u3164filler\u00adhyphen'],
  ...[']]></failure><testcase name="pwned"/>', '-->\n<script>alert(1)</script><!--', '</code></a></td></tr></table>'],
  ...['x\nghadelimiter_0\ncreated=999', 'FILE_CHECKOUTS_CREATED=999\nLD_PRELOAD=/tmp/x.so'],
  ...['section_start:1:pwned[collapsed=true]\r\u001b[0Kpwned', '\u001b[0Ksection_end:1:file_checkouts_1\r\u001b[0K'],
  ...['```\n\n# pwned\n\n```mermaid\nclick a "javascript:alert(1)"', '%%{init: {"securityLevel": "loose"}}%%'],
  ...["'; DROP TABLE requests; --", 'me@evil.example xmpp:me@evil.example mailto:me@evil.example'],
  ...['octo/repo@0123456789abcdef0123456789abcdef01234567', `${'long '.repeat(300)}@octocat`],
];

/** All of them that UTF-8 can carry. */
export const words: readonly string[] = [...hostile, ...more].filter((word) => word.isWellFormed());

/** A word as a path that Git takes. */
export function pathOf(word: string): string {
  const inside = word.replace(/\/+/g, '/').replace(/^\/|\/$/g, '');
  return inside.slice(0, 1000);
}

/** Names for what cannot hold every character. */
export const hostileNames = {
  /** What Git takes for a branch. */
  branch: 'feat/@octocat|<img-src=x>`x`$(touch-pwned)\u202e\u3164%0A</code>#1-!4',
  actor: '@octocat <b>x</b> | `x` \u001b[2J\n::error::pwned ##[error]x',
  /** A file of the work tree; a colon would name a revision. */
  mapping: 'm|<b>@octocat\n##[error]pwned [x](y).yml',
  repo: 'ORD|<b>@octocat</b> ##[error]x',
  reason: 'because | @octocat <b>x</b> ##[error]x \u202e [x](https://evil.example)',
} as const;
