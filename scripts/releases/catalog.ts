import {
  compareVersions,
  offeredFile,
  RELEASE_CATALOG,
  type Release,
  ReleaseCatalog,
} from "#shared/releaseCatalog.ts";
import { DOWNLOADS, type Platform } from "#shared/releases.ts";
import { Refusal } from "../deploy/run.ts";
import { type LeaseKeys, nextLeaseKeys } from "../leaseKeys.ts";
import { feedsOf } from "./feeds.ts";
import { HISTORY } from "./history.ts";
import type { Shelf } from "./shelf.ts";

const nameOf = (address: string) => address.replace("/downloads/", "");

/** @throws if the catalog is damaged */
export async function readReleases(shelf: Shelf): Promise<readonly Release[]> {
  const text = await shelf.read(nameOf(RELEASE_CATALOG));
  if (text === undefined) return HISTORY;
  try {
    return ReleaseCatalog.parse(JSON.parse(text)).releases;
  } catch {
    throw new Refusal(`${RELEASE_CATALOG} is damaged. The bucket keeps its earlier versions.`);
  }
}

/** Creates the key on first use. */
export async function updateKeys(shelf: Shelf): Promise<LeaseKeys> {
  const kept = await shelf.keys();
  if (kept !== undefined) return kept;
  const made = nextLeaseKeys();
  await shelf.putKeys(made);
  return made;
}

/**
 * Writes everything that depends on the releases: first the files at the permanent addresses, then the catalog for the
 * site, then the feeds for the applications. A repeated call completes an interrupted one.
 * @returns permanent addresses that stay unchanged, because no public release has a file for them
 */
export async function writeReleases(
  shelf: Shelf,
  releases: readonly Release[],
  now: Date,
  note?: string,
): Promise<string[]> {
  const sorted = [...releases].sort((one, other) => compareVersions(other.version, one.version));
  const catalog: ReleaseCatalog = { releases: sorted, ...(note === undefined ? {} : { note }) };
  const platforms: readonly Platform[] = ["windows", "macos"];
  const left: string[] = [];
  for (const platform of platforms) {
    const file = offeredFile(catalog, platform);
    if (file === undefined) left.push(DOWNLOADS[platform].path);
    else await shelf.copy(file.name, nameOf(DOWNLOADS[platform].path));
  }
  await shelf.write(nameOf(RELEASE_CATALOG), `${JSON.stringify(catalog, null, 2)}\n`);
  for (const [name, text] of feedsOf(sorted, await updateKeys(shelf), now)) await shelf.write(name, text);
  return left;
}
