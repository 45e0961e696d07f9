import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { EUROPE } from "#shared/referrals/consent.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { mustAsk } from "../../../functions/referrals/consent/rules.ts";
import { replaceConsent } from "../../../functions/referrals/consent/table.ts";
import { destinationKey } from "../../../functions/referrals/destinations/table.ts";
import { handler as followLink } from "../../../functions/referrals/followLink.ts";
import { newAffiliate } from "../../../functions/referrals/rules.ts";
import { createAffiliate } from "../../../functions/referrals/table.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

const START = Date.parse("2026-11-25T12:00:00.000Z");
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";
const SITE = "https://site.example";

const wire = network();
let rows: Rows;
let requests = 0;
/** Advances by a minute per test, because a warm function caches a link for a shorter time. */
let now = START;
beforeAll(() => {
  const environment = {
    FUNCTION_ID: "referrals/followLink",
    ORIGIN_HASHES,
    SITE_URL: SITE,
    TABLE_AFFILIATES: "affiliates",
    TABLE_TRAFFIC: "traffic",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.useFakeTimers({ toFake: ["Date"], now });
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
});
beforeEach(async () => {
  wire.plan();
  rows.clear();
  now += 60_000;
  vi.setSystemTime(now);
  const ann = { userId: "ann", email: "ann@example.com", normalisedEmail: "ann@example.com" };
  await transact(createAffiliate(newAffiliate(ann, "ANNA-TUBE", new Date(now))));
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

type Answer = { headers: Record<string, string>; cookies: string[] };

async function follow(headers: Record<string, string>, link = "anna-tube"): Promise<Answer> {
  const event = {
    headers: { "x-origin-secret": "origin", "user-agent": BROWSER, ...headers },
    pathParameters: { link },
    queryStringParameters: {},
  };
  const before = wire.calls.length;
  const answer = (await followLink(
    event as never,
    {
      awsRequestId: "request",
    } as Context,
  )) as unknown as Answer;
  requests = wire.calls.length - before;
  return answer;
}
const clicks = () => rows.of("traffic").filter(({ sk }) => sk === "click");
const askIn = (...countries: string[]) => transact([replaceConsent(countries, 0)]);
const germany = { "cloudfront-viewer-country": "DE" };

test("no visitor is asked for consent until an operator names a country", async () => {
  const { headers, cookies } = await follow(germany);
  expect([headers.location, cookies.length, clicks().length]).toEqual([`${SITE}/`, 1, 1]);
});

test("until a visitor who is asked has answered, nothing is stored, and the page's address contains the affiliate's code", async () => {
  await askIn("DE", "FR");
  const { headers, cookies } = await follow(germany);
  expect([headers.location, cookies, clicks()]).toEqual([`${SITE}/?via=anna-tube`, [], []]);
  const elsewhere = await follow({ "cloudfront-viewer-country": "US" });
  expect([elsewhere.headers.location, elsewhere.cookies.length]).toEqual([`${SITE}/`, 1]);
  expect(clicks()).toHaveLength(1);
});

test("one write counts a visitor who agreed, with the page that the visitor came from", async () => {
  await askIn("DE");
  await follow(germany);
  const agreed = { ...germany, "x-link-consent": "https://videos.example/watch?v=1" };
  const { cookies } = await follow({ ...agreed, referer: `${SITE}/` });
  expect(cookies).toEqual([expect.stringMatching(/^affiliate_click=[\w-]{32};/)]);
  expect(clicks()).toMatchObject([{ referrer: "videos.example/watch", country: "DE", status: "success" }]);
  expect(requests).toBe(1);
});

test("a link to another site does not change that site's address, and sets no cookie for a visitor who must be asked", async () => {
  await askIn("DE");
  rows.put("affiliates", {
    ...destinationKey("plans"),
    id: "plans",
    name: "Plans",
    url: "https://example.com/plans?x=1",
    is_active: true,
    created_at: new Date(now).toISOString(),
  });
  const { headers, cookies } = await follow(germany, "anna-tube/plans");
  expect([headers.location, cookies, clicks()]).toEqual(["https://example.com/plans?x=1", [], []]);
});

test.each(["code", "affiliate", "account"])(
  "a destination whose id is %s does not collide with other rows",
  async (id) => {
    const page = {
      id,
      name: id,
      url: "https://example.com/here",
      is_active: true,
      created_at: new Date(now).toISOString(),
    };
    const key = destinationKey(id);
    rows.put("affiliates", { ...key, ...page });
    const { headers } = await follow({ ...germany, "cloudfront-viewer-country": "US" }, `anna-tube/${id}`);
    expect(headers.location).toMatch(/^https:\/\/example\.com\/here/);
    // The table's stream consumers select rows by sort key. A destination's key must not look like another row's.
    expect(key.sk).not.toBe(id);
  },
);

test("a bot is not asked, and its click is recorded as failed", async () => {
  await askIn("DE");
  const { headers, cookies } = await follow({ ...germany, "user-agent": "curl/8" });
  expect([headers.location, cookies]).toEqual([`${SITE}/`, []]);
  expect(clicks()).toMatchObject([{ isBot: true, status: "fail" }]);
});

test("a visitor from an unknown country is asked if the operator asks in at least one country", () => {
  const nobody = { country: null, linkConsent: null };
  expect([mustAsk([], nobody), mustAsk(["DE"], nobody)]).toEqual([false, true]);
  expect(mustAsk(["DE"], { country: null, linkConsent: "" })).toBe(false);
});

test("the list for Europe is the EEA with its regions, the United Kingdom and Switzerland", () => {
  expect(new Set(EUROPE).size).toBe(EUROPE.length);
  expect(EUROPE).toHaveLength(27 + 3 + 2 + 7);
  for (const code of ["DE", "IS", "LI", "NO", "GB", "CH", "RE"]) expect(EUROPE).toContain(code);
});
