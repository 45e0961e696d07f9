import { readFileSync } from "node:fs";
import path from "node:path";
import { CHANNELS, type Channel, type Release } from "#shared/releaseCatalog.ts";
import { oneOf, readArguments, wholeNumber } from "./arguments.ts";
import { type Aws, connectAws } from "./aws/aws.ts";
import { readOptions } from "./deploy/deployment.ts";
import { Misuse, script } from "./deploy/run.ts";
import { nextLeaseKeys } from "./leaseKeys.ts";
import { readReleases, updateKeys, writeReleases } from "./releases/catalog.ts";
import { change, publish } from "./releases/publish.ts";
import { bucketShelf, folderShelf, type Shelf } from "./releases/shelf.ts";

const COMMANDS = ["publish", "halt", "resume", "list", "pins", "next-key"] as const;

export type Tools = { readonly connect: () => Promise<Aws>; readonly say: (line: string) => void };

export async function release(argv: readonly string[], { connect, say }: Tools): Promise<void> {
  const { values, words } = readArguments(
    argv,
    {
      version: { type: "string" },
      notes: { type: "string" },
      channel: { type: "string" },
      percent: { type: "string" },
      stage: { type: "string" },
      folder: { type: "string" },
    },
    { most: 2, of: COMMANDS },
  );
  const command = oneOf(COMMANDS, words[0]);
  const subject = words[1] ?? "";
  const shelf = await open(values, connect);
  const now = new Date();
  const percent = percentOf(values.percent);
  switch (command) {
    case "publish": {
      if (values.version === undefined || !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(values.version))
        throw new Misuse("Say which version: --version 1.2.3 or --version 1.2.3-beta.1");
      const { version } = values;
      const channel = channelOf(values.channel);
      const notes = values.notes === undefined ? {} : { notes: notesIn(values.notes) };
      await publish(shelf, { version, channel, folder: subject, percent: percent ?? 100, ...notes }, now);
      return say(`${version} is published on ${channel} for ${percent ?? 100}% of the computers.`);
    }
    case "halt": {
      const left = await change(shelf, subject, { halted: true }, now);
      say(`${subject} is halted: nobody else updates to it.`);
      for (const address of left)
        say(`No other release has a file for ${address}, so this address keeps its file.`);
      return;
    }
    case "resume": {
      await change(shelf, subject, { halted: false, ...(percent === undefined ? {} : { percent }) }, now);
      return say(
        `${subject} is offered${percent === undefined ? " again" : ` to ${percent}% of the computers`}.`,
      );
    }
    case "list":
      for (const release of await readReleases(shelf)) say(lineOf(release));
      return;
    case "pins": {
      const { kty, crv, x, kid } = (await updateKeys(shelf)).current;
      return say(JSON.stringify([{ kid, kty, crv, x }]));
    }
    default: {
      const next = nextLeaseKeys(await updateKeys(shelf));
      await shelf.putKeys(next);
      await writeReleases(shelf, await readReleases(shelf), now);
      return say(
        `Feeds are signed by the key ${next.current.kid}. Applications that pin the previous key accept the new key.`,
      );
    }
  }
}

async function open(
  { stage, folder }: { stage?: string; folder?: string },
  connect: Tools["connect"],
): Promise<Shelf> {
  if (folder !== undefined)
    return folderShelf(path.join(folder, "public"), path.join(folder, "update-key.json"));
  if (stage === undefined)
    throw new Misuse("Say where: --stage and the stage's name, or --folder and a folder.");
  const named = readOptions(["--stage", stage]).stage;
  return bucketShelf(await connect(), named);
}

const channelOf = (given: string = CHANNELS[0]): Channel => oneOf(CHANNELS, given);

const percentOf = (given: string | undefined): number | undefined =>
  given === undefined ? undefined : wholeNumber("--percent", given, { from: 1, to: 100 });

const notesIn = (file: string): string[] =>
  [...readFileSync(file, "utf8").matchAll(/^[-*] +(.+)$/gm)].map(([, note = ""]) => note.trim());

function lineOf({ version, channel, releasedAt, percent, halted, files }: Release): string {
  const state = files.length === 0 ? "before the catalog" : halted ? "halted" : `${percent}%`;
  return [version, channel, releasedAt.slice(0, 10), state].join("  ");
}

if (import.meta.main)
  await script(() =>
    release(process.argv.slice(2), { connect: connectAws, say: (line) => console.log(line) }),
  );
