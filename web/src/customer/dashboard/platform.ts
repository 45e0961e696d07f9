import type { Platform } from "#shared/releases.ts";

/** What the visitor's computer runs, as far as it says; undefined on phones and everything else. */
export function visitorPlatform(userAgent: string): Platform | undefined {
  if (/Windows NT/.test(userAgent)) return "windows";
  if (/Macintosh/.test(userAgent)) return "macos";
  return undefined;
}
