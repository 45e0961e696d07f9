import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameComputer as byTheService } from "#shared/licenses/fingerprint.ts";
import { formatLicenseKey, parseLicenseKey } from "#shared/licenses/key.ts";
import * as service from "#shared/licenses/standing.ts";
import { fingerprintOf, isSameComputer } from "../../../packages/license-client/src/fingerprint.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import { isSameKey, LICENSE_CODES } from "../../../packages/license-client/src/wire.ts";

// The library imports nothing of the service, so this test compares its copies.

test("the reasons that it knows are the service's", () => {
  expect(LICENSE_CODES).toEqual(service.LICENSE_CODES);
});

const key = fc.uint8Array({ minLength: 24, maxLength: 24 }).map(formatLicenseKey);
/** As people type it: without case, with spaces, and with letters for the digits that look like them. */
const typed = (whole: string) =>
  fc.constantFrom(
    whole.toLowerCase(),
    whole.replaceAll("-", " "),
    whole.replaceAll("-", ""),
    whole.replaceAll("0", "o").replaceAll("1", "l"),
    whole.replaceAll("1", "I"),
  );

test("two keys are one where the service reads them as one", () => {
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

  test("is another one in another product", () => {
    expect(byTheService(of(desk), of(desk, "other product"))).toBe(false);
  });
  test.each([
    ["the same", desk],
    ["one replaced", { ...desk, disk: "new" }],
    ["two replaced", { ...desk, disk: "new", network: "new" }],
    ["three replaced", { ...desk, disk: "new", network: "new", install: "new" }],
    ["one missing", { install: "i", board: "b", cpu: "c", disk: "d" }],
    ["three missing", { install: "i", board: "b" }],
    ["written otherwise", { ...desk, disk: " D " }],
  ])("with %s is judged as the service judges it", (_name, other) => {
    expect(isSameComputer(of(desk), of(other))).toBe(byTheService(of(desk), of(other)));
    expect(isSameComputer("opaque", of(other))).toBe(byTheService("opaque", of(other)));
  });
});
