/**
 * One point where the interface is silent: our choice, and why. docs/service.md shows them as a table, and
 * test/service/1-choices.test.ts holds a proof of each.
 */
export interface Choice {
  readonly topic: string;
  readonly choice: string;
  readonly why: string;
}
