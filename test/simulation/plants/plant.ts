/** One change of the product's code that puts a defect back. `find` is in the file exactly once. */
export type Edit = { file: string; find: string; replace: string };

/** A defect that the product once had. */
export type Plant = {
  name: string;
  edits: readonly Edit[];
  /** A short story that it breaks, as `npm run simulate -- --seed 1 --story` takes it; without one, random stories find it. */
  story?: string;
};
