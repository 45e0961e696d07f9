import { matchPath } from "react-router-dom";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sendEmailCode } from "#shared/accounts/customer.ts";
import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { createFreeKey } from "#shared/licenses/customer.ts";
import { onceEach } from "#shared/once.ts";
import { keepSubscription, openPortal } from "#shared/subscriptions/customer.ts";
import { needsPayment } from "#shared/subscriptions/subscription.ts";
import { inMoney } from "#shared/words.ts";
import { paths } from "../../../web/src/app/paths.ts";
import type { Action } from "../../../web/src/customer/standing/action.ts";
import { owedOf, type Situation } from "../../../web/src/customer/standing/facts.ts";
import { planOf } from "../../../web/src/customer/standing/plan.ts";
import { problemsOf } from "../../../web/src/customer/standing/problems.ts";
import { type Standing, standingOf } from "../../../web/src/customer/standing/standing.ts";
import { hadMore } from "../../../web/src/customer/standing/steps.ts";
import { isForReading, type Judged, told } from "./outcomes.ts";
import { everyCase, isPossible, NOW, SEAT, subscriptionOf } from "./situations.ts";

const ACCOUNT = { email: "you@example.com", emailConfirmed: true, suspended: false, mailStop: null };
const isUrgent = ({ tone }: Standing["problems"][number]): boolean => tone !== "neutral";
const CALLS = {
  fixPayment: openPortal,
  keep: keepSubscription,
  sendCode: sendEmailCode,
  freeKey: createFreeKey,
};
const ROUTES = Object.values(paths).map(({ pattern }) => pattern);

/** Cached, because each combination links to the same few pages. */
const isPage = onceEach((to: string) => ROUTES.some((route) => matchPath(route, to) !== null));

/** Whether the action's page or endpoint exists. */
function leads(action: Action): boolean {
  if (action.kind === "go") return isPage(action.to);
  if (action.kind === "support" || action.kind === "download") return true;
  return Object.values<unknown>(ENDPOINTS).includes(CALLS[action.kind]);
}

const TONES = ["bad", "warn", "neutral"];

/** For each rule, the condition that breaks it. */
const BROKEN: Record<string, (judged: Judged) => boolean> = {
  "nothing is advertised beside an urgent problem or a missing key, or to a lifetime owner": ({
    situation,
    standing,
  }) =>
    standing.offers &&
    (standing.problems.some(isUrgent) ||
      ["missing", "look"].includes(standing.next.kind) ||
      situation.billing.lifetime),

  "an account that has or had a license is not offered the free key": ({ situation, keys, standing }) => {
    const had = keys === null || Object.values(keys).some((key) => key !== null) || hadMore(situation);
    return had && standing.next.kind === "start";
  },

  "an account with a seat shows a key, unless it is suspended": ({ situation, standing }) =>
    (situation.seats?.length ?? 0) > 0 &&
    situation.account?.suspended !== true &&
    (standing.plan?.seat ?? null) === null,

  "the first problem is the next step if it is urgent, and the most important problem is first": ({
    standing: { problems, next },
  }) => {
    const [first] = problems;
    const isFixed = first !== undefined && isUrgent(first);
    if (isFixed !== (next.kind === "fix")) return true;
    if (isFixed && (next.title !== first.title || next.action !== first.action)) return true;
    const ranks = problems.map(({ tone }) => TONES.indexOf(tone));
    return ranks.some((rank, at) => rank < (ranks[at - 1] ?? 0));
  },

  "every problem and every next step has a working button, except a step in the application": ({
    standing: { problems, next },
  }) =>
    !problems.every(({ action }) => leads(action)) ||
    (next.action === null ? next.kind !== "create" : !leads(next.action)),

  "an owed payment is shown, unless a bank disputes it or the account is suspended, and never for a key that is off":
    (judged) => {
      const { billing } = judged.situation;
      if (billing.subscription === null || !needsPayment(billing.subscription.subscription_status))
        return false;
      const kinds = judged.standing.problems.map(({ kind }) => kind);
      if (judged.keys?.subscription === "inactive") return kinds.includes("overdue");
      const isShown = kinds.some((kind) => ["overdue", "disputed", "suspended"].includes(kind));
      return isPossible(judged) && !isShown;
    },

  "no text says that everything keeps working while the subscription's key does not work": ({
    situation: { seats },
    standing: { problems },
  }) =>
    problems.some(({ text }) => text.includes("Everything keeps working")) &&
    seats?.some(({ source, code }) => source === "subscription" && code === "VALID") !== true,

  "if a former team member is asked to renew, the text says that the team seat has ended": ({
    keys,
    standing: { next },
  }) =>
    (keys?.team === "expired" || keys?.team === "revoked") &&
    next.kind === "renew" &&
    next.title !== "Your team seat has ended",

  "a suspended account sees no problem except the suspension, because the server refuses every other remedy":
    ({ situation, standing }) =>
      situation.account?.suspended === true &&
      standing.problems.map(({ kind }) => kind).join() !== "suspended",
};

const broken = new Map<string, string[]>(Object.keys(BROKEN).map((rule) => [rule, []]));
const outcomes = new Set<string>();
let cases = 0;

beforeAll(() => {
  vi.setSystemTime(NOW);
  for (const one of everyCase()) {
    cases += 1;
    const judged = { ...one, standing: standingOf(one.situation) };
    for (const [rule, isBroken] of Object.entries(BROKEN))
      if (isBroken(judged)) broken.get(rule)?.push(`${JSON.stringify(one)}\n${told(judged.standing)}`);
    if (isForReading(judged)) outcomes.add(told(judged.standing));
  }
});
afterAll(() => void vi.useRealTimers());

