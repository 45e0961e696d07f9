/** What a unit costs, in dollars, and where that is written. */
export type Price = {
  readonly what: string;
  /** Dollars for `per` units. */
  readonly dollars: number;
  readonly per: number;
  readonly unit: string;
  /** Units a month that cost nothing, also after the first year. */
  readonly free: number;
  /** From this many units on, another price. */
  readonly bands?: readonly { readonly from: number; readonly dollars: number }[];
  /** What turns this cost on. */
  readonly when: string;
  readonly source: string;
};

/** Whether the source is Amazon, and not a page that quotes it. */
export function isAmazons({ source }: Pick<Price, "source">): boolean {
  return /(^|\.)aws\.amazon\.com$/.test(new URL(source).hostname);
}
