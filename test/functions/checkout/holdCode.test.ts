import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { holdCode } from "../../../functions/checkout/holding/holdCode.ts";
import { memoryDynamo } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

const NOW = new Date("2026-11-22T10:00:00.000Z");
const at = vi.hoisted(() => ({ redeemed: 0, page: "open" }));
vi.mock("../../../functions/platform/secrets.ts", () => ({ readSecret: async () => "secret" }));
vi.mock("../../../functions/platform/stripe.ts", () => ({
  stripe: async () => ({
    promotionCodes: { retrieve: async () => ({ times_redeemed: at.redeemed }) },
    checkout: {
      sessions: {
        list: async () => ({
          data: [
            { status: at.page, created: NOW.getTime() / 1000, discounts: [{ promotion_code: "promo" }] },
          ],
        }),
      },
    },
  }),
}));

beforeAll(() => {
  for (const table of ["grants", "promotions", "seats", "users"])
    vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.stubEnv("SECRET_MAILBOX", "mailbox");
  const hold = { userId: "bob", customer: "cus_bob", at: NOW.toISOString(), names: [] };
  const rows = memoryDynamo(network());
  rows.put("promotions", { pk: "code#promo", sk: "holds", holds: [hold], version: 1 });
});
afterAll(() => vi.unstubAllEnvs());

test.each([
  [
    "while another customer can still pay with it",
    "Another customer is paying with this discount code.",
    0,
    "open",
  ],
  ["if another customer pays with it during the call", "This discount code has been used up.", 1, "complete"],
])("the last redemption of a code is refused %s: %s", async (_when, reason, redeemed, page) => {
  Object.assign(at, { redeemed, page });
  const ann = { ...newAccount("ann", "ann@example.com", NOW), emailConfirmed: true };
  const applied = { promotionCode: "promo", limit: { max: 1, redeemed: 0 } };
  await expect(holdCode(ann, "cus_ann", applied, NOW)).rejects.toThrow(reason);
});
