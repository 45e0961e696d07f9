import { readFileSync, writeFileSync } from "node:fs";
import { BRAND } from "#shared/brand.ts";

// The file has `<slug>` in place of the brand's slug, so that it also fits a shop under another name.

export const readReleased = (file: string) =>
  JSON.parse(readFileSync(file, "utf8").replaceAll("<slug>", BRAND.slug));

export function writeReleased(file: string, value: object): void {
  const named = new RegExp(`\\b${BRAND.slug}(?=[-/])`, "g");
  writeFileSync(file, `${JSON.stringify(value, null, 2).replaceAll(named, "<slug>")}\n`);
}
