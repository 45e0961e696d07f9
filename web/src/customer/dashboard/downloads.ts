import * as z from "zod/mini";
import { DOWNLOADS_MANIFEST, DownloadsManifest } from "#shared/downloads.ts";

/** Sizes and hashes of the installers; null where they could not be had, for the buttons work without. */
export async function loadDownloads(signal: AbortSignal): Promise<DownloadsManifest | null> {
  try {
    const response = await fetch(DOWNLOADS_MANIFEST, { signal });
    return response.ok ? z.parse(DownloadsManifest, await response.json()) : null;
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
