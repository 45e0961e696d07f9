import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { ACTIVITY_A_PART } from "#shared/customers/personalData.ts";
import type { TableName } from "../../infra/tables.ts";
import type { Row } from "../support/memory/expressions.ts";
import { FATES } from "../support/personalRows.ts";
import { isOfKind, ROW_KINDS } from "../support/rowKinds.ts";
import { type Person, theWorld } from "../world/world.ts";

/** Gives a person every kind of row, and checks the export and the rows that remain after the deletion. */

const world = theWorld({ sellsAll: true });
const TABLES = [...ROW_KINDS.keys()] as TableName[];
const fates = () =>
  TABLES.flatMap((table) => Object.entries(FATES[table]).map(([kind, fate]) => ({ table, kind, fate })));
const rowsOf = (table: TableName, name: string): Row[] => {
  const kind = ROW_KINDS.get(table)?.find(({ pk, sk }) => `${pk} ${sk}` === name);
  return kind === undefined
    ? []
    : world.rows(table).filter((row) => isOfKind(row as { pk: string; sk: string }, kind));
};

test("every kind of row has a decision on export and deletion", () => {
  for (const table of TABLES)
    expect(Object.keys(FATES[table]).sort(), table).toEqual(
      ROW_KINDS.get(table)
        ?.map(({ pk, sk }) => `${pk} ${sk}`)
        .sort(),
    );
});

/** Words that say who Ann is, even without her id. */
const WORDS = /ann\.marker|ann\.next|Ann Marker|Anns.laptop|Calls on Mondays/i;
const NOTE = "Calls on Mondays";

const answers = async (asked: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await asked;
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};

async function liveAll(): Promise<{ ann: Person; bob: Person }> {
  const kim = await world.join();
  const cookies = await world.click(kim.code);
  const ann = await world.signUp({ email: "ann.marker@example.com", cookies, proves: true });
  const bob = (await world.subscriber({ seats: 3 })).person;
  await world.prove(bob);
  await answers(world.call("accounts/changeName", { name: "Ann Marker" }, ann));
  await answers(world.call("licenses/createFreeKey", {}, ann));
  expect(await world.activate(ann, "Anns laptop")).toBe("VALID");
  await world.offerUnits(1, { waiting_list: true });
  await answers(world.openCheckout(ann, "lifetime"));
  await answers(world.call("checkout/leaveCheckout", {}, ann));
  await world.openCheckout(await world.signUp({ proves: true }), "lifetime");
  await answers(world.call("promotions/joinWaiting", {}, ann));
  const { customer_id: holder } = await world.subscription(bob);
  await world.buy(ann, "monthly", { holder });
  const refund = { requestId: randomUUID(), amount_cents: 30_00 };
  await answers(world.call("refunds/requestRefund", refund, ann));
  await world.settle();
  const { charge } = await world.buy(ann, "monthly", { seats: 3 });
  await (await world.dispute(charge))("won");
  await answers(world.call("subscriptions/inviteMember", { email: "carl@example.com" }, ann));
  await answers(world.call("subscriptions/inviteMember", { email: ann.email }, bob));
  await answers(
    world.call("refunds/withdraw", { name: "Ann Marker", email: ann.email, contract: "the monthly one" }),
  );
  const made = {
    userId: ann.userId,
    duration: "monthly" as const,
    maxDailySwaps: 1,
    requestId: randomUUID(),
  };
  await answers(world.operate("licenses/createLicenseKey", made));
  await answers(
    world.operate("accounts/addNote", { userId: ann.userId, note: NOTE, requestId: randomUUID() }),
  );
  const { referral_code } = await answers(world.call("affiliates/join", { acceptTerms: true }, ann));
  const clicked = await world.click(String(referral_code));
  await world.buy(await world.signUp({ cookies: clicked }), "monthly");
  await world.settle();
  // SES accepts no more mail, so the mail to the new address waits.
  world.shop.services.mailQuota = world.shop.services.sent.length;
  await answers(world.call("accounts/changeEmail", { email: "ann.next@example.com" }, ann));
  await world.settle();
  return { ann, bob };
}

/** Adds rows that would come only after weeks, from Stripe or from another service. */
function seedOthers({ userId, email }: Person): void {
  const at = world.now().toISOString();
  const alert = world.rows("Alerts").find(({ pk, sk }) => pk === userId && String(sk).startsWith("open#"));
  const license = world.rows("Seats").find((row) => row.userId === userId && row.device);
  const activity = {
    userId,
    type: "video_created",
    status: "success",
    title: "Ann Marker's holiday",
    computerName: null,
  };
  const rows: [TableName, Row][] = [
    [
      "Promotions",
      { pk: "code#promo_1", sk: "holds", holds: [{ userId, customer: "cus_1", at }], version: 1 },
    ],
    ["Events", { pk: "refusal#pi_1", sk: "effect", userId, at }],
    [
      "Events",
      { pk: "expiredMail", sk: `new-email-code:${userId}:${at}`, template: "newEmailCode", since: at },
    ],
    ["Alerts", { ...alert, sk: "closed#one", id: "one", state: "resolved" }],
    ["Affiliates", { pk: "account#acct_1", sk: "owner", affiliateId: userId }],
    ...Array.from({ length: ACTIVITY_A_PART + 1 }, (_, place): [TableName, Row] => [
      "Activity",
      { pk: userId, sk: `entry#${place}`, id: `${place}`, createdAt: at, ...activity },
    ]),
    // More keys than one page of the table's index returns. Ann's own keys are newer and stay on the first page.
    ...Array.from({ length: 26 }, (_, place): [TableName, Row] => {
      const licenseKey = `${String(license?.pk).slice(0, -2)}${place + 10}`;
      return [
        "Seats",
        { ...license, pk: licenseKey, licenseKey, visits: [], createdAt: "2026-01-01T00:00:00.000Z" },
      ];
    }),
    ["Activity", { pk: userId, sk: "counts", videos: 1 }],
    ["Payouts", { pk: `affiliate#${userId}`, sk: "debt#one", affiliateId: userId, cents: 1 }],
    ["Payouts", { pk: `affiliate#${userId}`, sk: "payout#1", affiliateId: userId, email, version: 1 }],
    ["Payouts", { pk: `affiliate#${userId}`, sk: "request#1", affiliateId: userId, email }],
    ["Payouts", { pk: "batch#one", sk: "line#1", affiliateId: userId, email }],
  ];
  for (const [table, row] of rows) world.put(table, row);
}

