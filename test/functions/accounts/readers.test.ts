import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  UsernameExistsException,
} from "@aws-sdk/client-cognito-identity-provider";
import type { Context } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler as inviteHandler } from "../../../functions/accounts/inviteReader.ts";
import { handler as listHandler } from "../../../functions/accounts/listOperators.ts";
import { handler as removeHandler } from "../../../functions/accounts/removeReader.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { operatorClaims, operatorRow, type operatorRowOf } from "../../support/memory/operator.ts";
import { memoryQueues } from "../../support/memory/queue.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

const ACCOUNTANT = "accountant@example.com";
const cognito = mockClient(CognitoIdentityProviderClient);
const wire = network();
const mailed: { to: unknown; template: string; data: Record<string, string>; useBy: string }[] = [];
/** The operators' pool: each address with its password. */
const pool = new Map<string, string>();
let isDown = false;
let rows: Rows;

beforeAll(() => {
  const environment = {
    FUNCTION_ID: "accounts/inviteReader",
    ORIGIN_HASHES,
    TABLE_USERS: "users",
    TABLE_AUDIT: "audit",
    MAIL_QUEUE_URL: "mail",
    OPERATOR_POOL_ID: "operators",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  for (const level of ["info", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
  memoryQueues(wire, (_url, body) => void mailed.push(JSON.parse(body)));
});
beforeEach(() => {
  rows.clear();
  wire.plan();
  mailed.length = 0;
  pool.clear();
  pool.set("op@example.com", "its own");
  rows.put("users", operatorRow("op"));
  cognito.reset();
  const idOf = (name = "") => name.split("@")[0] ?? "";
  const addressOf = (id: string) => [...pool.keys()].find((email) => idOf(email) === idOf(id)) ?? "";
  const inPool = { UserPoolId: "operators" };
  cognito.on(ListUsersCommand, inPool).callsFake(async () => ({
    Users: [...pool.keys()].map((email) => ({ Username: idOf(email) })),
  }));
  cognito.on(AdminGetUserCommand, inPool).callsFake(async ({ Username }) => ({ Username: idOf(Username) }));
  cognito
    .on(AdminCreateUserCommand, { ...inPool, MessageAction: "SUPPRESS" })
    .callsFake(async ({ Username }) => {
      if (pool.has(Username)) throw new UsernameExistsException({ message: "exists", $metadata: {} });
      pool.set(Username, "random");
      return { User: { Username: idOf(Username) } };
    });
  cognito
    .on(AdminSetUserPasswordCommand, { ...inPool, Permanent: false })
    .callsFake(async ({ Username, Password }) => pool.set(addressOf(Username), Password));
  cognito.on(AdminDeleteUserCommand, inPool).callsFake(async ({ Username }) => {
    if (isDown) throw new Error("Cognito is down");
    pool.delete(addressOf(Username));
  });
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  cognito.restore();
});

type Handler = typeof inviteHandler | typeof listHandler | typeof removeHandler;

async function ask(handler: Handler, input: object = {}, as = "op") {
  const claims = { ...operatorClaims(as), ...(as === "op" ? {} : { "cognito:groups": "" }) };
  const event = {
    headers: { "content-type": "application/json", "x-origin-secret": "origin" },
    requestContext: { authorizer: { jwt: { claims } } },
    ...(handler === listHandler ? {} : { body: JSON.stringify(input) }),
  };
  const { statusCode, body } = await handler(event as never, { awsRequestId: "request" } as Context);
  return { status: statusCode, body: JSON.parse(String(body)) };
}
const invite = (email = ACCOUNTANT) => ask(inviteHandler, { email });
const people = async () => (await ask(listHandler)).body.people;
const audited = () => rows.of("audit").map(({ action, after }) => [action, after]);
/** Records the reader's sign-in as accounts/startOperatorSession does. */
const signsIn = () => {
  const reader = rows.of("users").find(({ pk }) => pk === "accountant");
  const { sessions } = operatorRow("accountant");
  const places = [{ device: "laptop", country: null, at: "2026-01-02T00:00:00.000Z" }];
  rows.put("users", {
    ...(reader as ReturnType<typeof operatorRowOf>),
    sessions,
    places,
    sessionsValidFrom: 0,
    version: 9,
  });
};

test("an invited reader gets a mail with a temporary password that is valid for a day, and can read without being in a group", async () => {
  expect(await invite()).toMatchObject({
    status: 200,
    body: { person: { email: ACCOUNTANT, is_reader: true } },
  });
  const [mail] = mailed;
  expect(mail).toMatchObject({
    to: { address: ACCOUNTANT },
    template: "readerInvited",
    data: { hours: "24" },
  });
  expect(pool.get(ACCOUNTANT)).toBe(mail?.data.password);
  expect(Date.parse(mail?.useBy ?? "") - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
  expect(JSON.stringify(rows.of("users"))).not.toContain(mail?.data.password);
  expect(audited()).toEqual([["accounts/inviteReader", { email: ACCOUNTANT }]]);
  expect((await ask(listHandler, {}, "accountant")).body.code).toBe("SESSION_ENDED");
  signsIn();
  expect(await ask(listHandler, {}, "accountant")).toMatchObject({ status: 200 });
});

test("the list of operators shows the administrator and an invited reader, and when each was last seen (null before the first sign-in)", async () => {
  await invite();
  const administrator = {
    id: "op",
    email: "op@example.com",
    is_reader: false,
    last_seen_at: expect.any(String),
  };
  const invited = { id: "accountant", email: ACCOUNTANT, is_reader: true, last_seen_at: null };
  expect(await people()).toEqual([invited, administrator]);
  signsIn();
  expect(await people()).toMatchObject([{ last_seen_at: "2026-01-02T00:00:00.000Z" }, {}]);
});

test("another invitation replaces the password before the reader's first sign-in, and is refused afterwards", async () => {
  await invite();
  await invite();
  expect(mailed.map(({ data }) => data.password)).toContain(pool.get(ACCOUNTANT));
  expect(mailed[0]?.data.password).not.toBe(pool.get(ACCOUNTANT));
  signsIn();
  expect(await invite()).toMatchObject({ status: 409, body: { field: "email" } });
  expect(mailed).toHaveLength(2);
});

test("inviting again does not replace the password of a reader who signs in at the same time", async () => {
  await invite();
  pool.set(ACCOUNTANT, "their own");
  wire.turn = async ({ operation }) => {
    if (operation !== "TransactWriteItems") return;
    wire.turn = undefined;
    signsIn();
  };
  expect(await invite()).toMatchObject({ status: 409, body: { field: "email" } });
  expect(pool.get(ACCOUNTANT)).toBe("their own");
  expect(mailed).toHaveLength(1);
});

test("an invitation never changes an administrator's account", async () => {
  expect(await invite("op@example.com")).toMatchObject({ status: 409, body: { field: "email" } });
  expect(pool.get("op@example.com")).toBe("its own");
  expect(rows.of("users")[0]).toEqual(operatorRow("op"));
});

test("removing a reader ends the reader's sessions even if deleting the account fails, and a second attempt deletes it", async () => {
  await invite();
  signsIn();
  isDown = true;
  expect((await ask(removeHandler, { userId: "accountant" })).status).toBe(500);
  isDown = false;
  expect((await ask(listHandler, {}, "accountant")).status).toBe(401);
  expect((await ask(removeHandler, { userId: "accountant" })).status).toBe(200);
  expect([...pool.keys()]).toEqual(["op@example.com"]);
  expect(audited().at(-1)).toEqual(["accounts/removeReader", { email: ACCOUNTANT }]);
  expect(audited()).toHaveLength(2);
});

test("the administrator cannot be removed, and a reader can neither invite nor remove anyone", async () => {
  const refused = await ask(removeHandler, { userId: "op" });
  expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining("operator:remove") } });
  await invite();
  signsIn();
  for (const [handler, input] of [
    [inviteHandler, { email: "friend@example.com" }],
    [removeHandler, { userId: "op" }],
  ] as const)
    expect(await ask(handler, input, "accountant")).toMatchObject({
      status: 403,
      body: { code: "READ_ONLY" },
    });
  expect([...pool.keys()]).toEqual(["op@example.com", ACCOUNTANT]);
});
