import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { MINUTE } from "#shared/instant.ts";
import {
  assignEmail,
  confirmAddress,
  keepCode,
  moveToEmail,
  recordReset,
} from "../../../functions/accounts/address/table.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler as follow } from "../../../functions/customers/followChange.ts";
import { followedBy } from "../../../functions/customers/noticeRules.ts";
import { handler as createFreeKey } from "../../../functions/licenses/createFreeKey.ts";
import { leaveMailbox } from "../../../functions/users/mailboxTable.ts";
import { createUser, findUser, type User } from "../../../functions/users/table.ts";
import { memoryCognito } from "../../support/memory/cognito.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { network } from "../../support/memory/network.ts";

vi.mock("../../../functions/platform/stripe.ts", () => ({ updateCustomer: vi.fn<() => void>() }));
vi.mock("../../../functions/platform/secrets.ts", () => ({ readSecret: async () => "secret" }));
vi.mock(
  "../../../functions/http/http.ts",
  async () => (await import("../../support/memory/payouts.ts")).httpPlatform,
);

const NOW = new Date("2026-11-22T10:00:00.000Z");
const BOBS = "bob@example.com";
const CLAIMED = "A free key was already created for this email address.";
const CONFIRM = `${CLAIMED} If you did not create it, confirm your address under Account and try again.`;
const wire = network();
let rows: Rows;
let now: Date;
beforeAll(() => {
  for (const table of ["affiliates", "events", "grants", "limits", "payouts", "seats", "sessions", "users"])
    vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.stubEnv("SECRET_MAILBOX", "mailbox");
  vi.stubEnv("USER_POOL_ID", "pool");
  memoryCognito(wire);
  vi.stubEnv("FUNCTION_ID", "customers/followChange");
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
});
beforeEach(() => {
  rows.clear();
  wire.plan();
  now = NOW;
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const later = () => {
  now = new Date(now.getTime() + MINUTE);
  return now;
};
const signUp = (userId: string, email: string) => createUser(newAccount(userId, email, later()));
async function userOf(userId: string): Promise<User> {
  const user = await findUser(userId);
  if (user === undefined) throw new Error(`${userId} has no account`);
  return user;
}
/** @returns the key, or the message of the refusal */
async function freeKey(userId: string): Promise<string> {
  type Call = (given: object) => Promise<{ licenseKey: string }>;
  const given = { input: {}, caller: { userId, user: await userOf(userId), address: null }, now: later() };
  try {
    return (await (createFreeKey as unknown as Call)(given)).licenseKey;
  } catch (error) {
    return (error as Error).message;
  }
}
const KEY = /^[0-9A-Z]{5}-/;

/** Changes an account's row and delivers the messages about the change. */
async function change(userId: string, write: () => Promise<void>): Promise<void> {
  const before = await userOf(userId);
  await write();
  for (const message of followedBy(before, await userOf(userId))) {
    const event = { Records: [{ messageId: "1", body: JSON.stringify(message) }] };
    const answer = await follow(event as never, { awsRequestId: "request" } as Context);
    expect(answer).toEqual({ batchItemFailures: [] });
  }
}
const confirm = (userId: string, email = BOBS) =>
  change(userId, () => confirmAddress(userId, email, later(), null));
async function move(userId: string, email: string): Promise<void> {
  const code = { hash: "hash", expiresAt: later().toISOString(), tries: 0, sentAt: [] };
  await keepCode(userId, "pendingEmail", { email, code }, null);
  await change(userId, () => moveToEmail(userId, email, later()));
}
const leave = async (userId: string) => leaveMailbox(await userOf(userId), later());
/** Removes the mark that the address is unproven. Earlier releases did not write the mark. */
const forgetMark = () => {
  const { unproven: _mark, ...row } = rows.of("grants").find(({ pk }) => pk === `mailbox#${BOBS}`) ?? {};
  rows.put("grants", row);
};
const left = () => rows.of("grants").filter(({ pk }) => String(pk).startsWith("left#"));

async function takeBobs(): Promise<string> {
  await signUp("mallory", BOBS);
  const key = await freeKey("mallory");
  expect(key).toMatch(KEY);
  return key;
}

test("a stranger who takes a key and then changes the address does not use up the owner's claim", async () => {
  const strangers = await takeBobs();
  await move("mallory", "mallory@example.com");
  await signUp("bob", BOBS);
  expect(await freeKey("bob")).toBe(CONFIRM);
  await confirm("bob");
  const key = await freeKey("bob");
  expect(key).toMatch(KEY);

  // Mallory keeps the key but has lost the claim, so a deletion of the account records no claim.
  expect(await freeKey("mallory")).toBe(strangers);
  await leave("mallory");
  expect(left()).toEqual([]);
  expect(await freeKey("bob")).toBe(key);
  await signUp("again", "bob+again@example.com");
  expect(await freeKey("again")).toBe(CLAIMED);
});

test("a stranger who takes a key and then deletes the account does not use up the owner's claim", async () => {
  await takeBobs();
  await move("mallory", "mallory@example.com");
  await leave("mallory");
  expect(left()).toMatchObject([{ unproven: true }]);
  await signUp("bob", BOBS);
  expect(await freeKey("bob")).toBe(CONFIRM);
  await confirm("bob");
  expect(await freeKey("bob")).toMatch(KEY);
});

const PROOFS: Record<string, () => Promise<void>> = {
  "with the code": () => confirm("bob"),
  "by changing it and changing it back": async () => {
    await move("bob", "bobby@example.com");
    await move("bob", BOBS);
  },
  "through an operator who assigns it": async () => {
    await move("bob", "bobby@example.com");
    await change("bob", async () => assignEmail(await userOf("bob"), BOBS, later()));
  },
};
test.each(Object.entries(PROOFS))(
  "an owner who proves the address %s keeps the claim",
  async (_how, prove) => {
    await signUp("bob", BOBS);
    const key = await freeKey("bob");
    await prove();
    expect(await freeKey("bob")).toBe(key);
    await signUp("again", "bob+again@example.com");
    await confirm("again", "bob+again@example.com");
    expect(await freeKey("again")).toBe(CLAIMED);

    await move("bob", "bobby@example.com");
    expect(await freeKey("again")).toBe(CLAIMED);
    await leave("bob");
    expect(left()).toHaveLength(1);
    expect(await freeKey("again")).toBe(CLAIMED);
  },
);

test("an owner who deletes the account right after the proof has used up the claim", async () => {
  await signUp("bob", BOBS);
  await freeKey("bob");
  // The job that follows the proof has not run yet.
  await confirmAddress("bob", BOBS, later(), null);
  await leave("bob");
  expect(left()).not.toMatchObject([{ unproven: true }]);
  expect(left()).toHaveLength(1);
});

test("an owner who reclaims the account and takes a key has used up the claim", async () => {
  await takeBobs();
  await change("mallory", () => recordReset("mallory", BOBS, true, later()));
  expect(await freeKey("mallory")).toMatch(KEY);
  await signUp("again", "bob+again@example.com");
  await confirm("again", "bob+again@example.com");
  expect(await freeKey("again")).toBe(CLAIMED);
});

test("if two accounts have confirmed a mailbox, only one of them replaces a stranger's claim", async () => {
  await takeBobs();
  await move("mallory", "mallory@example.com");
  const owners = ["bob", "bob+b"];
  for (const name of owners) {
    await signUp(name, `${name}@example.com`);
    await confirm(name, `${name}@example.com`);
  }
  const answers = await Promise.all(owners.map(freeKey));
  expect(answers.filter((answer) => KEY.test(answer))).toHaveLength(1);
  expect(answers).toContain(CLAIMED);
});

test("a claim from an earlier release stays, and counts as unproven only if its account is deleted with the unproven address", async () => {
  await takeBobs();
  forgetMark();
  await signUp("again", "bob+again@example.com");
  await confirm("again", "bob+again@example.com");
  expect(await freeKey("again")).toBe(CLAIMED);
  const restore = rows.keep();
  await leave("mallory");
  expect(left()).toMatchObject([{ unproven: true }]);
  restore();
  await move("mallory", "mallory@example.com");
  await leave("mallory");
  expect(left()).toHaveLength(1);
  expect(left()).not.toMatchObject([{ unproven: true }]);
});
