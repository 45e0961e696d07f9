import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameComputer as byTheService } from "#shared/licenses/fingerprint.ts";
import { formatLicenseKey, parseLicenseKey } from "#shared/licenses/key.ts";
import * as service from "#shared/licenses/standing.ts";
import { fingerprintOf, isSameComputer } from "../../../packages/license-client/src/fingerprint.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import { isSameKey, LICENSE_CODES } from "../../../packages/license-client/src/wire.ts";

// The library cannot import from the service, so this test compares its copies.

test("the library has the same license codes as the service", () => {
  expect(LICENSE_CODES).toEqual(service.LICENSE_CODES);
});

const key = fc.uint8Array({ minLength: 24, maxLength: 24 }).map(formatLicenseKey);
/** Ways to type a key: in lower case, with spaces, and with letters for similar digits. */
const typed = (whole: string) =>
  fc.constantFrom(
    whole.toLowerCase(),
    whole.replaceAll("-", " "),
    whole.replaceAll("-", ""),
    whole.replaceAll("0", "o").replaceAll("1", "l"),
    whole.replaceAll("1", "I"),
  );

test("the library and the service agree whether two keys are the same", () => {
  fc.assert(
    fc.property(
      key.chain((whole) => fc.tuple(fc.constant(whole), typed(whole))),
      key,
      ([whole, given], other) => {
        expect(parseLicenseKey(given)).toBe(whole);
        expect(isSameKey(given, whole)).toBe(true);
        expect(isSameKey(given, other)).toBe(whole === other);
      },
    ),
  );
});

describe("a fingerprint", () => {
  const of = (components: object, product = "product") =>
    fingerprintOf(components, product, nodeCrypto)?.text ?? "";
  const desk = { install: "i", board: "b", cpu: "c", disk: "d", network: "n" };

  test("differs between products", () => {
    expect(byTheService(of(desk), of(desk, "other product"))).toBe(false);
  });
  test.each([
    ["the same components", desk],
    ["one replaced component", { ...desk, disk: "new" }],
    ["two replaced components", { ...desk, disk: "new", network: "new" }],
    ["three replaced components", { ...desk, disk: "new", network: "new", install: "new" }],
    ["one missing component", { install: "i", board: "b", cpu: "c", disk: "d" }],
    ["three missing components", { install: "i", board: "b" }],
    ["one differently spelled component", { ...desk, disk: " D " }],
  ])("with %s is compared as in the service", (_name, other) => {
    expect(isSameComputer(of(desk), of(other))).toBe(byTheService(of(desk), of(other)));
    expect(isSameComputer("opaque", of(other))).toBe(byTheService("opaque", of(other)));
  });
});
