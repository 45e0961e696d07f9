import { createHash } from "node:crypto";

const LOWER = "abcdefghijklmnopqrstuvwxyz0123456789";
const MIXED = `${LOWER}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** An id in AWS's form, the same on every computer and after every restart. */
export function stableId(seed: string, length: number, alphabet: "lower" | "mixed" | "upper"): string {
  const letters = { lower: LOWER, mixed: MIXED, upper: UPPER }[alphabet];
  const bytes = createHash("sha512").update(seed).digest();
  return Array.from({ length }, (_, index) =>
    letters.charAt((bytes[index % bytes.length] ?? 0) % letters.length),
  ).join("");
}
