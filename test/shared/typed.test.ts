import { expect, test } from "vitest";
import { TypedEmailCode } from "#shared/accounts/emailCode.ts";
import { startCheckout } from "#shared/checkout/customer.ts";
import { getDiscount } from "#shared/discounts/discount.ts";
import { formatLicenseKey, parseLicenseKey } from "#shared/licenses/key.ts";
import { parseUserCode } from "#shared/licenses/userCode.ts";
import { OwnCode } from "#shared/referrals/code.ts";
import { foldCode } from "#shared/referrals/foldCode.ts";
import { isSameKey } from "../../packages/license-client/src/wire.ts";

// Mails, word processors and keyboards change printed texts in these ways.

const KEY = formatLicenseKey(Uint8Array.from({ length: 24 }, (_, at) => at * 7));
const wide = (text: string): string =>
  text.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
const PASTED = [
  ["an en dash", KEY.replaceAll("-", "–")],
  ["non-breaking hyphens", KEY.replaceAll("-", "\u2011")],
  ["a minus sign", KEY.replaceAll("-", "−")],
  ["zero-width spaces", `\u200b${KEY}\u200b`],
  ["a soft hyphen", KEY.replace("-", "\u00ad-")],
  ["typographic quotation marks", `“${KEY}”`],
  ["straight quotation marks and a full stop", `"${KEY}".`],
  ["full-width letters", wide(KEY)],
] as const;

test.each(PASTED)("a license key pasted with %s is recognized by service and client", (_name, pasted) => {
  expect(parseLicenseKey(pasted)).toBe(KEY);
  expect(isSameKey(pasted, KEY)).toBe(true);
});

test.each(["“123456”", "123–456", "\u200b123 456", "１２３４５６", "123456."])(
  "%s is recognized as the mailed code",
  (typed) => {
    expect(TypedEmailCode.parse(typed)).toBe("123456");
  },
);

test.each(["BCDF–GHJK", "“bcdf-ghjk”", "ＢＣＤＦ－ＧＨＪＫ", "BCDF\u200bGHJK"])(
  "%s is recognized as a computer's sign-in code",
  (typed) => {
    expect(parseUserCode(typed)).toBe("BCDF-GHJK");
  },
);

test.each(["TALL–SHIPS", "“TALL-SHIPS”", "TALL‑SHIPS\u200b", "'TALL-SHIPS'", "ＴＡＬＬ－ＳＨＩＰＳ"])(
  "%s is recognized as a creator code and a discount code",
  (typed) => {
    expect(foldCode(typed)).toBe(foldCode("TALL-SHIPS"));
    expect(OwnCode.parse(typed)).toBe("TALL-SHIPS");
    expect(getDiscount.input.parse({ mode: "payment", code: typed }).code).toBe("TALL-SHIPS");
  },
);

test("the refusal of a creator code that is too long uses the name of its field", () => {
  const parsed = startCheckout.input.safeParse({ affiliateCode: "X".repeat(65) });
  expect(parsed.error?.issues.map(({ message }) => message)).toContain("Creator code is too long");
});
