import { describe, expect, test } from "vitest";
import {
  compareVersions,
  offeredFile,
  publicReleases,
  type Release,
  type ReleaseFile,
} from "#shared/releaseCatalog.ts";

const file = (name: string, arch: ReleaseFile["arch"] = "x64"): ReleaseFile => ({
  platform: name.endsWith(".exe") ? "windows" : "macos",
  arch,
  name,
  size: 1,
  sha256: "0".repeat(64),
  sha512: `${"0".repeat(86)}==`,
});
const release = (version: string, change: Partial<Release> = {}): Release => ({
  version,
  channel: "latest",
  releasedAt: "2026-11-23T12:00:00.000Z",
  notes: ["New"],
  percent: 100,
  halted: false,
  files: [file(`${version}.exe`), file(`${version}.dmg`, "arm64")],
  ...change,
});

test("the site shows no beta and no halted or staged release", () => {
  const releases = [
    release("5.0.0-beta.1", { channel: "beta" }),
    release("4.0.0", { halted: true }),
    release("3.0.0", { percent: 50 }),
    release("2.0.0"),
    release("1.0.0"),
  ];
  expect(publicReleases({ releases }).map(({ version }) => version)).toEqual(["2.0.0", "1.0.0"]);
});

describe("the file behind a permanent address", () => {
  test("is from the newest release for either platform", () => {
    const releases = [release("2.0.0"), release("1.0.0")];
    expect(offeredFile({ releases }, "windows")?.name).toBe("2.0.0.exe");
    expect(offeredFile({ releases }, "macos")?.name).toBe("2.0.0.dmg");
  });

  test("is universal if the release has such a file, and otherwise arm64 on macOS and x64 on Windows", () => {
    const files = [file("x.dmg"), file("a.dmg", "arm64"), file("x.exe"), file("a.exe", "arm64")];
    const offered = (more: ReleaseFile[]) => {
      const releases = [release("1.0.0", { files: [...more, ...files] })];
      return [offeredFile({ releases }, "macos")?.name, offeredFile({ releases }, "windows")?.name];
    };
    expect(offered([])).toEqual(["a.dmg", "x.exe"]);
    expect(offered([file("u.dmg", "universal")])).toEqual(["u.dmg", "x.exe"]);
  });

  test("is from an older release if the newest release has no file", () => {
    const releases = [release("2.0.0", { files: [] }), release("1.0.0")];
    expect(offeredFile({ releases }, "windows")?.name).toBe("1.0.0.exe");
    expect(offeredFile({ releases: [] }, "windows")).toBeUndefined();
  });
});

test("versions compare number by number, and a release comes after its betas", () => {
  const sorted = ["0.9.0", "0.10.0-alpha.1", "0.10.0-beta.2", "0.10.0-beta.10", "0.10.0", "1.0.0"];
  expect([...sorted].reverse().sort(compareVersions)).toEqual(sorted);
  expect(compareVersions("1.2.3", "1.2.3")).toBe(0);
});
