import { describe, expect, test } from "vitest";
import { isSameComputer as byTheService, isWeak } from "#shared/licenses/fingerprint.ts";
import { fingerprintOf, isSameComputer } from "../../../packages/license-client/src/fingerprint.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import { placeOf, readComputer } from "../../../packages/license-client/src/node/machine.ts";
import { VECTORS } from "../../support/licenseVectors.ts";

const { tests, pairs } = VECTORS.computers;

describe("the recorded computers:", () => {
  test.each(tests)("$comment", async ({ recording, components, strong, product, text, weak }) => {
    const { files = {}, folders = {}, links = {}, programs = {}, volume, addresses = {} } = recording;
    const found = await readComputer({
      ...recording,
      addresses,
      read: async (path) => files[path],
      list: async (path) => folders[path] ?? [],
      resolve: async (path) => links[path],
      run: async (...words) => programs[words.join(" ")],
      volume: async (path) => (path === "C:\\" ? volume : undefined),
    });
    expect(found.components).toEqual(components);
    expect(found.strong.toSorted()).toEqual(strong.toSorted());
    expect(fingerprintOf(components, product, nodeCrypto, found.strong)?.text).toBe(text);
    expect(isWeak(text)).toBe(weak);
  });

  test.each(pairs)("$comment count as the same computer: $same", ({ one, other, same }) => {
    for (const isSame of [byTheService, isSameComputer]) {
      expect(isSame(one, other)).toBe(same);
      expect(isSame(other, one)).toBe(same);
    }
  });

  test("there are at least thirty, and eight of them are weak", () => {
    expect(tests.length).toBeGreaterThanOrEqual(30);
    expect(tests.filter(({ weak }) => weak)).toHaveLength(8);
  });
});

test("a computer without readable components has no fingerprint", () => {
  expect(fingerprintOf({}, "articlip", nodeCrypto)).toBeUndefined();
});

describe("a fingerprint", () => {
  const of = (components: object) => fingerprintOf(components, "product", nodeCrypto)?.text ?? "";

  test("has the service's format and contains no data of the computer", () => {
    const text = of({ install: "i", board: "b", cpu: "c", disk: "d", network: "aa:bb:cc:00:11:22" });
    expect(text).toMatch(/^fp3(\.[A-Za-z][\w-]{16}){5}$/);
    expect(text).not.toContain("aa:bb");
    expect(of({})).toBe("");
  });
});

test("the library runs Windows' own program regardless of the application's folder", () => {
  expect(placeOf("reg.exe", "D:\\Windows")).toBe("D:\\Windows\\System32\\reg.exe");
  expect(placeOf("reg.exe")).toMatch(/^[A-Z]:\\/);
  expect(placeOf("diskutil")).toBe("diskutil");
});
