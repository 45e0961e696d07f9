import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { BRAND } from "#shared/brand.ts";
import { HISTORY } from "../scripts/releases/history.ts";
import { publish } from "../scripts/releases/publish.ts";
import { folderShelf } from "../scripts/releases/shelf.ts";
import type { Places } from "./options.ts";

const NOTE = "Placeholders of the local stack: they install nothing.";
const PLACEHOLDERS = ["x64.exe", "arm64.dmg", "arm64-mac.zip"];

/** Publishes the newest release of the history, with placeholder files. @returns the bucket's folder */
export async function ensureDownloads(places: Places): Promise<string> {
  const folder = places.downloads;
  rmSync(folder, { recursive: true, force: true });
  const installers = path.join(folder, "installers");
  mkdirSync(installers, { recursive: true });
  const [newest] = HISTORY;
  if (newest === undefined) return folder;
  const { version, channel, percent } = newest;
  for (const name of PLACEHOLDERS)
    writeFileSync(
      path.join(installers, name),
      `A placeholder for ${BRAND.name} ${version}, ${name}.\n${NOTE}\n`,
    );
  const shelf = folderShelf(folder, path.join(folder, "update-key.json"));
  await publish(shelf, { version, channel, percent, folder: installers, note: NOTE }, new Date());
  return folder;
}
