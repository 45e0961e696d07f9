import { describe, expect, test } from "vitest";
import type { Click } from "#shared/affiliates/activity.ts";
import { Affiliate, type Attribution } from "#shared/affiliates/affiliate.ts";
import { Commission } from "#shared/affiliates/commission.ts";
import { DAY } from "#shared/instant.ts";
import { mergeNewest } from "../../../functions/affiliates/feed/entryRules.ts";
import { toConversionRow } from "../../../functions/affiliates/feed/reasonRules.ts";
import { found, toAffiliateRow, toLedgerSale } from "../../../functions/affiliates/listing/rules.ts";
import { checkDestinationUrl, destinationIdOf } from "../../../functions/referrals/destinations/rules.ts";
import { attributionTo, mayAttribute, replacesAttribution } from "../../../functions/referrals/rules.ts";
import { networkOf, readLink, referrerOf } from "../../../functions/referrals/traffic/rules.ts";
import { deviceOf, isBot } from "../../../functions/referrals/traffic/visit.ts";
import { commissionOf } from "../../support/commissions.ts";
import { affiliateOf } from "../../support/payouts.ts";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const SITE = "http://localhost:4400";

describe("a destination's address", () => {
  test.each([
    ["https://example.com", "https://example.com/"],
    ["https://example.com/a b?c=d", "https://example.com/a%20b?c=d"],
    ["HTTPS://EXAMPLE.COM./x", "https://example.com./x"],
    [`${SITE}/automation`, `${SITE}/automation`],
  ])("%s is accepted", (typed, url) => {
    expect(checkDestinationUrl(typed, SITE)).toBe(url);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt://example.com/%0aalert(1)",
    "data:text/html;base64,AAAA",
    "file:///etc/passwd",
    "http://example.com/",
    "//example.com/",
    "example.com",
    "https://",
    "https://localhost/",
    "https://LOCALHOST./",
    "https://app.localhost/",
    "https://router.local/",
    "https://metadata.google.internal/",
    "https://intranet/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0177.1/",
    "https://0x7f000001/",
    "https://10.1.2.3/",
    "https://169.254.169.254/latest",
    "https://192.168.0.1/",
    "https://8.8.8.8/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fd00::1]/",
    "https://name@example.com/",
    "https://:word@example.com/",
    "https://printer/",
    "https://example.com@127.0.0.1/",
    "http://localhost:4401/",
    `https://example.com/${"ü".repeat(600)}`,
  ])("%s is refused, and the error names the field", (typed) => {
    expect(() => checkDestinationUrl(typed, SITE)).toThrow(
      expect.objectContaining({ code: "VALIDATION_ERROR", field: "url" }),
    );
  });

  test.each([
    ["Pricing & plans", "pricing-plans"],
    ["  Größe Übung ", "gro-e-ubung"],
    ["料金", "the-fallback"],
    ["Learn about videos and tools", "learn-about-videos-and-tools"],
    ["Learn about video craft tools", "the-fallback"],
    ["x".repeat(80), "x".repeat(40)],
  ])("the id of a destination named %j is %s", (name, id) => {
    expect(destinationIdOf(name, "the-fallback")).toBe(id);
  });
});

