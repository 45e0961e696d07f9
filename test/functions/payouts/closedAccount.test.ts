import Stripe from "stripe";
import { afterAll, expect, test, vi } from "vitest";
import { followAccount } from "../../../functions/payouts/connect/account.ts";
import { memoryDynamo } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

const answer = vi.hoisted(() => ({ error: new Error() }));
vi.mock("../../../functions/payouts/transfers/pace.ts", () => ({ takeTurn: async () => {} }));
vi.mock("../../../functions/platform/stripe.ts", () => ({
  stripe: async () => ({
    accounts: {
      retrieve: async () => {
        throw answer.error;
      },
    },
  }),
}));

vi.stubEnv("TABLE_AFFILIATES", "affiliates");
memoryDynamo(network());
afterAll(() => vi.unstubAllEnvs());

const refusal = (statusCode: number, code: string) =>
  new Stripe.errors.StripePermissionError({
    type: "invalid_request_error",
    statusCode,
    code,
    message: "No.",
  });

test.each([
  [403, "account_invalid"],
  [404, "resource_missing"],
])(
  "the message about an account that was closed after the event (%i %s) is not retried",
  async (status, code) => {
    answer.error = refusal(status, code);
    expect(await followAccount("acct_1")).toBe("incomplete");
  },
);

test("an error that does not concern the account is thrown, so the message is retried", async () => {
  answer.error = refusal(503, "api_error");
  await expect(followAccount("acct_1")).rejects.toThrow("No.");
});
