import fc from "fast-check";
import { expect, test } from "vitest";
import { formatLicenseKey, parseLicenseKey } from "#shared/licenses/key.ts";
import * as service from "#shared/licenses/standing.ts";
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
