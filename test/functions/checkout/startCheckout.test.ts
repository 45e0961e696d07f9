import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import { HOLD_FOR } from "#shared/promotions/reservation.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler as leaveCheckout } from "../../../functions/checkout/leaveCheckout.ts";
import { handler } from "../../../functions/checkout/startCheckout.ts";
import { lifetimeGrant } from "../../../functions/grants/grantRules.ts";
import { listPurchases } from "../../../functions/payments/evidenceTable.ts";
import { callKey } from "../../../functions/platform/callKey.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { findReservation, releaseHeld } from "../../../functions/promotions/reservationTable.ts";
import { getAttribution } from "../../../functions/referrals/attributionTable.ts";
import { createAffiliate } from "../../../functions/referrals/table.ts";
import { memoryLedger, START } from "../../support/memory/ledger.ts";
import { offerOf, putOffer } from "../../support/memory/worlds.ts";
import { affiliateOf } from "../../support/payouts.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
type Page = {
  id: string;
  mode: string;
  status: string;
  created: number;
  url: string;
  customer: string;
  metadata: Record<string, string>;
  discounts?: { promotion_code: string }[];
};
type Asked = Pick<Page, "mode" | "customer" | "metadata"> & { cancel_url: string };
/** The state at Stripe: its checkout pages, and `gone`, the id of a deleted customer. */
const at = vi.hoisted(() => ({
  pages: [] as Page[],
  gone: "",
  refused: 0,
  /** Runs before the next page is opened. */
  before: undefined as (() => Promise<void>) | undefined,
  keys: new Map<string, string>(),
  made: new Map<string, string>(),
  askedOtherwise: () =>
    Object.assign(new Error("Keys for idempotent requests can only be used with the same parameters"), {
      rawType: "idempotency_error",
    }),
}));
vi.mock("../../../functions/platform/stripe.ts", () => ({
  isCustomerGone: (error: unknown) => error instanceof Error && error.message === "gone",
  stripe: async () => ({
    // Answers a repeated key with the same customer, even a deleted customer, as Stripe does for a day.
    customers: {
      create: async ({ email }: { email: string }, { idempotencyKey: key }: { idempotencyKey: string }) => {
        if ((at.keys.get(key) ?? email) !== email) throw at.askedOtherwise();
        at.keys.set(key, email);
        const id = at.made.get(key) ?? `cus_${at.made.size + 2}`;
        at.made.set(key, id);
        return { id };
      },
    },
    paymentIntents: { list: async () => ({ data: [] }) },
    checkout: {
      sessions: {
        create: async (
          { customer, mode, metadata, cancel_url }: Asked,
          options?: { idempotencyKey: string },
        ) => {
          const { before } = at;
          at.before = undefined;
          await before?.();
          if (customer === at.gone) {
            at.refused += 1;
            throw new Error("gone");
          }
          const key = options?.idempotencyKey;
          const asked = `${customer} ${cancel_url}`;
          if (key !== undefined && (at.keys.get(key) ?? asked) !== asked) throw at.askedOtherwise();
          if (key !== undefined) at.keys.set(key, asked);
          const number = at.pages.length + 1;
          const made: Page = {
            id: `cs_${number}`,
            mode,
            metadata,
            status: "open",
            created: number,
            url: `https://checkout.example/${number}`,
            customer,
          };
          at.pages.push(made);
          return made;
        },
        list: async () => ({ data: at.pages.filter(({ status }) => status === "open") }),
        expire: async (id: string) => {
          const page = at.pages.find((found) => found.id === id);
          if (page) page.status = "expired";
        },
      },
    },
  }),
}));

vi.mock("../../../functions/platform/secrets.ts", () => ({ readSecret: async () => "secret" }));

const ledger = memoryLedger();
const SITE = "https://site.example";
const environment = {
  TABLE_GRANTS: "grants",
  TABLE_USERS: "users",
  TABLE_PROMOTIONS: "promotions",
  TABLE_SEATS: "seats",
  TABLE_LIMITS: "limits",
  SECRET_MAILBOX: "mailbox",
  SITE_URL: SITE,
  PRICE_MONTHLY: "monthly",
  PRICE_LIFETIME: "life",
};
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
beforeEach(async () => {
  ledger.rows.clear();
  Object.assign(at, { pages: [], gone: "", refused: 0, keys: new Map(), made: new Map() });
  await transact(createAffiliate({ ...affiliateOf("bob", "bob@example.com"), referralCode: "BOBSCODE" }));
});

