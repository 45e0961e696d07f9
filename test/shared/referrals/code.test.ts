import fc from "fast-check";
import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { giveCode, isReserved, OwnCode } from "#shared/referrals/code.ts";
import { foldCode } from "#shared/referrals/foldCode.ts";

test.each([
  ["anna-tube", "ANNA-TUBE"],
  ["ANNATUBE", "anna-tube"],
  ["ANNA0", "ANNAO"],
  ["LILI1", "1I1LI"],
  ["B055", "8OSS"],
  ["ZOEY2", "2oeyz"],
])("%s and %s are the same code", (one, other) => {
  expect(foldCode(one)).toBeDefined();
  expect(foldCode(one)).toBe(foldCode(other));
});

test.each([
  "",
  "abc",
  "a".repeat(21),
  "АННА",
  "ANNА1",
  "ann\u0131",
  "ﬁnd",
  "an na",
  "anna_1",
  "-anna",
  "anna-",
  "an--na",
  "anna\n1",
  "anna/1",
])("%j is not a code", (typed) => {
  expect(foldCode(typed)).toBeUndefined();
  expect(OwnCode.safeParse(typed).success).toBe(false);
});

test.each(["admin", "ADM1N", "supp0rt", BRAND.slug.toUpperCase(), `my-${BRAND.slug.replace("i", "1")}-tv`])(
  "the code %s is reserved",
  (typed) => {
    expect(isReserved(typed)).toBe(true);
    expect(OwnCode.safeParse(typed).success).toBe(false);
  },
);

test("an affiliate's own code is stored in capitals", () => {
  expect(OwnCode.parse(" anna-tube ")).toBe("ANNA-TUBE");
});

test("a generated code is valid and has no ambiguous characters", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
      const code = giveCode(bytes);
      expect(foldCode(code)).toBe(code);
    }),
  );
});
