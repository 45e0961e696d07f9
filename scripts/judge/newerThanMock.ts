/**
 * What the sandbox takes or answers and the OpenAPI document of 2026-08-26 does not know, because Stripe added it
 * later. Each stands in the types of the SDK, at the line that is quoted: a test looks it up there.
 */
export type Newer = {
  /** Method and route. */
  readonly request: string;
  /** A part of what the judge says. */
  readonly says: string;
  /** The file below node_modules/stripe, and the line in it. */
  readonly types: readonly [file: string, line: string];
};

export const NEWER: readonly Newer[] = [];
