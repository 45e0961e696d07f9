import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { SECOND } from "#shared/instant.ts";
import { handler } from "../../../functions/accounts/endSession.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { endSessionsBefore, keepSession } from "../../../functions/accounts/sessions/table.ts";
import { hasEnded, MAX_ENDED, withEnded } from "../../../functions/users/sessionRules.ts";
import { createUser, findUser, type User } from "../../../functions/users/table.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";

const wire = network();
let rows: Rows;
beforeAll(() => {
  const environment = { FUNCTION_ID: "accounts/endSession", ORIGIN_HASHES, TABLE_USERS: "users" };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  rows = memoryDynamo(wire);
});
beforeEach(() => {
  rows.clear();
  wire.turn = undefined;
  wire.plan();
});
afterAll(() => vi.unstubAllEnvs());

const AT = new Date();
const SIGNED_IN = Math.floor(AT.getTime() / SECOND) - 60;
const remembered = (id: string) => ({ id, until: SIGNED_IN + 86_400 });

const save = (change: Partial<User> = {}) =>
  createUser({
    ...newAccount("ann", "ann@example.com", AT),
    startedSessions: { from: 0, sessions: ["mine", "other"].map(remembered) },
    ...change,
  });
const row = async (): Promise<User> => {
  const user = await findUser("ann");
  if (!user) throw new Error("no row");
  return user;
};
const endedIds = async () => (await row()).endedSessions.map(({ id }) => id);
const isOver = async (sessionId: string) => hasEnded(await row(), { signedInAt: SIGNED_IN, sessionId });

async function end(id?: string): Promise<number | undefined> {
  const claims = { sub: "ann", token_use: "access", origin_jti: "mine", auth_time: String(SIGNED_IN) };
  const event = {
    headers: { "content-type": "application/json", "x-origin-secret": "origin" },
    requestContext: { authorizer: { jwt: { claims } } },
    body: JSON.stringify(id === undefined ? {} : { id }),
  };
  const answer = await handler(event as never, { awsRequestId: "request" } as Context);
  return (answer as { statusCode?: number }).statusCode;
}

test("ending a session that the account never had leaves the row unchanged", async () => {
  await save();
  const before = rows.of("users");
  for (const id of ["invented", "x".repeat(64), "account"]) expect(await end(id)).toBe(200);
  expect(rows.of("users")).toEqual(before);
});

test.each([
  ["the caller's session if the call names none", undefined, "mine"],
  ["the caller's session if the call names it", "mine", "mine"],
  ["a session in the record of started sessions", "other", "other"],
  ["a session that is listed, but missing from the record of started sessions", "listed", "listed"],
])("a call ends %s", async (_what, id, session) => {
  await save();
  const at = AT.toISOString();
  await keepSession("ann", { id: "listed", device: null, country: null, signedInAt: at, lastUsedAt: at });
  expect(await end(id)).toBe(200);
  expect(await endedIds()).toEqual([session]);
  expect(await isOver(session)).toBe(true);
});

test.each([
  ["of an account without a record of started sessions", null],
  [
    "that may be older than the record of started sessions",
    { from: SIGNED_IN, sessions: [remembered("mine")] },
  ],
])("a session %s can be ended although it is in no list", async (_which, startedSessions) => {
  await save({ startedSessions });
  expect(await end("unlisted")).toBe(200);
  expect(await isOver("unlisted")).toBe(true);
});

const FULL = Array.from({ length: MAX_ENDED }, (_, n) => remembered(`ended${n}`));

test("when the list of ended sessions is full, all sessions except the caller's end", async () => {
  await save({ endedSessions: FULL });
  expect(await end("other")).toBe(200);
  expect(await endedIds()).toEqual(["other"]);
  for (const { id } of [...FULL, remembered("other"), remembered("third")])
    expect(await isOver(id)).toBe(true);
  expect(await isOver("mine")).toBe(false);
});

test("when the caller's own session does not fit into the full list, all sessions end", async () => {
  await save({ endedSessions: FULL, keptSession: "other", sessionsValidFrom: SIGNED_IN - 60 });
  expect(await end()).toBe(200);
  for (const id of ["mine", "other", "ended0"]) expect(await isOver(id)).toBe(true);
});

/** Runs `write` right before the first write of the next call. */
function overtakenBy(write: () => unknown): void {
  wire.turn = async ({ operation }) => {
    if (operation !== "UpdateItem") return;
    wire.turn = undefined;
    await write();
  };
}

test("a session that a password reset ends during the call stays ended", async () => {
  await save({ endedSessions: FULL });
  overtakenBy(() => endSessionsBefore("ann", "password", new Date()));
  expect(await end("other")).toBe(401);
  expect(await isOver("mine")).toBe(true);
});

test("a session that survived a password change stays ended if a reset in the same second ends it during the call", async () => {
  await save({ keptSession: "mine", sessionsValidFrom: SIGNED_IN + 1 });
  overtakenBy(() => rows.put("users", { ...rows.of("users")[0], keptSession: null }));
  expect(await end("other")).toBe(401);
  expect(await isOver("mine")).toBe(true);
});

test("ending a session does not restore an account that is deleted during the call", async () => {
  await save();
  overtakenBy(rows.clear);
  expect(await end("other")).toBe(401);
  expect(rows.of("users")).toEqual([]);
});

test("a session ends even if the SDK repeats the write after a lost answer", async () => {
  await save();
  // The row is read, then written.
  wire.plan({ at: 1, mode: "asked again" });
  expect(await end()).toBe(200);
  expect(await endedIds()).toEqual(["mine"]);
});

test("the list of ended sessions stays small enough for every call to read", () => {
  const longest = Array.from({ length: MAX_ENDED }, (_, n) => `${n}`.padStart(36, "0"));
  const list = longest.reduce<User["endedSessions"]>((all, id) => withEnded(all, id, AT), []);
  expect(JSON.stringify(list).length).toBeLessThan(16_000);
});
