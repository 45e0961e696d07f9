import { beforeAll, describe, expect, test } from "vitest";
import { clickIn, follow, join, viewOf } from "../support/affiliateLinks.ts";
import { call } from "../support/api.ts";
import { type Person, signInOperator, signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";

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
});
