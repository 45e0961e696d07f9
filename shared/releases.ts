import { BRAND } from "./brand.ts";

export type Platform = "windows" | "macos";

export const PLATFORM_NAMES: Record<Platform, string> = { windows: "Windows", macos: "macOS" };

/** Static files that keep their address from release to release, so that no link to them ever dies. */
export const DOWNLOADS: Record<Platform, { readonly path: `/downloads/${string}`; readonly kind: string }> = {
  windows: { path: `/downloads/${BRAND.slug}-setup.exe`, kind: "Installer" },
  macos: { path: `/downloads/${BRAND.slug}.dmg`, kind: "Disk image" },
};
