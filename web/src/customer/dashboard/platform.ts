import type { Platform } from "#shared/releases.ts";

/** The visitor's desktop system; undefined for phones and other systems. */
export function visitorPlatform(userAgent: string): Platform | undefined {
  if (/Windows NT/.test(userAgent)) return "windows";
  if (/Macintosh/.test(userAgent)) return "macos";
  return undefined;
}
