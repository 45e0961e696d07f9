export type Price = {
  readonly what: string;
  /** Dollars for `per` units. */
  readonly dollars: number;
  readonly per: number;
  readonly unit: string;
  /** Free units a month, also after the first year. */
  readonly free: number;
  /** Other prices, each from this many units on. */
  readonly bands?: readonly { readonly from: number; readonly dollars: number }[];
  /** What causes this cost. */
  readonly when: string;
  readonly source: string;
};

export function isAmazons({ source }: Pick<Price, "source">): boolean {
  return /(^|\.)aws\.amazon\.com$/.test(new URL(source).hostname);
}
