import { escapeText, type Log } from '../log.ts';

/** Erases the line so far: what stands before it in a marker is read by GitLab and not shown. */
const eraseLine = '\u001b[0K';

/** Returns the name of a log section: letters, digits, `_`, `.` and `-` only; the number makes it unique in its job. */
function sectionName(title: string, number: number): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '_')
    .slice(0, 40)
    .replace(/^_+|_+$/g, '');
  return `file_checkouts_${number}${words === '' ? '' : `_${words}`}`;
}

/**
 * The log of a job of GitLab CI/CD: a group becomes a section that is shown collapsed and can be opened. Titles may
 * come from outside; they are escaped. Lines are handed on as they are.
 */
export class SectionLog implements Log {
  readonly #lines: Pick<Log, 'info' | 'notice'>;
  readonly #now: () => Date;
  readonly #open: string[] = [];
  #count = 0;

  /**
   * @param lines where lines and markers go; both on one stream, as a section holds what stands between its markers.
   * @param now the clock: GitLab shows how long a section took.
   */
  constructor(lines: Pick<Log, 'info' | 'notice'>, now: () => Date) {
    this.#lines = lines;
    this.#now = now;
  }

  info(line: string): void {
    this.#lines.info(line);
  }

  notice(line: string): void {
    this.#lines.notice(line);
  }

  group(title: string): void {
    this.#count += 1;
    const name = sectionName(title, this.#count);
    this.#open.push(name);
    this.#mark('start', `${name}[collapsed=true]`, escapeText(title));
  }

  /** Closes the section that was opened last; without one it does nothing. */
  endGroup(): void {
    const name = this.#open.pop();
    if (name !== undefined) this.#mark('end', name, '');
  }

  #mark(kind: 'start' | 'end', name: string, title: string): void {
    const seconds = Math.floor(this.#now().getTime() / 1000);
    this.#lines.info(`${eraseLine}section_${kind}:${seconds}:${name}\r${eraseLine}${title}`);
  }
}
