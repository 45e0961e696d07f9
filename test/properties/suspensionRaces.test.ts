import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { License } from "#shared/licenses/license.ts";
import { newAccount } from "../../functions/accounts/rules.ts";
import { handler as suspendUser } from "../../functions/customers/suspendUser.ts";
import { handler as createFreeKey } from "../../functions/licenses/createFreeKey.ts";
import { handler as createLicenseKey } from "../../functions/licenses/createLicenseKey.ts";
import { handler as webhook } from "../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling, NOW } from "../support/memory/billing.ts";
import { boughtLifetime, putOffer, putReservation, subscribed } from "../support/memory/worlds.ts";
import { runs } from "../support/runs.ts";

vi.mock("../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../support/memory/billing.ts");
  return stripePlatform;
});
vi.mock(
  "../../functions/http/http.ts",
  async () => (await import("../support/memory/payouts.ts")).httpPlatform,
);
// The race is about the account's flag in our table. The user pool only follows that flag.
vi.mock("../../functions/platform/cognito.ts", () => ({
  endSessions: async () => {},
  enableSignIn: async () => {},
}));

const billing = memoryBilling(webhook);
const ann = newAccount("ann", "ann@example.com", NOW);
beforeEach(() => {
  vi.stubEnv("TABLE_USERS", "users");
  vi.stubEnv("TABLE_AUDIT", "audit");
});

type Handler = (call: { input: object; caller: object; now: Date }) => Promise<unknown>;
const by = (handler: unknown, caller: object, input: object) =>
  (handler as Handler)({ input, caller, now: NOW });
const OPERATOR = { userId: "operator" };
const suspend = (suspended: boolean) => by(suspendUser, OPERATOR, { userId: "ann", suspended, note: "" });

/** Ways to get an account's first key. */
const WAYS = {
  subscription: () => billing.deliver({ id: "evt_1", type: "checkout.session.completed", object: "cs_1" }),
  lifetime: () => billing.deliver({ id: "evt_2", type: "checkout.session.completed", object: "cs_life" }),
  manual: () => by(createLicenseKey, OPERATOR, { userId: "ann", duration: "monthly", maxDailySwaps: 1 }),
  free: () => by(createFreeKey, { userId: "ann", user: ann }, {}).catch((error: Error) => error.message),
};
const way = fc.constantFrom(...(Object.keys(WAYS) as (keyof typeof WAYS)[]));

test("a key that is created while the account's suspension begins or is lifted has the account's final state", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      way,
      fc.boolean(),
      fc.nat({ max: 8 }),
      async (scheduler, name, isLifted, after) => {
        billing.reset({ ...subscribed("active"), ...boughtLifetime() });
        billing.stripe.sessions = { ...subscribed("active").sessions, ...boughtLifetime().sessions };
        billing.stripe.payments = { ...subscribed("active").payments, ...boughtLifetime().payments };
        putOffer(billing.rows, { total: 5, sold: 0, reserved: 1 });
        putReservation(billing.rows, "held");
        billing.rows.put("users", { pk: "ann", sk: "account", ...ann });
        if (isLifted) await suspend(true);
        billing.network.turn = ({ service, operation }) =>
          scheduler.schedule(Promise.resolve(), `${service} ${operation}`);
        const pauses = vi.spyOn(globalThis, "setTimeout").mockImplementation(((go: () => void) => {
          scheduler.schedule(Promise.resolve(), "pause").then(go);
        }) as unknown as typeof setTimeout);
        const arrive = async () => {
          for (let passed = 0; passed < after; passed += 1)
            await scheduler.schedule(Promise.resolve(), "not yet");
          return WAYS[name]();
        };
        await scheduler.waitFor(Promise.all([arrive(), suspend(!isLifted)]));
        billing.network.turn = undefined;
        pauses.mockRestore();
        const [row] = billing.rows.of("users");
        expect(row?.suspended).toBe(!isLifted);
        const keys = billing.rows.of("seats").map((seat) => License.parse(seat));
        if (name !== "free") expect(keys).toHaveLength(1);
        for (const { entitlement } of keys)
          expect(entitlement.suspensions).toEqual(row?.suspended ? ["account"] : []);
      },
    ),
    { numRuns: runs(200) },
  );
});
