import { expect, test } from "vitest";
import { AUDIT_AREAS } from "#shared/audit/operator.ts";
import { getCustomer } from "#shared/customers/operator.ts";
import type { Output } from "#shared/endpoint.ts";
import { MINUTE } from "#shared/instant.ts";
import type { Access } from "../../../infra/access/row.ts";
import { ACCESS } from "../../../infra/access.ts";
import { sentenceOf } from "../../../web/src/operator/audit/sentence.ts";
import { timelineOf } from "../../../web/src/operator/customer/timeline.ts";
import { ANSWERS } from "../../support/backOfficeAnswers.ts";

const CUSTOMER = ANSWERS.find(([contract]) => contract === getCustomer)?.[1] as Output<typeof getCustomer>;

test("the timeline has lines of eight kinds, newest first, and a payment's line links to Stripe", () => {
  const lines = timelineOf({
    ...CUSTOMER,
    activity: [
      {
        id: "a",
        activity_type: "video_created",
        created_at: CUSTOMER.asOf,
        status: "success",
        title: "My day",
        computer_name: "desk",
      },
    ],
    audit: [
      {
        id: "n",
        at: CUSTOMER.asOf,
        operator: "o",
        action: "accounts/addNote",
        subject: "user#user-1",
        userId: "user-1",
        before: null,
        after: null,
        note: "Wrote to support.",
      },
    ],
  });
  expect(lines.map(({ at }) => at)).toEqual(
    lines
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  expect(new Set(lines.map(({ kind }) => kind)).size).toBe(8);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  for (const { text, detail = "" } of lines) expect(`${text} ${detail}`).not.toMatch(/undefined|null|NaN/);
  expect(lines).toContainEqual(expect.objectContaining({ text: "Paid $30.00", stripe: "payments/pi_1" }));
  expect(lines).toContainEqual(
    expect.objectContaining({ text: "Paid $30.00, $10.00 refunded, disputed by the bank", tone: "bad" }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ text: "invoice.paid failed 4 times", detail: "Timed out" }),
  );
  expect(lines).toContainEqual(expect.objectContaining({ text: "Started a checkout: monthly" }));
  expect(lines).toContainEqual(expect.objectContaining({ text: "Mailed “Your receipt 1”" }));
  expect(lines).toContainEqual(
    expect.objectContaining({ text: "Added a note", detail: "Wrote to support." }),
  );
});

test.each([
  [{ attempts: 1, last_error: null }, "Handling invoice.paid", "neutral"],
  [{ attempts: 1, last_error: "Timed out" }, "invoice.paid failed once", "bad"],
  [{ attempts: 2, last_error: null }, "invoice.paid failed 2 times", "bad"],
  [null, "Stripe: invoice paid", "neutral"],
])("a Stripe event with %o is shown as %s", (open, text, tone) => {
  const event = { id: "evt_9", type: "invoice.paid", at: CUSTOMER.asOf, open };
  const shown = (at: string) => timelineOf({ ...CUSTOMER, events: [{ ...event, at }] });
  expect(shown(CUSTOMER.asOf)).toContainEqual(expect.objectContaining({ id: "evt_9", text, tone }));
  // After six minutes, no function can still be processing the event.
  const early = new Date(Date.parse(CUSTOMER.asOf) - 6 * MINUTE).toISOString();
  if (open?.attempts === 1)
    expect(shown(early)).toContainEqual(expect.objectContaining({ text: "invoice.paid failed once" }));
});

test.each([
  ["sub:sub_1", "subscription", "Subscription began at Stripe"],
  ["life:pi_1", "lifetime", "Paid for the lifetime license"],
  ["manual:1", "manual", "Got a license: manual"],
] as const)("the line of the grant %s says what happened at its time", (id, source, text) => {
  const [grant] = CUSTOMER.grants;
  if (grant === undefined) throw new Error("There is no grant.");
  const lines = timelineOf({ ...CUSTOMER, grants: [{ ...grant, id, source }] });
  expect(lines).toContainEqual(expect.objectContaining({ at: grant.created_at, text }));
});

test("an early fraud warning says what the bank expects", () => {
  const event = { id: "evt_9", type: "radar.early_fraud_warning.created", at: CUSTOMER.asOf, open: null };
  expect(timelineOf({ ...CUSTOMER, events: [event] })).toContainEqual(
    expect.objectContaining({
      text: "Early fraud warning: the bank expects this payment to be disputed",
      tone: "warn",
    }),
  );
});

const WRITERS = Object.entries<Access>(ACCESS)
  .filter(([, { tables = {} }]) => JSON.stringify(tables.Audit ?? []).includes("PutItem"))
  .map(([id]) => id);
/** Functions that continue an operator's action, and write that action's name to the audit log. */
const CONTINUE = ["reconciliation/sweepReservations", "mail/deliver", "payouts/pay", "payouts/calcDaily"];

