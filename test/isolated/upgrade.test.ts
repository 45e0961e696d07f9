import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import { availableFrom } from "#shared/affiliates/release.ts";
import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import { LICENSE_KEY_IN_TEXT, maskKey } from "#shared/licenses/masked.ts";
import { noticesOf } from "../../functions/affiliates/notices/noticesOf.ts";
import { makeOperator } from "../../local/seed/operator.ts";
import { compare, isByTheClock } from "../../scripts/recount/compare.ts";
import { localSource, readTables } from "../../scripts/recount/tables.ts";
import { WEBHOOKS } from "../../scripts/stripe/webhooks.ts";
import { call, send } from "../support/api.ts";
import { advanceClock, runSchedule, settle } from "../support/control.ts";
import { signInOperator, signInPerson, signInUntold } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { stripeClient } from "../support/shop.ts";
import { fixture, openComputers, personOf, refreshSession, startUpgraded } from "../support/upgrade.ts";

// What a change of rows, tokens, leases, fingerprints or user pools does to a customer of yesterday:
// docs/decisions/how-does-stored-data-change.md.

let close: () => Promise<void>;
const computers = openComputers();
beforeAll(async () => {
  ({ close } = await startUpgraded());
  // A release step: operators have had a pool of their own since 6bab753.
  await makeOperator(stack(), fixture.operator);
});
afterAll(async () => {
  computers.remove();
  await close();
});

type Fields = Record<string, unknown>;
/** Tells when the question was asked, not what is stored; or says a `code` in words, which may be written anew. */
const OF_THE_QUESTION = ["requestId", "exportedAt", "next_reset_utc", "error"];

/** Answers without their own times; of a cursor only whether there is one. */
function stored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stored);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !OF_THE_QUESTION.includes(name));
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === "next" ? typeof inner : stored(inner)]),
  );
}

/** Fields of the back office's answers that have another name on purpose: it is deployed together with the API. */
const RENAMED: Partial<Record<EndpointId, Readonly<Record<string, string>>>> = {
  "security/listAlerts": { alerts: "rows" },
};

/** Sentences beside a field that says the same for programs: they may be written anew. */
const WORDED: Partial<Record<EndpointId, readonly string[]>> = { "affiliates/testLink": ["message"] };

/** Sentences that were written anew: the old one and today's. */
const REWORDED = [["The payment was given back.", "The payment was returned to the buyer."]] as const;

/** Times that are computed otherwise: a commission was called available when its hold ended, before the run that releases it. */
const isAvailability = (name: string): boolean => ["available_at", "next_available_at"].includes(name);

/** What was said of a commission's availability, as it is computed today. */
function asComputed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asComputed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isAvailability(name) && typeof inner === "string" ? availableFrom(inner) : asComputed(inner),
    ]),
  );
}

const NAMES_A_KEY = new RegExp(LICENSE_KEY_IN_TEXT.source);

/**
 * Today the back office shows the ends of keys, and calls them by ids that the old stack could not know. Its audit log
 * no longer names a key's computer.
 */
function asShown(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(LICENSE_KEY_IN_TEXT, maskKey);
  if (Array.isArray(value)) return value.map(asShown);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, inner]) =>
      name !== "computer" && !(["id", "subject"].includes(name) && NAMES_A_KEY.test(String(inner))),
  );
  return Object.fromEntries(entries.map(([name, inner]) => [name, asShown(inner)]));
}

/** What the old stack answered, in the names of today. */
function expectedOf(answers: NonNullable<(typeof fixture.operator)["answers"]>): Fields {
  const expected = Object.entries(answers).map(([id, { status, body }]) => {
    const names = RENAMED[id as EndpointId] ?? {};
    const fields = Object.entries(body as Fields)
      .filter(([name]) => !WORDED[id as EndpointId]?.includes(name))
      .map(([name, value]) => [names[name] ?? name, value]);
    const named = Object.fromEntries(fields);
    const isDesk = ENDPOINTS[id as EndpointId].audience === "operator";
    return [id, { status, body: asComputed(isDesk ? asShown(named) : named) }];
  });
  const said = JSON.stringify(stored(Object.fromEntries(expected)));
  return JSON.parse(REWORDED.reduce((text, [old, today]) => text.replaceAll(old, today), said)) as Fields;
}

const bodyOf = (answers: (typeof fixture.operator)["answers"], id: EndpointId): Fields =>
  (answers?.[id]?.body ?? {}) as Fields;
/** A user's Stripe customer, as the old stack showed it. */
const customerOf = (name: string) =>
  String((bodyOf(personOf(name).answers, "customers/exportData").account as Fields).stripeCustomerId);
const tokenOf = async (name: string) => {
  const { email, password } = personOf(name);
  return { token: (await signInPerson(email, password)).accessToken };
};