test("the export has every part, and the deletion leaves only the rows that may stay", async () => {
  const { ann, bob } = await liveAll();
  const asBefore = [world.shop.database.keep(), world.shop.stripe.engine.keep()];
  const user = world.shop.services.users.get(ann.sub);
  seedOthers(ann);
  const namesOf = (row: Row): "text" | "id" | null => {
    const said = JSON.stringify(row);
    if (WORDS.test(said)) return "text";
    return said.includes(ann.userId) ? "id" : null;
  };
  const exported = await answers(world.call("customers/exportData", {}, ann));
  const next = await answers(world.call("customers/exportData", { cursor: String(exported.next) }, ann));
  expect([exported.activity, next.activity]).toMatchObject([{ length: ACTIVITY_A_PART }, { length: 1 }]);
  await answers(
    world.operate("customers/suspendUser", {
      userId: ann.userId,
      suspended: true,
      subscription: "cancel",
      note: NOTE,
    } as never),
  );
  await world.settle();
  const unseeded = fates().filter(
    ({ table, kind, fate: [fate] }) =>
      !["brief", "nobody", "hash"].includes(fate) && !rowsOf(table, kind).some(namesOf),
  );
  expect(
    unseeded.map(({ table, kind }) => `${table} ${kind}`),
    "the story has no such row",
  ).toEqual([]);

  const parts = fates().flatMap(({ fate }) => {
    const part = fate.length > 1 ? fate.at(-1) : undefined;
    return typeof part === "string" ? part : [];
  });
  for (const part of [...parts, "payments"])
    expect(JSON.stringify(exported[part]), part).not.toMatch(/^(\[\]|null|undefined)$/);
  expect(exported).toMatchObject({
    account: { email: ann.email, name: "Ann Marker", pendingEmail: "ann.next@example.com" },
    fingerprints: Array.from({ length: 27 }, () => ({ fingerprint: "fingerprint-of-Anns-laptop" })),
    notes: [{ note: NOTE }],
    withdrawals: [{ contract: "the monthly one" }],
    invitations: { isRefused: false, mailedAt: [expect.any(String)] },
  });

  world.shop.services.mailQuota = 50_000;
  await answers(
    world.operate("customers/deleteCustomer", { userId: ann.userId, email: ann.email, note: "By mail" }),
  );
  await world.settle();
  const left = fates().flatMap(({ table, kind, fate: [fate] }) => {
    const found = new Set(rowsOf(table, kind).map(namesOf));
    const allowed = {
      gone: [],
      nobody: [],
      hash: [],
      brief: ["id", "text"],
      id: ["id"],
      text: ["id", "text"],
    }[fate];
    const wrong = [...found].filter((what) => what !== null && !allowed.includes(what as never));
    const isMissing = fate === "hash" && rowsOf(table, kind).length === 0;
    return [
      ...wrong.map((what) => `${table} ${kind} has ${what}`),
      ...(isMissing ? [`${table} ${kind} is not there`] : []),
    ];
  });
  expect(left).toEqual([]);
  const grants = world.rows("Grants").filter(({ pk, entitlement }) => pk === ann.userId && entitlement);
  expect(grants.filter(({ entitlement }) => (entitlement as { active: boolean }).active)).toEqual([]);
  // Rows of other people only lose Ann's data.
  expect(JSON.stringify(world.rows("Grants").filter(({ pk }) => pk === bob.userId))).toContain(bob.userId);
  // Streams and invariants cannot read all of the seeded rows.
  world.tolerates(/"(payout|request)#1"/);
  for (const restore of asBefore) restore();
  if (user) world.shop.services.users.set(ann.sub, user);
});

test("the deletion of an account deletes its unpaid checkouts", async () => {
  const eve = await world.signUp();
  await answers(world.openCheckout(eve, "monthly"));
  const purchases = () => world.rows("Events").filter(({ pk }) => pk === `purchases#${eve.userId}`);
  expect(purchases()).toHaveLength(1);
  await answers(world.call("customers/deleteAccount", { email: eve.email }, eve));
  await world.settle();
  expect(purchases()).toEqual([]);
});
