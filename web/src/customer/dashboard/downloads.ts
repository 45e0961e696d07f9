import * as z from "zod/mini";
import { RELEASE_CATALOG, ReleaseCatalog } from "#shared/releaseCatalog.ts";

/** The releases; null where they could not be read, since the download buttons work without them. */
export async function loadReleases(signal: AbortSignal): Promise<ReleaseCatalog | null> {
  try {
    const response = await fetch(RELEASE_CATALOG, { signal });
    return response.ok ? z.parse(ReleaseCatalog, await response.json()) : null;
  } catch {
    return null;
  }
}

/** `84.2 MB`, as file managers count. */
export function formatSize(bytes: number, locale?: string): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return (bytes / 1000 ** step).toLocaleString(locale, {
    style: "unit",
    unit: units[step],
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  });
}
