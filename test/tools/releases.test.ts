import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { AUDIT_AREAS } from "#shared/audit/operator.ts";
import { BRAND } from "#shared/brand.ts";
import { RELEASE_CATALOG, ReleaseCatalog } from "#shared/releaseCatalog.ts";
import { DOWNLOADS } from "#shared/releases.ts";
import { Misuse, Refusal } from "../../scripts/deploy/run.ts";
import { nextLeaseKeys } from "../../scripts/leaseKeys.ts";
import { release } from "../../scripts/release.ts";
import { change, publish, type Wish } from "../../scripts/releases/publish.ts";
import { bucketShelf, folderShelf, type Shelf } from "../../scripts/releases/shelf.ts";
import { ACCOUNT, type Cloud, json, startCloud } from "../infra/cloud.ts";
import { cloudWith, outcomeOf, STAGE } from "../infra/commandBench.ts";
import { runProgram } from "../infra/program.ts";

const NOW = new Date("2026-11-23T12:00:00.000Z");
const FILES = [
  `${BRAND.name} Setup.exe`,
  `${BRAND.name}-arm64.dmg`,
  `${BRAND.name}-arm64-mac.zip`,
  `${BRAND.name}.AppImage`,
];

let folder: string;
let shelf: Shelf;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "releases-"));
  shelf = folderShelf(folder, path.join(folder, "key.json"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Creates a folder like the output of electron-builder. */
function built(version: string, names: readonly string[] = FILES): string {
  const place = path.join(folder, `built-${version}`);
  mkdirSync(path.join(place, "win-unpacked"), { recursive: true });
  for (const name of [...names, "builder-debug.yml", "latest.yml"])
    writeFileSync(path.join(place, name), `${name} of ${version}`);
  if (names.includes(`${BRAND.name} Setup.exe`))
    writeFileSync(path.join(place, `${BRAND.name} Setup.exe.blockmap`), "blocks");
  return place;
}
const wish = (version: string, more: Partial<Wish> = {}): Wish => ({
  version,
  channel: "latest",
  percent: 100,
  folder: built(version),
  notes: [`What is new in ${version}`],
  ...more,
});
const publishes = (version: string, more?: Partial<Wish>) => publish(shelf, wish(version, more), NOW);
const textOf = (name: string) => readFileSync(path.join(folder, "downloads", name), "utf8");
const versionIn = (feed: string) => /^version: "(.+)"$/m.exec(textOf(feed))?.[1];
const stagingIn = (feed: string) => /^stagingPercentage: (\d+)$/m.exec(textOf(feed))?.[1];
const stable = () => readFileSync(path.join(folder, DOWNLOADS.windows.path), "utf8");

describe("publishing", () => {
  test("writes a feed for each system, with the size and SHA-512 of each file", async () => {
    await publishes("1.0.0");
    const bytes = readFileSync(path.join(built("1.0.0"), `${BRAND.name} Setup.exe`));
    expect(textOf("latest.yml").split("\n").slice(0, 8)).toEqual([
      'version: "1.0.0"',
      "files:",
      `  - url: "${BRAND.slug}-1.0.0-windows-x64.exe"`,
      `    sha512: "${createHash("sha512").update(bytes).digest("base64")}"`,
      `    size: ${bytes.length}`,
      'releaseDate: "2026-11-23T12:00:00.000Z"',
      'releaseNotes: "- What is new in 1.0.0"',
      'channel: "latest"',
    ]);
    expect(textOf(`${BRAND.slug}-1.0.0-windows-x64.exe`)).toBe(bytes.toString());
    expect(textOf(`${BRAND.slug}-1.0.0-windows-x64.exe.blockmap`)).toBe("blocks");
    expect(textOf("latest-mac.yml")).toContain(`url: "${BRAND.slug}-1.0.0-macos-arm64.zip"`);
    expect(textOf("latest-linux.yml")).toContain(`url: "${BRAND.slug}-1.0.0-linux-x64.AppImage"`);
    expect(existsSync(path.join(folder, "downloads/latest-linux-arm64.yml"))).toBe(false);
  });

  test("copies the installers to the permanent URLs, and writes the catalog", async () => {
    await publishes("1.0.0");
    expect(stable()).toBe(`${BRAND.name} Setup.exe of 1.0.0`);
    const { releases } = ReleaseCatalog.parse(JSON.parse(textOf(path.basename(RELEASE_CATALOG))));
    expect(releases.map(({ version }) => version)).toEqual(["1.0.0", "0.3.0", "0.2.0", "0.1.0"]);
  });

  test("can be repeated with the same files, but not with other files", async () => {
    await publishes("1.0.0");
    await publishes("1.0.0");
    writeFileSync(path.join(built("1.0.0"), `${BRAND.name} Setup.exe`), "another build");
    const again = { ...wish("1.0.0") };
    writeFileSync(path.join(again.folder, `${BRAND.name} Setup.exe`), "another build");
    await expect(publish(shelf, again, NOW)).rejects.toThrow("1.0.0 is published with other files");
  });

  test("refuses releases that would break updates, and changes nothing", async () => {
    await publishes("1.0.0");
    const before = textOf("latest.yml");
    await expect(publishes("0.9.0")).rejects.toThrow("1.0.0 is newer");
    await expect(publishes("1.1.0-beta.1")).rejects.toThrow("add --channel beta");
    await expect(publishes("1.1.0", { notes: [] })).rejects.toThrow("Say what is new");
    await expect(
      publishes("1.1.0", { folder: built("no zip", [`${BRAND.name} Setup.exe`, `${BRAND.name}.dmg`]) }),
    ).rejects.toThrow("has no .zip file");
    const twice = built("twice", [...FILES, `${BRAND.name} Setup x64.exe`]);
    await expect(publishes("1.2.0", { folder: twice })).rejects.toThrow("would be published as");
    expect(textOf("latest.yml")).toBe(before);
    expect(readdirSync(path.join(folder, "downloads")).join()).not.toContain("1.1.0");
  });
});

describe("channels", () => {
  test("a beta reaches only installations that chose its channel", async () => {
    await publishes("1.0.0");
    await publishes("1.1.0-beta.1", { channel: "beta" });
    expect(["latest.yml", "beta.yml", "alpha.yml"].map(versionIn)).toEqual([
      "1.0.0",
      "1.1.0-beta.1",
      "1.1.0-beta.1",
    ]);
    expect(stable()).toBe(`${BRAND.name} Setup.exe of 1.0.0`);
  });

  test("testers of a beta get the release that follows it", async () => {
    await publishes("1.1.0-beta.1", { channel: "beta" });
    await publishes("1.1.0");
    expect(["latest-mac.yml", "beta-mac.yml"].map(versionIn)).toEqual(["1.1.0", "1.1.0"]);
  });
});

describe("stages", () => {
  test("a staged release reaches some computers, and the site offers it only after it is released to all", async () => {
    await publishes("1.0.0");
    await publishes("1.1.0", { percent: 10 });
    expect([versionIn("latest.yml"), stagingIn("latest.yml")]).toEqual(["1.1.0", "10"]);
    expect(stable()).toBe(`${BRAND.name} Setup.exe of 1.0.0`);
    await change(shelf, "1.1.0", { halted: false, percent: 100 }, NOW);
    expect(stagingIn("latest.yml")).toBeUndefined();
    expect(stable()).toBe(`${BRAND.name} Setup.exe of 1.1.0`);
  });

  test("the previous release replaces a halted release until the halted release is resumed", async () => {
    await publishes("1.0.0");
    await publishes("1.1.0");
    expect(await change(shelf, "1.1.0", { halted: true }, NOW)).toEqual([]);
    expect([versionIn("latest.yml"), versionIn("beta.yml"), stable()]).toEqual([
      "1.0.0",
      "1.0.0",
      `${BRAND.name} Setup.exe of 1.0.0`,
    ]);
    await change(shelf, "1.1.0", { halted: false }, NOW);
    expect([versionIn("latest.yml"), stable()]).toEqual(["1.1.0", `${BRAND.name} Setup.exe of 1.1.0`]);
  });

  test("a halted release without a previous one stays in the feed for 0 percent of the computers", async () => {
    await publishes("1.0.0");
    expect(await change(shelf, "1.0.0", { halted: true }, NOW)).toEqual(
      Object.values(DOWNLOADS).map(({ path: address }) => address),
    );
    expect([versionIn("latest.yml"), stagingIn("latest.yml")]).toEqual(["1.0.0", "0"]);
  });

  test("the refusal of an unknown version lists the published versions", async () => {
    await publishes("1.0.0");
    await expect(change(shelf, "9.9.9", { halted: true }, NOW)).rejects.toThrow("Published: 1.0.0.");
    await expect(change(shelf, "0.3.0", { halted: true }, NOW)).rejects.toThrow("0.3.0 is not published");
  });
});

describe("npm run release", () => {
  const notes = () => {
    const file = path.join(folder, "notes.md");
    writeFileSync(file, "# 1.0.0\n\n- Faster\n- Safer\n");
    return file;
  };

  test("uploads installers first and feeds last, and lets caches keep only installers", async () => {
    const cloud = await cloudWith({});
    const place = built("1.0.0");
    const args = ["publish", place, "--version", "1.0.0", "--notes", notes(), ...STAGE];
    expect(await runProgram(cloud, "release.ts", args)).toMatchObject({ status: 0, stderr: "" });
    const puts = cloud.calls.flatMap(
      (line) =>
        new RegExp(`s3 PUT ${BRAND.slug}-prod-downloads-${ACCOUNT}/downloads/(.+)$`).exec(line)?.[1] ?? [],
    );
    expect(puts.slice(0, 8)).toEqual([
      `${BRAND.slug}-1.0.0-windows-x64.exe`,
      `${BRAND.slug}-1.0.0-windows-x64.exe.blockmap`,
      `${BRAND.slug}-1.0.0-macos-arm64.zip`,
      `${BRAND.slug}-1.0.0-macos-arm64.dmg`,
      `${BRAND.slug}-1.0.0-linux-x64.AppImage`,
      `${BRAND.slug}-setup.exe`,
      `${BRAND.slug}.dmg`,
      "releases.json",
    ]);
    expect(puts.slice(8)).toContain("latest.yml");
    for (const [name, { headers }] of cloud.files)
      expect([name, headers["cache-control"]]).toEqual([
        name,
        /-1\.0\.0-/.test(name) ? "public, max-age=31536000, immutable" : "no-cache",
      ]);
    expect(cloud.files.get(`downloads/${BRAND.slug}-setup.exe`)?.headers["x-amz-copy-source"]).toBe(
      `${BRAND.slug}-prod-downloads-${ACCOUNT}/downloads/${BRAND.slug}-1.0.0-windows-x64.exe`,
    );
  });

  /** Runs the command in this process. @returns its output */
  async function run(args: readonly string[], connect: Cloud["connect"] = () => assert.fail("a call")) {
    const said: string[] = [];
    await release(args, { connect, say: (line) => said.push(line) });
    return said;
  }

  test("creates the key once, prints the public half, and replaces the key on demand", async () => {
    const cloud = await cloudWith({});
    const first = await run(["pins", ...STAGE], cloud.connect);
    expect(await run(["pins", ...STAGE], cloud.connect)).toEqual(first);
    const { current } = JSON.parse(cloud.known.get(`/${BRAND.slug}/prod/update-keys`) ?? "{}");
    expect(JSON.parse(first.join())).toEqual([{ ...current, d: undefined }]);
    expect((await run(["next-key", ...STAGE], cloud.connect)).join()).not.toContain(current.d);
    expect(JSON.parse(cloud.known.get(`/${BRAND.slug}/prod/update-keys`) ?? "{}").chain).toHaveLength(1);
  });

  test("stores the keys in one encrypted parameter, even after many replacements", async () => {
    const cloud = await cloudWith({});
    const bucket = bucketShelf(await cloud.connect(), "prod");
    for (let turn = 0; turn < 20; turn += 1) await bucket.putKeys(nextLeaseKeys(await bucket.keys()));
    const kept = cloud.known.get(`/${BRAND.slug}/prod/update-keys`) ?? "";
    expect(kept.length).toBeLessThan(4096);
    expect(JSON.parse(kept).chain).toHaveLength(8);
    expect(cloud.known.get(`type of /${BRAND.slug}/prod/update-keys`)).toBe("SecureString");
  });

  test("publishes into a folder without an AWS account, lists, halts and resumes", async () => {
    const here = ["--folder", folder];
    const place = built("1.0.0");
    expect(
      await run(["publish", place, "--version", "1.0.0", "--notes", notes(), "--percent", "20", ...here]),
    ).toEqual(["1.0.0 is published on latest for 20% of the computers."]);
    expect(await run(["halt", "1.0.0", ...here])).toContain("1.0.0 is halted: nobody else updates to it.");
    expect((await run(["list", ...here])).join("\n")).toMatch(
      /^1\.0\.0 {2}latest {2}[\d-]+ {2}halted\n0\.3\.0 {2}latest {2}2025-09-08/,
    );
    expect(await run(["resume", "1.0.0", "--percent", "50", ...here])).toEqual([
      "1.0.0 is offered to 50% of the computers.",
    ]);
    expect((await run(["list", ...here]))[0]).toMatch(/50%$/);
  });

  test.each([
    [["fly"], Misuse, /"fly" is unknown\. Say one of: publish, halt/],
    [["publish", "x", "--folder", "x"], Misuse, /Say which version/],
    [["list"], Misuse, /Say where: --stage/],
    [["list", "--stage", "moon"], Misuse, /Say which stage/],
    [
      ["resume", "1.0.0", "--percent", "0", "--folder", "x"],
      Misuse,
      /--percent takes a whole number from 1 to 100/,
    ],
    [
      ["publish", "x", "--version", "1.0.0", "--channel", "nightly", "--folder", "x"],
      Misuse,
      /"nightly" is unknown\. Say one of: latest/,
    ],
    [["publish", "/nowhere", "--version", "1.0.0", "--folder", "x"], Refusal, /There is no folder \/nowhere/],
  ])("%j is refused with a sentence that says what is wrong", async (args, kind, sentence) => {
    const refused = await run(args).catch((error: unknown) => error);
    expect(refused).toMatchObject({ constructor: kind, message: expect.stringMatching(sentence) });
  });

  test("adds an audit entry with the deployer's name to each change", async () => {
    const written: Record<string, unknown>[] = [];
    const cloud = await startCloud({}, undefined, ({ service, body }) => {
      if (service !== "dynamodb") return undefined;
      const [{ Put }] = JSON.parse(body).TransactItems;
      written.push({ TableName: Put.TableName, ...unmarshall(Put.Item) });
      return json({});
    });
    onTestFinished(() => void cloud.close());
    const entryOf = (action: string, subject: string) => ({
      TableName: `${BRAND.slug}-prod-audit`,
      pk: "audit",
      operator: "deployer",
      action,
      subject,
    });
    shelf = { ...shelf, record: bucketShelf(await cloud.connect(), "prod").record };
    await publishes("1.0.0", { percent: 20 });
    await change(shelf, "1.0.0", { halted: true }, NOW);
    await change(shelf, "1.0.0", { halted: false, percent: 50 }, NOW);
    const offer = { channel: "latest", percent: 20, halted: false };
    expect(written).toMatchObject([
      { ...entryOf("release:publish", "release#1.0.0"), at: NOW.toISOString(), before: null, after: offer },
      { ...entryOf("release:halt", "release#1.0.0"), before: offer, after: { ...offer, halted: true } },
      { ...entryOf("release:resume", "release#1.0.0"), after: { ...offer, percent: 50 } },
    ]);
    for (const { action } of written)
      expect(AUDIT_AREAS.service.some((beginning) => String(action).startsWith(beginning))).toBe(true);
  });

  test("changes no feed if the audit log cannot be written", async () => {
    const cloud = await cloudWith({}, /dynamodb/);
    shelf = { ...shelf, record: bucketShelf(await cloud.connect(), "prod").record };
    expect(await outcomeOf(() => publishes("1.0.0"))).toMatch(/audit log could not be written\. No feed/);
    expect(readdirSync(path.join(folder, "downloads")).join()).not.toMatch(/yml|json/);
  });

  test("never overwrites a catalog that it cannot read", async () => {
    await shelf.write("releases.json", "{");
    expect(await outcomeOf(() => publishes("1.0.0"))).toMatch(/releases\.json is damaged/);
    expect(textOf("releases.json")).toBe("{");
  });
});
