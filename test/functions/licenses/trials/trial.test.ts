import type { Context } from "aws-lambda";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DAY, HOUR, SECOND } from "#shared/instant.ts";
import type { License } from "#shared/licenses/license.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { SHORTEST_TRIAL_LEASE, TRIAL_REFUSED, TRIAL_REMEMBERED } from "#shared/licenses/trial.ts";
import { newAccount } from "../../../../functions/accounts/rules.ts";
import { replacePlans } from "../../../../functions/catalog/planTable.ts";
import { lifetimeGrant } from "../../../../functions/grants/grantRules.ts";
import { createGrant, openRights, readRights } from "../../../../functions/grants/table.ts";
import { handler as activate } from "../../../../functions/licenses/activate.ts";
import { handler as answerOffline } from "../../../../functions/licenses/answerOffline.ts";
import { handler as createFreeKey } from "../../../../functions/licenses/createFreeKey.ts";
import { handler as deactivate } from "../../../../functions/licenses/deactivate.ts";
import { handler as listSeats } from "../../../../functions/licenses/listSeats.ts";
import { handler as refresh } from "../../../../functions/licenses/refresh.ts";
import { handler as replaceKey } from "../../../../functions/licenses/replaceKey.ts";
import { forgetOwner } from "../../../../functions/licenses/rules.ts";
import { findLicense, replaceLicense, toLicense } from "../../../../functions/licenses/table.ts";
import { retryOnConflict, transact } from "../../../../functions/platform/dynamo.ts";
import { decideLifetime } from "../../../../functions/subscriptions/fromStripe/grantWrites.ts";
import { memoryDynamo, type Rows } from "../../../support/memory/dynamo.ts";
import { network } from "../../../support/memory/network.ts";
import { memoryQueues } from "../../../support/memory/queue.ts";
import { ORIGIN_HASHES } from "../../../support/origin.ts";
import { NOW } from "../license.ts";

vi.mock("../../../../functions/platform/leases.ts", () => ({
  signLease: async (claims: object) => JSON.stringify(claims),
  leaseKeyChain: () => [],
}));
vi.mock("../../../../functions/platform/secrets.ts", () => ({ readSecret: async () => "secret" }));

