/** What has been released, newest first: the account area lists it, and the download buttons follow the first. */
export type Platform = "windows" | "macos";

export type Release = {
  readonly version: string;
  /** The day, as `2025-09-08`. */
  readonly date: string;
  readonly notes: readonly string[];
};

export const RELEASES = [
  {
    version: "0.3.0",
    date: "2025-09-08",
    notes: [
      "The storyboard and the article scroll together, so a scene is always beside its sentence.",
      "Music volume drops automatically under speech.",
    ],
  },
  {
    version: "0.2.0",
    date: "2025-09-01",
    notes: ["Publish at a time of your choice.", "Suggestions for titles, descriptions and tags."],
  },
  {
    version: "0.1.0",
    date: "2025-08-25",
    notes: ["The first release: script, voice, music and cut from one article."],
  },
] as const satisfies readonly [Release, ...Release[]];

export const LATEST_RELEASE: Release = RELEASES[0];

export const PLATFORM_NAMES: Record<Platform, string> = { windows: "Windows", macos: "macOS" };

/** Static files that keep their address from release to release, so that no link to them ever dies. */
export const DOWNLOADS: Record<Platform, { readonly path: `/downloads/${string}`; readonly kind: string }> = {
  windows: { path: "/downloads/articlip-setup.exe", kind: "Installer" },
  macos: { path: "/downloads/articlip.dmg", kind: "Disk image" },
};