test.each(Object.keys(BROKEN))("in every combination: %s", (rule) => {
  expect(broken.get(rule)?.slice(0, 3)).toEqual([]);
  expect(cases).toBeGreaterThan(90_000);
});

test("standing.md lists the distinct outcomes", async () => {
  // Uses a fixed name and price, so that the file is the same under every brand.
  const plain = (outcome: string) =>
    outcome
      .replaceAll(BRAND.supportEmail, "support@articlip.example")
      .replaceAll(BRAND.name, "Articlip")
      .replaceAll(inMoney(CATALOG.monthly.price), "$30.00");
  const text = [...outcomes].map(plain).sort().join("\n\n");
  await expect(`${INTRODUCTION}\n\n${text}\n`).toMatchFileSnapshot("./standing.md");
});

const INTRODUCTION = `# Where an account stands

The texts of web/src/customer/standing for accounts with at most one key and one problem. Accounts with more see several
of these texts, the most important first. \`!\` is a problem, \`=\` what the account has, \`>\` the next step, \`[…]\` a
button. \`standing.test.ts\` writes this page with \`vitest -u\`.`;

test("a lifetime owner whose subscription ends sees that the license stays, and when a team's other keys end", () => {
  const textFor = (change: object) => {
    const subscription = { ...subscriptionOf("active", "ends"), ...change };
    const billing = { subscription, lifetime: true };
    const problems = problemsOf({ billing, seats: [], owed: null, releases: null, account: null });
    return problems.map(({ kind, text }) => [kind, text]);
  };
  expect(textFor({})).toEqual([["ending", "You keep your lifetime license."]]);
  expect(textFor({ quantity: 3 })).toEqual([
    [
      "ending",
      "You keep your lifetime license. The license keys of your other seats end on Dec 21, 2026, 12:00 PM UTC. To keep a team, buy seats with another account: an account with a lifetime license can't buy seats.",
    ],
  ]);
});

test("a customer whose subscription ends because of a lost dispute reads why, and gets a button to support", () => {
  const billing = {
    subscription: subscriptionOf("active", "ends"),
    lifetime: false,
    is_final: true as const,
  };
  const [ending] = problemsOf({ billing, seats: [], owed: null, releases: null, account: null });
  expect(ending?.action.kind).toBe("support");
  expect(ending?.text).toContain("a dispute over an earlier payment was lost. You can subscribe again");
});

test("after an upgrade, the next step names the computer that still uses the free key", () => {
  const free = { ...SEAT, computer_name: "Ana-Mac", activated_at: NOW };
  const paid = { ...SEAT, source: "subscription" as const };
  const billing = { subscription: subscriptionOf("active", "renews"), lifetime: false };
  const next = (seats: Situation["seats"]) =>
    standingOf({ account: ACCOUNT, billing, seats, owed: null, releases: null }).next;
  expect(next([free, paid]).text).toMatch(
    /^“Ana-Mac” still uses your free key\..* paste your new license key/,
  );
  expect(next([SEAT, paid]).text).toContain("Install the application");
});

test("a suspended account's plan keeps its name", () => {
  const named = (billing: Situation["billing"]) =>
    planOf({ billing, seats: null, owed: null, releases: null, account: { ...ACCOUNT, suspended: true } })
      ?.name;
  const subscription = subscriptionOf("active", "renews");
  expect(named({ subscription, lifetime: false })).toBe(CATALOG.monthly.name);
  expect(named({ subscription: { ...subscription, plan: "yearly" }, lifetime: false })).toBe(
    CATALOG.yearly.name,
  );
  expect(named({ subscription, lifetime: true })).toBe("Lifetime Access");
  expect(named({ subscription: null, lifetime: false })).toBeUndefined();
});

test("the overdue amount is the sum of the due invoices, with the date of the oldest", () => {
  const invoice = {
    id: "in_1",
    number: null,
    description: "",
    amount_paid: 0,
    amount_due: 3000,
    currency: "usd",
    invoice_pdf: null,
    hosted_invoice_url: null,
  };
  const open = [
    { ...invoice, status: "open", due: true as const, created: 200, amount_paid: 1000 },
    { ...invoice, status: "open", due: true as const, created: 100 },
    // The payment for a change of plan is not due until the customer has confirmed it with the bank.
    { ...invoice, status: "open", created: 80 },
  ];
  expect(owedOf([...open, { ...invoice, status: "paid", created: 50 }])).toEqual({
    cents: 5000,
    currency: "usd",
    since: 100,
    payments: 2,
  });
  expect(owedOf([{ ...invoice, status: "paid", created: 50 }])).toBeNull();
});

test("several overdue payments are shown as one sum, which a new card pays at once", () => {
  const owed = {
    cents: 6000,
    currency: "usd",
    since: Date.parse("2026-11-03T12:00:00.000Z") / 1000,
    payments: 2,
  };
  const billing = { subscription: subscriptionOf("unpaid", "renews"), lifetime: false };
  const [problem] = problemsOf({ billing, seats: [], owed, releases: null, account: null });
  expect(problem).toMatchObject({
    title: "2 payments are due: $60.00 in total",
    text: "Due since Nov 3, 2026. A new card pays them at once. Fix the payment, and your license works again.",
  });
});
