import { expect, test } from "vitest";
import { FREE_GIVES } from "#shared/catalog/offers.ts";
import type { SeatTrial } from "#shared/licenses/trial.ts";
import { standingOf } from "../../../web/src/customer/standing/standing.ts";
import { SEAT } from "./situations.ts";

const billing = { subscription: null, lifetime: false };
const ENDS = "2026-12-10T12:00:00.000Z";
const ACCOUNT = null;

function shown(trial: SeatTrial | undefined, isActivated = true) {
  const taken = isActivated ? { computer_name: "Studio", activated_at: "2026-11-25T12:00:00.000Z" } : {};
  const seat = { ...SEAT, ...taken, ...(trial ? { trial } : {}) };
  const { plan, next } = standingOf({
    account: ACCOUNT,
    billing,
    seats: [seat],
    owed: null,
    releases: null,
  });
  return { label: plan?.state.label, line: plan?.line, next: next.title };
}

test.each<[SeatTrial["state"], string | null, string, RegExp]>([
  ["waiting", null, "Active", /every feature for 14 days, from the moment you activate a computer/],
  ["running", ENDS, "Free trial", /every feature until Dec 9, 2026\. Then the same key continues/],
  [
    "refused",
    null,
    "Active",
    /had a free trial before.* On another computer, you get every feature for 14 days/,
  ],
  ["refused", ENDS, "Active", /had a free trial before.* On another computer, every feature works until/],
  ["over", ENDS, "Active", /ended on Dec 9, 2026/],
])(
  "the card of a trial with state %s and ends_at %s has the label '%s' and a line about its features",
  (state, ends_at, label, line) => {
    const { label: is, line: said } = shown({ state, days: 14, ends_at });
    expect(is).toBe(label);
    expect(said).toMatch(line);
  },
);

test("the next step is to activate a computer, to keep the features during the trial, or to get them after it", () => {
  expect(shown({ state: "running", days: 14, ends_at: ENDS }).next).toBe("Keep every feature");
  expect(shown({ state: "over", days: 14, ends_at: ENDS }).next).toBe("Get every feature");
  expect(shown({ state: "waiting", days: 14, ends_at: null }, false).next).toBe("Activate your computer");
});

test("a free key without a trial has its usual texts", () => {
  expect(shown(undefined)).toEqual({
    label: "Active",
    line: "Your key never expires.",
    next: "Get every feature",
  });
});

test("a customer without a key sees the length of the trial only if there is one", () => {
  const start = (trial_days?: number) =>
    standingOf({
      account: ACCOUNT,
      billing: { ...billing, ...(trial_days === undefined ? {} : { trial_days }) },
      seats: [],
      owed: null,
      releases: null,
    }).next;
  expect(start(1).text).toMatch(/^Every feature for 1 day on your first computer, no card\./);
  expect(start().text).toBe(`One free key per account, no card. ${FREE_GIVES}`);
  expect(start(14).action).toEqual(start().action);
});