const wire = network();
let rows: Rows;
beforeAll(() => {
  const environment = {
    FUNCTION_ID: "licenses/activate",
    ORIGIN_HASHES,
    SECOND_FACTOR: "optional",
    SITE_URL: "https://shop.example.com",
    LICENSE_ISSUER: "https://shop.example.com",
    SECURITY_QUEUE_URL: "security",
    SECRET_MAILBOX: "mailbox",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  for (const table of ["events", "grants", "limits", "seats", "users"])
    vi.stubEnv(`TABLE_${table.toUpperCase()}`, table);
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  rows = memoryDynamo(wire);
  memoryQueues(wire, () => undefined);
});
beforeEach(begin);
/** Ann and Bob have signed up, and a free key comes with a trial of 14 days. */
async function begin(): Promise<void> {
  wire.turn = undefined;
  rows.clear();
  vi.setSystemTime(NOW);
  for (const userId of ["ann", "bob"])
    rows.put("users", { pk: userId, sk: "account", ...newAccount(userId, `${userId}@example.com`, NOW) });
  await transact([replacePlans({ prices: {}, teams: false, trialDays: 14, version: 0 })]);
}
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

type Answer = { status: number; body: Record<string, unknown> };
async function ask(handler: unknown, input: object, sub = "ann"): Promise<Answer> {
  const event = {
    headers: { "content-type": "application/json", "x-origin-secret": "origin" },
    body: JSON.stringify(input),
    requestContext: {
      authorizer: { jwt: { claims: { sub, token_use: "access", auth_time: String(Date.now() / SECOND) } } },
    },
  };
  type Call = (event: never, context: Context) => Promise<{ statusCode: number; body: string }>;
  const answer = await (handler as Call)(event as never, { awsRequestId: "request" } as Context);
  return { status: answer.statusCode, body: JSON.parse(answer.body) };
}
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
const at = (milliseconds: number) => new Date(NOW.getTime() + milliseconds).toISOString();

/** One component of a fingerprint: board, processor, disk, installation or network. */
const part = (kind: string, of: string) => `${kind}${of.padEnd(16, "x")}`;
const computer = (name: string, { disk = name } = {}) => ({
  fingerprint: `fp2.${[part("b", "model"), part("c", "model"), part("d", disk), part("i", name), part("n", name)].join(".")}`,
  computerName: name,
  os: "linux",
  appVersion: "1",
});
const freeKey = async (userId = "ann") => String((await ask(createFreeKey, {}, userId)).body.licenseKey);
const seatOf = async (userId = "ann") => {
  const { body } = await ask(listSeats, {}, userId);
  return (body.seats as Seat[])[0] as Seat;
};
/** Activates a computer. @returns the answer and the claims of its lease */
async function start(licenseKey: string, name: string, parts = {}) {
  const { status, body } = await ask(activate, { licenseKey, ...computer(name, parts) });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...body, claims: JSON.parse(String(body.lease)) } as Leased;
}
type Leased = {
  activationId: string;
  refreshSecret: string;
  message: string;
  tier: string;
  leaseEndsAt: string;
  claims: { tier: string; exp: number; entitlements: { metadata: Record<string, string> } };
};
async function again(licenseKey: string, name: string, { activationId, refreshSecret }: Leased) {
  const { fingerprint } = computer(name);
  const attemptId = `attempt-${Date.now()}`.padEnd(20, "0");
  const { status, body } = await ask(refresh, {
    licenseKey,
    fingerprint,
    activationId,
    refreshSecret,
    attemptId,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...body, claims: JSON.parse(String(body.lease)) } as Leased;
}
const leave = (licenseKey: string, name: string, { activationId, refreshSecret }: Leased) =>
  ask(deactivate, { licenseKey, fingerprint: computer(name).fingerprint, activationId, refreshSecret });
const buy = async (userId = "ann") => {
  const now = new Date();
  const { reading } = await openRights(userId);
  const rights = await readRights(userId);
  const trouble = {
    paymentIntentId: "pi_1",
    invoiceId: null,
    refunded: false,
    isGift: false,
    dispute: null,
  };
  const { writes } = decideLifetime({ reading, userId, trouble, paidAt: now }, rights, now);
  await reading.commit(writes);
};

test("two virtual machines with the same optical drive each have a trial", async () => {
  // The hash of QEMU's drive `ata-QEMU_DVD-ROM_QM00003` in version 1.2 of the client.
  const disk = "puiRDdrchxW21Hj5";
  await start(await freeKey("ann"), "first", { disk });
  expect((await start(await freeKey("bob"), "second", { disk })).tier).toBe("pro");
});

describe("a free key", () => {
  test("has every feature for the set number of days after its first activation, and then the free tier", async () => {
    const licenseKey = await freeKey();
    expect(await seatOf()).toMatchObject({
      tier: "free",
      trial: { state: "waiting", days: 14, ends_at: null },
    });
    pass(5 * DAY);
    const leased = await start(licenseKey, "desk");
    expect(leased).toMatchObject({ tier: "pro", claims: { tier: "pro" } });
    expect(leased.claims.entitlements.metadata).toEqual({ trial: "running", trial_ends_at: at(19 * DAY) });
    expect(await seatOf()).toMatchObject({
      tier: "pro",
      trial: { state: "running", ends_at: at(19 * DAY) },
    });
    pass(14 * DAY);
    const ended = await again(licenseKey, "desk", leased);
    expect(ended).toMatchObject({ tier: "free", claims: { tier: "free" } });
    expect(ended.claims.entitlements.metadata).toEqual({});
    expect(await seatOf()).toMatchObject({ tier: "free", code: "VALID", trial: { state: "over" } });
  });

  test("has no trial if the setting was 0 days at its creation, even if the setting changes later", async () => {
    await transact([replacePlans({ prices: {}, teams: false, trialDays: 0, version: 1 })]);
    const licenseKey = await freeKey();
    await transact([replacePlans({ prices: {}, teams: false, trialDays: 14, version: 2 })]);
    expect(await freeKey()).toBe(licenseKey);
    const leased = await start(licenseKey, "desk");
    expect(leased).toMatchObject({ tier: "free", claims: { tier: "free", entitlements: { metadata: {} } } });
    expect(await seatOf()).not.toHaveProperty("trial");
    expect(JSON.stringify(rows.of("seats"))).not.toContain("trial");
    expect(JSON.stringify(rows.of("grants"))).not.toContain("rial");
  });

  test("keeps the length of its trial when the setting changes", async () => {
    const licenseKey = await freeKey();
    await transact([replacePlans({ prices: {}, teams: false, trialDays: 0, version: 1 })]);
    expect((await start(licenseKey, "desk")).claims.entitlements.metadata.trial_ends_at).toBe(at(14 * DAY));
  });

  test("has no trial for a customer who has had another license", async () => {
    await transact([createGrant(lifetimeGrant("ann", "pi_0", { licenseKey: "key", revives: null }, NOW))]);
    expect((await start(await freeKey(), "desk")).tier).toBe("free");
  });

  test("has its trial until the last day has ended in every time zone", async () => {
    pass(-5 * HOUR);
    const licenseKey = await freeKey();
    await start(licenseKey, "desk");
    const { trial } = (await findLicense(licenseKey)) as License;
    expect(trial?.endsAt).toBe(new Date(NOW.getTime() + 15 * DAY).toISOString());
  });

  test("keeps its trial under a new key string", async () => {
    const leased = await start(await freeKey(), "desk");
    const { licenseKey } = (await findLicense((await seatOf()).license_key)) as License;
    await ask(replaceKey, { licenseKey });
    const seat = await seatOf();
    expect(seat.trial).toEqual({
      state: "running",
      days: 14,
      ends_at: leased.claims.entitlements.metadata.trial_ends_at,
    });
    expect((await start(seat.license_key, "desk")).tier).toBe("pro");
  });
});

describe("a lease", () => {
  test("ends with the trial at the latest, online and offline", async () => {
    const licenseKey = await freeKey();
    let leased = await start(licenseKey, "desk");
    for (let hours = 0; hours < 14 * 24; hours += 20) {
      expect(Date.parse(leased.leaseEndsAt)).toBeLessThanOrEqual(NOW.getTime() + 14 * DAY);
      pass(20 * HOUR);
      if (Date.now() < NOW.getTime() + 14 * DAY) leased = await again(licenseKey, "desk", leased);
    }
    expect(leased.tier).toBe("pro");
  });

  test("that begins in a trial's last minutes is for the free tier and has the usual length", async () => {
    const licenseKey = await freeKey();
    pass(700);
    const leased = await start(licenseKey, "desk");
    const { trial } = (await findLicense(licenseKey)) as License;
    expect(Date.parse(String(trial?.endsAt)) % SECOND).toBe(0);
    const untilEnd = async (milliseconds: number) => {
      vi.setSystemTime(Date.parse(String(trial?.endsAt)) - milliseconds);
      return start(licenseKey, "desk");
    };
    expect(leased.tier).toBe("pro");
    expect(await untilEnd(SHORTEST_TRIAL_LEASE)).toMatchObject({ tier: "pro", leaseEndsAt: trial?.endsAt });
    const last = await untilEnd(SHORTEST_TRIAL_LEASE - SECOND);
    expect(last).toMatchObject({ tier: "free", claims: { tier: "free", entitlements: { metadata: {} } } });
    expect(Date.parse(last.leaseEndsAt) - Date.now()).toBe(7 * DAY);
  });

  test("from an answer file ends with the trial at the latest, and a repeated request gets the same lease", async () => {
    const licenseKey = await freeKey();
    const request = {
      type: "license-request",
      version: 1,
      nonce: "nonce-of-the-request-1",
      ...computer("studio"),
    };
    const answer = async () => {
      const { status, body } = await ask(answerOffline, { licenseKey, request });
      expect(status, JSON.stringify(body)).toBe(200);
      return JSON.parse((body.answer as { lease: string }).lease);
    };
    const first = await answer();
    expect(first).toMatchObject({ tier: "pro", exp: (NOW.getTime() + 14 * DAY) / SECOND });
    pass(DAY);
    expect(await answer()).toEqual(first);
    await start(await freeKey("bob"), "old");
    const before = (await findLicense(licenseKey)) as License;
    await replaceLicense(before, { ...before, device: null, version: before.version + 1 });
    expect((await start(licenseKey, "old")).tier).toBe("free");
    expect(await answer()).toEqual(first);
  });

  test("that a computer got offline without a trial keeps the free tier when the trial begins on another computer", async () => {
    await transact([replacePlans({ prices: {}, teams: false, trialDays: 60, version: 1 })]);
    await start(await freeKey("bob"), "old");
    const licenseKey = await freeKey();
    const nonce = "nonce-of-the-request-2";
    const request = { type: "license-request", version: 1, nonce, ...computer("old") };
    const answer = async () =>
      JSON.parse(
        ((await ask(answerOffline, { licenseKey, request })).body.answer as { lease: string }).lease,
      );
    expect(await answer()).toMatchObject({ tier: "free", exp: (NOW.getTime() + 30 * DAY) / SECOND });
    const before = (await findLicense(licenseKey)) as License;
    await replaceLicense(before, { ...before, device: null, version: before.version + 1 });
    expect((await start(licenseKey, "new")).tier).toBe("pro");
    expect(await answer()).toMatchObject({ tier: "free" });
  });
});

describe("one trial per computer", () => {
  test("a second account's trial does not begin on the same computer, and the answer says why", async () => {
    await start(await freeKey("bob"), "desk");
    const licenseKey = await freeKey();
    const refused = await start(licenseKey, "desk");
    expect(refused).toMatchObject({ tier: "free", message: TRIAL_REFUSED, claims: { tier: "free" } });
    expect(refused.claims.entitlements.metadata).toEqual({ trial: "refused" });
    expect(await seatOf()).toMatchObject({ tier: "free", trial: { state: "refused", ends_at: null } });
    await leave(licenseKey, "desk", refused);
    pass(2 * DAY);
    expect((await start(licenseKey, "laptop")).claims.entitlements.metadata.trial_ends_at).toBe(at(16 * DAY));
  });

  test("a computer with a replaced part is recognized, and another computer of the same model is not", async () => {
    await start(await freeKey("bob"), "desk");
    const licenseKey = await freeKey();
    const refused = await start(licenseKey, "desk", { disk: "new" });
    expect(refused.tier).toBe("free");
    await leave(licenseKey, "desk", refused);
    pass(2 * DAY);
    expect((await start(licenseKey, "other")).tier).toBe("pro");
  });

  test("a running trial is refused on a computer that has had a trial, and continues elsewhere", async () => {
    await start(await freeKey("bob"), "desk");
    const licenseKey = await freeKey();
    const own = await start(licenseKey, "laptop");
    await leave(licenseKey, "laptop", own);
    pass(2 * DAY);
    const refused = await start(licenseKey, "desk");
    expect(refused.tier).toBe("free");
    await leave(licenseKey, "desk", refused);
    expect((await start(licenseKey, "laptop")).tier).toBe("pro");
  });

  test("only one of two accounts that activate a computer at once gets a trial", async () => {
    const [first, second] = [await freeKey("bob"), await freeKey()];
    wire.turn = async ({ operation }) => {
      if (operation !== "TransactWriteItems") return;
      wire.turn = undefined;
      expect((await start(first, "desk")).tier).toBe("pro");
    };
    expect((await start(second, "desk")).tier).toBe("free");
  });

  test("the rows that remember a trial contain no account and no part of a fingerprint, and expire a year after the trial", async () => {
    const { fingerprint } = computer("desk");
    await start(await freeKey("bob"), "desk");
    const marks = rows.of("seats").filter(({ sk }) => sk === "computer");
    expect(marks).toHaveLength(3);
    for (const mark of marks) {
      expect(Object.keys(mark).sort()).toEqual(["expiresAtEpoch", "pk", "print", "sk", "trial"]);
      expect(mark.expiresAtEpoch).toBe((NOW.getTime() + 14 * DAY + TRIAL_REMEMBERED) / SECOND);
      for (const component of fingerprint.split(".").slice(1))
        expect(JSON.stringify(mark)).not.toContain(component);
    }
    pass(14 * DAY + TRIAL_REMEMBERED);
    expect((await start(await freeKey(), "desk")).tier).toBe("pro");
  });

  test("deleting the account keeps the rows that remember its trial, but no link from them to the account", async () => {
    const licenseKey = await freeKey("bob");
    await start(licenseKey, "desk");
    const forgotten = forgetOwner((await findLicense(licenseKey)) as License);
    const [mark] = rows.of("seats").filter(({ sk }) => sk === "computer");
    expect(mark?.trial).toBeTruthy();
    expect(JSON.stringify(forgotten)).not.toContain(String(mark?.trial));
    expect((await start(await freeKey(), "desk")).tier).toBe("free");
  });
});

describe("a purchase", () => {
  test("ends the trial, and the next lease of the free key has the free tier", async () => {
    const licenseKey = await freeKey();
    const leased = await start(licenseKey, "desk");
    pass(HOUR);
    await buy();
    const { body } = await ask(listSeats, {});
    const from = (source: string) => (body.seats as Seat[]).find((seat) => seat.source === source);
    expect(from("lifetime")).toMatchObject({ tier: "pro" });
    expect(from("free")).toMatchObject({ tier: "free", trial: { state: "over", ends_at: at(HOUR) } });
    expect((await again(licenseKey, "desk", leased)).tier).toBe("free");
  });

  test("ends a trial that has not begun", async () => {
    const licenseKey = await freeKey();
    await buy();
    expect((await start(licenseKey, "desk")).tier).toBe("free");
    expect((await findLicense(licenseKey))?.trial).toMatchObject({ endsAt: null, endedAt: at(0) });
  });

  const bought = () => retryOnConflict(() => buy());
  test.each([
    ["it happens at the same time as any step of creating the free key", freeKey, bought],
    ["the free key is created at the same time as any step of granting the purchase", bought, freeKey],
  ])("leaves no trial if %s", async (_what, slow, fast) => {
    let isOver = false;
    for (let call = 0; !isOver; call += 1) {
      await begin();
      let calls = 0;
      isOver = true;
      wire.turn = async () => {
        calls += 1;
        if (calls !== call + 1) return;
        wire.turn = undefined;
        isOver = false;
        await fast();
      };
      await slow();
      if (isOver) await fast();
      const [license] = rows.of("seats").filter(({ source }) => source === "free");
      const { trial } = toLicense(license ?? {});
      expect(trial === undefined || trial.endedAt !== undefined, `before call ${call}`).toBe(true);
    }
  });

  test("writes nothing to a free key without a trial", async () => {
    await transact([replacePlans({ prices: {}, teams: false, trialDays: 0, version: 1 })]);
    const licenseKey = await freeKey();
    await buy();
    expect(await findLicense(licenseKey)).toMatchObject({ version: 1 });
  });
});