test("affiliates get no mail about what the old version stored, when it is restored or rewritten", () => {
  const old = [...(fixture.rows.Affiliates ?? []), ...(fixture.rows.Payouts ?? [])];
  const twoDaysLater = new Date(Date.parse(fixture.madeAt) + 2 * DAY);
  const changes = old.flatMap((row) => [
    { before: undefined, after: row },
    { before: row, after: { ...row, migratedAt: fixture.madeAt } },
  ]);
  const kinds = new Set(old.map(({ sk }) => String(sk).split("#")[0]));
  expect([...kinds]).toEqual(expect.arrayContaining(["affiliate", "commission", "request", "payout"]));
  expect(noticesOf(changes, twoDaysLater)).toEqual([]);
});

describe("everybody signs in and finds what the old stack showed them", () => {
  const asked = [...fixture.customers, fixture.operator].flatMap(({ answers, ...person }) =>
    answers === null ? [] : [{ ...person, answers }],
  );
  test.each(asked)("$email", async ({ email, password, answers }) => {
    // The start of a session would be among the answers, and old rows ask for none.
    const { accessToken } =
      email === fixture.operator.email ? await signInOperator() : await signInUntold(email, password);
    const ids = Object.keys(answers) as EndpointId[];
    expect(ids.length).toBeGreaterThan(10);
    const found = await Promise.all(
      ids.map(async (id) => [id, await send(ENDPOINTS[id], undefined, { token: accessToken })] as const),
    );
    expect(stored(Object.fromEntries(found))).toMatchObject(expectedOf(answers));
  });
});

describe("sessions", () => {
  test("every browser that was signed in stays signed in", async () => {
    const sessions = fixture.customers.flatMap(({ refreshToken }) => refreshToken ?? []);
    expect(sessions.length).toBeGreaterThan(15);
    for (const refreshToken of sessions) {
      const { status } = await call("accounts/getAccount", {}, { token: await refreshSession(refreshToken) });
      expect(status).toBe(200);
    }
  });

  test("an authenticator still guards its account", async () => {
    const { cognito, dynamodb } = stack();
    const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };
    const { endpoint, userPoolId } = cognito;
    const client = new CognitoIdentityProviderClient({ endpoint, region: dynamodb.region, credentials });
    const asked = new AdminGetUserCommand({ UserPoolId: userPoolId, Username: personOf("guarded").email });
    expect(await client.send(asked)).toMatchObject({ UserMFASettingList: ["SOFTWARE_TOKEN_MFA"] });
  });

  test("a list that was open loads its next page", async () => {
    const { next, total } = bodyOf(fixture.operator.answers, "customers/listUsers") as Fields;
    const { accessToken } = await signInOperator();
    const { body } = await call("customers/listUsers", { cursor: String(next) }, { token: accessToken });
    const first = bodyOf(fixture.operator.answers, "customers/listUsers").users as unknown[];
    expect((body.users as unknown[]).length + first.length).toBe(total);
  });
});

describe("the old desktop client", () => {
  const VERDICTS = {
    canceling: "VALID",
    disputed: "SUSPENDED",
    free: "VALID",
    given: "VALID",
    owner: "VALID",
    "past-due": "VALID",
    refunded: "REVOKED",
    revoked: "INACTIVE",
    subscriber: "VALID",
    suspended: "SUSPENDED",
    swapped: "FINGERPRINT_MISMATCH",
  };

  test("works offline with the lease that it has", async () => {
    const [said] = await computers.typeOld(["owner", "offline"]);
    expect(said).toMatchObject({ mayStart: true, code: "VALID" });
  });

  test("refreshes on every computer", async () => {
    const names = Object.keys(VERDICTS);
    const said = await computers.typeOld(...names.map((name) => [name, "refresh"] as const));
    expect(Object.fromEntries(said.map(({ code }, index) => [names[index], code]))).toEqual(VERDICTS);
  });

  test("validates, reports, leaves its seat, and activates on another computer", async () => {
    const { licenseKey } = JSON.parse(fixture.computers["free/license.json"] ?? "");
    const said = await computers.typeOld(
      ["free", "validate"],
      ["free", "report", "--title", "Another film"],
      ["free", "deactivate"],
      ["second", "activate", licenseKey],
    );
    expect(said).toMatchObject([
      { ok: true, code: "VALID" },
      { ok: true, waiting: 0 },
      { ok: true },
      { ok: true, mayStart: true },
    ]);
    const { body } = await call("activity/getVideoCount", {}, await tokenOf("free"));
    expect(body).toEqual({ videoCount: 2 });
  });

  test("hands its seat to the new client on the same computer, without a swap", async () => {
    const seatOf = async () => {
      const { body } = await call("licenses/listSeats", {}, await tokenOf("owner"));
      const [seat] = body.seats as Fields[];
      return { id: seat?.id, activated: seat?.activated_at, swaps: seat?.swap_count_today };
    };
    const before = await seatOf();
    expect(await computers.typeNew("owner", "refresh")).toMatchObject([{ ok: true, mayStart: true }]);
    expect(await computers.typeNew("owner", "offline")).toMatchObject([{ ok: true, mayStart: true }]);
    expect(await seatOf()).toEqual(before);
  });
});

