import {
  AdminResetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { SECOND } from "#shared/instant.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler } from "../../../functions/accounts/sendPasswordReset.ts";
import { hasEnded } from "../../../functions/users/sessionRules.ts";
import { createUser, findUser } from "../../../functions/users/table.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { ConnectionLost, network } from "../../support/memory/network.ts";
import { operatorClaims, operatorRow } from "../../support/memory/operator.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

const cognito = mockClient(CognitoIdentityProviderClient);
const wire = network();
let rows: Rows;
beforeAll(async () => {
  const environment = {
    FUNCTION_ID: "accounts/sendPasswordReset",
    ORIGIN_HASHES,
    TABLE_AUDIT: "audit",
    TABLE_USERS: "users",
    USER_POOL_ID: "pool",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  rows = memoryDynamo(wire);
  wire.plan();
  await createUser(newAccount("ann", "ann@example.com", new Date()));
  rows.put("users", operatorRow("operator"));
  cognito.on(AdminResetUserPasswordCommand, { UserPoolId: "pool", Username: "ann" }).resolves({});
  cognito.on(AdminUserGlobalSignOutCommand, { UserPoolId: "pool", Username: "ann" }).resolves({});
});
afterEach(() => {
  vi.useRealTimers();
  wire.turn = undefined;
  cognito.resetHistory();
});
afterAll(() => {
  vi.unstubAllEnvs();
  cognito.restore();
});

const askedFor = (userId: string) => ({
  headers: { "content-type": "application/json", "x-origin-secret": "origin" },
  requestContext: { authorizer: { jwt: { claims: operatorClaims("operator") } } },
  body: JSON.stringify({ userId }),
});

test("an operator cannot send a reset of their own password, and stays signed in", async () => {
  const before = rows.of("users");
  const answer = await handler(askedFor("operator") as never, { awsRequestId: "request" } as Context);
  expect(answer).toMatchObject({ statusCode: 404 });
  expect(cognito.calls()).toEqual([]);
  expect(rows.of("users")).toEqual(before);
});

test("the operator sees where the reset code was mailed, and the audit log contains no address", async () => {
  const answer = await handler(askedFor("ann") as never, { awsRequestId: "request" } as Context);
  expect(answer).toMatchObject({ statusCode: 200, body: JSON.stringify({ sentTo: "ann@example.com" }) });
  const [entry, ...others] = rows.of("audit");
  expect(entry).toMatchObject({ operator: "operator", userId: "ann" });
  expect(JSON.stringify([entry, ...others])).not.toContain("@");
  // An intruder is signed out before the code arrives.
  const user = rows.of("users").find(({ userId }) => userId === "ann");
  expect(user?.sessionsValidFrom).toBeGreaterThan(0);
  expect(cognito.commandCalls(AdminUserGlobalSignOutCommand)).toHaveLength(1);
});

test("no code is mailed if the sessions cannot be ended", async () => {
  wire.turn = async ({ operation }) => {
    if (operation === "UpdateItem") throw new ConnectionLost("never arrived");
  };
  const answer = await handler(askedFor("ann") as never, { awsRequestId: "request" } as Context);
  expect(answer).toMatchObject({ statusCode: 500 });
  expect(cognito.commandCalls(AdminResetUserPasswordCommand)).toHaveLength(0);
});

test("the reset also ends a session that starts with the old password during the call", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  let signedInAt = 0;
  cognito.on(AdminResetUserPasswordCommand).callsFake(async () => {
    const user = await findUser("ann");
    expect(user?.sessionsValidFrom).toBeGreaterThan(Date.now() / SECOND);
    vi.setSystemTime(Date.now() + 2 * SECOND);
    signedInAt = Math.floor(Date.now() / SECOND);
    return {};
  });
  const answer = await handler(askedFor("ann") as never, { awsRequestId: "request" } as Context);
  expect(answer).toMatchObject({ statusCode: 200 });
  const user = await findUser("ann");
  expect(user && hasEnded(user, { signedInAt, sessionId: "thief" })).toBe(true);
});
