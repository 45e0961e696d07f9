import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { auditAddress, type ListedEntry } from "#shared/audit/entry.ts";
import { SECOND } from "#shared/instant.ts";
import { Component } from "../../../web/src/operator/audit/AuditLog.tsx";
import { foldBulk, sentenceOfMany } from "../../../web/src/operator/audit/fold.ts";
import { sentenceOf } from "../../../web/src/operator/audit/sentence.ts";
import { subjectHref } from "../../../web/src/operator/audit/subjectHref.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const entry = (at: number, change: Partial<ListedEntry> = {}): ListedEntry => ({
  id: `${at}`,
  at: new Date(at * SECOND).toISOString(),
  operator: "operator",
  action: "customers/suspendUser",
  subject: `user#${at}`,
  userId: `${at}`,
  before: null,
  after: { suspended: true },
  note: null,
  email: `person${at}@example.com`,
  ...change,
});

test.each([
  ["Suspended the account for person1@example.com", entry(1)],
  ["Suspended the account", entry(1, { email: null })],
  [
    "Approved a payout of $25.00 for person1@example.com",
    entry(1, { action: "payouts/approve", after: { amountCents: 2_500 } }),
  ],
  [
    "Tried to transfer a payout of $25.00",
    entry(1, { action: "payouts/transfer", after: { amountCents: 2_500, status: "failed" }, email: null }),
  ],
  [
    "Changed the commission rate to 25% for person1@example.com",
    entry(1, { action: "affiliates/setCommissionRate", after: { rateBasisPoints: 2_500 } }),
  ],
  [
    "Generated a yearly key for person1@example.com",
    entry(1, { action: "licenses/createLicenseKey", after: { duration: "yearly" } }),
  ],
  [
    "Ended the discount code SUMMER",
    entry(1, { action: "discounts/endDiscountCode", subject: "discountCode#SUMMER", email: null }),
  ],
  [
    "Exported the list: license-keys",
    entry(1, { action: "insights/exportList", subject: "export#license-keys", email: null }),
  ],
  [
    "Published version 1.4.0",
    entry(1, { action: "release:publish", subject: "release#1.4.0", after: { percent: 100 }, email: null }),
  ],
  ["Halted version 1.4.0", entry(1, { action: "release:halt", subject: "release#1.4.0", email: null })],
  [
    "Resumed version 1.4.0 for 50% of the computers",
    entry(1, { action: "release:resume", subject: "release#1.4.0", after: { percent: 50 }, email: null }),
  ],
  [
    "Refunded $30.00 for person1@example.com: requested",
    entry(1, { action: "refunds/refundPayment", after: { asked: { amountCents: 3_000 } } }),
  ],
])("an audit entry reads “%s”", (words, one) => {
  expect(sentenceOf(one)).toBe(words);
});

describe("an action on many rows", () => {
  test("is one entry that contains the entry of each row", () => {
    const many = [9, 8, 7].map((at) => entry(at));
    expect(foldBulk(many)).toEqual([{ ...many[0], all: many }]);
    expect(sentenceOfMany(entry(9))).toBe("Suspended the account");
    const payouts = [9, 8, 7].map((at) =>
      entry(at, { action: "payouts/approve", subject: `payout#${at}`, after: { amountCents: at } }),
    );
    expect(foldBulk(payouts)).toHaveLength(1);
  });

  test("says “on this page” if another page may have more of its entries", async () => {
    const entries = [9, 8, 7].map((at) => entry(at));
    const wordsAt = async (address: string, next: string | null) => {
      const page = { list: { value: { entries, next }, failure: null, at: 0 }, people: [] };
      return wordsOf(await htmlOf(createElement(Component), page, address));
    };
    expect(await wordsAt("/", null)).toMatch(/Suspended the account for 3 people\n/);
    expect(await wordsAt("/", "more")).toContain("Suspended the account for 3 people on this page\n");
    expect(await wordsAt("/?cursor=second", null)).toContain(
      "Suspended the account for 3 people on this page\n",
    );
  });

  test.each([
    ["two entries", [entry(9), entry(8)]],
    ["entries of two operators", [entry(9), entry(8, { operator: "other" }), entry(7)]],
    ["two kinds of actions", [entry(9), entry(8, { action: "accounts/addNote" }), entry(7)]],
    ["an action with its opposite", [entry(9), entry(8, { after: { suspended: false } }), entry(7)]],
    ["actions on one subject", [entry(9), entry(8, { subject: "user#9" }), entry(7, { subject: "user#9" })]],
    ["actions with a long time between them", [entry(90), entry(60), entry(30)]],
    ["actions without a customer", [9, 8, 7].map((at) => entry(at, { userId: null }))],
  ])("does not combine %s", (_, entries) => {
    expect(foldBulk(entries).map(({ all }) => all)).toEqual(entries.map((one) => [one]));
  });
});

test.each([
  ["user#user-1", "/admin/customers/user-1"],
  ["payment#pi_1", "/admin/payments/pi_1"],
  ["payout#a-000001", "/admin/payouts?open=a-000001"],
  ["batch#calc-2026-11-28", "/admin/payouts?run=earlier"],
  ["operator#1", undefined],
])("the link of the subject %s is %s", (subject, href) => {
  expect(subjectHref(subject)).toBe(href);
});

test("an entry's filters are added to the view's filters, and each filter can be removed", async () => {
  const data = { list: { value: { entries: [entry(1)], next: null }, failure: null, at: 0 }, people: [] };
  const view = `?day=1970-01-01&action=a/b&cursor=c2&page=2&open=${auditAddress(entry(1))}`;
  const html = (await htmlOf(createElement(Component), data, `/admin/audit${view}`)).replaceAll("&amp;", "&");
  const hrefOf = (label: string) => new RegExp(`href="[^"?]*\\?([^"]*)"[^>]*>${label}<`).exec(html)?.[1];
  expect(hrefOf("Only this customer")).toBe("day=1970-01-01&action=a%2Fb&user=1");
  expect(hrefOf("Only this action")).toBe("day=1970-01-01&action=customers%2FsuspendUser");
  expect(hrefOf("a/b ×")).toBe("day=1970-01-01");
  expect(hrefOf("One customer ×")).toBeUndefined();
});

test("the list and the panel show the operator's address, and a removed operator's id", async () => {
  const people = [{ id: "operator", email: "olga@example.com", is_reader: false, last_seen_at: null }];
  const entries = [entry(9), entry(1, { operator: "removed" })];
  const data = { list: { value: { entries, next: null }, failure: null, at: 0 }, people };
  const at = `/admin/audit?open=${auditAddress(entry(9))}`;
  const words = wordsOf(await htmlOf(createElement(Component), data, at));
  expect(words.match(/olga@example\.com/g)).toHaveLength(2);
  expect(words).toContain("By\nolga@example.com");
  expect(words).toContain("removed");
});
