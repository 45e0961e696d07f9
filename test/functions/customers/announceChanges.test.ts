import { marshall } from "@aws-sdk/util-dynamodb";
import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { MINUTE } from "#shared/instant.ts";
import { handler as beginAuthenticator } from "../../../functions/accounts/beginAuthenticator.ts";
import { handler as changeName } from "../../../functions/accounts/changeName.ts";
import { handler as changePassword } from "../../../functions/accounts/changePassword.ts";
import { handler as confirmNewEmail } from "../../../functions/accounts/confirmNewEmail.ts";
import { handler as endAllSessions } from "../../../functions/accounts/endAllSessions.ts";
import { handler as postConfirmation } from "../../../functions/accounts/postConfirmation.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import { handler as setSecondFactor } from "../../../functions/accounts/setSecondFactor.ts";
import { handler as announce } from "../../../functions/customers/announceChanges.ts";
import { handler as replaceKey } from "../../../functions/licenses/replaceKey.ts";
import { createLicense } from "../../../functions/licenses/table.ts";
import { transact } from "../../../functions/platform/dynamo.ts";
import { hashSecret, newLicenseKey } from "../../../functions/platform/random.ts";
import { hasEnded } from "../../../functions/users/sessionRules.ts";
import { toUser } from "../../../functions/users/table.ts";
import { memoryCognito } from "../../support/memory/cognito.ts";
import { memoryDynamo, type Rows } from "../../support/memory/dynamo.ts";
import { inProcess, type Mode, network } from "../../support/memory/network.ts";
import { memoryQueues } from "../../support/memory/queue.ts";
import { ORIGIN_HASHES } from "../../support/origin.ts";
import { LICENSE } from "../licenses/license.ts";

// Most of the changes in STORIES end the session that requested them, so a call that died cannot always be repeated.
// The owner still gets a mail about the change, and the jobs that update other services still start.

// One millisecond before a full second, because a call that ends the session waits for the next second.
const NOW = new Date("2026-11-22T10:00:00.999Z");
const wire = network();
const OLD = "ann@example.com";
const NEW = "new@example.com";
const CODE = "123456";
const KEY = newLicenseKey();
const context = { awsRequestId: "request" } as Context;

type Message = { id?: string; to?: unknown; userId?: string; kind?: string };
type Change = { table: string; before: object | undefined; after: object | undefined };
let rows: Rows;
let changes: Change[];
let queued: [queue: string, message: Message][];

