import { beforeEach, describe, expect, test } from "vitest";
import { type EmailCode, MAX_CODE_TRIES } from "#shared/accounts/emailCode.ts";
import { HOUR } from "#shared/instant.ts";
import * as address from "../../../functions/accounts/address/table.ts";
import { newAccount } from "../../../functions/accounts/rules.ts";
import * as sessions from "../../../functions/accounts/sessions/table.ts";
import { markRevoked, markUsed } from "../../../functions/apiKeys/table.ts";
import { dropReader, keepReader } from "../../../functions/users/operatorTable.ts";
import { dropStripeCustomer, keepStripeCustomer } from "../../../functions/users/stripeCustomerTable.ts";
import * as users from "../../../functions/users/table.ts";
import { NOW } from "../../support/memory/billing.ts";
import { memoryRefusals } from "../../support/memory/refusals.ts";

const { network, rows, set, expectRefused } = memoryRefusals();
const AT = NOW.toISOString();
const END = new Date(NOW.getTime() + HOUR).toISOString();
const CODE: EmailCode = { hash: "hash", expiresAt: END, tries: 0, sentAt: [AT] };
const PENDING = { email: "new@example.com", code: CODE };
const NEW = { email: PENDING.email, normalisedEmail: PENDING.email };
const ANN: users.User = {
  ...newAccount("ann", "ann@example.com", NOW),
  stripeCustomerId: "cus_1",
  emailCode: CODE,
  pendingEmail: PENDING,
  recoveryMail: CODE,
  reclaimingSince: AT,
  startedSessions: { from: 0, sessions: [] },
};
const account = (change: Partial<users.User>) => set("users", { pk: "ann", sk: "account" }, change);
beforeEach(() => account(ANN));

const STARTED = { from: 1, sessions: [] };
const signIn = (before: users.User["startedSessions"]) =>
  users.recordSignIn("ann", { at: AT, address: null, country: "PT" }, { before, after: STARTED });
const suspend = (isSuspended: boolean) => users.setSuspended("ann", isSuspended, "", NOW);
const OTHER = { ...CODE, hash: "other" };

/** The attributes of an account's row that can hold a code, each with this code. */
const codes = (code: EmailCode | null) => ({
  emailCode: code,
  recoveryMail: code,
  pendingEmail: code && { ...PENDING, code },
});

describe.each(["emailCode", "recoveryMail", "pendingEmail"] as const)("a code in %s", (attribute) => {
  const path = attribute === "pendingEmail" ? "pendingEmail.code" : attribute;
  const after = codes(OTHER)[attribute] ?? OTHER;
  test.each([
    ["has five tries", { tries: MAX_CODE_TRIES }],
    ["has no try after its end", { expiresAt: AT }],
  ])("%s", (_rule, change) =>
    expectRefused(
      () => address.takeTry("ann", path, NOW),
      () => account(codes({ ...CODE, ...change })),
    ),
  );

  test.each<[string, EmailCode | null]>([
    ["no code", null],
    ["an earlier code", CODE],
  ])("is not replaced by a code that is stored at the same time (before: %s)", async (_what, before) => {
    account(codes(before));
    await expectRefused(
      () => address.keepCode("ann", attribute, after, before),
      () => account(codes({ ...CODE, hash: "first" })),
    );
  });
});

type Write = () => Promise<unknown> | ReturnType<typeof suspend>;
test.each<[string, Write, Partial<users.User>]>([
  ["the confirmation of an earlier address", () => address.confirmAddress("ann", ANN.email, NOW, null), NEW],
  ["a move to a withdrawn address", () => address.moveToEmail("ann", NEW.email, NOW), { pendingEmail: null }],
  [
    "an operator's change of the address after the owner has changed it",
    () => address.assignEmail(ANN, NEW.email, NOW),
    NEW,
  ],
  [
    "the end of the cleanup after an earlier reclaim",
    () => address.endReclaim("ann", AT),
    { reclaimingSince: END },
  ],
  [
    "the second of two simultaneous sign-ins",
    () => signIn(ANN.startedSessions),
    { startedSessions: STARTED },
  ],
  [
    "the deletion of an earlier Stripe customer",
    () => dropStripeCustomer("ann", "cus_1"),
    { stripeCustomerId: "cus_2" },
  ],
  ["a second suspension", () => suspend(true), { suspended: true }],
])("%s leaves the account unchanged", (_what, write, change) => expectRefused(write, () => account(change)));

