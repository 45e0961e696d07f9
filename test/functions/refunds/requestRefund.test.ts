import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { handler } from "../../../functions/refunds/requestRefund.ts";
import { memoryLedger, START } from "../../support/memory/ledger.ts";

vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
vi.mock("../../../functions/http/freshSignIn.ts", () => ({ requireFreshSignIn: () => undefined }));

type Offer = { product: "monthly"; amount_cents: number; self_service: boolean; answer_by?: null };
const at = vi.hoisted(() => ({ refunds: [] as object[], offers: [] as (() => Promise<Offer | null>)[] }));
vi.mock("../../../functions/refunds/guarantee/selfService.ts", () => ({
  offerTo: async () => {
    const offer = await at.offers.shift()?.();
    return offer
      ? {
          offer,
          payments: ["pi_1", "pi_0"].map((payment) => ({ payment, cents: null })),
          counted: { names: ["ann", "hash"], max: 1 },
          request: { id: "guarantee-pi_1", stored: undefined },
        }
      : undefined;
  },
}));
vi.mock("../../../functions/platform/stripe.ts", () => ({
  retrievePayment: async (id: string) => ({
    id,
    amount_received: 3000,
    currency: "usd",
    status: "succeeded",
    description: null,
    created: 0,
    latest_charge: null,
    metadata: {},
  }),
  refundsOf: async () => at.refunds,
  refund: async (payment: string, _amount: number | undefined, key: string, metadata: object) => {
    const made = { id: `re_${key}`, payment, amount: 3000, status: "succeeded", metadata };
    at.refunds.push(made);
    return made;
  },
}));

const ledger = memoryLedger();
const environment = { TABLE_EVENTS: "events", TABLE_AUDIT: "audit" };
for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
beforeEach(() => {
  ledger.rows.clear();
  Object.assign(at, { refunds: [], offers: [] });
});

type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;
const click = (requestId = "request-1") =>
  (handler as unknown as Handler)({
    input: { requestId, amount_cents: 6000 },
    caller: { user: { userId: "ann", email: "ann@example.com", name: null }, signedInAt: START },
    now: START,
  });
const WHOLE: Offer = { product: "monthly", amount_cents: 6000, self_service: true };
const refunded = async (): Promise<Offer> => WHOLE;

test.each([
  ["the first click has used up the limit", { ...WHOLE, self_service: false }],
  ["one of two payments is refunded", { ...WHOLE, amount_cents: 3000 }],
  ["everything is refunded", null],
])("the slower of two clicks gets the same answer if %s", async (_when, offer) => {
  // The slower click finds no intent. Then the faster one runs completely.
  at.offers = [
    async () => {
      expect(await click()).toEqual({ ok: true });
      return offer;
    },
    refunded,
  ];
  expect(await click()).toEqual({ ok: true });
  expect(at.refunds).toHaveLength(2);
});

test.each([
  [
    "a payment whose refund request already has an answer",
    { ...WHOLE, self_service: false, answer_by: null },
  ],
  ["another amount", { ...WHOLE, amount_cents: 3000 }],
  ["nothing", null],
])("another request is refused if it would refund %s", async (_what, offer) => {
  at.offers = [refunded, async () => offer];
  await click();
  await expect(click("request-2")).rejects.toMatchObject({ code: "CONFLICT" });
  expect(at.refunds).toHaveLength(2);
});
