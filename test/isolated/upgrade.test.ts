import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import type { Period } from "#shared/insights/growth.ts";
import { DAY, SECOND, utcDay } from "#shared/instant.ts";
import { noticesOf } from "../../functions/affiliates/notices/noticesOf.ts";
import { compare, isByTheClock } from "../../scripts/recount/compare.ts";
import { localSource, readTables } from "../../scripts/recount/tables.ts";
import { WEBHOOKS } from "../../scripts/stripe/webhooks.ts";
import { call, send } from "../support/api.ts";
import { advanceClock, runSchedule, settle } from "../support/control.ts";
import { signInOperator, signInPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { stripeClient } from "../support/shop.ts";
import { fixture, openComputers, personOf, refreshSession, startUpgraded } from "../support/upgrade.ts";

// Runs the current code on the data of an old version: rows, tokens, leases, fingerprints and user pools.
// See docs/decisions/how-does-stored-data-change.md.

let close: () => Promise<void>;
const computers = openComputers();
beforeAll(async () => {
  ({ close } = await startUpgraded());
});
afterAll(async () => {
  computers.remove();
  await close();
});

type Fields = Record<string, unknown>;
/** Fields that depend on the time of the call, and sentences for people, whose wording may change. */
const NOT_COMPARED = [
  ...["requestId", "exportedAt", "next_reset_utc", "now"],
  ...["error", "sentence", "cause", "fix"],
];

/** An answer without these fields. A cursor is reduced to whether it exists. */
function stored(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stored);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => !NOT_COMPARED.includes(name));
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === "next" ? typeof inner : stored(inner)]),
  );
}

/** Fields that newer code answers differently on purpose, by endpoint, until a release rebuilds the fixture. */
const CHANGED: Partial<Record<EndpointId, readonly string[]>> = {
  // The answer now lists each optional plan by its name.
  "catalog/getPlanSettings": ["yearly"],
};

/** The old stack's answers without changed fields. */
const expectedOf = (answers: NonNullable<(typeof fixture.operator)["answers"]>): Fields =>
  stored(
    Object.fromEntries(
      Object.entries(answers).map(([id, { status, body }]) => {
        const fields = Object.entries(body as Fields);
        const kept = fields.filter(([name]) => !CHANGED[id as EndpointId]?.includes(name));
        return [id, { status, body: typeof body === "string" ? body : Object.fromEntries(kept) }];
      }),
    ),
  ) as Fields;

const bodyOf = (answers: (typeof fixture.operator)["answers"], id: EndpointId): Fields =>
  (answers?.[id]?.body ?? {}) as Fields;
/** A user's Stripe customer in the old stack's answers. */
const customerOf = (name: string) =>
  String((bodyOf(personOf(name).answers, "customers/exportData").account as Fields).stripeCustomerId);
const tokenOf = async (name: string) => {
  const { email, password } = personOf(name);
  return { token: (await signInPerson(email, password)).accessToken };
};

test("affiliates get no mail when old rows are restored or rewritten", () => {
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

describe("the old stack's answers are repeated", () => {
  const asked = [...fixture.customers, fixture.operator].flatMap(({ answers, ...person }) =>
    answers === null ? [] : [{ ...person, answers }],
  );
  test("for more than fifteen people", () => expect(asked.length).toBeGreaterThan(15));

  test.each(asked)("for $email", async ({ refreshToken, answers }) => {
    // Customers continue their old sessions, because a new session would change the answers. The operator signs in.
    const accessToken =
      refreshToken === null ? (await signInOperator()).accessToken : await refreshSession(refreshToken);
    const ids = Object.keys(answers) as EndpointId[];
    expect(ids.length).toBeGreaterThan(10);
    const found: [EndpointId, unknown][] = [];
    // Sequentially, because thirty functions that start at once would exceed their timeout.
    for (const id of ids) found.push([id, await send(ENDPOINTS[id], undefined, { token: accessToken })]);
    expect(stored(Object.fromEntries(found))).toMatchObject(expectedOf(answers));
  });
});

describe("sessions", () => {
  test("an authenticator still guards its account", async () => {
    const { cognito, dynamodb } = stack();
    const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };
    const { endpoint, userPoolId } = cognito;
    const client = new CognitoIdentityProviderClient({ endpoint, region: dynamodb.region, credentials });
    const asked = new AdminGetUserCommand({ UserPoolId: userPoolId, Username: personOf("guarded").email });
    expect(await client.send(asked)).toMatchObject({ UserMFASettingList: ["SOFTWARE_TOKEN_MFA"] });
  });

  test("a list that was open before the upgrade loads its next page", async () => {
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
    swapped: "moved",
  };

  test("works offline after one connection to the service's new address", async () => {
    const said = await computers.typeOld(["owner", "refresh"], ["owner", "offline"]);
    expect(said).toMatchObject([{ mayStart: true }, { mayStart: true }]);
  });

  test("refreshes on every computer", async () => {
    const names = Object.keys(VERDICTS);
    const said = await computers.typeOld(...names.map((name) => [name, "refresh"] as const));
    expect(Object.fromEntries(said.map(({ code }, index) => [names[index], code]))).toEqual(VERDICTS);
  });

  test("validates, reports, leaves its seat, and activates on another computer", async () => {
    const { body: listed } = await call("licenses/listSeats", {}, await tokenOf("free"));
    const licenseKey = String((listed.seats as Fields[])[0]?.license_key);
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

  test("passes its seat to the new client on the same computer, without a swap", async () => {
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

describe("after the migration", () => {
  test("Stripe sends exactly the events that this code handles", async () => {
    const { data } = await stripeClient().webhookEndpoints.list();
    const wanted = Object.values(WEBHOOKS).map(({ events }) => [...events].sort());
    expect(data.map(({ enabled_events }) => [...enabled_events].sort()).sort()).toEqual(wanted.sort());
  });

  test("the migrations of stored data finish, and change nothing in a second run", async () => {
    expect((await runSchedule("migrations/run")).payload).toMatchObject({ left: [] });
    expect((await runSchedule("migrations/run")).payload).toEqual({ finished: [], left: [] });
  });

  test("the list sorted by last use shows each key's last use", async () => {
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

  test("the list of affiliates has the same rows as before, and a search finds customers by a word of their address", async () => {
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

  test("the nightly comparison pauses collection at Stripe only for keys that do not work", async () => {
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

  test("Growth knows the fees of earlier payments after the nightly comparison", async () => {
    const to = utcDay(new Date(fixture.madeAt));
    const from = utcDay(new Date(Date.parse(fixture.madeAt) - 60 * DAY));
    const { accessToken } = await signInOperator();
    const { body } = await call("insights/getGrowth", { from, to }, { token: accessToken });
    const { payments, fees } = body.now as Period;
    expect(fees?.count).toBe(payments.count);
    expect(fees?.cents).toBeGreaterThan(payments.count * 30);
  });
});

async function expectEveryCent(): Promise<void> {
  const { payload } = await runSchedule("affiliates/checkLedger");
  expect(payload).toMatchObject({ compared: 7, differing: 0, finished: true });
  const differences = compare(await readTables(localSource(stack())), new Date(fixture.madeAt));
  expect(differences.filter((one) => !isByTheClock(one))).toEqual([]);
}

test("ledger, payouts, transfers and figures agree", () => expectEveryCent());

test("a week later subscriptions are renewed, payouts are paid, and every cent is accounted for", async () => {
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
