import { createElement } from "react";
import type { RouteObject } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";
import { NO_ADDRESS } from "#shared/affiliates/affiliate.ts";
import { getLedger } from "#shared/affiliates/ledger.ts";
import { listAffiliates } from "#shared/affiliates/operator.ts";
import { getCustomer } from "#shared/customers/operator.ts";
import type { Endpoint, Output } from "#shared/endpoint.ts";
import { listPayoutRequests, listPayouts } from "#shared/payouts/operator.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { BACK_OFFICE } from "../../../web/src/app/backOffice.ts";
import { Desk } from "../../../web/src/operator/shell/Desk.tsx";
import { ANSWERS, STATS } from "../../support/backOfficeAnswers.ts";
import { affiliate, email, payout, payoutRequest, sale } from "../../support/backOfficeRows.ts";
import { mounted } from "../../support/mounted.ts";

type Asked = { path: string; input: Record<string, unknown> };
const given = vi.hoisted(() => ({ asked: [] as Asked[], answers: new Map<string, unknown>() }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: Endpoint, input: Record<string, unknown>) => {
    given.asked.push({ path, input });
    const answer = given.answers.get(path);
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? answer(input) : answer;
  },
}));
vi.mock("../../../web/src/operator/gate/admission.ts", async (original) => ({
  ...(await original<object>()),
  isFlagged: () => true,
}));

const usual = <T extends Endpoint>({ path }: T): Output<T> =>
  ANSWERS.find(([contract]) => contract.path === path)?.[1] as Output<T>;
const joined = { rows: [affiliate(1)], total: 1, next: null };
const ledger: Output<typeof getLedger> = { ...usual(getLedger), payout_account: "ready" };
const paid = (at: number) => ({ rows: [payout(at)], total: null, next: null });

beforeEach(() => {
  given.asked.length = 0;
  given.answers = new Map<string, unknown>([
    ...ANSWERS.map(([{ path }, answer]) => [path, answer] as const),
    [listAffiliates.path, joined],
    [getLedger.path, ledger],
    [listPayouts.path, paid(2)],
  ]);
});

const needs = { needs: [], unknown: [], disputes: [], incidents: [] };
const desk: RouteObject[] = [
  {
    path: "/admin",
    element: createElement(Desk, { email: "operator@example.com", isReader: false, stats: STATS, needs }),
    children: BACK_OFFICE,
  },
];
const open = (at = "/admin/customers/user-1") => mounted(desk, at);

test("the page of a customer who never joined the affiliate program shows no affiliate, and reads no balance", async () => {
  given.answers.set(listAffiliates.path, { rows: [], total: 0, next: null });
  const page = await open();
  expect(page.words()).toContain(email(1));
  expect(page.words()).not.toMatch(/Affiliate\n|Commissions/);
  expect(given.asked.map(({ path }) => path)).toEqual([getCustomer.path, listAffiliates.path]);
});

test("the page of a customer who is an affiliate shows the link, the clicks, the balance, the payout method, the payouts and the sales", async () => {
  const words = (await open()).words();
  for (const said of [
    "Link\nhttp://localhost/r/MAKER1",
    "Clicks\n18,204",
    "Referrals\n7",
    "Payable\n$41.20",
    "On hold\n$1,600.00",
    "Payout method\nCan be paid",
    "$45.72\nrequested Nov 18, 2026\npaid",
    "Suspend affiliate",
    "Buyer discount",
    "20% of $4,000.00, paid on Nov 20, 2026",
  ])
    expect(words).toContain(said);
  expect(given.asked).toContainEqual({ path: listPayouts.path, input: { affiliate_id: "user-1" } });
});

test("a pending payout request that is not yet in a payout is shown with the payouts", async () => {
  given.answers.set(listPayouts.path, { rows: [], total: null, next: null });
  const latest = (change: object) =>
    given.answers.set(listPayoutRequests.path, {
      rows: [{ ...payoutRequest(4), ...change }],
      total: 1,
      next: null,
    });
  latest({});
  const page = await open();
  expect(page.words()).toMatch(/Payouts\n\$80\.00\nrequested .*\npending\nNot in a payout yet/);
  expect(given.asked).toContainEqual({ path: listPayoutRequests.path, input: { affiliate_id: "user-1" } });
  for (const change of [{ payout_id: "affiliate-4-2" }, { status: "rejected" }]) {
    latest(change);
    expect((await open()).words()).toContain("Payouts\nNo payouts yet.");
  }
});

test("the page shows the newest four payments, and the others on request", async () => {
  const customer = usual(getCustomer);
  const payments = [1, 2, 3, 4, 5].flatMap((at) =>
    (customer.payments ?? [])
      .slice(0, 1)
      .map((one) => ({ ...one, id: `pi_${at}`, description: `No. ${at}` })),
  );
  given.answers.set(getCustomer.path, { ...customer, payments });
  const page = await open();
  expect(page.words()).toContain("· No. 4");
  expect(page.words()).not.toContain("· No. 5");
  await page.press("Show all 5");
  expect(page.words()).toContain("· No. 5");
});

