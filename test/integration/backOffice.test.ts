import { createHmac, randomUUID } from "node:crypto";
import {
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { beforeAll, describe, expect, test } from "vitest";
import { auditAddress } from "#shared/audit/entry.ts";
import type { EndpointId } from "#shared/endpoints.ts";
import { HOUR, SECOND } from "#shared/instant.ts";
import { compare, isByTheClock } from "../../scripts/recount/compare.ts";
import { localSource, readTables } from "../../scripts/recount/tables.ts";
import { call } from "../support/api.ts";
import { advanceClock, invocations, resetClock, runSchedule, settle } from "../support/control.ts";
import { newEmail, type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { patchRow, putRow, rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { buy, computer } from "../support/shop.ts";

let operator: Person;
let buyer: Person;
let licenseKey: string;
const name = `desk${randomUUID().slice(0, 8)}`;
type Row = Record<string, unknown>;
type Body = Row & {
  [list in "users" | "keys" | "alerts" | "entries" | "grants" | "payments"]: Row[];
} & {
  key: Row;
  alert: Row;
  licenseKey: string;
  total: number;
  next: string | null;
  csv: string;
  rows: number;
};

/** A call of the operator's; what the answers hold is said by each test. */
async function ask(id: EndpointId, input: Row): Promise<{ status: number; body: Body }> {
  const { status, body } = await call(id, JSON.parse(JSON.stringify(input)) as never, {
    token: operator.accessToken,
  });
  return { status, body: body as unknown as Body };
}

beforeAll(async () => {
  operator = await signUpOperator();
  buyer = await signUpPerson(`${name}-buyer@example.com`);
  ({ licenseKey } = await buy(buyer, "lifetime"));
  await settle();
});

const audited = async (action: string) =>
  (await ask("audit/listAudit", { userId: buyer.userId })).body.entries.filter(
    (entry) => entry.action === action,
  );

describe("users", () => {
  test("a buyer is listed as active, with the seat, and found by the beginning of the address", async () => {
    const { status, body } = await ask("accounts/listUsers", { search: name.toUpperCase() });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      users: [{ id: buyer.userId, email: buyer.email, membership_status: "active", seat_count: 1 }],
      total: null,
      next: null,
    });
  });

  test.each(["created_at", "email", "last_sign_in_at"] as const)(
    "pages by %s go through all of them once, whole and narrowed",
    async (sort) => {
      for (const status of [undefined, "active"] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        let total = -1;
        do {
          const { body } = await ask("accounts/listUsers", { sort, status, limit: 25, cursor });
          total = body.total;
          seen.push(...body.users.map(({ id }) => String(id)));
          cursor = body.next ?? undefined;
        } while (cursor);
        expect(new Set(seen).size).toBe(seen.length);
        expect(total).toBeGreaterThan(0);
        expect(seen).toContain(buyer.userId);
      }
    },
  );

  test("suspending ends the session, locks the keys and is written down; lifting it undoes it", async () => {
    const person = await signUpPerson(newEmail("suspended"));
    await call("licenses/createFreeKey", {}, { token: person.accessToken });
    const suspend = (suspended: boolean) =>
      ask("accounts/suspendUser", { userId: person.userId, suspended, note: "chargebacks" });
    expect((await suspend(true)).body).toEqual({ userId: person.userId, is_suspended: true });
    expect((await suspend(true)).status).toBe(200);
    const refused = await call("licenses/listSeats", {}, { token: person.accessToken });
    expect(refused).toMatchObject({ status: 403, body: { code: "ACCOUNT_SUSPENDED" } });
    await settle();
    const grants = (await rowsOf("Grants")).filter(
      ({ pk, sk }) => pk === person.userId && String(sk).startsWith("grant#"),
    );
    expect(grants).toMatchObject([{ entitlement: { suspensions: ["account"] } }]);
    const { body } = await ask("accounts/listUsers", { status: "suspended", search: person.email });
    expect(body.users).toMatchObject([{ id: person.userId, is_suspended: true }]);
    const entries = (await rowsOf("Audit")).filter(({ userId }) => userId === person.userId);
    expect(entries).toMatchObject([
      { action: "accounts/suspendUser", before: { suspended: false }, after: { suspended: true } },
    ]);
    await suspend(false);
    expect((await call("licenses/listSeats", {}, { token: person.accessToken })).body.seats).toMatchObject([
      { code: "VALID" },
    ]);
  });

  test("nobody suspends themselves, and nobody who is not there", async () => {
    const own = await ask("accounts/suspendUser", { userId: operator.userId, suspended: true });
    expect(own.status).toBe(403);
    const none = await ask("accounts/suspendUser", { userId: "nobody", suspended: true });
    expect(none.status).toBe(404);
  });

  test("a password reset is Cognito's own, and is written down", async () => {
    const { body } = await ask("accounts/sendPasswordReset", { userId: buyer.userId });
    expect(body).toEqual({ sentTo: buyer.email });
    expect(await audited("accounts/sendPasswordReset")).toHaveLength(1);
  });
});

describe("keys", () => {
  const listed = async (search: string) => (await ask("licenses/listKeys", { search })).body.keys;

  test("are listed with their owner, and found by their beginning however it is typed", async () => {
    const typed = licenseKey.slice(0, 12).toLowerCase().replaceAll("-", " ");
    expect(await listed(typed)).toMatchObject([
      { id: licenseKey, user_id: buyer.userId, user_email: buyer.email, is_active: true },
    ]);
    for (const sort of ["created_at", "license_key", "last_used_at"] as const)
      for (const status of [undefined, "active"] as const) {
        const { body } = await ask("licenses/listKeys", { sort, status, direction: "asc" });
        expect(body.keys.length).toBeGreaterThan(0);
        expect(body.total).toBeGreaterThan(0);
      }
  });

  test("one that is made, extended, switched off and on, taken back and given to another", async () => {
    const made = await ask("licenses/createLicenseKey", {
      userId: buyer.userId,
      duration: "yearly",
      maxDailySwaps: 3,
    });
    expect(made.body.key).toMatchObject({ user_id: buyer.userId, max_daily_swaps: 3, source: "manual" });
    const keyId: string = made.body.licenseKey;
    await call("licenses/activate", { licenseKey: keyId, ...computer("desk") });
    await call("licenses/swapSeat", { licenseKey: keyId }, { token: buyer.accessToken });
    await call("licenses/activate", { licenseKey: keyId, ...computer("desk") });

    const endOf = ({ body }: { body: Body }) => Date.parse(String(body.key.expires_at));
    const extended = await ask("licenses/extendKey", { keyId, days: 10 });
    expect(endOf(extended) - endOf(made)).toBe(864_000_000);
    expect((await ask("licenses/resetSwaps", { keyId })).body.key).toMatchObject({
      swap_count_today: 0,
      total_swaps: 1,
    });
    const off = await ask("licenses/revokeKey", { keyId });
    expect(off.body.key).toMatchObject({ is_active: false, computer_name: null });
    expect((await ask("licenses/revokeKey", { keyId })).status).toBe(409);
    const { fingerprint } = computer("desk");
    const validate = () => call("licenses/validate", { licenseKey: keyId, fingerprint });
    expect((await validate()).body.code).toBe("INACTIVE");
    expect((await ask("licenses/reactivateKey", { keyId })).body.key.is_active).toBe(true);

    const back = await ask("licenses/unassignLicenseKey", { keyId });
    expect(back.body.key).toMatchObject({ user_id: null, user_email: null });
    expect((await validate()).body.code).toBe("NOT_FOUND");
    await settle();
    expect(await listed(keyId)).toMatchObject([{ id: keyId, user_id: null }]);
    const other = await signUpPerson(newEmail("other"));
    const assign = { licenseKeyId: keyId, userId: other.userId };
    expect((await ask("licenses/assignLicenseKey", assign)).body.key.user_email).toBe(other.email);
    expect((await ask("licenses/assignLicenseKey", assign)).status).toBe(409);
    await settle();
    expect(await listed(keyId)).toMatchObject([{ id: keyId, user_id: other.userId }]);
    for (const action of ["createLicenseKey", "extendKey", "resetSwaps", "revokeKey", "unassignLicenseKey"])
      expect((await audited(`licenses/${action}`)).length, action).toBe(1);
  });

  test("a key for nobody, or out of bounds, is refused", async () => {
    const make = (input: Record<string, unknown>) =>
      ask("licenses/createLicenseKey", { userId: buyer.userId, ...input });
    expect((await make({ userId: "nobody" })).status).toBe(404);
    expect((await make({ userId: undefined })).body).toMatchObject({
      code: "VALIDATION_ERROR",
      field: "userId",
    });
    expect((await make({ maxDailySwaps: 11 })).body.field).toBe("maxDailySwaps");
    expect((await make({ duration: "weekly" })).body.field).toBe("duration");
  });
});

test("an alert is listed, resolved with a note, and opened anew by what comes after", async () => {
  const at = new Date().toISOString();
  const alert = {
    id: randomUUID(),
    userId: buyer.userId,
    type: "key_sharing",
    severity: "high",
    description: "<script>alert(1)</script>",
    metadata: { fingerprints: 5 },
    count: 1,
    createdAt: at,
    lastSeenAt: at,
    state: "open",
    resolvedBy: null,
    resolvedAt: null,
    note: null,
    version: 1,
  };
  await putRow("Alerts", { pk: buyer.userId, sk: "open#key_sharing", ...alert });
  await settle();
  const list = async (status: "open" | "resolved" | "all") =>
    (await ask("security/listAlerts", { status })).body.alerts.filter(
      ({ user_id }) => user_id === buyer.userId,
    );
  expect(await list("open")).toMatchObject([{ id: alert.id, user_email: buyer.email, resolved: false }]);
  const resolve = () => ask("security/resolveAlert", { id: alert.id, note: "Spoke to them" });
  expect((await resolve()).body.alert).toMatchObject({ resolved: true, resolved_by: operator.email });
  expect((await resolve()).status).toBe(409);
  await settle();
  expect(await list("open")).toEqual([]);
  expect(await list("resolved")).toMatchObject([{ id: alert.id, note: "Spoke to them" }]);
  expect(await list("all")).toHaveLength(1);
  expect((await ask("security/resolveAlert", { id: "none" })).status).toBe(404);
});

test("a link has one row by its id, wherever in the list it stands, and none where there is none", async () => {
  const [entry] = await audited("accounts/sendPasswordReset");
  const [alert] = (await ask("security/listAlerts", { status: "all" })).body.alerts;
  const linked: [EndpointId, keyof Body, unknown][] = [
    ["accounts/listUsers", "users", buyer.userId],
    ["licenses/listKeys", "keys", licenseKey],
    ["security/listAlerts", "alerts", alert?.id],
    ["audit/listAudit", "entries", auditAddress({ at: String(entry?.at), id: String(entry?.id) })],
  ];
  for (const [list, rows, id] of linked) {
    // What else is asked of the list has no say in it.
    const { body } = await ask(list, { id, search: "nobody", limit: 1 });
    expect(body[rows], list).toHaveLength(1);
    expect(body.next).toBeNull();
    expect((await ask(list, { id: "none" })).body[rows], list).toEqual([]);
  }
  expect((await ask("accounts/listUsers", { id: buyer.userId })).body.users[0]?.email).toBe(buyer.email);
});

describe("money", () => {
  test("a payment is given back in part, once however often it is asked, and written down", async () => {
    const { body } = await ask("accounts/getCustomer", { userId: buyer.userId });
    expect(body).toMatchObject({
      account: { id: buyer.userId, email: buyer.email },
      grants: [{ source: "lifetime", code: "VALID" }],
    });
    const payment = body.payments[0] ?? {};
    expect(payment).toMatchObject({ refunded_cents: 0, status: "succeeded" });
    const refund = { paymentIntentId: payment.id, amountCents: 500, requestId: randomUUID() };
    const first = await ask("billing/refundPayment", refund);
    expect(first.body).toMatchObject({ amount_cents: 500 });
    expect((await ask("billing/refundPayment", refund)).body).toEqual(first.body);
    const after = await ask("accounts/getCustomer", { userId: buyer.userId });
    expect(after.body.payments[0]?.refunded_cents).toBe(500);
    const tooMuch = { ...refund, amountCents: 99_999_999, requestId: randomUUID() };
    expect((await ask("billing/refundPayment", tooMuch)).status).toBe(409);
    const unknown = { ...refund, paymentIntentId: "pi_none", requestId: randomUUID() };
    expect((await ask("billing/refundPayment", unknown)).status).toBe(404);
  });

  test("asks for a sign-in of the last five minutes", async () => {
    await advanceClock(6 * 60);
    try {
      const refund = { paymentIntentId: "pi_any", requestId: randomUUID() };
      for (const answer of [
        await ask("billing/refundPayment", refund),
        await ask("licenses/extendKey", { keyId: licenseKey, days: 1 }),
        await ask("payouts/approve", { payout_id: "any-000001" }),
        await ask("payouts/transfer", { payout_id: "any-000001" }),
        await ask("payouts/runCalc", {}),
        await ask("payouts/runDistribute", {}),
      ])
        expect(answer).toMatchObject({ status: 403, body: { code: "FRESH_SIGN_IN_REQUIRED" } });
      const preview = await ask("payouts/previewBatch", { kind: "calc" });
      expect(preview.status).toBe(200);
    } finally {
      await resetClock();
    }
  });
});

test("a search finds people, keys and alerts by beginnings and whole ids", async () => {
  const kinds = async (q: string) =>
    ((await ask("insights/searchAll", { q })).body.results as Row[]).map(({ kind, id }) => `${kind} ${id}`);
  expect(await kinds(name)).toEqual([`user ${buyer.userId}`]);
  expect(await kinds(licenseKey.toLowerCase())).toEqual([`key ${licenseKey}`]);
  expect(await kinds(buyer.userId)).toContain(`user ${buyer.userId}`);
  expect(await kinds("")).toEqual([]);
});

test("every list goes out as CSV, with its header once", async () => {
  for (const list of ["users", "license-keys", "alerts", "audit"] as const) {
    const { status, body } = await ask("insights/exportList", { list });
    expect(status).toBe(200);
    expect(body.csv.split("\r\n")).toHaveLength(body.rows + 2);
  }
});

describe("bad input", () => {
  const LISTS: EndpointId[] = ["accounts/listUsers", "licenses/listKeys", "security/listAlerts"];
  test.each(LISTS)("%s: a page that cannot be is a 400", async (id) => {
    for (const limit of [0, -1, 26, 1e9, 1.5, Number.NaN])
      expect((await ask(id, { limit })).body, String(limit)).toMatchObject({
        code: "VALIDATION_ERROR",
        field: "limit",
      });
    for (const offset of [-1, 1e9]) expect((await ask(id, { offset })).body.field).toBe("offset");
    const foreign = Buffer.from(JSON.stringify({ pk: "a", sk: "b", list: "else", createdAt: "x" }));
    for (const cursor of ["nonsense", foreign.toString("base64url")])
      expect((await ask(id, { cursor })).body.field).toBe("cursor");
    const beyond = await ask(id, { offset: 1000 });
    expect(beyond.status).toBe(200);
  });

  test.each(["%", ".*", "🦊", "İstanbul", "a".repeat(5000), "';--", "#", "\u0000"])(
    "a search for %j is no error",
    async (search) => {
      for (const id of ["accounts/listUsers", "licenses/listKeys"] as const)
        expect((await ask(id, { search })).status).toBe(200);
      expect((await ask("insights/searchAll", { q: search })).status).toBe(200);
    },
  );
});

test("a page is one Query, and the check of who asks with what stands beside it; the Overview one Query", async () => {
  const asked = async (id: EndpointId) => {
    await ask(id, {});
    const latest = (await invocations(id)).at(-1);
    return (latest?.calls ?? []).filter(({ service }) => service === "dynamodb").map((one) => one.operation);
  };
  for (const id of [
    "accounts/listUsers",
    "licenses/listKeys",
    "security/listAlerts",
    "affiliates/listAffiliates",
    "payouts/listPayouts",
    "payouts/listPayoutRequests",
  ] as const)
    expect(await asked(id)).toEqual(["Query", "BatchGetItem"]);
  // All parts of the feed at once (docs/decisions/feed-in-parts.md).
  expect(await asked("affiliates/listActivity")).toEqual([...Array(5).fill("Query"), "BatchGetItem"]);
  for (const id of [
    "insights/getSystemStats",
    "insights/getTrends",
    "insights/getLatest",
    "audit/listAudit",
  ] as const)
    expect(await asked(id)).toEqual(["GetItem", "Query"]);
});

test("a licence that ends by time alone is in the lists and figures within the hour, on its day", async () => {
  const person = await signUpPerson();
  await ask("licenses/createLicenseKey", { userId: person.userId, duration: "monthly" });
  const grant = (await rowsOf("Grants")).find(({ pk }) => pk === person.userId) as { entitlement: object };
  const end = new Date(Date.now() + HOUR).toISOString();
  const key = { pk: person.userId, sk: String((grant as Row).sk) };
  await patchRow("Grants", key, "entitlement", { ...grant.entitlement, expiresAt: end });
  await settle();
  const status = async () => {
    const { users } = (await ask("accounts/listUsers", { search: person.email })).body;
    return users[0]?.membership_status;
  };
  expect(await status()).toBe("active");
  await advanceClock((HOUR + 10 * SECOND) / SECOND);
  try {
    await settle();
    const late = new Date(Date.parse(end) + SECOND);
    const recount = async () => compare(await readTables(localSource(stack())), late);
    expect(await recount()).not.toEqual([]);
    await runSchedule("insights/refreshDue");
    expect(await status()).toBe("expired");
    expect(await recount()).toEqual([]);
    expect(await runSchedule("insights/refreshDue")).toMatchObject({ payload: { refreshed: 0 } });
  } finally {
    await resetClock();
  }
});

test("the latest activity tells of accounts, payments and keys, by the id alone", async () => {
  const person = await signUpPerson();
  await buy(person, "lifetime");
  await settle();
  const { body } = await call("insights/getLatest", {}, { token: operator.accessToken });
  const own = (body.events as Row[]).filter(({ user_id }) => user_id === person.userId);
  expect(own.map(({ kind }) => kind).sort()).toEqual(["key", "purchase", "signup"]);
  expect(own.find(({ kind }) => kind === "purchase")).toMatchObject({ currency: "usd" });
  expect(JSON.stringify(body)).not.toContain("@");
});

/** What the clock alone changes follows within the hour, and other tests turn the clock. */
test("the figures are what a recount of the tables gives, and no payment is missing from them", async () => {
  await settle();
  const recount = async () =>
    compare(await readTables(localSource(stack())), new Date()).filter((one) => !isByTheClock(one));
  expect(await recount()).toEqual([]);
  const { body } = await ask("insights/getSystemStats", {});
  expect(body.total_revenue).toBeGreaterThan(0);
  expect(body.total_users).toBeGreaterThan(0);
});

test("an operator's sign-in is noted as covered once an authenticator is enrolled", async () => {
  const { cognito, dynamodb } = stack();
  const fresh = await signUpOperator();
  const prove = () => call("accounts/proveSecondFactor", {}, { token: fresh.accessToken });
  expect((await prove()).body).toEqual({ required: false, enrolled: false });
  const client = new CognitoIdentityProviderClient({ endpoint: cognito.endpoint, region: dynamodb.region });
  const AccessToken = fresh.accessToken;
  const { SecretCode = "" } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const UserCode = totp(SecretCode, Date.now());
  await client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
  await client.send(new SetUserMFAPreferenceCommand({ AccessToken, SoftwareTokenMfaSettings }));
  expect((await prove()).body).toEqual({ required: false, enrolled: true });
  const row = (await rowsOf("Users")).find(({ pk }) => pk === fresh.userId);
  expect(row?.secondFactorSignIns).toEqual([claimsOf(AccessToken).auth_time]);
});

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

/** RFC 6238 with Cognito's choices: SHA-1, six digits, thirty seconds. */
function totp(secret: string, now: number): string {
  const bits = [...secret].map((one) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(one).toString(2).padStart(5, "0"),
  );
  const bytes = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const hash = createHmac("sha1", bytes).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
