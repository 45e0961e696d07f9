import { describe, expect, test } from "vitest";
import type { Release } from "#shared/releaseCatalog.ts";
import { NO_LIMIT } from "../../../packages/license-client/src/entitlements.ts";
import { readPublicKey } from "../../../packages/license-client/src/jws.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import { coversUpdate, verifyUpdate } from "../../../packages/license-client/src/updates.ts";
import { type LeaseKeys, nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { feedsOf } from "../../../scripts/releases/feeds.ts";
import { signToken } from "../../../scripts/signToken.ts";

const NOW = new Date("2026-11-23T12:00:00.000Z");
const RELEASE: Release = {
  version: "1.0.0",
  channel: "latest",
  releasedAt: NOW.toISOString(),
  notes: ["Faster: twice as fast", "Says “hello”"],
  percent: 10,
  halted: false,
  files: ["x64", "arm64"].map((arch) => ({
    platform: "windows",
    arch: arch === "x64" ? "x64" : "arm64",
    name: `articlip-1.0.0-windows-${arch}.exe`,
    size: 12,
    sha256: "0".repeat(64),
    sha512: `${"A".repeat(86)}==`,
  })),
};
const FIRST = nextLeaseKeys();
const pinsOf = ({ current }: LeaseKeys) => [readPublicKey(current, nodeCrypto)].flatMap((key) => key ?? []);
const PINS = pinsOf(FIRST);

/** Parses the feed as electron-updater does. scripts/judge/electronUpdater.ts uses the real parser. */
function infoOf(feed: string, keys: LeaseKeys = FIRST): Record<string, unknown> {
  const info: Record<string, unknown> = {};
  let list: unknown[] = [];
  for (const line of (feedsOf([RELEASE], keys, NOW).get(feed) ?? "").split("\n")) {
    const [, indent = "", name = "", value = ""] = /^( *(?:- )?)(?:(\w+):)? ?(.*)$/.exec(line) ?? [];
    if (name !== "" && indent === "" && value !== "") info[name] = JSON.parse(value);
    else if (name !== "" && indent === "") info[name] = list = [];
    else if (name === "" && indent !== "") list.push(JSON.parse(value));
    else if (indent.includes("-")) list.push({ [name]: JSON.parse(value) });
    else if (indent !== "") Object.assign(Object(list.at(-1)), { [name]: JSON.parse(value) });
  }
  return info;
}

describe("the signature of a feed", () => {
  test("is valid if it is from the pinned key", () => {
    expect(infoOf("latest.yml").files).toHaveLength(2);
    expect(verifyUpdate(infoOf("latest.yml"), PINS)).toBe(true);
    expect(verifyUpdate(infoOf("latest.yml"), pinsOf(nextLeaseKeys()))).toBe(false);
  });

  test("is valid if it is from a key in the pinned key's chain", () => {
    const third = nextLeaseKeys(nextLeaseKeys(FIRST));
    expect(verifyUpdate(infoOf("latest.yml", third), PINS)).toBe(true);
    const { chain: _chain, ...without } = infoOf("latest.yml", third);
    expect(verifyUpdate(without, PINS)).toBe(false);
  });

  test.each<[string, (info: Record<string, unknown>) => Record<string, unknown>]>([
    ["another version", (info) => ({ ...info, version: "1.0.1" })],
    [
      "another file",
      (info) => ({ ...info, files: [{ url: "https://evil.example/a.exe", sha512: "A", size: 1 }] }),
    ],
    [
      "a package that electron-updater would prefer",
      (info) => ({ ...info, packages: { x64: { path: "evil" } } }),
    ],
    ["a deprecated path", (info) => ({ ...info, path: "evil.exe", sha512: "A" })],
    ["a missing staging percentage", ({ stagingPercentage: _all, ...info }) => info],
    ["its fields in another order", ({ version, ...info }) => ({ ...info, version })],
    ["no signature", ({ signature: _none, ...info }) => info],
    ["a signature of a wrong type", (info) => ({ ...info, signature: { toString: () => info.signature } })],
    ["a chain of a wrong type", (info) => ({ ...info, chain: "x", signature: "a.b.c" })],
  ])("is invalid in a feed with %s", (_name, change) => {
    expect(verifyUpdate(change(infoOf("latest.yml")), PINS)).toBe(false);
  });

  test("is valid for one channel only", () => {
    expect(verifyUpdate(infoOf("beta.yml"), PINS)).toBe(false);
    expect(verifyUpdate(infoOf("beta.yml"), PINS, "beta")).toBe(true);
    expect(verifyUpdate(infoOf("latest.yml"), PINS, "beta")).toBe(false);
  });

  test("is invalid with the type of another token", () => {
    const { signature, chain: _chain, ...feed } = infoOf("latest.yml");
    const digest = nodeCrypto.sha256(JSON.stringify(feed));
    const signed = (type: string) => ({ ...feed, signature: signToken(FIRST.current, type, { digest }) });
    expect(verifyUpdate(signed("update+jwt"), PINS)).toBe(true);
    expect(verifyUpdate(signed("lease+jwt"), PINS)).toBe(false);
    expect(String(signature).split(".")).toHaveLength(3);
  });
});

describe("an update is covered", () => {
  const covers = (coveredVersion: string | null, version: string, until: Date | null = null) =>
    coversUpdate(
      { ...NO_LIMIT, coveredVersion, coveredUntil: until },
      { version, releaseDate: NOW.toISOString() },
    );

  test.each([
    [null, "99.0.0", true],
    ["3", "3.9.9", true],
    ["3", "4.0.0", false],
    ["3.2", "3.2.7", true],
    ["3.2", "3.3.0", false],
    ["3.2", "2.9.0", true],
    ["3.2.1", "3.2.1", true],
    ["3.2.1", "3.2.2", false],
    ["3.10", "3.9.0", true],
    ["3", "4.0.0-beta.1", false],
    ["4", "4.0.0-beta.1+build.7", true],
    ["3", "nonsense", false],
  ])("by a license for %s if its version is %s: %s", (limit, version, isCovered) => {
    expect(covers(limit, version)).toBe(isCovered);
  });

  test("if its release date is not after the end of the coverage", () => {
    expect(covers(null, "1.0.0", NOW)).toBe(true);
    expect(covers(null, "1.0.0", new Date(NOW.getTime() - 1))).toBe(false);
    expect(
      coversUpdate({ ...NO_LIMIT, coveredUntil: NOW }, { version: "1.0.0", releaseDate: "some day" }),
    ).toBe(false);
  });

  test("only with a lease", () => {
    expect(coversUpdate(null, { version: "1.0.0", releaseDate: NOW.toISOString() })).toBe(false);
  });
});