describe("a visitor", () => {
  const PHONE =
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
  test.each<[string | null, Click["device"]]>([
    [PHONE, "mobile"],
    [PHONE.replace(" Mobile", ""), "tablet"],
    [
      "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Version/16.6 Mobile/15E148 Safari/604.1",
      "tablet",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0",
      "desktop",
    ],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/22B83 [FBAN/FBIOS;FBAV/490.0]", "mobile"],
    [
      "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/116.0 Safari/537.36",
      "bot",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/131.0.0.0 Safari/537.36", "bot"],
    ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", "bot"],
    ["WhatsApp/2.23.20.0 A", "bot"],
    ["TelegramBot (like TwitterBot)", "bot"],
    [
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
      "bot",
    ],
    ["curl/8.7.1", "bot"],
    ["python-requests/2.32", "bot"],
    ["", "bot"],
    [null, "bot"],
  ])("with the user agent %j counts as %s", (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
    expect(isBot(userAgent)).toBe(device === "bot");
  });

  test.each([
    ["203.0.113.24", "203.0.113"],
    ["::ffff:203.0.113.24", "203.0.113"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1"],
    ["2001:DB8::1", "2001:db8:0"],
    ["::1", "0:0:0"],
    [null, "unknown"],
  ])("at the address %s is in the network %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test.each([
    ["https://videos.example/watch?v=private#x", "videos.example/watch"],
    ["https://videos.example/", "videos.example"],
    ["https://name:word@videos.example/a", "videos.example/a"],
    ["android-app://com.example", null],
    ["nonsense", null],
    [null, null],
  ])("with the Referer header %s comes from %s", (header, referrer) => {
    expect(referrerOf(header)).toBe(referrer);
  });

  test("follows a link with a code, or with a code and a destination", () => {
    expect(readLink("ANNA")).toEqual({ code: "ANNA", destinationId: null });
    expect(readLink("ANNA/Plans/more")).toEqual({ code: "ANNA", destinationId: "plans" });
    expect(readLink("")).toEqual({ code: "", destinationId: null });
  });

  test.each(["ANNA.", "ANNA)", "ANNA,", "ANNA!", "“ANNA”", "ANNA\u200b"])(
    "can follow the code %s despite a sentence's punctuation",
    (link) => {
      expect(readLink(link)).toEqual({ code: "ANNA", destinationId: null });
      expect(readLink(`ANNA/plans${link.slice(4)}`)).toMatchObject({ code: "ANNA" });
    },
  );
});

describe("the attribution of a customer", () => {
  const click = (change: Partial<Click>): Click => ({
    id: "c",
    affiliateId: "ann",
    status: "success",
    destinationId: null,
    referrer: null,
    device: "desktop",
    country: null,
    isBot: false,
    at: NOW.toISOString(),
    ...change,
  });
  test("comes from a counted click of the last thirty days", () => {
    const ago = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString();
    expect(mayAttribute(click({ at: ago(30) }), NOW)).toBe(true);
    expect(mayAttribute(click({ at: ago(30.01) }), NOW)).toBe(false);
    expect(mayAttribute(click({ status: "fail" }), NOW)).toBe(false);
  });

  const by = (affiliateId: string, via: "link" | "code"): Attribution => ({
    affiliateId,
    rateBasisPoints: 2000,
    via,
    at: NOW.toISOString(),
  });
  test.each<[string, Attribution | undefined, Attribution, boolean]>([
    ["the first link counts", undefined, by("ann", "link"), true],
    ["a second link does not count", by("ann", "link"), by("bob", "link"), false],
    ["a code after a link counts", by("ann", "link"), by("bob", "code"), true],
    [
      "an affiliate's code after the same affiliate's link counts",
      by("ann", "link"),
      by("ann", "code"),
      true,
    ],
    ["another affiliate's code counts", by("ann", "code"), by("bob", "code"), true],
    ["the same code again does not count", by("ann", "code"), by("ann", "code"), false],
    ["a link after a code does not count", by("ann", "code"), by("bob", "link"), false],
  ])("%s", (_name, before, after, isKept) => {
    expect(replacesAttribution(before, after)).toBe(isKept);
  });

  test("excludes suspended affiliates", () => {
    const ann = { affiliateId: "ann", rateBasisPoints: 2500 };
    expect(attributionTo({ ...ann, status: "suspended" }, "link", NOW)).toBeUndefined();
    expect(attributionTo({ ...ann, status: "active" }, "link", NOW)).toMatchObject(ann);
  });
});

test("several lists are merged newest first, and the result says whether there are more rows", () => {
  const at = (position: string) => ({ position });
  expect(mergeNewest([[at("9"), at("5")], [at("7")], []], 2)).toEqual({
    rows: [at("9"), at("7")],
    hasMore: true,
  });
  expect(mergeNewest([[at("9")], [at("7")]], 2).hasMore).toBe(false);
});

test("a commission's date is the first run after its hold, for the affiliate and for the operator", () => {
  const matureAt = "2027-01-22T08:00:00.000Z";
  const pending = commissionOf("ada", 480, { status: "pending", matureAt });
  const at = "2027-01-23T04:00:00.000Z";
  expect(toConversionRow(pending).available_at).toBe(at);
  expect(toLedgerSale(pending, undefined).matures_at).toBe(at);
});

test("the ledger's page says what took a commission back", () => {
  const takenBackBy = ["re_1", "pyr_1", "yr_1", "du_1", "dp_1"];
  const { taken_back_by } = toLedgerSale({ ...commissionOf("ada", 480), takenBackBy }, undefined);
  expect(taken_back_by.map(({ kind }) => kind)).toEqual(["refund", "refund", "refund", "dispute", "dispute"]);
});

test("affiliates who are found twice are listed once, newest first, and only with the chosen status", () => {
  const joined = (id: string, day: number, status: "active" | "suspended" = "active") => ({
    ...affiliateOf(id, `${id}@example.com`),
    joinedAt: `2026-01-0${day}T00:00:00.000Z`,
    status,
  });
  const all = [joined("ann", 1), joined("cid", 3), joined("bob", 2, "suspended"), joined("ann", 1)];
  const ids = (status: "active" | "suspended" | undefined) =>
    found(all, status).map(({ affiliateId }) => affiliateId);
  expect(ids(undefined)).toEqual(["cid", "bob", "ann"]);
  expect(ids("active")).toEqual(["cid", "ann"]);
  expect(ids("suspended")).toEqual(["bob"]);
});

test.each([
  [{ reversedCents: 120 }, null],
  [{ reversedCents: 480, status: "reversed" }, "The payment was returned to the buyer."],
  [{ reversedCents: 120, debtCents: 360, status: "paid" }, "The payment was returned to the buyer."],
  [{ reversedCents: 120, status: "held", holds: ["dispute"] }, "The payment is disputed."],
] as const)("for a commission of 480 cents with %j, an affiliate sees the reason %s", (change, reason) => {
  const commission = Commission.parse({ ...commissionOf("ada", 480), ...change });
  expect(toConversionRow(commission).reason).toBe(reason);
});

test.each([
  [{ referralCode: "ADA-FILMS", slugPrefix: "ada-lovelace" }, "ADA-FILMS"],
  [{ referralCode: "", slugPrefix: "ada-lovelace" }, "ADA-LOVE"],
  [{ referralCode: "" }, "B3F1C2D4"],
])("for %j, the operator's list shows the referral code %s", (stored, shown) => {
  const affiliate = Affiliate.parse({ ...affiliateOf("b3f1c2d4-77aa", "ada@example.com"), ...stored });
  expect(
    toAffiliateRow(affiliate, { referrals: 0, earnedCents: 0, owedCents: 0, lastPayoutAt: null })
      .referral_code,
  ).toBe(shown);
});

test("an affiliate's row that was stored without a code still parses", () => {
  const { referralCode: _, ...stored } = affiliateOf("b3f1c2d4-77aa", "ada@example.com");
  expect(Affiliate.parse(stored).referralCode).toBe("");
});
