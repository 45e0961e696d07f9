/** A change of the product's code that restores a defect. The file contains `find` exactly once. */
export type Edit = { file: string; find: string; replace: string };

/** A defect that the product once had. */
export type Plant = {
  name: string;
  edits: readonly Edit[];
  /** A short story that finds the defect, for `npm run simulate -- --seed 1 --story`. Default: random stories. */
  story?: string;
};
