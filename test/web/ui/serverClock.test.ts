import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { getPromotions } from "#shared/promotions/public.ts";
import { call } from "../../../web/src/api/call.ts";
import { loadCheckout } from "../../../web/src/customer/checkout/loader.ts";
import { enlivenOffer } from "../../../web/src/public/live/offer.ts";
import { Countdown } from "../../../web/src/ui/Countdown.tsx";

vi.mock("../../../web/src/app/config.ts", () => ({
  loadConfig: async () => ({ apiPath: "/backend", features: { affiliate: false } }),
}));
vi.mock("../../../web/src/app/guard.ts", () => ({
  requireSession: () => ({ email: "buyer@example.com" }),
  orSignIn: async (_request: Request, answer: Promise<unknown>) =>
    answer.catch(() => ({ subscription: null, lifetime: false })),
}));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sets the visitor's clock a day ahead of the server, where it is noon. The offer ends in an hour. */
function dayAhead(): string {
  vi.useFakeTimers({ now: new Date("2026-03-02T12:00:00.000Z") });
  const offer = {
    lifetime_enabled: true,
    hero_text: "",
    subtitle: "",
    end_at: "2026-03-01T13:00:00.000Z",
    quantity_remaining: null,
    version: 1,
  };
  const headers = { date: "Sun, 01 Mar 2026 12:00:00 GMT" };
  vi.stubGlobal("fetch", async () => Response.json(offer, { headers }));
  return offer.end_at;
}

test("a countdown on a public page uses the server's time", async () => {
  dayAhead();
  const timer = { textContent: "", hidden: true };
  const offer = {
    dataset: { from: "/backend/api/promotions" },
    querySelector: (part: string) => (part === "[data-offer-timer]" ? timer : null),
  };
  vi.stubGlobal("document", { querySelector: () => offer, querySelectorAll: () => [] });
  await enlivenOffer();
  expect(timer).toEqual({ textContent: "01:00:00", hidden: false });
});

test("a countdown in the application uses the server's time", async () => {
  const endAt = dayAhead();
  await call(getPromotions, {});
  expect(renderToStaticMarkup(createElement(Countdown, { endAt }))).toContain("01:00:00");
});

test("the checkout sells an offer before its end by the server's time, even if the visitor's clock is past it", async () => {
  dayAhead();
  const asked = { request: new Request("http://localhost/checkout/payment"), params: { mode: "payment" } };
  expect(await loadCheckout(asked)).toMatchObject({ product: { id: "lifetime" } });
});
