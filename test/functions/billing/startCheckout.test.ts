import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createAffiliate, getAttribution } from "../../../functions/affiliates/table.ts";
import { lifetimeGrant } from "../../../functions/billing/grants/rules.ts";
import { handler } from "../../../functions/billing/startCheckout.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { memoryLedger, START } from "../../support/memory/ledger.ts";
import { affiliateOf } from "../../support/payouts.ts";

vi.mock(
  "../../../functions/platform/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);
vi.mock("../../../functions/platform/stripe.ts", () => ({
  stripe: async () => ({
    checkout: { sessions: { create: async () => ({ id: "cs_1", url: "https://checkout.example" }) } },
  }),
}));

const ledger = memoryLedger();
const SITE = "https://articlip.example";
const environment = {
  TABLE_GRANTS: "grants",
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
  await transact(createAffiliate({ ...affiliateOf("bob", "bob@example.com"), referralCode: "BOBSCODE" }));
});

type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;
const subscribe = (affiliateCode: string) =>
  (handler as unknown as Handler)({
    input: {
      price_id: "monthly",
      mode: "subscription",
      success_url: `${SITE}/success`,
      cancel_url: `${SITE}/dashboard`,
      affiliateCode,
    },
    caller: { userId: "ann", user: { stripeCustomerId: "cus_1" } },
    now: START,
  });

test("whoever names somebody at a checkout was brought by them", async () => {
  expect(await subscribe("BOBSCODE")).toMatchObject({ sessionId: "cs_1" });
  expect(await getAttribution("ann")).toMatchObject({ affiliateId: "bob", via: "code" });
});

test("whoever may not buy names nobody by trying", async () => {
  const grant = lifetimeGrant("ann", "pi_1", "KEY", START);
  ledger.rows.put("grants", { pk: "ann", sk: `grant#${grant.id}`, ...grant });
  await expect(subscribe("BOBSCODE")).rejects.toMatchObject({ code: "ALREADY_OWNED" });
  expect(await getAttribution("ann")).toBeUndefined();
});
