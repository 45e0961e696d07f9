import fc from "fast-check";
import Stripe from "stripe";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { followAccount } from "../../functions/payouts/connect/account.ts";
import { keepStripeAccount } from "../../functions/payouts/connect/table.ts";
import { memoryDynamo } from "../support/memory/dynamo.ts";
import { network } from "../support/memory/network.ts";
import { putAffiliate } from "../support/memory/payouts.ts";
import { overtake, race } from "../support/memory/race.ts";
import { runs } from "../support/runs.ts";

/** Stripe's state: whether Stripe can pay the account, and the error code for a closed account. */
const atStripe = vi.hoisted(() => ({ isPayable: false, gone: "", accounts: {} }));
vi.mock("../../functions/platform/stripe.ts", () => ({ stripe: async () => atStripe }));

vi.stubEnv("TABLE_AFFILIATES", "affiliates");
const wire = network();
const rows = memoryDynamo(wire);
const errors: string[] = [];
atStripe.accounts = {
  retrieve: (id: string) =>
    wire.pass({ service: "stripe", operation: "accounts.retrieve" }, () => {
      if (atStripe.gone !== "")
        throw new Stripe.errors.StripeInvalidRequestError({
          type: "invalid_request_error",
          code: atStripe.gone,
          message: `No such account: ${id}`,
          statusCode: 404,
        } as never);
      return {
        id,
        capabilities: { transfers: atStripe.isPayable ? "active" : "inactive" },
        payouts_enabled: atStripe.isPayable,
        metadata: { affiliateId: "ann" },
      };
    }),
};

const ACCOUNT = "acct_ann";
const follow = async () => {
  await followAccount(ACCOUNT);
  return 200;
};
const affiliate = () => rows.of("affiliates").find(({ sk }) => sk === "affiliate");

beforeEach(() => prepare(true, true));
afterAll(() => vi.unstubAllEnvs());

function prepare(isPayable: boolean, payoutsEnabled: boolean): void {
  rows.clear();
  wire.plan();
  wire.turn = undefined;
  putAffiliate(rows, "ann", { payoutsEnabled });
  Object.assign(atStripe, { isPayable, gone: "" });
}

test.each([true, false])(
  "an earlier answer of Stripe about an account (payable: %s) does not replace a later answer",
  async (earlier) => {
    prepare(earlier, !earlier);
    await overtake(wire, follow, async () => {
      atStripe.isPayable = !earlier;
      await follow();
    });
    expect(affiliate()?.payoutsEnabled).toBe(!earlier);
  },
);

test("in any order of reads, the affiliate's row has Stripe's last answer", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.record({ isPayable: fc.boolean(), after: fc.nat({ max: 8 }) }), { maxLength: 3 }),
      async (scheduler, changes) => {
        prepare(true, false);
        // Each change at Stripe has its own event.
        const told = changes.map(({ isPayable, after }) => ({
          act: follow,
          after,
          happened: () => {
            atStripe.isPayable = isPayable;
          },
        }));
        await race({ network: wire, errors }, scheduler, [{ act: follow }, ...told]);
        expect(affiliate()?.payoutsEnabled).toBe(atStripe.isPayable);
      },
    ),
    { numRuns: runs(100) },
  );
});

test("an event about an account that was replaced or has no affiliate changes nothing", async () => {
  putAffiliate(rows, "ann", { stripeAccountId: "acct_new", payoutsEnabled: true });
  atStripe.isPayable = false;
  await follow();
  expect(affiliate()?.payoutsEnabled).toBe(true);
  rows.clear();
  await follow();
  expect(rows.of("affiliates")).toEqual([]);
});

test.each(["account_invalid", "resource_missing"])(
  "an account that Stripe closed or deleted (%s) can no longer be paid",
  async (code) => {
    const { stripeAccountId: _, ...joined } = affiliate() ?? {};
    rows.put("affiliates", { pk: "", sk: "", ...joined });
    await keepStripeAccount("ann", ACCOUNT, null);
    await follow();
    expect(affiliate()).toMatchObject({ stripeAccountId: ACCOUNT, payoutsEnabled: true });
    atStripe.gone = code;
    expect(await followAccount(ACCOUNT)).toBe("incomplete");
    expect(affiliate()?.payoutsEnabled).toBe(false);
  },
);
