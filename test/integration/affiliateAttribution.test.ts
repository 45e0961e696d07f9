import { beforeAll, describe, expect, test } from "vitest";
import { DAY } from "#shared/instant.ts";
import { clickIn, follow, join, viewOf } from "../support/affiliateLinks.ts";
import { call } from "../support/api.ts";
import { type Person, signInOperator, signUpPerson } from "../support/people.ts";
import { patchRow, rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { openCheckout, priceOf } from "../support/shop.ts";

let operator: Person;
beforeAll(async () => {
  operator = await signInOperator();
});
const asOperator = () => ({ token: operator.accessToken });

const attributionOf = async (userId: string) =>
  (await rowsOf("Affiliates")).find(({ pk, sk }) => pk === `user#${userId}` && sk === "attribution");
const startSession = (person: Person, cookie?: string) =>
  call(
    "customers/startSession",
    {},
    {
      token: person.accessToken,
      headers: cookie === undefined ? {} : { cookie: `other=1; affiliate_click=${cookie}` },
    },
  );

describe("the attribution of a customer", () => {
  test("goes to the last click before the first session, at the current rate", async () => {
    const [first, last] = [await join(), await join()];
    await call("affiliates/setCommissionRate", { id: last.userId, commission_rate: 0.35 }, asOperator());
    const rated = (await rowsOf("Audit")).find(({ subject }) => subject === `affiliate#${last.userId}`);
    expect(rated).toMatchObject({ before: { rateBasisPoints: 2000 }, after: { rateBasisPoints: 3500 } });
    await follow(first.code);
    const { cookie } = await follow(last.code);
    const buyer = await signUpPerson();
    await startSession(buyer, clickIn(cookie));
    const attribution = await attributionOf(buyer.userId);
    expect(attribution).toMatchObject({ affiliateId: last.userId, rateBasisPoints: 3500, via: "link" });
    const late = await follow(first.code);
    await startSession(buyer, clickIn(late.cookie));
    expect(await attributionOf(buyer.userId)).toEqual(attribution);
    expect((await viewOf(last)).referrals).toBe(1);
  });

  test("is missing if the cookie is forged, old or absent, or is from a suspended affiliate's link", async () => {
    const affiliate = await join();
    const { cookie } = await follow(affiliate.code);
    const old = await follow(affiliate.code);
    const oldId = clickIn(old.cookie) ?? "";
    const longAgo = new Date(Date.now() - 31 * DAY).toISOString();
    await patchRow("Traffic", { pk: `click#${oldId}`, sk: "click" }, "at", longAgo);
    const attempts = ["x".repeat(32), affiliate.userId, affiliate.code, '"><script>', oldId, undefined];
    for (const attempt of attempts) {
      const buyer = await signUpPerson();
      expect((await startSession(buyer, attempt)).status).toBe(200);
      expect(await attributionOf(buyer.userId), attempt ?? "none").toBeUndefined();
    }
    await call("affiliates/halt", { scope: "affiliate", id: affiliate.userId, active: false }, asOperator());
    const buyer = await signUpPerson();
    await startSession(buyer, clickIn(cookie));
    expect(await attributionOf(buyer.userId)).toBeUndefined();
  });

  test("goes to the affiliate whose code the buyer types at checkout, even if a cookie names another", async () => {
    const [linked, named] = [await join(), await join()];
    const { cookie } = await follow(linked.code);
    const buyer = await signUpPerson();
    await startSession(buyer, clickIn(cookie));
    const start = async (affiliateCode: string) =>
      call(
        "checkout/startCheckout",
        {
          price_id: await priceOf("monthly"),
          mode: "subscription",
          success_url: `${stack().siteUrl}/success`,
          cancel_url: `${stack().siteUrl}/dashboard`,
          affiliateCode,
        },
        { token: buyer.accessToken },
      );
    expect(await start("NOBODY99")).toMatchObject({ status: 400, body: { field: "affiliateCode" } });
    expect(await attributionOf(buyer.userId)).toMatchObject({ affiliateId: linked.userId });
    expect((await start(named.code.toLowerCase())).status).toBe(200);
    expect(await attributionOf(buyer.userId)).toMatchObject({ affiliateId: named.userId, via: "code" });
    expect((await openCheckout(buyer, "monthly")).status).toBe(200);
    expect((await viewOf(named)).referrals).toBe(1);
  });
});
