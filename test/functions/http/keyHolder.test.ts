import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { listApiKeys } from "#shared/apiKeys/operator.ts";
import { searchUsers, suspendUser } from "#shared/customers/operator.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { listSeats } from "#shared/licenses/customer.ts";
import { identify } from "../../../functions/http/caller.ts";
import { requireFreshSignIn } from "../../../functions/http/freshSignIn.ts";
import type { OperatorCaller } from "../../../functions/http/operator.ts";
import type { ApiEvent } from "../../../functions/platform/edge.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { operatorRowOf } from "../../support/memory/operator.ts";

// After apiKeys/call, the endpoint's own function checks a call with an API key again.

let rows: Rows;
beforeAll(() => {
  vi.stubEnv("TABLE_USERS", "Users");
  vi.stubEnv("FUNCTION_ID", "customers/searchUsers");
  rows = memoryDynamo(network());
});
beforeEach(() => {
  rows.clear();
  rows.put("Users", operatorRowOf({ userId: "op", sessions: [] }));
});

async function identified(contract: Endpoint, scopes: Record<string, string>): Promise<OperatorCaller> {
  const lambda = { name: "nightly", createdBy: "op", scopes };
  const event = { headers: {}, requestContext: { authorizer: { lambda } } } as unknown as ApiEvent;
  return (await identify(event, contract)) as OperatorCaller;
}
const refused = { code: "FORBIDDEN" };

test("the caller of a call with an API key is named after the key, and the row of the key's creator must exist", async () => {
  expect(await identified(searchUsers, { accounts: "read" })).toMatchObject({
    userId: "key:nightly",
    byKey: true,
  });
  rows.clear();
  await expect(identified(searchUsers, { accounts: "read" })).rejects.toMatchObject({ code: "AUTH_ERROR" });
});

test("a key needs the contract's level in the function's own area", async () => {
  await expect(identified(suspendUser, { accounts: "read" })).rejects.toMatchObject(refused);
  await expect(identified(searchUsers, { payouts: "critical" })).rejects.toMatchObject(refused);
  await expect(identified(searchUsers, { accounts: "everything" })).rejects.toMatchObject(refused);
  expect((await identified(suspendUser, { accounts: "critical" })).byKey).toBe(true);
});

test("no scope allows managing keys, and a key cannot act as a customer", async () => {
  await expect(identified(listApiKeys, { accounts: "critical" })).rejects.toMatchObject(refused);
  await expect(identified(listSeats, { accounts: "critical" })).rejects.toMatchObject({ code: "AUTH_ERROR" });
});

test("a key needs the level critical for a call that requires a fresh sign-in", async () => {
  const writing = await identified(suspendUser, { accounts: "write" });
  expect(() => requireFreshSignIn(writing, 300_000, new Date())).toThrow("lacks the level critical");
  const critical = await identified(suspendUser, { accounts: "critical" });
  expect(() => requireFreshSignIn(critical, 300_000, new Date())).not.toThrow();
});
