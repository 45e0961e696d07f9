import { act, createElement } from "react";
import { expect, test, vi } from "vitest";
import type { FailedEvent } from "#shared/stripeEvents/operator.ts";
import { LIVE_EVERY } from "../../../web/src/app/useLive.ts";
import { Component as EventDesk } from "../../../web/src/operator/events/EventDesk.tsx";
import { mounted } from "../../support/mounted.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const event = (id: string, user_id: string | null): FailedEvent => ({
  id,
  type: "checkout.session.completed",
  receivedAt: "2026-11-22T10:00:00.000Z",
  attempts: 2,
  lastError: "Stripe did not answer (An error.)",
  lastFailedAt: "2026-11-22T10:05:00.000Z",
  user_id,
  user_email: user_id && `${user_id}@example.com`,
  amount_cents: 3_000,
  currency: "usd",
});
const given = vi.hoisted(() => ({ events: [] as unknown[] }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async () => ({ events: given.events, next: null }),
}));

test("a failed event's row names the customer, and says whether the customer paid without a license", async () => {
  const sale = { kind: "unbookedSale", count: 1, since: "2026-11-22T10:00:00.000Z", user_id: "ann" };
  const events = [event("evt_1", "ann"), event("evt_2", "bob"), event("evt_3", null)];
  const page = { value: { rows: events, next: null }, failure: null, at: 0 };
  const words = wordsOf(await htmlOf(createElement(EventDesk), page, "/", { needs: [sale] }));
  expect(words.match(/paid, no license/g)).toHaveLength(1);
  expect(words).toMatch(/paid, no license\n[\s\S]*ann@example\.com[\s\S]*bob@example\.com[\s\S]*\n—\n/);
});

test("the list and the badges reload once a poll finds that an event was handled", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
  const loader = () => ({ value: { rows: given.events, next: null }, failure: null, at: 0 });
  const badges = vi.fn(() => null);
  given.events = [event("evt_1", "ann"), event("evt_2", "bob")];
  const desk = { path: "/", element: createElement(EventDesk), loader };
  const page = await mounted([{ loader: badges, children: [desk] }], "/");
  const before = badges.mock.calls.length;
  const poll = () => act(() => vi.advanceTimersByTimeAsync(LIVE_EVERY));
  await poll();
  expect(badges).toHaveBeenCalledTimes(before);
  given.events = [event("evt_2", "bob")];
  await poll();
  expect(page.words()).not.toContain("ann@example.com");
  expect(page.words()).toContain("bob@example.com");
  expect(badges).toHaveBeenCalledTimes(before + 1);
  vi.useRealTimers();
});