test("“Load more” adds the next sales to those of the first page", async () => {
  given.answers.set(getLedger.path, ({ cursor }: { cursor?: string }) =>
    cursor === undefined
      ? { ...ledger, rows: [sale(0)], next: "c2" }
      : { ...ledger, rows: [{ ...sale(9), buyer_email: `after-${cursor}@example.com` }], next: null },
  );
  const page = await open();
  await page.press("Load more");
  expect(page.words()).toContain("after-c2@example.com");
  expect(page.words()).toContain(email(0));
  expect(page.words()).not.toContain("Load more");
});

test.each(["100.01", "12.345", ""])("the rate %j is refused", async (rate) => {
  const page = await open();
  const refusal = "Enter 0 to 100 with up to two decimals";
  await page.type("Commission in percent", "12.34");
  expect(page.words()).not.toContain(refusal);
  await page.type("Commission in percent", rate);
  expect(page.words()).toContain(refusal);
});

test.each([
  ["who is suspended", [affiliate(3)], {}, paid(2), "Suspended as an affiliate, with $1,600.00 on hold."],
  ["whose payout failed", [affiliate(1)], {}, paid(3), "A payout of $56.83 failed."],
  [
    "whose payout is unclear",
    [affiliate(1)],
    {},
    paid(4),
    "A payout of $67.94 is waiting for Stripe's answer.",
  ],
  [
    "whom Stripe cannot pay",
    [affiliate(1)],
    { payout_account: "incomplete" },
    paid(1),
    "A payout of $34.61 is held, because Stripe cannot pay the affiliate.",
  ],
  [
    "who owes money",
    [affiliate(1)],
    { balance: { ...ledger.balance, payable_cents: -8_00 } },
    paid(2),
    "The affiliate owes $8.00: more was taken back than is payable.",
  ],
])("the page of an affiliate %s says so in a sentence", async (_who, rows, change, payouts, sentence) => {
  expect((await open()).words()).not.toContain(sentence);
  given.answers.set(listAffiliates.path, { ...joined, rows });
  given.answers.set(getLedger.path, { ...ledger, ...change });
  given.answers.set(listPayouts.path, payouts);
  expect((await open()).words()).toContain(sentence);
});

test("for a deleted account, the page shows the affiliate's commissions and payouts, but no actions", async () => {
  given.answers.set(getCustomer.path, new ApiError("NOT_FOUND", "There is no such user."));
  given.answers.set(listAffiliates.path, {
    ...joined,
    rows: [{ ...affiliate(3), email: NO_ADDRESS }],
  });
  const words = (await open()).words();
  expect(words).toContain("Deleted account\nThe commissions and payouts stay.");
  expect(words).toContain("Payable\n$41.20");
  expect(words).toContain("Commission\n20%");
  for (const gone of [
    NO_ADDRESS,
    "There is no such user",
    "affiliate deleted",
    "Reactivate affiliate",
    "Save",
  ])
    expect(words).not.toContain(gone);
});

test("the page still shows the customer if the affiliate could not be read", async () => {
  given.answers.set(getLedger.path, new ApiError("DATABASE_ERROR", "Database is away."));
  const words = (await open()).words();
  expect(words).toContain(email(1));
  expect(words).toContain("The affiliate could not be shown\nDatabase is away.");
});

test("the URL of an affiliate in the list opens the person's page", async () => {
  expect((await open("/admin/affiliates?open=user-1")).words()).toContain("Payout method");
});

test("a key says why it does not work, without advice that addresses the customer", async () => {
  const customer = usual(getCustomer);
  const explanation = {
    sentence: "This license is waiting for a payment.",
    cause: "A payment is overdue, and the grace period is over.",
    fix: "Update your payment method, and the same key works again.",
    button: null,
  };
  const keys = customer.keys.slice(0, 1).map((key) => ({ ...key, explanation }));
  given.answers.set(getCustomer.path, { ...customer, keys });
  const words = (await open()).words();
  expect(words).toContain(explanation.cause);
  expect(words).not.toContain(explanation.fix);
  expect(words).toMatch(/Swaps today:\s+\d of \d/);
});

test.each([
  ["active", true],
  ["past_due", true],
  ["unpaid", false],
  ["canceled", false],
])("the page says whether a subscription that is %s renews (%s)", async (subscription_status, renews) => {
  const customer = usual(getCustomer);
  const grants = customer.grants.map((grant) => ({ ...grant, subscription_status }));
  given.answers.set(getCustomer.path, { ...customer, grants });
  expect(/ · renews /.test((await open()).words())).toBe(renews);
});
