import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler } from "../../../functions/customers/followChange.ts";
import { updateCustomer } from "../../../functions/platform/stripe.ts";
import { createUser, markDeleted } from "../../../functions/users/table.ts";
import { memoryCognito } from "../../support/memory/cognito.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

vi.mock("../../../functions/platform/stripe.ts", () => ({ updateCustomer: vi.fn<() => void>() }));

const AT = "2026-11-22T10:00:00.000Z";
const AFFILIATE = { pk: "affiliate#ann", sk: "affiliate", email: null, normalisedEmail: null };
const wire = network();
let rows: Rows;
beforeAll(() => {
  const environment = { TABLE_USERS: "users", TABLE_AFFILIATES: "affiliates", USER_POOL_ID: "pool" };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  memoryCognito(wire);
  rows = memoryDynamo(wire);
});
beforeEach(async () => {
  rows.clear();
  wire.plan();
  vi.mocked(updateCustomer).mockClear();
  rows.put("affiliates", AFFILIATE);
  await createUser({
    ...newAccount("ann", "ann@example.com", new Date(AT)),
    stripeCustomerId: "cus_ann",
  });
});
afterAll(() => vi.unstubAllEnvs());

async function follow(): Promise<void> {
  const body = JSON.stringify({ userId: "ann", kind: "emailChanged" });
  const event = { Records: [{ messageId: "1", body }] };
  const answer = await handler(event as never, { awsRequestId: "request" } as Context);
  expect(answer).toEqual({ batchItemFailures: [] });
}

test("a changed address reaches Stripe and the affiliate's record", async () => {
  await follow();
  expect(updateCustomer).toHaveBeenCalledWith("cus_ann", { email: "ann@example.com" });
  expect(rows.of("affiliates")).toMatchObject([{ email: "ann@example.com" }]);
});

test("an address change that is processed during the account's deletion restores no address", async () => {
  await markDeleted("ann", AT);
  await follow();
  expect(updateCustomer).not.toHaveBeenCalled();
  expect(rows.of("affiliates")).toEqual([AFFILIATE]);
});