beforeAll(() => {
  const environment = {
    FUNCTION_ID: "accounts/changePassword",
    ORIGIN_HASHES,
    USER_POOL_ID: "pool",
    MAIL_QUEUE_URL: "mail",
    CHANGES_QUEUE_URL: "changes",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  for (const table of ["grants", "seats", "users"]) vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  for (const level of ["info", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
  memoryCognito(wire);
  memoryQueues(wire, (queue, body) => void queued.push([queue, JSON.parse(body)]));
});
beforeEach(() => {
  queued = [];
  changes = [];
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function freshAccount(emailConfirmed: boolean): Promise<void> {
  rows.clear();
  wire.plan();
  const expiresAt = new Date(NOW.getTime() + 15 * MINUTE).toISOString();
  const code = { hash: hashSecret(`ann:${NEW}:${CODE}`), expiresAt, tries: 0, sentAt: [] };
  rows.put("users", {
    pk: "ann",
    sk: "account",
    ...newAccount("ann", OLD, NOW),
    emailConfirmed,
    pendingEmail: { email: NEW, code },
  });
  await transact([createLicense({ ...LICENSE, licenseKey: KEY, userId: "ann" })]);
  changes = [];
  rows.follow((change) => void changes.push(change));
  wire.plan();
}

const ask = (handler: typeof changeName | typeof beginAuthenticator, input: object) => () =>
  handler(
    {
      headers: { "x-origin-secret": "origin", "content-type": "application/json" },
      body: JSON.stringify(input),
      requestContext: {
        authorizer: {
          jwt: {
            claims: { sub: "ann", token_use: "access", auth_time: String(Math.floor(NOW.getTime() / 1000)) },
          },
        },
      },
    } as never,
    context,
  );
const reset = () =>
  postConfirmation(
    {
      triggerSource: "PostConfirmation_ConfirmForgotPassword",
      userPoolId: "pool",
      request: { userAttributes: { sub: "ann", email: OLD } },
    } as never,
    context,
  );

/** Delivers the changes, and repeats a killed batch as Lambda does. */
async function deliver(fault?: { at: number; mode: Mode }): Promise<void> {
  const image = (row: object | undefined) => row && marshall(row, { removeUndefinedValues: true });
  const Records = changes.map(({ before, after }) => ({
    dynamodb: { OldImage: image(before), NewImage: image(after) },
  }));
  changes = [];
  wire.plan(fault);
  if ((await inProcess(() => announce({ Records } as never, context))) !== "killed") return;
  wire.plan();
  await announce({ Records } as never, context);
}

const accountRow = () => rows.of("users").find(({ sk }) => sk === "account");
const mails = () =>
  new Map(queued.flatMap(([queue, message]) => (queue === "mail" ? [[message.id, message.to]] : [])));
const followed = () => new Set(queued.flatMap(([queue, { kind }]) => (queue === "changes" ? [kind] : [])));

type Story = {
  call: () => Promise<unknown>;
  mail: RegExp;
  to: unknown;
  follows: string[];
  unproven?: true;
};
const STORIES: Record<string, Story> = {
  "a changed password": {
    call: ask(changePassword, { password: "Another-Horse8" }),
    mail: /^account-changed:password:ann/,
    to: { address: OLD, userId: "ann" },
    follows: [],
  },
  "signing out everywhere": {
    call: ask(endAllSessions, {}),
    mail: /^account-changed:signedOut:ann/,
    to: { address: OLD, userId: "ann" },
    follows: [],
  },
  "a second factor turned on": {
    call: ask(setSecondFactor, { enabled: true, code: "123456" }),
    mail: /^account-changed:secondFactorOn:ann/,
    to: { address: OLD, userId: "ann" },
    follows: [],
  },
  "a second factor turned off": {
    call: ask(setSecondFactor, { enabled: false }),
    mail: /^account-changed:secondFactorOff:ann/,
    to: { address: OLD, userId: "ann" },
    follows: [],
  },
  "a changed address": {
    call: ask(confirmNewEmail, { code: CODE }),
    mail: /^account-changed:email:ann/,
    to: { address: OLD, userId: "ann" },
    follows: ["emailChanged", "confirmed"],
  },
  "a changed name": {
    call: ask(changeName, { name: "Ann" }),
    mail: /^account-changed:name:ann/,
    to: { address: OLD, userId: "ann" },
    follows: [],
  },
  "a password reset": {
    call: reset,
    mail: /^account-changed:password:ann/,
    to: { address: OLD, userId: "ann" },
    follows: [],
  },
  "the first proof of an address": {
    call: reset,
    mail: /^account-changed:reclaimed:ann/,
    to: { address: OLD, userId: "ann" },
    follows: ["reclaimed"],
    unproven: true,
  },
  "a replaced key": {
    call: ask(replaceKey, { licenseKey: KEY }),
    mail: /^key-replaced:/,
    to: { userId: "ann" },
    follows: [],
  },
};

describe.each(Object.entries(STORIES))("%s", (_what, { call, mail, to, follows, unproven }) => {
  test.each(["killed before", "killed after"] as const)(
    "sends one mail even if the call is %s one of its calls to a service",
    async (mode) => {
      await freshAccount(!unproven);
      await call();
      const count = wire.calls.length;
      expect(count).toBeGreaterThan(1);
      for (let at = 0; at < count; at += 1) {
        queued = [];
        await freshAccount(!unproven);
        const before = JSON.stringify([accountRow(), rows.of("seats")]);
        wire.plan({ at, mode });
        expect(await inProcess(call)).toBe("killed");
        wire.plan();
        // The caller repeats the call. The call is refused if its session has ended.
        await call();
        await deliver({ at: at % 2, mode });
        expect(JSON.stringify([accountRow(), rows.of("seats")])).not.toBe(before);
        expect([...mails()], `${mode} call ${at}`).toEqual([[expect.stringMatching(mail), to]]);
        expect([...followed()]).toEqual(follows);
      }
    },
  );
});

test("a password reset keeps the second factor of a proven account, and removes it if the reset proves the address", async () => {
  const operations = () => wire.calls.map(({ operation }) => operation);
  await freshAccount(true);
  await reset();
  expect(operations()).toContain("AdminUserGlobalSignOut");
  expect(operations()).not.toContain("AdminSetUserMFAPreference");
  await freshAccount(false);
  await reset();
  expect(operations()).toEqual(
    expect.arrayContaining(["AdminSetUserMFAPreference", "AdminDeleteSoftwareToken"]),
  );
});

test("another authenticator can be added only while the second factor is off", async () => {
  await freshAccount(true);
  expect(await ask(beginAuthenticator, {})()).toMatchObject({ statusCode: 200 });
  await ask(setSecondFactor, { enabled: true, code: "123456" })();
  rows.put("users", { ...accountRow(), sessionsValidFrom: null });
  const answer = await ask(beginAuthenticator, {})();
  expect(answer).toMatchObject({ statusCode: 409, body: expect.stringContaining("Turn it off") });
});

test("the mail about a reclaimed account says that the affiliate code stays if it had earned a commission", async () => {
  await freshAccount(false);
  await reset();
  await deliver();
  expect(JSON.stringify(queued)).toContain(
    "If the affiliate code had already earned a commission, the code stays",
  );
});

const ENDING = Object.entries(STORIES).filter(([what]) => !/name|key/.test(what));
test.each(ENDING)(
  "the call for %s does not answer before a new sign-in is valid",
  async (_what, { call }) => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"], now: NOW.getTime() + 100 });
    try {
      await freshAccount(true);
      let isAnswered = false;
      const answer = call().then(() => {
        isAnswered = true;
      });
      while (!isAnswered) await vi.advanceTimersByTimeAsync(10);
      await answer;
      const signedInAt = Math.floor(Date.now() / 1000);
      expect(accountRow()?.sessionsValidFrom).toBeGreaterThan(0);
      expect(hasEnded(toUser(accountRow() ?? {}), { signedInAt, sessionId: "new" })).toBe(false);
    } finally {
      vi.useFakeTimers({ toFake: ["Date"], now: NOW });
    }
  },
);

test("a new sign-in time in the account's row causes no mail", async () => {
  await freshAccount(true);
  await ask(changeName, { name: "Ann" })();
  await deliver();
  queued = [];
  const row = accountRow();
  changes = [{ table: "users", before: row, after: { ...row, lastSignInAt: NOW.toISOString() } }];
  await deliver();
  expect(queued).toEqual([]);
});

test.each([false, true])(
  "the owner of a first key gets a welcome mail unless the account is suspended (suspended: %s)",
  async (suspended) => {
    await freshAccount(true);
    rows.put("users", { ...accountRow(), suspended });
    changes = [];
    await transact([createLicense({ ...LICENSE, userId: "ann", assignedAt: NOW.toISOString() })]);
    await deliver();
    expect([...mails().keys()]).toEqual(suspended ? [] : [`welcome:${LICENSE.id}`]);
  },
);
