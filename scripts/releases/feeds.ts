import { createHash } from "node:crypto";
import { CHANNELS, type Channel, type Release, type ReleaseFile } from "#shared/releaseCatalog.ts";
import type { LeaseKeys } from "../leaseKeys.ts";
import { signToken } from "../signToken.ts";

/**
 * The fields of `<channel>[-mac|-linux[-arm64]].yml` that electron-updater reads, and `channel`, which it passes to the
 * application. Source: builder-util-runtime's `UpdateInfo` and electron-updater's `Provider` of version 6.8.
 */
type Feed = {
  version: string;
  files: { url: string; sha512: string; size: number }[];
  releaseDate: string;
  releaseNotes: string;
  /** Absent if the release is for everyone. Bytes 12 to 15 of an installation's random id decide who updates. */
  stagingPercentage?: number;
  channel: Channel;
};

const SYSTEMS: Readonly<Record<string, (file: ReleaseFile) => boolean>> = {
  "": ({ platform }) => platform === "windows",
  "-mac": ({ platform }) => platform === "macos",
  "-linux": ({ platform, arch }) => platform === "linux" && arch !== "arm64",
  "-linux-arm64": ({ platform, arch }) => platform === "linux" && arch === "arm64",
};

/**
 * Creates the feeds of every channel and system. A feed offers the newest release of its channel, or of a stabler
 * channel, that is not halted. If all releases are halted, the feed offers the newest to 0 percent of installations,
 * because a missing feed is an error.
 * @param releases newest version first
 * @returns file names with their texts
 */
export function feedsOf(
  releases: readonly Release[],
  { current, chain = [] }: LeaseKeys,
  now: Date,
): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [rank, channel] of CHANNELS.entries())
    for (const [suffix, belongs] of Object.entries(SYSTEMS)) {
      const candidates = releases.filter(
        (release) => CHANNELS.indexOf(release.channel) <= rank && release.files.some(belongs),
      );
      const release = candidates.find(({ halted }) => !halted) ?? candidates[0];
      if (release === undefined) continue;
      const feed = feedOf(release, release.files.filter(belongs), channel);
      const signature = signToken(current, "update+jwt", {
        digest: createHash("sha256").update(JSON.stringify(feed)).digest("base64url"),
        iat: Math.floor(now.getTime() / 1000),
      });
      texts.set(`${channel}${suffix}.yml`, yamlOf({ ...feed, signature, chain }));
    }
  return texts;
}

function feedOf(
  { version, releasedAt, notes, percent, halted }: Release,
  files: readonly ReleaseFile[],
  channel: Channel,
): Feed {
  const stagingPercentage = halted ? 0 : percent;
  return {
    version,
    files: files.map(({ name, sha512, size }) => ({ url: name, sha512, size })),
    releaseDate: releasedAt,
    releaseNotes: notes.map((note) => `- ${note}`).join("\n"),
    ...(stagingPercentage === 100 ? {} : { stagingPercentage }),
    channel,
  };
}

/** Quotes texts as in JSON, which is valid YAML. The signature covers the fields in this order. */
function yamlOf(feed: Feed & { signature: string; chain: readonly string[] }): string {
  const lines = Object.entries(feed).flatMap(([name, value]) =>
    Array.isArray(value) && value.length > 0
      ? [`${name}:`, ...value.map(entryOf)]
      : [`${name}: ${JSON.stringify(value)}`],
  );
  return `${lines.join("\n")}\n`;
}

const entryOf = (entry: unknown): string =>
  typeof entry === "object" && entry !== null
    ? Object.entries(entry)
        .map(([name, value], at) => `${at === 0 ? "  -" : "   "} ${name}: ${JSON.stringify(value)}`)
        .join("\n")
    : `  - ${JSON.stringify(entry)}`;
