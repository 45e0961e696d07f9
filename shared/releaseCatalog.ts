import * as z from "zod/mini";
import type { Platform } from "./releases.ts";

/** The list of all releases, next to the installers. `npm run release` writes it, and the site reads it. */
export const RELEASE_CATALOG = "/downloads/releases.json";

/** An application on a channel also gets the releases of the channels before it. */
export const CHANNELS = ["latest", "beta", "alpha"] as const;
export type Channel = (typeof CHANNELS)[number];

const ReleaseFile = z.object({
  platform: z.enum(["windows", "macos", "linux"]),
  arch: z.enum(["x64", "arm64", "universal"]),
  /** Its name in /downloads. */
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Hexadecimal. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** Base64, for electron-updater. */
  sha512: z.string().check(z.regex(/^[A-Za-z0-9+/]{86}==$/)),
});
export type ReleaseFile = z.output<typeof ReleaseFile>;

const Release = z.object({
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/)),
  channel: z.enum(CHANNELS),
  /** ISO 8601, in UTC. */
  releasedAt: z.string(),
  notes: z.array(z.string()),
  /** Percentage of installations that may update. */
  percent: z.number().check(z.minimum(1), z.maximum(100)),
  halted: z.boolean(),
  /** Empty for releases from before the catalog. */
  files: z.array(ReleaseFile),
});
export type Release = z.output<typeof Release>;

export const ReleaseCatalog = z.object({
  /** Newest version first. */
  releases: z.array(Release),
  note: z.optional(z.string()),
});
export type ReleaseCatalog = z.output<typeof ReleaseCatalog>;

/** Releases to show and offer: not halted, on the main channel, for everyone. Newest first. */
export const publicReleases = ({ releases }: ReleaseCatalog): Release[] =>
  releases.filter(({ channel, halted, percent }) => channel === "latest" && !halted && percent === 100);

const EXTENSION: Record<Platform, string> = { windows: ".exe", macos: ".dmg" };

/** The file at the platform's permanent download URL; undefined before the first release. */
export function offeredFile(catalog: ReleaseCatalog, platform: Platform): ReleaseFile | undefined {
  const preferred = platform === "macos" ? "arm64" : "x64";
  for (const { files } of publicReleases(catalog)) {
    const fitting = files.filter(
      (file) => file.platform === platform && file.name.endsWith(EXTENSION[platform]),
    );
    const file =
      fitting.find(({ arch }) => arch === "universal") ??
      fitting.find(({ arch }) => arch === preferred) ??
      fitting[0];
    if (file !== undefined) return file;
  }
  return undefined;
}

/** Compares by semantic versioning: negative if the first is older. 1.0.0-beta.2 is older than 1.0.0. */
export function compareVersions(one: string, other: string): number {
  const left = one.split(/[.-]/);
  const right = other.split(/[.-]/);
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [a, b] = [left[at], right[at]];
    if (a === b) continue;
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
    const difference = Number(a) - Number(b);
    return Number.isNaN(difference) ? (a < b ? -1 : 1) : difference;
  }
  return 0;
}
