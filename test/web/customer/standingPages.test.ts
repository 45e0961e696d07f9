import { createElement } from "react";
import { expect, test } from "vitest";
import { standingPages } from "../../../scripts/screens/standing/pages.tsx";
import { SeatCard } from "../../../web/src/customer/seats/SeatCard.tsx";
import { runningOf } from "../../../web/src/customer/standing/holdings.ts";
import { PlanCards } from "../../../web/src/customer/subscription/PlanCards.tsx";
import { htmlOf, wordsOf } from "../../support/rendered.ts";
import { distinctOutcomes } from "./outcomes.ts";

const PRIMARY = /class="[^"]*\bbg-signal\b[^"]*\btext-on-signal\b/g;

test("Overview shows each situation's problems and next step, at most one primary button, and the lifetime offer only if the situation allows it", async () => {
  const outcomes = distinctOutcomes();
  const pages = await standingPages();
  expect(pages.length).toBe(outcomes.length);
  for (const [at, { html }] of pages.entries()) {
    const [text = "", judged] = outcomes[at] ?? [];
    const words = wordsOf(html);
    for (const said of [...(judged?.standing.problems ?? []), judged?.standing.next])
      expect(words, text).toContain(said?.title);
    expect([...html.matchAll(PRIMARY)].length, text).toBeLessThanOrEqual(1);
    expect(words.includes("Get Lifetime Access"), text).toBe(judged?.standing.offers);
  }
});

test("Seats and Subscription show the label of each state, and a seat shows no code", async () => {
  for (const [text, { situation, standing }] of distinctOutcomes()) {
    const { plan } = standing;
    if (plan === null) continue;
    const { account: _, ...facts } = situation;
    const running = runningOf(situation.billing);
    const cards = createElement(PlanCards, { facts, standing, actions: null });
    const isBought = ["subscription", "lifetime"].includes(plan.seat?.source ?? "subscription");
    if (isBought && (running !== null || situation.billing.lifetime))
      expect(wordsOf(await htmlOf(cards)), text).toContain(`\n${plan.state.label}\n`);
    if (plan.seat === null) continue;
    const seat = createElement(SeatCard, {
      seat: plan.seat,
      billing: situation.billing,
      isOffered: false,
      isTold: true,
    });
    const words = wordsOf(await htmlOf(seat));
    expect(words, text).toContain(`\n${plan.state.label}\n`);
    expect(words, text).not.toMatch(/VALID|EXPIRED|REVOKED|INACTIVE|SUSPENDED|PAYMENT_REQUIRED/);
  }
});
