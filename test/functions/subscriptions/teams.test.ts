import { describe, expect, test, vi } from "vitest";
import { CATALOG, MAX_SEATS } from "#shared/catalog/catalog.ts";
import { DAY, MINUTE, throughDay } from "#shared/instant.ts";
import type { TeamView } from "#shared/subscriptions/team.ts";
import { deadline } from "#shared/words.ts";
import { handler as plans } from "../../../functions/catalog/getPlanSettings.ts";
import { sessionParams } from "../../../functions/checkout/page/checkoutSession.ts";
import { handler as checkout } from "../../../functions/checkout/startCheckout.ts";
import { suspensionWrites } from "../../../functions/customers/carryOutSuspension.ts";
import { openRights, readRights } from "../../../functions/grants/table.ts";
import { fetchSubscription } from "../../../functions/payments/facts/subscriptionFacts.ts";
import { putItem, transact } from "../../../functions/platform/dynamo.ts";
import { differs } from "../../../functions/subscriptions/fromStripe/grantWrites.ts";
import { handler as read } from "../../../functions/subscriptions/getSubscription.ts";
import { handler as invite } from "../../../functions/subscriptions/inviteMember.ts";
import { handler as join } from "../../../functions/subscriptions/joinTeam.ts";
import { handler as remove } from "../../../functions/subscriptions/removeMember.ts";
import { leaveTeams } from "../../../functions/subscriptions/team/leaveTeams.ts";
import { memoryTeam } from "../../support/memory/team.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
const outside = vi.hoisted(() => ({ url: "", mails: [] as unknown[] }));
vi.mock("stripe", async (load) =>
  (await import("../../support/memory/stripeSdk.ts")).redirected(load, () => outside.url),
);
vi.mock("../../../functions/platform/queue.ts", () => ({
  enqueue: async (_: string, mails: unknown[]) => void outside.mails.push(...mails),
}));
vi.mock("../../../functions/platform/secrets.ts", () => ({
  readSecret: async () => JSON.stringify({ secretKey: "sk_test_sandbox", webhookSecrets: ["whsec"] }),
}));

const { monthly } = CATALOG;
const {
  bench,
  rows,
  prices,
  now,
  as,
  billing,
  sell,
  subscribe,
  look,
  linkTo,
  asks,
  joins,
  codeOf,
  follow,
  seatOf,
  paid,
} = memoryTeam(outside);

describe("the operator's switch for teams", () => {
  test("is off by default, and no seats are shown or sold", async () => {
    expect(await as("operator", plans)).toEqual({ version: 0 });
    const id = await subscribe(1);
    const found = await billing();
    expect(Object.keys(found)).toEqual(["subscription", "lifetime"]);
    expect(Object.keys(found.subscription)).not.toContain("quantity");
    await expect(look(2)).rejects.toMatchObject({ code: "CONFLICT", message: /not for sale/ });
    await expect(
      as("ben", checkout, { price_id: prices.monthly, mode: "subscription", seats: 2 }),
    ).rejects.toMatchObject({ code: "VALIDATION_ERROR", field: "seats" });
    expect(await paid(id)).toEqual([monthly.price]);
  });

  test("tells the site the maximum number of seats, and when the switch is off, an existing team keeps its seats", async () => {
    await sell();
    await subscribe(2);
    expect(await billing()).toMatchObject({ max_seats: MAX_SEATS, team: { seats: 2, members: [] } });
    await joins("ben");
    await sell(false, false, 1);
    expect(await billing()).toMatchObject({ team: { seats: 2 } });
    expect(codeOf("ben")).toEqual(["VALID"]);
    await expect(look(3)).rejects.toMatchObject({ message: /not for sale/ });
  });

  test("lets a checkout sell up to the maximum number of seats", async () => {
    await sell();
    for (const seats of [MAX_SEATS + 1, 1000])
      await expect(
        as("ben", checkout, { price_id: prices.monthly, mode: "subscription", seats }),
      ).rejects.toMatchObject({ field: "seats" });
    const request = {
      product: monthly,
      asked: { price_id: "price_1" },
      userId: "ben",
      customer: "cus_1",
      successUrl: new URL("https://shop.example/success"),
      cancelUrl: new URL("https://shop.example/checkout"),
      promotionCode: null,
    };
    expect(sessionParams({ ...request, asked: { ...request.asked, seats: 3 } })).toMatchObject({
      line_items: [{ price: "price_1", quantity: 3 }],
      metadata: { seats: "3" },
    });
    expect(sessionParams(request).metadata).not.toHaveProperty("seats");
  });
});

