import { BRAND } from "./brand.ts";

export type Platform = "windows" | "macos";

export const PLATFORM_NAMES: Record<Platform, string> = { windows: "Windows", macos: "macOS" };

/** The URLs stay the same for every release, so that links to them keep working. */
export const DOWNLOADS: Record<Platform, { readonly path: `/downloads/${string}`; readonly kind: string }> = {
  windows: { path: `/downloads/${BRAND.slug}-setup.exe`, kind: "Installer" },
  macos: { path: `/downloads/${BRAND.slug}.dmg`, kind: "Disk image" },
};