describe("what needed a migration", () => {
  test("Stripe sends every event that this code handles", async () => {
    const { data } = await stripeClient().webhookEndpoints.list();
    const wanted = Object.values(WEBHOOKS).map(({ events }) => [...events].sort());
    expect(data.map(({ enabled_events }) => [...enabled_events].sort()).sort()).toEqual(wanted.sort());
  });

  test("the migrations of stored data end, and do nothing a second time", async () => {
    expect((await runSchedule("migrations/run")).payload).toMatchObject({ left: [] });
    expect((await runSchedule("migrations/run")).payload).toEqual({ finished: [], left: [] });
  });

  test("each key's last use is apart from its entry, and in the list by last use", async () => {
    const keys = (await rowsOf("Directory")).filter(({ pk }) => String(pk).startsWith("key#"));
    const used = keys.filter(({ sk }) => sk === "used");
    const entries = keys.filter(({ sk }) => sk === "entry");
    expect(used.length).toBeGreaterThan(10);
    expect(used.map(({ pk }) => pk).sort()).toEqual(entries.map(({ pk }) => pk).sort());
    expect(entries.filter((entry) => "seenAt" in entry)).toEqual([]);
    const token = { token: (await signInOperator()).accessToken };
    const listed: Fields[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await call(
        "licenses/listKeys",
        { sort: "last_used_at", ...(cursor === undefined ? {} : { cursor }) },
        token,
      );
      listed.push(...(body.keys as Fields[]));
      cursor = (body.next as string | null) ?? undefined;
    } while (cursor !== undefined);
    const uses = used.map(({ at }) => String(at ?? "")).sort();
    expect(listed.map(({ last_used_at }) => String(last_used_at ?? ""))).toEqual(uses.reverse());
  });

  test("the list of affiliates shows what it showed; a search finds words", async () => {
    const rows = (await rowsOf("Affiliates")).filter(({ sk }) => sk === "affiliate");
    expect(rows.length).toBeGreaterThan(5);
    const token = { token: (await signInOperator()).accessToken };
    const { body } = await call("affiliates/listAffiliates", {}, token);
    const shown = bodyOf(fixture.operator.answers, "affiliates/listAffiliates");
    expect(stored({ rows: body.rows })).toMatchObject({ rows: shown.rows });
    const { email } = personOf("subscriber");
    const { body: found } = await call("customers/searchUsers", { search: email.split("@")[1] ?? "" }, token);
    expect((found.users as Fields[]).length).toBeGreaterThan(10);
  });

  test("the nightly comparison has Stripe stop collecting for keys that do not work, and finds nothing else", async () => {
    const { payload } = await runSchedule("reconciliation/reconcile");
    await settle();
    expect(payload).toMatchObject({ needsPerson: [], failed: [], finished: true });
    const pausedFor = async (customer: string) => {
      const { data } = await stripeClient().subscriptions.list({ customer });
      return data[0]?.pause_collection?.behavior;
    };
    expect(await pausedFor(customerOf("disputed"))).toBe("void");
    expect(await pausedFor(customerOf("subscriber"))).toBeUndefined();
    expect((await runSchedule("reconciliation/reconcile")).payload).toMatchObject({ mended: [] });
  });
});

async function expectEveryCent(): Promise<void> {
  const { payload } = await runSchedule("affiliates/checkLedger");
  expect(payload).toMatchObject({ compared: 7, differing: 0, finished: true });
  const differences = compare(await readTables(localSource(stack())), new Date(fixture.madeAt));
  expect(differences.filter((one) => !isByTheClock(one))).toEqual([]);
}

test("ledger, payouts, transfers and figures agree", () => expectEveryCent());

test("a week later subscriptions have been renewed, payouts paid, and every cent is accounted for", async () => {
  const paid = async (name: string) => {
    const { data } = await stripeClient().invoices.list({ customer: customerOf(name), status: "paid" });
    return data.map(({ amount_paid }) => amount_paid);
  };
  expect([await paid("subscriber"), await paid("disputed")]).toEqual([
    [30_00, 30_00],
    [30_00, 30_00],
  ]);
  await advanceClock((7 * DAY) / SECOND);
  await settle();
  expect(await paid("subscriber")).toEqual([30_00, 30_00, 30_00]);
  expect(await paid("disputed")).toEqual([30_00, 30_00]);
  const statusOf = async (name: string) => {
    const { body } = await call("subscriptions/getSubscription", {}, await tokenOf(name));
    return (body.subscription as Fields).subscription_status;
  };
  expect(await statusOf("subscriber")).toBe("active");
  expect(await statusOf("canceling")).toBe("canceled");
  const { body } = await call("payouts/listOwnPayouts", {}, await tokenOf("affiliate-approved"));
  expect(body.payouts).toMatchObject([{ payout: { amount_cents: 800_00, status: "paid" } }]);
  await expectEveryCent();
});
