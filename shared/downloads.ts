import * as z from "zod/mini";

/** Beside the installers: how large they are, and by what one tells that a download is whole and unchanged. */
export const DOWNLOADS_MANIFEST = "/downloads/manifest.json";

const File = z.object({
  /** Bytes. */
  size: z.number(),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

/** Computed from the files themselves when they are put there (scripts/downloads.ts). */
export const DownloadsManifest = z.object({
  version: z.string(),
  files: z.object({ windows: File, macos: File }),
  /** A note for people who download it. */
  note: z.optional(z.string()),
});
export type DownloadsManifest = z.output<typeof DownloadsManifest>;
