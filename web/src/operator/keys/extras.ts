import type { KeyRow } from "#shared/licenses/keyRow.ts";
import { utcDay } from "../../ui/format.ts";

type Extras = NonNullable<KeyRow["extras"]>;

export type ExtrasForm = ReturnType<typeof formOf>;

export const formOf = (extras: KeyRow["extras"]) => ({
  features: extras?.features.join(", ") ?? "",
  version: extras?.coveredVersion ?? "",
  until: extras?.coveredUntil?.slice(0, 10) ?? "",
  metadata: Object.entries(extras?.metadata ?? {})
    .map(([name, value]) => `${name} = ${value}`)
    .join("\n"),
  isTrusted: extras?.isTrusted === true,
});

/** @returns the entitlements, or a sentence about a wrong field */
export function readExtras({ features, version, until, metadata, isTrusted }: ExtrasForm): Extras | string {
  const lines = metadata.split("\n").filter((line) => line.trim() !== "");
  const pairs = lines.map((line) => /^\s*(\w{1,40})\s*=\s*(.*\S)\s*$/.exec(line));
  if (pairs.includes(null)) return "Write each entry on its own line, as name = value.";
  const words = features.split(/[\s,]+/).filter((word) => word !== "");
  if (words.some((word) => !/^[a-z0-9][a-z0-9-]{0,39}$/.test(word)))
    return "A feature name can have up to 40 lowercase letters, digits and hyphens.";
  if (version !== "" && !/^\d{1,6}(\.\d{1,6}){0,2}$/.test(version))
    return "Enter a version such as 3, 3.2 or 3.2.1.";
  return {
    features: words,
    coveredVersion: version === "" ? null : version,
    // Covers the picked day until it ends in UTC.
    coveredUntil: until === "" ? null : `${until}T23:59:59.000Z`,
    metadata: Object.fromEntries(pairs.map((pair) => [pair?.[1], pair?.[2] ?? ""])),
    ...(isTrusted ? { isTrusted } : {}),
  };
}

export function extrasFacts(extras: KeyRow["extras"]): { name: string; value: string | null }[] {
  if (extras === null) return [];
  const { features, coveredVersion, coveredUntil, metadata, isTrusted } = extras;
  return [
    { name: "Features", value: features.join(", ") || null },
    { name: "Covered version", value: coveredVersion },
    { name: "Covers releases until", value: coveredUntil && utcDay(coveredUntil) },
    { name: "Metadata", value: formOf({ ...extras, metadata }).metadata.replaceAll("\n", ", ") || null },
    { name: "Trusted", value: isTrusted ? "Yes" : null },
  ].filter(({ value }) => value !== null);
}
