/** One rule of the starter file, with what a person should know of it. */

export interface StarterRule {
  /** Lines above the rule. */
  readonly comment: readonly string[];
  readonly match: {
    readonly path?: readonly string[];
    readonly gpath?: readonly string[];
    readonly gfile?: readonly string[];
  };
  readonly result: { readonly skip: string } | { readonly request: Readonly<Record<string, string>> };
  /** The rule is a guess; why, and what to look at. */
  readonly unsure?: string;
}
