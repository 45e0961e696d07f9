import { readFileSync } from "node:fs";
import path from "node:path";

const PAGE = path.resolve(import.meta.dirname, "../../docs/data-model.md");
const ROW = /^\| `([^`]+)` \| `([^`]+)` \| .+ \| `([^`]+)` \|$/gm;

export type RowKind = { readonly pk: string; readonly sk: string; readonly module: string };

/** Every kind of row, by table, as docs/data-model.md lists them. */
export const ROW_KINDS: ReadonlyMap<string, readonly RowKind[]> = new Map(
  readFileSync(PAGE, "utf8")
    .split(/^## /m)
    .slice(1)
    .map((section) => [
      section.slice(0, section.indexOf("\n")),
      [...section.matchAll(ROW)].map(([, pk = "", sk = "", module = ""]) => ({ pk, sk, module })),
    ]),
);

export function isOfKind({ pk, sk }: { pk: string; sk: string }, kind: RowKind): boolean {
  return matches(kind.pk, pk) && matches(kind.sk, sk);
}

function matches(pattern: string, key: string): boolean {
  const parts = pattern
    .split(/<[^>]+>/)
    .map((fixed) => fixed.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".+")}$`).test(key);
}