describe("inviting and joining", () => {
  test("the member gets a separate key through the link and sees no billing", async () => {
    await subscribe(3);
    const { team } = await asks("ben");
    expect(team).toMatchObject({ seats: 3, members: [{ email: "ben@example.com", state: "invited" }] });
    expect(JSON.stringify(rows.of("grants"))).not.toContain(linkTo("ben@example.com").split(".")[2]);
    await as("ben", join, { token: linkTo("ben@example.com") });
    expect(codeOf("ben")).toEqual(["VALID"]);
    expect(await as("ben", read)).toEqual({ subscription: null, lifetime: false });
    expect(await billing()).toMatchObject({ team: { members: [{ state: "accepted", expires_at: null }] } });
    // The call is repeated after a lost answer.
    await as("ben", join, { token: linkTo("ben@example.com") });
    expect(codeOf("ben")).toHaveLength(1);
  });

  test("a link works once, only for the invited address, for 14 days or until a new link replaces it", async () => {
    await subscribe(2);
    await asks("ben");
    const first = linkTo("ben@example.com");
    await expect(as("eve", join, { token: first })).rejects.toMatchObject({ code: "CONFLICT" });
    await asks("ben");
    const gone = { code: "NOT_FOUND", message: /no longer valid/ };
    await expect(as("ben", join, { token: first })).rejects.toMatchObject(gone);
    const second = linkTo("ben@example.com");
    for (const token of ["", "ann", `${second}x`, `..`, second.replace("ann", "eve")])
      await expect(as("ben", join, { token })).rejects.toMatchObject(gone);
    await bench().forward({ days: 16 });
    await expect(as("ben", join, { token: second })).rejects.toMatchObject(gone);
    expect((await billing()).team?.members).toMatchObject([{ state: "expired" }]);
    await asks("ben");
    await as("ben", join, { token: linkTo("ben@example.com") });
    await expect(as("eve", join, { token: linkTo("ben@example.com") })).rejects.toMatchObject(gone);
    expect(codeOf("eve")).toEqual([]);
  });

  test("an invitation can be accepted until the day that its mail names has ended in every time zone", async () => {
    await subscribe(2);
    await asks("ben");
    const end = Date.parse(throughDay(new Date(now().getTime() + 14 * DAY).toISOString()));
    const { data, useBy } = outside.mails.at(-1) as { data: { until: string }; useBy: string };
    expect(data.until).toBe(deadline(new Date(end).toISOString()));
    expect(Date.parse(useBy)).toBe(end);
    await bench().forward({ minutes: Math.floor((end - now().getTime()) / MINUTE) - 1 });
    await as("ben", join, { token: linkTo("ben@example.com") });
    expect(codeOf("ben")).toEqual(["VALID"]);
  });

  test("an invitation cannot be accepted after the day that its mail names", async () => {
    await subscribe(2);
    await asks("ben");
    await bench().forward({ days: 16 });
    const late = as("ben", join, { token: linkTo("ben@example.com") });
    await expect(late).rejects.toMatchObject({ code: "NOT_FOUND", message: /no longer valid/ });
    expect(codeOf("ben")).toEqual([]);
  });

  test("only as many people as there are paid seats can join, each once, and never the buyer", async () => {
    await subscribe(2);
    await expect(asks("ann")).rejects.toMatchObject({ field: "email" });
    await joins("ben");
    await expect(asks("ben")).rejects.toMatchObject({ field: "email" });
    await expect(asks("eve")).rejects.toMatchObject({ code: "CONFLICT", message: /Every seat is taken/ });
    await expect(as("ben", invite, { email: "eve@example.com" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  test("one of two simultaneous invitations for the last seat is refused", async () => {
    await subscribe(2);
    const both = await Promise.allSettled([asks("ben"), asks("eve")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("removing a member", () => {
  test("ends the key immediately and permanently, and frees the seat", async () => {
    await subscribe(2);
    await joins("ben");
    const { team } = await as<{ team: TeamView }>("ann", remove, {
      member: seatOf((await billing()).team, "ben"),
    });
    expect(team.members).toEqual([]);
    expect(codeOf("ben")).toEqual(["EXPIRED"]);
    await follow();
    await joins("eve");
    expect([codeOf("ben"), codeOf("eve")]).toEqual([["EXPIRED"], ["VALID"]]);
    await expect(as("ann", remove, { member: "none" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("makes an open invitation's link invalid", async () => {
    await subscribe(2);
    await asks("ben");
    await as("ann", remove, { member: seatOf((await billing()).team, "ben") });
    await expect(as("ben", join, { token: linkTo("ben@example.com") })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("the subscription and the members' keys", () => {
  test("an invitation to an ended team is refused until the owner subscribes again", async () => {
    const id = await subscribe(2);
    await asks("ben");
    const { stripe, forward } = bench();
    await stripe.subscriptions.cancel(id);
    await billing();
    const token = linkTo("ben@example.com");
    await expect(as("ben", join, { token })).rejects.toThrow("This team has ended.");
    expect(codeOf("ben")).toEqual([]);
    await forward({ minutes: 1 });
    await subscribe(2);
    await as("ben", join, { token });
    expect(codeOf("ben")).toEqual(["VALID"]);
  });

  test("all keys end with the subscription at Stripe, and a new subscription revives them", async () => {
    const id = await subscribe(3);
    await joins("ben");
    await bench().stripe.subscriptions.cancel(id);
    await billing();
    await follow();
    expect([codeOf("ann"), codeOf("ben")]).toEqual([["EXPIRED"], ["EXPIRED"]]);
    await bench().forward({ minutes: 1 });
    await subscribe(2);
    await follow();
    expect([codeOf("ann"), codeOf("ben")]).toEqual([["VALID"], ["VALID"]]);
  });

  test.each([
    [{ suspensions: ["dispute" as const] }, "SUSPENDED"],
    [{ suspensions: ["payment" as const] }, "PAYMENT_REQUIRED"],
    [{ suspensions: ["account" as const] }, "SUSPENDED"],
    [{ revocations: ["refund" as const] }, "REVOKED"],
    [{ active: false }, "SUSPENDED"],
  ])("%o in the buyer's grant makes the member's key %s until the grant is restored", async (part, code) => {
    await subscribe(2);
    await joins("ben");
    const grant = (await readRights("ann")).grants[0];
    const row = { pk: "ann", sk: `grant#${grant?.id}` };
    const put = (entitlement: object, version: number) =>
      putItem({ TableName: "grants", Item: { ...row, ...grant, entitlement, version } });
    await put({ ...grant?.entitlement, ...part }, 20);
    await follow();
    expect(codeOf("ben")).toEqual([code]);
    await put(grant?.entitlement ?? {}, 21);
    await follow();
    expect(codeOf("ben")).toEqual(["VALID"]);
  });

  test("suspending a member suspends only that member's key, and suspending the buyer suspends every member's key", async () => {
    await subscribe(3);
    await joins("ben");
    await joins("eve");
    const suspend = async (who: string, isSuspended: boolean) =>
      transact(suspensionWrites(isSuspended, (await readRights(who)).grants, now()));
    await suspend("ben", true);
    await follow();
    expect([codeOf("ben"), codeOf("eve")]).toEqual([["SUSPENDED"], ["VALID"]]);
    await suspend("ann", true);
    await follow();
    await suspend("ben", false);
    expect([codeOf("ben"), codeOf("eve")]).toEqual([["SUSPENDED"], ["SUSPENDED"]]);
    await suspend("ann", false);
    await follow();
    expect([codeOf("ben"), codeOf("eve")]).toEqual([["VALID"], ["VALID"]]);
  });

  test("if Stripe has fewer seats than members, first the invitations and then the latest members lose their seats", async () => {
    const id = await subscribe(4);
    await joins("ben");
    await bench().forward({ minutes: 1 });
    await joins("eve");
    await asks("fay");
    const { data } = (await bench().stripe.subscriptions.retrieve(id)).items;
    await bench().stripe.subscriptions.update(id, {
      items: [{ id: data[0]?.id ?? "", quantity: 2 }],
      proration_behavior: "none",
    });
    const { rights, reading } = await openRights("ann");
    const seen = await fetchSubscription(reading, id);
    expect(seen && differs(seen, rights, now())).toBe(true);
    await billing();
    await follow();
    expect([codeOf("ben"), codeOf("eve")]).toEqual([["VALID"], ["EXPIRED"]]);
    expect((await billing()).team).toMatchObject({ seats: 2, members: [{ email: "ben@example.com" }] });
  });
});

describe("deleting the account", () => {
  test("of the buyer ends every member's key and keeps no member's address", async () => {
    await subscribe(3);
    await joins("ben");
    await asks("eve");
    await leaveTeams({ userId: "ann", email: "ann@example.com" }, now());
    expect(codeOf("ben")).toEqual(["EXPIRED"]);
    const left = JSON.stringify(rows.partition("grants", "ann"));
    expect(left).not.toMatch(/ben@|eve@/);
    await leaveTeams({ userId: "ann", email: "ann@example.com" }, now());
  });

  test("of a member frees the member's seat", async () => {
    await subscribe(2);
    await joins("ben");
    await leaveTeams({ userId: "ben", email: "ben@example.com" }, now());
    expect((await billing()).team?.members).toEqual([]);
    await joins("eve");
    expect(codeOf("eve")).toEqual(["VALID"]);
  });
});

test("the number of invitations is limited", async () => {
  await subscribe(2);
  for (let sent = 0; sent < 60; sent += 1) await asks("ben");
  await expect(asks("ben")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  expect(now().getTime()).toBeGreaterThan(DAY);
});
