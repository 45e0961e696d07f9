import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { Context, DynamoDBStreamEvent } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { MINUTE } from "#shared/instant.ts";
import { handler as countTraffic } from "../../../functions/affiliates/countTraffic.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { handler as followLink } from "../../../functions/referrals/followLink.ts";
import { newAffiliate } from "../../../functions/referrals/rules.ts";
import { createAffiliate } from "../../../functions/referrals/table.ts";
import { PARTS } from "../../../functions/referrals/traffic/table.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

const NOW = new Date("2026-11-20T12:59:00.000Z");
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0";
const context = { awsRequestId: "request", getRemainingTimeInMillis: () => MINUTE } as Context;
/** DynamoDB's limit for one item. */
const MAX_WRITES_PER_SECOND = 1000;

const wire = network();
let rows: Rows;
beforeAll(() => {
  const environment = {
    FUNCTION_ID: "referrals/followLink",
    ORIGIN_HASHES,
    SITE_URL: "https://site.example",
    TABLE_AFFILIATES: "affiliates",
    TABLE_TRAFFIC: "traffic",
    MAIL_QUEUE_URL: "mail",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.spyOn(Math, "random").mockReturnValue(0);
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
});
beforeEach(async () => {
  wire.plan();
  rows.clear();
  vi.setSystemTime(NOW);
  const ann = { userId: "ann", email: "ann@example.com", normalisedEmail: "ann@example.com" };
  await transact(createAffiliate(newAffiliate(ann, "ANNA-TUBE", NOW)));
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

type Answer = { statusCode: number; headers: Record<string, string>; cookies: string[] };

async function follow(
  address: string,
  userAgent = BROWSER,
  asked: { link?: string; headers?: Record<string, string>; method?: string } = {},
): Promise<Answer> {
  const event = {
    routeKey: `${asked.method ?? "GET"} /r/{link+}`,
    headers: {
      "content-type": "application/json",
      "x-origin-secret": "origin",
      "user-agent": userAgent,
      "cloudfront-viewer-address": `${address}:1`,
      ...asked.headers,
    },
    pathParameters: { link: asked.link ?? "anna-tube" },
    queryStringParameters: {},
  };
  return (await followLink(event as never, context)) as unknown as Answer;
}

const clicks = () => rows.of("traffic").filter(({ sk }) => sk === "click");
const total = () => rows.of("traffic").find(({ pk, sk }) => pk === "affiliate#ann" && sk === "total");
const deliver = (batch: Record<string, unknown>[]) =>
  countTraffic(
    {
      Records: batch.map((row) => ({
        dynamodb: { NewImage: marshall(row, { removeUndefinedValues: true }) },
      })),
    } as unknown as DynamoDBStreamEvent,
    context,
  );

test("10,000 clicks on one code within a second are all counted, and no row exceeds DynamoDB's write limit", async () => {
  const CLICKS = 10_000;
  for (let visitor = 0; visitor < CLICKS; visitor += 1)
    expect((await follow(`10.${visitor >> 8}.${visitor & 255}.7`)).statusCode).toBe(302);
  const recorded = clicks();
  expect(recorded).toHaveLength(CLICKS);
  // A stream delivers in batches, and repeats some records in other batches.
  for (let start = 0; start < CLICKS; start += 500) {
    await deliver(recorded.slice(start, start + 500));
    if (start % 2000 === 0) await deliver(recorded.slice(Math.max(0, start - 300), start + 200));
  }
  expect(total()).toMatchObject({ clicks: CLICKS });
  const sum = (partition: string, prefix: string) =>
    rows
      .partition("traffic", partition)
      .filter(({ sk }) => String(sk).startsWith(prefix))
      .reduce((all, row) => all + Number(row.clicks), 0);
  expect([sum("affiliate#ann", "day#"), sum("affiliate#ann", "to#")]).toEqual([CLICKS, CLICKS]);
  expect([sum("totals", "day#"), sum("totals", "total")]).toEqual([CLICKS, CLICKS]);
  const parts = Map.groupBy(recorded, ({ feed }) => feed);
  expect(parts.size).toBe(PARTS);
  // With an even distribution, each part has 625 clicks.
  expect(Math.max(...[...parts.values()].map(({ length }) => length))).toBeLessThan(750);
  const most = Math.max(...rows.written("traffic").values());
  expect(most).toBeLessThan(MAX_WRITES_PER_SECOND);
  expect([...rows.written("traffic")].filter(([id, count]) => id.startsWith("click#") && count > 1)).toEqual(
    [],
  );
  console.log(`10,000 clicks: the busiest row was written ${most} times`);
});

test("a batch of clicks is counted exactly once, even if some writes fail or their answers are lost", async () => {
  for (let visitor = 0; visitor < 150; visitor += 1) await follow(`10.1.${visitor}.7`);
  const batch = clicks();
  for (const mode of ["refused", "lost", "asked again"] as const)
    for (let at = 0; at < 3; at += 1) {
      wire.plan({ at, mode });
      await deliver(batch).catch(() => undefined);
    }
  wire.plan();
  await deliver(batch);
  expect(total()).toMatchObject({ clicks: 150 });
});

test("a visitor counts once within sixty minutes, even across the turn of the hour, and again afterwards", async () => {
  const at = async (minutes: number) => {
    vi.setSystemTime(new Date(NOW.getTime() + minutes * 60_000));
    return (await follow("203.0.113.9")).cookies[0];
  };
  const first = await at(0);
  expect([await at(0), await at(2), await at(59)]).toEqual([first, first, first]);
  expect(clicks()).toHaveLength(1);
  expect(await at(61)).not.toBe(first);
  expect(clicks()).toHaveLength(2);
});

test.each([
  ["a HEAD request", { method: "HEAD" }],
  ["a request for a picture on a page", { headers: { "sec-fetch-dest": "image" } }],
])("%s is redirected and does not count as a click", async (_name, asked) => {
  const { statusCode, headers, cookies } = await follow("203.0.113.9", BROWSER, asked);
  expect([statusCode, headers.location, cookies]).toEqual([302, "https://site.example/", []]);
  expect(clicks()).toEqual([]);
});

test("a prefetch is refused and does not count as a click", async () => {
  const headers = { "sec-purpose": "prefetch;prerender", "sec-fetch-dest": "document" };
  expect((await follow("203.0.113.9", BROWSER, { headers })).statusCode).toBe(404);
  expect(clicks()).toEqual([]);
  expect((await follow("203.0.113.9")).cookies).toHaveLength(1);
});

test.each(["ANNA-TUBE.", "anna-tube)", "“Anna-Tube”,", "anna-tube/", "anna\u2013tube", "anna-tube\ufffe"])(
  "a click on /r/%s counts for the affiliate anna-tube despite the wrong punctuation",
  async (link) => {
    const { statusCode, cookies } = await follow("203.0.113.9", BROWSER, { link });
    expect([statusCode, cookies.length]).toEqual([302, 1]);
  },
);

test("two computers in one network count as one visitor if their browsers match", async () => {
  await follow("203.0.113.9");
  await follow("203.0.113.200");
  expect(clicks()).toHaveLength(1);
  await follow("203.0.113.200", `${BROWSER} other`);
  await follow("203.0.114.9");
  expect(clicks()).toHaveLength(3);
  expect(JSON.stringify(clicks())).not.toContain("203.0");
});

test("a click that the throttled indexes refuse is counted but not listed", async () => {
  let writes = 0;
  wire.turn = async ({ operation }) => {
    if (operation !== "TransactWriteItems") return;
    writes += 1;
    if (writes > 1) return;
    const CancellationReasons = [{ Code: "ThrottlingError" }, { Code: "None" }];
    throw new TransactionCanceledException({
      message: "Throughput exceeds",
      $metadata: {},
      CancellationReasons,
    });
  };
  const answer = await follow("203.0.113.9");
  wire.turn = undefined;
  expect(answer.cookies).toHaveLength(1);
  expect(clicks()).toHaveLength(1);
  expect(clicks()[0]).not.toHaveProperty("feed");
  expect(clicks()[0]).not.toHaveProperty("ownFeed");
  await deliver(clicks());
  expect(total()).toMatchObject({ clicks: 1 });
  await follow("198.51.100.7");
  expect(clicks().filter(({ feed, ownFeed }) => feed && ownFeed)).toHaveLength(1);
});

test("a link redirects even if the database does not answer", async () => {
  for (let at = 0; at < 3; at += 1) {
    wire.plan({ at, mode: "refused" });
    vi.setSystemTime(new Date(NOW.getTime() + (at + 1) * 3 * 3_600_000));
    const answer = await follow("203.0.113.9");
    expect([answer.statusCode, answer.headers.location]).toEqual([302, "https://site.example/"]);
  }
});
