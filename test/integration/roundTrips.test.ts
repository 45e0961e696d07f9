import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { EndpointId } from "#shared/endpoints.ts";
import { formatLicenseKey } from "#shared/licenses/key.ts";
import { call } from "../support/api.ts";
import { invocations, setViewer } from "../support/control.ts";
import { activationOf, refreshed } from "../support/devices.ts";
import { earn, makeAffiliate } from "../support/payouts.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { buy, computer } from "../support/shop.ts";

let buyer: Person;
let licenseKey: string;
let sessionId: string;
beforeAll(async () => {
  buyer = await signUpPerson();
  ({ licenseKey, sessionId } = await buy(buyer, "monthly"));
});

/** The DynamoDB calls that the newest invocation of a function made. */
async function lastCalls(id: string): Promise<string[]> {
  const latest = (await invocations(id)).at(-1);
  return (latest?.calls ?? [])
    .filter(({ service }) => service === "dynamodb")
    .map(({ operation }) => operation);
}

async function fromNetwork<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  await setViewer({ country: "US", address: "198.51.100.7" });
  try {
    return await ask();
  } finally {
    await setViewer({ country: "US", address: null });
  }
}

describe("calls to DynamoDB", () => {
  const as = () => ({ token: buyer.accessToken });
  test.each<[EndpointId, () => Promise<unknown>, string[]]>([
    ["licenses/listSeats", () => call("licenses/listSeats", {}, as()), ["GetItem", "Query"]],
    // In parallel, one call reads whether the yearly plan is sold.
    [
      "subscriptions/getSubscription",
      () => call("subscriptions/getSubscription", {}, as()),
      ["GetItem", "GetItem", "Query"],
    ],
    // The third call checks whether the key was replaced.
    [
      "stripeEvents/getCheckout",
      () => call("stripeEvents/getCheckout", { sessionId }, as()),
      ["GetItem", "GetItem", "GetItem"],
    ],
    // Reads the caller, and then in parallel the plans, offer, videos, grants, seats and activities. A session's first
    // call in an hour also records the hour.
    [
      "customers/getOverview",
      async () => {
        await call("customers/getOverview", {}, as());
        await call("customers/getOverview", {}, as());
      },
      ["GetItem", "GetItem", "GetItem", "GetItem", "Query", "Query", "Query"],
    ],
    // The second call counts requests of the visitor's network, so the test sets an IP address.
    [
      "customers/startSession",
      () => fromNetwork(() => call("customers/startSession", {}, as())),
      ["GetItem", "UpdateItem", "UpdateItem"],
    ],
    // In parallel, one call reads whether the yearly plan is sold.
    ["promotions/getPromotions", () => call("promotions/getPromotions", {}), ["GetItem", "GetItem"]],
    [
      "licenses/activate",
      () => call("licenses/activate", { licenseKey, ...computer("desk") }),
      ["GetItem", "PutItem"],
    ],
    [
      "licenses/validate",
      () => call("licenses/validate", { licenseKey, fingerprint: computer("desk").fingerprint }),
      ["GetItem"],
    ],
    [
      "licenses/refresh",
      async () => {
        const { body } = await call("licenses/activate", { licenseKey, ...computer("desk") });
        await refreshed(licenseKey, "desk", body);
      },
      ["GetItem", "PutItem"],
    ],
    [
      "activity/report",
      async () => {
        const { body } = await call("licenses/activate", { licenseKey, ...computer("desk") });
        const at = new Date().toISOString();
        const entry = { id: randomUUID(), type: "video_created", status: "success", at } as const;
        const activation = activationOf(licenseKey, "desk", body);
        await call("activity/report", { ...activation, sentAt: at, entries: [entry] });
      },
      ["GetItem", "TransactWriteItems"],
    ],
    ["activity/getActivityLogs", () => call("activity/getActivityLogs", {}, as()), ["GetItem", "Query"]],
    ["activity/getVideoCount", () => call("activity/getVideoCount", {}, as()), ["GetItem", "GetItem"]],
    [
      "licenses/nameSeat",
      () => call("licenses/nameSeat", { licenseKey, name: "Studio" }, as()),
      ["GetItem", "UpdateItem"],
    ],
    ["licenses/swapSeat", () => call("licenses/swapSeat", { licenseKey }, as()), ["BatchGetItem", "PutItem"]],
    ["licenses/getLeaseKeys", () => call("licenses/getLeaseKeys", {}), []],
  ])("of %s are exactly the listed ones", async (id, run, calls) => {
    await run();
    // Parallel calls have no fixed order.
    expect((await lastCalls(id)).sort()).toEqual([...calls].sort());
  });

  test("an unknown key and a key that is in use elsewhere cost the same calls and get the same kind of answer", async () => {
    await call("licenses/activate", { licenseKey, ...computer("desk") });
    const { fingerprint } = computer("another");
    const foreign = await call("licenses/validate", { licenseKey, fingerprint });
    const costOfForeign = await lastCalls("licenses/validate");
    const unknown = await call("licenses/validate", {
      licenseKey: formatLicenseKey(randomBytes(24)),
      fingerprint,
    });
    expect(await lastCalls("licenses/validate")).toEqual(costOfForeign);
    expect([foreign.status, Object.keys(foreign.body)]).toEqual([unknown.status, Object.keys(unknown.body)]);
  });

  test("a first free key needs the suspension check, a read of the trial's days, and one transaction", async () => {
    const person = await signUpPerson();
    await call("licenses/createFreeKey", {}, { token: person.accessToken });
    expect(await lastCalls("licenses/createFreeKey")).toEqual(["GetItem", "GetItem", "TransactWriteItems"]);
  });

  test("a payout request needs one read and one transaction, even after an earlier request", async () => {
    const person = await signUpPerson();
    const { affiliateId } = await makeAffiliate(person);
    await earn(affiliateId, [5000]);
    const ask = () => call("payouts/requestPayout", { amount_cents: 2000 }, { token: person.accessToken });
    const first = await ask();
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(await lastCalls("payouts/requestPayout")).toEqual(["BatchGetItem", "TransactWriteItems"]);
    expect((await ask()).status).toBe(409);
    const operator = await signUpOperator();
    const rejected = { request_id: String(first.body.id), reason: "Please ask again." };
    await call("payouts/reject", rejected, { token: operator.accessToken });
    expect((await ask()).body.id).toBe(`${affiliateId}-000002`);
    expect(await lastCalls("payouts/requestPayout")).toEqual(["BatchGetItem", "TransactWriteItems"]);
  });

  /** The calls to DynamoDB by each webhook of a purchase, in order. */
  async function webhooksOf(product: "monthly" | "lifetime"): Promise<string[]> {
    const before = new Set(
      (await invocations("stripeEvents/stripeWebhook")).map(({ requestId }) => requestId),
    );
    await buy(await signUpPerson(), product);
    return (await invocations("stripeEvents/stripeWebhook"))
      .filter(({ requestId }) => !before.has(requestId))
      .map(({ calls }) =>
        calls
          .filter(({ service }) => service === "dynamodb")
          .map(({ operation }) => operation)
          .join(),
      );
  }
  // The calls mark the event as begun, read, write, and mark the event as done after its mails.
  const WITH_MAIL = "UpdateItem,Query,TransactWriteItems,TransactWriteItems";
  const WITHOUT_MAIL = "UpdateItem,Query,TransactWriteItems";
  const NOTHING_TO_DO = "UpdateItem,TransactWriteItems";

  test.each(["monthly", "lifetime"] as const)(
    "each webhook of a purchase (%s) makes at most four calls to DynamoDB, unless it loses a race",
    async (product) => {
      const asked = await webhooksOf(product);
      const usual = [WITH_MAIL, WITHOUT_MAIL, NOTHING_TO_DO];
      expect(asked.some((calls) => usual.slice(0, 2).includes(calls))).toBe(true);
      // The webhooks arrive together. A webhook that loses a race reads again and ends with the usual calls.
      for (const calls of asked)
        expect(
          usual.some((one) => calls === one || calls.endsWith(one.replace("UpdateItem", ""))),
          calls,
        ).toBe(true);
    },
  );
});