test("each action of the audit log belongs to one area", () => {
  const beginnings = Object.values(AUDIT_AREAS).flat();
  expect(WRITERS.filter((action) => !CONTINUE.includes(action) && areasOf(action, beginnings) !== 1)).toEqual(
    [],
  );
});
const areasOf = (action: string, beginnings: readonly string[]): number =>
  beginnings.filter((beginning) => action.startsWith(beginning)).length;

test("each action of the audit log has a text", () => {
  expect(WRITERS.length).toBeGreaterThan(30);
  const silent = WRITERS.filter((action) => sentenceOf({ action, after: null }) === action);
  expect(silent.filter((action) => !CONTINUE.includes(action))).toEqual([]);
  expect(sentenceOf({ action: "customers/suspendUser", after: { suspended: false } })).toBe(
    "Lifted the suspension",
  );
  expect(sentenceOf({ action: "reconciliation/syncCustomer", after: { refused: "No customer." } })).toBe(
    "Synced with Stripe: refused. No customer.",
  );
  expect(sentenceOf({ action: "reconciliation/syncCustomer", after: { asked: "sync" } })).toBe(
    "Synced with Stripe: requested",
  );
  const title = "Voices fail";
  for (const [after, said] of [
    [{ title }, "Opened the incident “Voices fail”"],
    [{ title, mailed: 1 }, "Mailed 1 customer about the incident “Voices fail”"],
    [{ title, mailed: 20 }, "Mailed 20 customers about the incident “Voices fail”"],
  ] as const)
    expect(sentenceOf({ action: "status/openIncident", after })).toBe(said);
});

test("the line of a checkout with a discount shows its code", () => {
  const [purchase] = CUSTOMER.purchases;
  const purchases = purchase === undefined ? [] : [{ ...purchase, code: "SALE-20" }];
  expect(timelineOf({ ...CUSTOMER, purchases })).toContainEqual(
    expect.objectContaining({ text: "Started a checkout: monthly with the code SALE-20" }),
  );
});

test("a refund's request and result are one line with amount and note, and a refund without a result says so", () => {
  const entry = (at: number, after: unknown, note: string | null, action = "refunds/refundPayment") => ({
    id: `${at}`,
    at: new Date(at).toISOString(),
    operator: "o",
    action,
    subject: "payment#pi_1",
    userId: "user-1",
    before: null,
    after,
    note,
  });
  const asked = (amountCents: number) => ({ asked: { amountCents, effect: "keep" } });
  const audit = [
    entry(9, { status: "paid" }, "Result", "payouts/transfer"),
    entry(8, { status: "processing" }, null, "payouts/transfer"),
    entry(7, asked(500), "Third"),
    entry(6, { refund: "re_2", amountCents: 200_000 }, "Second"),
    entry(5, asked(200_000), "Second"),
    entry(4, { refused: "Already refunded." }, "Result"),
    entry(3, asked(100), "First"),
  ];
  const lines = timelineOf({ ...CUSTOMER, audit }).filter(({ kind }) => kind === "operator");
  expect(lines.map(({ text, detail }) => [text, detail])).toEqual([
    ["Transferred a payout", undefined],
    ["Refunded $5.00: requested", "Third"],
    ["Refunded $2,000.00", "Second"],
    ["Refunded a payment: refused. Already refunded.", "First"],
  ]);
});

test("a seat's history shows the date of each of its keys, even if the key was replaced", () => {
  const [key] = CUSTOMER.keys;
  if (key === undefined) throw new Error("No key");
  const earlier = ["AAAA-1", "BBBB-2"].map((licenseKey, day) => ({
    licenseKey,
    replaced_at: `2026-11-1${day}T10:00:00.000Z`,
  }));
  const assigned_at = "2026-11-01T10:00:00.000Z";
  const lines = timelineOf({ ...CUSTOMER, keys: [{ ...key, license_key: "CCCC-3", assigned_at, earlier }] });
  const said = lines.filter(({ text }) => / key /.test(text)).map(({ at, text }) => [at.slice(0, 10), text]);
  expect(said).toEqual([
    ["2026-11-11", "The key BBBB-2 was replaced by CCCC-3"],
    ["2026-11-10", "The key AAAA-1 was replaced by BBBB-2"],
    ["2026-11-01", "Got the key AAAA-1"],
  ]);
});

test("the timeline shows the activation of each computer that has left a seat", () => {
  const [key] = CUSTOMER.keys;
  if (key === undefined) throw new Error("No key");
  const left_computers = ["2026-11-03T10:00:00.000Z", "2026-11-01T10:00:00.000Z"];
  const lines = timelineOf({ ...CUSTOMER, activity: [], keys: [{ ...key, left_computers }] });
  expect(lines.filter(({ kind }) => kind === "computer").map(({ at, text }) => [at, text])).toEqual(
    [
      [key.activated_at, `Activated ${key.computer_name}`],
      ...left_computers.map((at) => [at, "Activated a computer that no longer uses the key"]),
    ]
      .sort()
      .reverse(),
  );
});
