import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { giveCode } from "#shared/affiliates/code.ts";
import { DAY } from "#shared/instant.ts";
import { call } from "../support/api.ts";
import { invocations, settle, setViewer } from "../support/control.ts";
import { type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { patchRow, putRow, rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { openCheckout, priceOf } from "../support/shop.ts";

const BROWSER =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";
const code = () => giveCode(randomBytes(8));

let operator: Person;
beforeAll(async () => {
  operator = await signInPerson(stack().operator.email, stack().operator.password);
});
const asOperator = () => ({ token: operator.accessToken });

/** A visitor of their own: nobody else has this browser. */
const newVisitor = () => `${BROWSER} ${randomUUID()}`;

async function follow(link: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${stack().siteUrl}/r/${link}`, {
    redirect: "manual",
    headers: { "user-agent": newVisitor(), ...headers },
  });
  const [cookie] = response.headers.getSetCookie();
  return { status: response.status, location: response.headers.get("location"), cookie };
}
const clickIn = (cookie: string | undefined) => /^affiliate_click=([\w-]+);/.exec(cookie ?? "")?.[1];

async function join(wanted = code()): Promise<Person & { code: string }> {
  const person = await signUpPerson();
  const { body } = await call(
    "affiliates/join",
    { acceptTerms: true, code: wanted },
    { token: person.accessToken },
  );
  return { ...person, code: String(body.referral_code) };
}
type View = {
  clicks: number;
  referrals: number;
  conversions: number;
  links: { destination_id: string | null; clicks: number; url: string }[];
  days: { day: string; clicks: number }[];
};
async function viewOf(person: Person): Promise<View> {
  const { body } = await call("affiliates/getAffiliate", {}, { token: person.accessToken });
  return body.affiliate as View;
}
const halt = (id: string, active: boolean) =>
  call("affiliates/halt", { scope: "affiliate", id, active }, asOperator());
const attributionOf = async (userId: string) =>
  (await rowsOf("Affiliates")).find(({ pk, sk }) => pk === `user#${userId}` && sk === "attribution");
const startSession = (person: Person, cookie?: string) =>
  call(
    "accounts/startSession",
    {},
    {
      token: person.accessToken,
      headers: cookie === undefined ? {} : { cookie: `other=1; affiliate_click=${cookie}` },
    },
  );

describe("joining", () => {
  test("gives a code, or takes one's own, once", async () => {
    const person = await signUpPerson();
    const as = { token: person.accessToken };
    expect((await call("affiliates/getAffiliate", {}, as)).body).toEqual({ affiliate: null });
    const given = await call("affiliates/join", { acceptTerms: true }, as);
    expect(given.body.referral_code).toMatch(/^[A-Z0-9]{8}$/);
    const again = await call("affiliates/join", { acceptTerms: true, code: code() }, as);
    expect(again.body).toEqual(given.body);
  });

  test("refuses a code that somebody has, however it is written, and the product's own words", async () => {
    const { code: taken } = await join();
    const { accessToken: token } = await signUpPerson();
    const attempt = (wanted: string) =>
      call("affiliates/join", { acceptTerms: true, code: wanted }, { token });
    const alike = `${taken.slice(0, 4).toLowerCase()}-${taken.slice(4)}`;
    expect(await attempt(alike)).toMatchObject({ status: 409, body: { code: "CONFLICT", field: "code" } });
    expect(await attempt("SUPP0RT")).toMatchObject({ status: 400, body: { field: "code" } });
  });
});

describe("a link", () => {
  test("leads on at once, sets the cookie, and is counted with where it came from", async () => {
    const affiliate = await join();
    await setViewer({ country: "DE", address: "198.51.100.77" });
    const { status, location, cookie } = await follow(affiliate.code.toLowerCase(), {
      referer: "https://videos.example/watch?v=secret",
    });
    await setViewer({ country: "US", address: null });
    expect([status, location]).toEqual([302, `${stack().siteUrl}/`]);
    expect(cookie).toMatch(
      /^affiliate_click=[\w-]{32}; Max-Age=2592000; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    await settle();
    const view = await viewOf(affiliate);
    expect(view.clicks).toBe(1);
    expect(view.links[0]).toMatchObject({ destination_id: null, clicks: 1 });
    expect(view.days.at(-1)?.clicks).toBe(1);
    const { body } = await call(
      "affiliates/listActivity",
      { type: "click", affiliate_id: affiliate.userId },
      asOperator(),
    );
    expect(body).toMatchObject({
      total: 1,
      next: null,
      clicks: [
        {
          affiliate_id: affiliate.userId,
          type: "click",
          referrer: "videos.example/watch",
          device: "mobile",
          country: "DE",
          is_bot: false,
          status: "success",
        },
      ],
    });
    const kept = JSON.stringify((await rowsOf("Traffic")).filter((row) => row.id === clickIn(cookie)));
    expect(kept).not.toMatch(/198\.51|secret|iPhone/);
  });

  test("followed again within the hour counts once and costs one write", async () => {
    const affiliate = await join();
    const visitor = { "user-agent": newVisitor() };
    const first = await follow(affiliate.code, visitor);
    await follow(affiliate.code);
    const lastCalls = (await invocations("affiliates/followLink")).at(-1)?.calls ?? [];
    expect(lastCalls.filter(({ service }) => service === "dynamodb").length).toBeLessThanOrEqual(2);
    const again = await Promise.all([1, 2, 3].map(() => follow(affiliate.code, visitor)));
    expect(again.map(({ cookie }) => cookie)).toEqual([first.cookie, first.cookie, first.cookie]);
    await settle();
    expect((await viewOf(affiliate)).clicks).toBe(2);
  });

  test("leads a bot on too, and counts it as a fail without a cookie", async () => {
    const affiliate = await join();
    const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
    expect(await follow(affiliate.code, { "user-agent": bot })).toMatchObject({
      status: 302,
      cookie: undefined,
    });
    await settle();
    expect((await viewOf(affiliate)).clicks).toBe(0);
    const { body } = await call("affiliates/listActivity", { affiliate_id: affiliate.userId }, asOperator());
    expect(body.logs).toMatchObject([{ type: "click", is_bot: true, device: "bot", status: "fail" }]);
  });

  test("of nobody, or with a script in it, leads to the landing page", async () => {
    for (const link of ["NOBODY99", "NOBODY99/anything", "%3Cscript%3E", "%D0%90NNA", "..%2f..%2fadmin"]) {
      const { status, location, cookie } = await follow(link);
      expect([link, status, location, cookie]).toEqual([link, 302, `${stack().siteUrl}/`, undefined]);
    }
  });

  test("leads to a destination while it is open, with its clicks told apart", async () => {
    const affiliate = await join();
    const name = `Plans ${randomUUID().slice(0, 8)}`;
    const made = await call(
      "affiliates/createDestination",
      { name, url: "https://example.com/plans?x=1" },
      asOperator(),
    );
    const id = String(made.body.id);
    expect(made.body).toMatchObject({ name, url: "https://example.com/plans?x=1", is_active: true });
    expect((await follow(`${affiliate.code}/${id}`)).location).toBe("https://example.com/plans?x=1");
    await settle();
    expect((await viewOf(affiliate)).links.find((link) => link.destination_id === id)?.clicks).toBe(1);
    const link = await call("affiliates/testLink", { destination: id }, { token: affiliate.accessToken });
    expect(link.body).toMatchObject({ leads_to: "https://example.com/plans?x=1", counts: true });

    const twice = await call("affiliates/createDestination", { name, url: "https://a.com" }, asOperator());
    expect(twice).toMatchObject({ status: 409, body: { field: "name" } });
    const closed = await call("affiliates/updateDestination", { id, is_active: false }, asOperator());
    expect(closed.body).toMatchObject({ id, is_active: false });
    // A warm function may remember a link for some seconds; of another affiliate it knows nothing.
    const another = await join();
    expect(await follow(`${another.code}/${id}`)).toMatchObject({
      location: `${stack().siteUrl}/`,
      cookie: expect.any(String),
    });
    const { body } = await call("affiliates/listDestinations", {}, asOperator());
    expect(body.rows).toContainEqual(closed.body);
    const audited = (await rowsOf("Audit")).filter(({ subject }) => subject === `destination#${id}`);
    expect(audited.map(({ action }) => action).sort()).toEqual([
      "affiliates/createDestination",
      "affiliates/updateDestination",
    ]);
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "http://example.com/",
    "https://localhost/",
    "https://127.0.0.1/",
    "https://10.0.0.8/",
    "https://[::1]/",
    "https://0x7f.1/",
    "https://user:word@example.com/",
    `https://example.com/${"a".repeat(2048)}`,
  ])("cannot be led to %s", async (url) => {
    const answer = await call("affiliates/createDestination", { name: randomUUID(), url }, asOperator());
    expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR", field: "url" } });
  });
});

describe("who brought a customer", () => {
  test("is the last click before the first session, at the rate of that moment", async () => {
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

  test("is nobody with a forged cookie, an old click, a suspended affiliate's or none", async () => {
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
    await halt(affiliate.userId, false);
    const buyer = await signUpPerson();
    await startSession(buyer, clickIn(cookie));
    expect(await attributionOf(buyer.userId)).toBeUndefined();
  });

  test("is whose code is typed at checkout, before any cookie", async () => {
    const [linked, named] = [await join(), await join()];
    const { cookie } = await follow(linked.code);
    const buyer = await signUpPerson();
    await startSession(buyer, clickIn(cookie));
    const start = async (affiliateCode: string) =>
      call(
        "billing/startCheckout",
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

describe("the operator", () => {
  test("suspends and reactivates, each recorded once; a suspended link leads on and earns nothing", async () => {
    const affiliate = await join();
    expect((await halt(affiliate.userId, false)).body).toEqual({ ok: true, is_active: false });
    await halt(affiliate.userId, false);
    expect(await follow(affiliate.code)).toMatchObject({ status: 302, cookie: undefined });
    await settle();
    expect((await viewOf(affiliate)).clicks).toBe(0);
    await halt(affiliate.userId, true);
    const audited = (await rowsOf("Audit")).filter(
      ({ subject }) => subject === `affiliate#${affiliate.userId}`,
    );
    expect(audited.map(({ after }) => after)).toEqual(
      expect.arrayContaining([{ status: "suspended" }, { status: "active" }]),
    );
    expect(audited).toHaveLength(2);
    expect((await halt("nobody", true)).status).toBe(404);
  });

  test("finds affiliates by status, address and code, and pages through them by two reads", async () => {
    const affiliate = await join();
    await putRow("Payouts", { pk: `affiliate#${affiliate.userId}`, sk: "balance", ...BALANCE });
    const list = async (input: Parameters<typeof call<"affiliates/listAffiliates">>[1]) =>
      (await call("affiliates/listAffiliates", input, asOperator())).body as {
        rows: Record<string, unknown>[];
        total: number;
        next: string | null;
      };
    const row = {
      id: affiliate.userId,
      user_id: affiliate.userId,
      email: affiliate.email,
      referral_code: affiliate.code,
      total_referrals: 0,
      total_earnings_cents: 900,
      pending_payout_cents: 600,
      last_payout_at: null,
      created_at: expect.any(String),
      is_active: true,
      commission_rate: 0.2,
    };
    const newest = await list({ limit: 1 });
    expect(newest.rows).toEqual([row]);
    expect(newest.total).toBeGreaterThan(1);
    const calls = (await invocations("affiliates/listAffiliates")).at(-1)?.calls ?? [];
    expect(calls.map(({ operation }) => operation)).toEqual(["Query", "BatchGetItem"]);
    const second = await list({ limit: 1, cursor: newest.next ?? "" });
    expect(second.rows).toEqual((await list({ limit: 1, offset: 1 })).rows);
    expect((await list({ search: affiliate.email.slice(0, 12) })).rows).toContainEqual(row);
    expect(await list({ search: affiliate.code.toLowerCase() })).toEqual({
      rows: [row],
      total: 1,
      next: null,
    });
    await halt(affiliate.userId, false);
    expect((await list({ status: "suspended" })).rows[0]).toMatchObject({ ...row, is_active: false });
    expect(await list({ status: "active", search: affiliate.code })).toMatchObject({ rows: [], total: 0 });
  });

  test("reads the activity of all by pages that neither repeat nor leave out", async () => {
    const affiliate = await join();
    for (let count = 0; count < 28; count += 1) await follow(affiliate.code);
    await settle();
    const read = async (input: Parameters<typeof call<"affiliates/listActivity">>[1]) =>
      (await call("affiliates/listActivity", input, asOperator())).body as {
        logs: { id: string; ts: string }[];
        total: number;
        next: string | null;
      };
    const own = { affiliate_id: affiliate.userId, limit: 25 };
    const first = await read(own);
    expect([first.logs.length, first.total]).toEqual([25, 28]);
    const rest = await read({ ...own, cursor: first.next ?? "" });
    expect([rest.logs.length, rest.next]).toEqual([3, null]);
    expect((await read({ ...own, offset: 25 })).logs).toEqual(rest.logs);
    const times = [...first.logs, ...rest.logs].map(({ ts }) => ts);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set([...first.logs, ...rest.logs].map(({ id }) => id)).size).toBe(28);
    expect((await read({ type: "click", limit: 25 })).logs).toHaveLength(25);
    expect(await call("affiliates/listActivity", { limit: 30 }, asOperator())).toMatchObject({
      status: 400,
      body: { field: "limit" },
    });
  });
});

const BALANCE = {
  balanceCents: 600,
  pendingCents: 500,
  availableCents: 100,
  heldCents: 0,
  inPayoutCents: 0,
  earnedCents: 1000,
  reversedCents: 100,
  paidOutCents: 300,
};

test("an affiliate's conversions are in their own list and in the operator's feed, each once", async () => {
  const affiliate = await join();
  const id = `pi_${randomUUID()}`;
  const commission = {
    kind: "commission",
    affiliateId: affiliate.userId,
    id,
    buyerUserId: "buyer",
    product: "lifetime",
    paidAt: new Date().toISOString(),
    baseCents: 24000,
    rateBasisPoints: 2000,
    earnedCents: 4800,
    reversedCents: 0,
    debtCents: 0,
    takenBackBy: [],
    status: "pending",
    holds: [],
    selfReferral: null,
    matureAt: new Date(Date.now() + 60 * DAY).toISOString(),
    payoutId: null,
    version: 1,
    updatedAt: new Date().toISOString(),
  };
  await putRow("Payouts", {
    pk: `affiliate#${affiliate.userId}`,
    sk: `commission#${id}`,
    ...commission,
    list: `commissions#${affiliate.userId}`,
    listedAt: commission.paidAt,
  });
  await settle();
  const as = { token: affiliate.accessToken };
  const { body } = await call("affiliates/listConversions", {}, as);
  expect(body.conversions).toMatchObject([
    { id, amount_cents: 24000, earned_cents: 4800, state: "pending", available_at: commission.matureAt },
  ]);
  const feed = await call(
    "affiliates/listActivity",
    { type: "conversion", affiliate_id: affiliate.userId },
    asOperator(),
  );
  expect(feed.body).toMatchObject({
    total: 1,
    conversions: [{ id, type: "conversion", amount_cents: 24000, currency: "usd", status: "success" }],
  });
  expect(await viewOf(affiliate)).toMatchObject({
    conversions: 1,
    balance: { next_available_at: commission.matureAt },
  });
});