const FROM = { address: "203.0.113.24", country: "DE", userAgent: `Browser ${"x".repeat(600)}` };
type Handler = (call: { input: object; caller: object; now: Date }) => Promise<{ sessionId: string }>;
const ANN = {
  ...newAccount("ann", "ann@example.com", START),
  emailConfirmed: true,
  stripeCustomerId: "cus_1",
};
const leave = leaveCheckout as unknown as (call: { caller: object; now: Date }) => Promise<object>;
const subscribe = (affiliateCode?: string, change: object = {}, user: object = ANN, now = START) =>
  (handler as unknown as Handler)({
    input: {
      price_id: "monthly",
      mode: "subscription",
      success_url: `${SITE}/success`,
      cancel_url: `${SITE}/dashboard`,
      affiliateCode,
      ...change,
    },
    caller: { ...FROM, userId: "ann", user },
    now,
  });

test("a customer who names an affiliate at the checkout is attributed to this affiliate", async () => {
  expect(await subscribe("BOBSCODE")).toMatchObject({ sessionId: "cs_1" });
  expect(await getAttribution("ann")).toMatchObject({ affiliateId: "bob", via: "code" });
});

test("each checkout stores evidence for as long as its payment can be disputed", async () => {
  await subscribe(undefined, { acceptedTerms: "2025-09-19", acceptedPrivacy: "2025-09-20" });
  expect(await listPurchases("ann")).toEqual([
    {
      sessionId: "cs_1",
      product: "monthly",
      at: START.toISOString(),
      address: "203.0.113.24",
      country: "DE",
      device: expect.stringMatching(/^Browser x{504}$/),
      terms: "2025-09-19",
      privacy: "2025-09-20",
    },
  ]);
  const row = ledger.rows.of("events").find(({ pk }) => pk === "purchases#ann");
  expect(row?.expiresAtEpoch).toBe((START.getTime() + 540 * DAY) / SECOND);
});

test("a page that opens while the account is suspended is closed", async () => {
  at.before = async () => ledger.rows.put("grants", { pk: "ann", sk: "suspended" });
  await expect(subscribe()).rejects.toMatchObject({ code: "ACCOUNT_SUSPENDED" });
  expect(at.pages).toMatchObject([{ id: "cs_1", status: "expired" }]);
});

test("a refused purchase does not attribute the customer to an affiliate", async () => {
  const grant = lifetimeGrant("ann", "pi_1", { licenseKey: "KEY", revives: null }, START);
  ledger.rows.put("grants", { pk: "ann", sk: `grant#${grant.id}`, ...grant });
  await expect(subscribe("BOBSCODE")).rejects.toMatchObject({ code: "ALREADY_OWNED" });
  expect(await getAttribution("ann")).toBeUndefined();
});

test("a double click leaves exactly one page that can be paid", async () => {
  const answers = await Promise.all([subscribe(), subscribe()]);
  const open = at.pages.filter(({ status }) => status === "open").map(({ id }) => id);
  expect(open).toHaveLength(1);
  expect(answers.map(({ sessionId }) => sessionId)).toContain(open[0]);
  expect(await subscribe()).toMatchObject({ sessionId: "cs_3" });
  expect(at.pages.filter(({ status }) => status === "open")).toHaveLength(1);
});

test("when two windows order different numbers of seats, one of them is refused", async () => {
  ledger.rows.put("events", { pk: "plans", sk: "effect", prices: {}, trialDays: 0, teams: true, version: 1 });
  at.before = async () => {
    await subscribe(undefined, { seats: 3 });
    // The second window's call answers first, but its page is newer than the first window's.
    for (const page of at.pages) page.created = 99;
  };
  await expect(subscribe()).rejects.toMatchObject({ code: "CONFLICT" });
  expect(at.pages.filter(({ status }) => status === "open")).toMatchObject([{ metadata: { seats: "3" } }]);
});

test("a customer that was deleted at Stripe is replaced, and the checkout opens", async () => {
  at.gone = "cus_1";
  ledger.rows.put("users", { pk: "ann", sk: "account", stripeCustomerId: "cus_1" });
  expect(await subscribe()).toMatchObject({ sessionId: "cs_1" });
  expect(at.pages).toMatchObject([{ customer: "cus_2" }]);
  expect(ledger.rows.of("users")).toMatchObject([{ stripeCustomerId: "cus_2" }]);
});