test("the second of two simultaneous first sign-ins does not overwrite the first", async () => {
  account({ startedSessions: null });
  await expectRefused(
    () => signIn(null),
    () => account({ startedSessions: STARTED }),
  );
});

test("a suspension ends once", async () => {
  account({ suspended: true });
  await expectRefused(
    () => suspend(false),
    () => account({ suspended: false }),
  );
});

test("a bounce of an earlier address stops no mail to the new address", async () => {
  network.turn = async ({ operation }) => {
    if (operation === "UpdateItem") account(NEW);
  };
  await address.stopMail("ann", ANN.email, { why: "bounced", at: AT });
  expect(await users.findUser("ann")).toMatchObject({ ...NEW, mailStop: null });
});

test("a sign-up's second call keeps the account that the first call made", () => {
  rows.clear();
  const create = () => users.createUser({ ...ANN, suspended: false });
  return expectRefused(create, () => account({ ...ANN, suspended: true }));
});

describe("after an account's deletion, no late write brings its row back", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["a code for the address", () => address.keepCode("ann", "emailCode", CODE, null)],
    ["a code for recovery", () => address.keepCode("ann", "recoveryMail", CODE, null)],
    ["a new address", () => address.keepCode("ann", "pendingEmail", PENDING, null)],
    ["a password reset", () => address.recordReset("ann", NEW.email, false, NOW)],
    ["an owner's reset", () => address.recordReset("ann", NEW.email, true, NOW)],
    ["an answered reset", () => address.answerReset("ann", NOW)],
    ["a first sign-in", () => signIn(null)],
    ["a Stripe customer", () => keepStripeCustomer("ann", "cus_1")],
    ["a name", () => users.setName("ann", "Ann", NOW)],
    ["a deletion", () => users.markDeleted("ann", AT)],
    ["a recovery code", () => sessions.keepRecoveryCode("ann", "hash")],
    ["a new recovery code", () => sessions.keepRecoveryCode("ann", "hash", users.told("recoveryCode", NOW))],
    ["a second factor", () => sessions.noteSecondFactor("ann", "secondFactorOn", NOW)],
    ["a sign-out everywhere", () => sessions.endSessionsBefore("ann", "signedOut", NOW)],
    ["a changed password", () => sessions.endSessionsBefore("ann", null, NOW)],
  ])("%s", async (_what, write) => {
    account({ ...codes(null), startedSessions: null, stripeCustomerId: null });
    await expectRefused(write, () => rows.clear());
  });
});

test.each([
  [
    "is not revoked again and keeps the time of its revocation",
    () => markRevoked("key", "2026-04-01T00:00:00.000Z"),
  ],
  ["does not count as used", () => markUsed("key", "2026-04-01")],
])("a revoked API key %s", async (_what, write) => {
  const key = { pk: "apiKeys", sk: "key" };
  set("users", key, { revokedAt: null });
  await expectRefused(write, () => set("users", key, { revokedAt: AT }));
});

test("removing a reader does not remove an administrator", async () => {
  const op = { pk: "op", sk: "operator" };
  set("users", op, { isReader: true });
  await expectRefused(
    () => dropReader("op"),
    () => set("users", op, { isReader: undefined }),
  );
});

test("an invitation as a reader does not replace an operator", () =>
  expectRefused(
    () => keepReader({ userId: "op", email: "op@example.com" }, undefined, NOW),
    () => set("users", { pk: "op", sk: "operator" }, { version: 1 }),
  ));
