import { readFileSync } from "node:fs";
import { CHANNELS, compareVersions, type Release } from "#shared/releaseCatalog.ts";
import { Refusal } from "../deploy/run.ts";
import { readReleases, writeReleases } from "./catalog.ts";
import { findInstallers, refuseGaps } from "./installers.ts";
import type { Shelf } from "./shelf.ts";

export type Wish = Pick<Release, "version" | "channel" | "percent"> & {
  /** electron-builder's output. */
  readonly folder: string;
  /** Default: the notes in the history. */
  readonly notes?: readonly string[];
  readonly note?: string;
};

/**
 * Publishes a release: uploads its installers, then everything that refers to them. A repeated call with the same files
 * completes an interrupted one.
 * @throws Refusal if the version was published with other files, or is older than its channel's newest version
 */
export async function publish(shelf: Shelf, wish: Wish, now: Date): Promise<string[]> {
  const { version, channel, percent, folder } = wish;
  if (channel === "latest" && version.includes("-"))
    throw new Refusal(
      `${version} is a prerelease, which the channel latest does not take: add --channel ${CHANNELS[1]} or ${CHANNELS[2]}.`,
    );
  const installers = findInstallers(folder, version);
  const files = installers.map(({ file }) => file);
  refuseGaps(files, channel, folder);
  const before = await readReleases(shelf);
  const known = before.find((release) => release.version === version);
  if (known && known.files.length > 0 && JSON.stringify(known.files) !== JSON.stringify(files))
    throw new Refusal(`${version} is published with other files. Give this build a higher version.`);
  const newest = before.find((release) => release.channel === channel);
  if (!known && newest && compareVersions(version, newest.version) < 0)
    throw new Refusal(
      `${newest.version} is newer, and computers that run it would not update. Give this build a higher version.`,
    );
  const notes = wish.notes ?? known?.notes ?? [];
  if (notes.length === 0)
    throw new Refusal("Say what is new: --notes with a file of lines that begin with -.");
  for (const { source, blockmap, file } of installers) {
    await shelf.write(file.name, readFileSync(source), true);
    if (blockmap !== undefined) await shelf.write(`${file.name}.blockmap`, readFileSync(blockmap), true);
  }
  const releasedAt = known?.releasedAt ?? now.toISOString();
  const release: Release = { version, channel, releasedAt, notes: [...notes], percent, halted: false, files };
  const others = before.filter((one) => one.version !== version);
  await record(shelf, "release:publish", known, release, now);
  return writeReleases(shelf, [release, ...others], now, wish.note);
}

/**
 * Halts or resumes a release.
 * @returns permanent addresses that stay unchanged, because no public release has a file for them
 */
export async function change(
  shelf: Shelf,
  version: string,
  change: Partial<Pick<Release, "halted" | "percent">>,
  now: Date,
): Promise<string[]> {
  const before = await readReleases(shelf);
  const release = before.find((one) => one.version === version);
  if (release === undefined || release.files.length === 0)
    throw new Refusal(
      `${version} is not published. Published: ${before.flatMap((one) => (one.files.length > 0 ? one.version : [])).join(", ") || "nothing"}.`,
    );
  const changed = { ...release, ...change };
  await record(shelf, changed.halted ? "release:halt" : "release:resume", release, changed, now);
  return writeReleases(
    shelf,
    before.map((one) => (one === release ? changed : one)),
    now,
  );
}

/** Audits before the feeds change, so that the log also has an interrupted command. */
const record = (shelf: Shelf, action: string, before: Release | undefined, after: Release, now: Date) =>
  shelf.record({
    action,
    subject: `release#${after.version}`,
    before: before && offerOf(before),
    after: offerOf(after),
    at: now.toISOString(),
  });
const offerOf = ({ channel, percent, halted }: Release) => ({ channel, percent, halted });