test("if a call dies before it stores the Stripe customer, the next call uses the account's current address", async () => {
  const asks = (email: string) => subscribe(undefined, {}, { ...ANN, email, stripeCustomerId: null });
  ledger.rows.put("users", { pk: "ann", sk: "account", ...newAccount("ann", "ann@example.com", START) });
  await asks("ann@example.com");
  ledger.rows.put("users", { pk: "ann", sk: "account", ...newAccount("ann", "anna@example.com", START) });
  await asks("anna@example.com");
  expect(at.pages).toMatchObject([{ customer: "cus_2" }, { customer: "cus_3" }]);
});

test("a deleted customer that Stripe returns again is not stored", async () => {
  const made = (name: string) => callKey(name, { email: ANN.email, metadata: { userId: "ann" } });
  at.made.set(made("customer-ann"), "cus_1");
  at.gone = "cus_1";
  const lost = { ...newAccount("ann", "ann@example.com", START), lostStripeCustomer: "cus_1" };
  ledger.rows.put("users", { pk: "ann", sk: "account", ...lost });
  // The account that the first window has read does not name the deleted customer yet, but the second window's does.
  for (const lostStripeCustomer of [null, "cus_1"]) {
    await subscribe(undefined, {}, { ...ANN, stripeCustomerId: null, lostStripeCustomer });
    expect(ledger.rows.of("users")).toMatchObject([{ stripeCustomerId: "cus_3" }]);
  }
  expect(at.pages).toMatchObject([{ customer: "cus_3" }, { customer: "cus_3" }]);
  expect(at.refused).toBe(0);
  expect([...at.made.keys()]).toEqual([made("customer-ann"), made("customer-ann-after-cus_1")]);
});

test("two windows that ask for one unit at once get the same page, and the unit stays held", async () => {
  putOffer(ledger.rows, { total: 1, sold: 0, reserved: 0 });
  const from = (page: string) =>
    subscribe(undefined, { price_id: "life", mode: "payment", cancel_url: `${SITE}/${page}` });
  const first = await from("dashboard");
  // The other window asks before the first one has stored its page.
  const held = ledger.rows.of("promotions").find(({ pk }) => pk === "reservation#ann");
  ledger.rows.put("promotions", { pk: "reservation#ann", sk: "lifetime", ...held, sessionId: null });
  expect(await from("checkout")).toEqual(first);
  expect(offerOf(ledger.rows)).toMatchObject({ reserved: 1, left: 0 });
});

test("a unit stays held for a discounted page that another window opened", async () => {
  putOffer(ledger.rows, { total: 1, sold: 0, reserved: 0 });
  const from = (page: string) =>
    subscribe(undefined, { price_id: "life", mode: "payment", cancel_url: `${SITE}/${page}` });
  at.before = async () => {
    await from("checkout");
    for (const page of at.pages) page.discounts = [{ promotion_code: "promo_1" }];
    const held = ledger.rows.of("promotions").find(({ pk }) => pk === "reservation#ann");
    ledger.rows.put("promotions", { pk: "reservation#ann", sk: "lifetime", ...held, sessionId: null });
  };
  await expect(from("dashboard")).rejects.toMatchObject({
    code: "CONFLICT",
    message: "You have also started another checkout. Please try again.",
  });
  expect(at.pages).toMatchObject([{ id: "cs_1", status: "open" }]);
  expect(await findReservation("ann")).toMatchObject({ state: "held" });
  expect(offerOf(ledger.rows)).toMatchObject({ reserved: 1, left: 0 });
});

test("a page is closed if another window releases the unit while the page opens", async () => {
  putOffer(ledger.rows, { total: 1, sold: 0, reserved: 0 });
  at.before = async () => {
    const { id: reservationId } = (await findReservation("ann")) ?? { id: "" };
    await releaseHeld({ userId: "ann", reservationId }, null, START);
  };
  await expect(subscribe(undefined, { price_id: "life", mode: "payment" })).rejects.toMatchObject({
    code: "CONFLICT",
    message: "Your reservation changed in the meantime. Please start again.",
  });
  expect(at.pages).toMatchObject([{ id: "cs_1", status: "expired" }]);
  expect(offerOf(ledger.rows)).toMatchObject({ reserved: 0, left: 1 });
});

