import { expect, test } from "vitest";
import { TypedEmailCode } from "#shared/accounts/emailCode.ts";
import { getDiscount } from "#shared/discounts/discount.ts";
import { formatLicenseKey, parseLicenseKey } from "#shared/licenses/key.ts";
import { parseUserCode } from "#shared/licenses/userCode.ts";
import { OwnCode } from "#shared/referrals/code.ts";
import { foldCode } from "#shared/referrals/foldCode.ts";
import { isSameKey } from "../../packages/license-client/src/wire.ts";

// What mails, word processors and keyboards make of what was printed.

const KEY = formatLicenseKey(Uint8Array.from({ length: 24 }, (_, at) => at * 7));
const wide = (text: string): string =>
  text.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
const PASTED = [
  ["an en dash", KEY.replaceAll("-", "–")],
  ["a hyphen that does not break", KEY.replaceAll("-", "\u2011")],
  ["a minus sign", KEY.replaceAll("-", "−")],
  ["a space of no width", `\u200b${KEY}\u200b`],
  ["a soft hyphen", KEY.replace("-", "\u00ad-")],
  ["typographic quotation marks", `“${KEY}”`],
  ["straight quotation marks and a full stop", `"${KEY}".`],
  ["letters of double width", wide(KEY)],
] as const;

test.each(PASTED)("a license key pasted with %s is that key, also to the client", (_name, pasted) => {
  expect(parseLicenseKey(pasted)).toBe(KEY);
  expect(isSameKey(pasted, KEY)).toBe(true);
});

test.each(["“123456”", "123–456", "\u200b123 456", "１２３４５６", "123456."])(
  "%s is the mailed code",
  (typed) => {
    expect(TypedEmailCode.parse(typed)).toBe("123456");
  },
);

test.each(["BCDF–GHJK", "“bcdf-ghjk”", "ＢＣＤＦ－ＧＨＪＫ", "BCDF\u200bGHJK"])(
  "%s signs in a computer",
  (typed) => {
    expect(parseUserCode(typed)).toBe("BCDF-GHJK");
  },
);

test.each(["TALL–SHIPS", "“TALL-SHIPS”", "TALL‑SHIPS\u200b", "'TALL-SHIPS'", "ＴＡＬＬ－ＳＨＩＰＳ"])(
  "%s is the creator's code, and the discount's",
  (typed) => {
    expect(foldCode(typed)).toBe(foldCode("TALL-SHIPS"));
    expect(OwnCode.parse(typed)).toBe("TALL-SHIPS");
    expect(getDiscount.input.parse({ mode: "payment", code: typed }).code).toBe("TALL-SHIPS");
  },
);