test("only leaving the unit's current page releases the unit", async () => {
  putOffer(ledger.rows, { total: 1, sold: 0, reserved: 0 });
  await subscribe(undefined, { price_id: "life", mode: "payment" });
  const { id: reservationId } = (await findReservation("ann")) ?? { id: "" };
  for (const over of [null, "cs_0"]) {
    await releaseHeld({ userId: "ann", reservationId }, over, START);
    expect(offerOf(ledger.rows)).toMatchObject({ reserved: 1, left: 0 });
  }
  await releaseHeld({ userId: "ann", reservationId }, "cs_1", START);
  expect(offerOf(ledger.rows)).toMatchObject({ reserved: 0, left: 1 });
});

test("leaving the checkout closes a page that another window stores at the same moment", async () => {
  putOffer(ledger.rows, { total: 1, sold: 0, reserved: 0 });
  await subscribe(undefined, { price_id: "life", mode: "payment" });
  const noted = ledger.rows.of("promotions").find(({ pk }) => pk === "reservation#ann");
  const note = (sessionId: string | null) =>
    ledger.rows.put("promotions", { pk: "reservation#ann", sk: "lifetime", ...noted, sessionId });
  note(null);
  ledger.network.turn = async ({ operation }) => {
    if (operation !== "TransactWriteItems") return;
    ledger.network.turn = undefined;
    note("cs_1");
  };
  await leave({ caller: { userId: "ann", user: ANN }, now: START });
  expect(at.pages).toMatchObject([{ id: "cs_1", status: "expired" }]);
  expect(offerOf(ledger.rows)).toMatchObject({ reserved: 0, left: 1 });
});

test.each([
  ["when the customer leaves", () => leave({ caller: { userId: "ann", user: ANN }, now: START }), 0],
  [
    "when the customer asks for another page just before the hold ends",
    () =>
      subscribe(
        undefined,
        { price_id: "life", mode: "payment" },
        ANN,
        new Date(START.getTime() + HOLD_FOR - SECOND),
      ),
    1,
  ],
] as const)("an open page that could not be stored is closed %s", async (_how, back, reserved) => {
  putOffer(ledger.rows, { total: 1, sold: 0, reserved: 0 });
  await subscribe(undefined, { price_id: "life", mode: "payment" });
  const noted = ledger.rows.of("promotions").find(({ pk }) => pk === "reservation#ann");
  ledger.rows.put("promotions", { pk: "reservation#ann", sk: "lifetime", ...noted, sessionId: null });
  await back();
  expect(at.pages[0]).toMatchObject({ id: "cs_1", status: "expired" });
  expect(offerOf(ledger.rows)).toMatchObject({ reserved });
});

test("leaving the checkout closes the unit's page, and no other page", async () => {
  putOffer(ledger.rows, { total: 1, sold: 0, reserved: 0 });
  await subscribe(undefined, { price_id: "life", mode: "payment" });
  const held = ledger.rows.of("promotions").find(({ pk }) => pk === "reservation#ann");
  ledger.rows.put("promotions", { pk: "reservation#ann", sk: "lifetime", ...held, sessionId: null });
  at.pages.unshift(...at.pages.map((page) => ({ ...page, id: "cs_0", metadata: {} })));
  await leave({ caller: { userId: "ann", user: ANN }, now: START });
  expect(at.pages.map(({ status }) => status)).toEqual(["open", "expired"]);
});

test("a unit whose page was lost with the Stripe customer gets a page for the new Stripe customer", async () => {
  putOffer(ledger.rows, { total: 1, sold: 0, reserved: 0 });
  const ask = () => subscribe(undefined, { price_id: "life", mode: "payment" });
  await ask();
  // The call died before it stored its page. Then the customer and the page were deleted at Stripe.
  const held = ledger.rows.of("promotions").find(({ pk }) => pk === "reservation#ann");
  ledger.rows.put("promotions", { pk: "reservation#ann", sk: "lifetime", ...held, sessionId: null });
  ledger.rows.put("users", { pk: "ann", sk: "account", stripeCustomerId: "cus_1" });
  Object.assign(at, { pages: [], gone: "cus_1" });
  expect(await ask()).toMatchObject({ sessionId: "cs_1" });
  expect(at.pages).toMatchObject([{ customer: "cus_2" }]);
  expect(offerOf(ledger.rows)).toMatchObject({ reserved: 1, left: 0 });
});
