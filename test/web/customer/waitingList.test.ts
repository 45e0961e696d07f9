import { createElement, type FunctionComponent } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { DAY, HOUR } from "#shared/instant.ts";
import type { OwnPlace } from "#shared/promotions/customer.ts";
import { Component as Checkout } from "../../../web/src/customer/checkout/CheckoutPage.tsx";
import { loadCheckout } from "../../../web/src/customer/checkout/loader.ts";
import { PromotionBanner } from "../../../web/src/public/offer/PromotionBanner.tsx";
import { ordinal } from "../../../web/src/ui/format.ts";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const given = vi.hoisted(() => ({
  promotions: {} as object,
  place: {} as object,
  lifetime: false,
  asked: [] as string[],
}));
vi.mock("../../../web/src/app/config.ts", () => ({
  loadConfig: async () => ({ features: { affiliate: false } }),
}));
vi.mock("../../../web/src/app/guard.ts", () => ({
  requireSession: () => ({ email: "buyer@example.com" }),
  orSignIn: (_request: Request, answer: unknown) => answer,
}));
vi.mock("../../../web/src/api/call.ts", () => ({
  call: async ({ path }: { path: string }) => {
    given.asked.push(path);
    if (path === "/api/promotions") return given.promotions;
    if (path === "/api/waiting-list") return given.place;
    return { subscription: null, lifetime: given.lifetime };
  },
}));

const OFFER = { lifetime_enabled: true, hero_text: "", subtitle: "", end_at: null, version: 1 };
const LISTED = { ...OFFER, quantity_remaining: 0, waiting_list: true, waiting: 0 };
// The browser's clock is a day behind the server's.
const SERVER = new Date(Date.now() + DAY);
const NOBODY: OwnPlace = {
  state: null,
  ahead: null,
  ahead_at_least: false,
  offered_until: null,
  why: null,
  now: SERVER.toISOString(),
};
const at = (ms: number) => new Date(SERVER.getTime() + ms).toISOString();

beforeEach(() => {
  Object.assign(given, { promotions: LISTED, place: NOBODY, lifetime: false, asked: [] });
});

async function shown(place: Partial<OwnPlace> = {}, promotions: object = {}): Promise<string> {
  given.place = { ...NOBODY, ...place };
  given.promotions = { ...LISTED, ...promotions };
  const loaded = await loadCheckout({ request: new Request("http://localhost/checkout"), params: {} });
  return wordsOf(await htmlOf(createElement(Checkout), loaded));
}

const NO_LIST = { waiting_list: undefined, waiting: undefined };

test("a sold-out page offers no place while the list is off", async () => {
  expect(await shown({}, NO_LIST)).toContain("Product Not Available");
});

test("the page does not request the customer's place while the list is off and units are left", async () => {
  await shown({}, { ...NO_LIST, quantity_remaining: 1 });
  expect(given.asked).toContain("/api/promotions");
  expect(given.asked).not.toContain("/api/waiting-list");
});

test.each([
  ["off", NO_LIST],
  ["on", {}],
])(
  "a customer who returns from Stripe's page still sees the unit on hold while the list is %s",
  async (_state, list) => {
    const words = await shown({ held_until: at(HOUR / 2) }, list);
    expect(words).toContain("We hold a unit for you");
    expect(words).toMatch(/\nPay before [^\n]+ After that, we no longer hold the unit for you\.\n/);
    expect(words).toContain("Continue to payment");
    expect(words).not.toContain("Join the waiting list");
  },
);

test("a held unit keeps the price from the start of its hold", async () => {
  const offered = { state: "offered", offered_until: at(HOUR) } as const;
  expect(await shown(offered)).not.toContain("$3,000.00");
  const words = await shown({ ...offered, price_cents: 3000_00 });
  expect(words).toContain("$3,000.00");
  expect(words).not.toContain("$4,000.00");
});

describe("the sold-out page", () => {
  test.each([
    [0, "Nobody is waiting yet."],
    [1, "One person is waiting."],
    [1200, "1,200 people are waiting."],
  ])("says how many people wait (%i), and offers to join them", async (waiting, sentence) => {
    const words = await shown({}, { waiting });
    expect(words).toContain("Sold out for now");
    expect(words).toContain(sentence);
    expect(words).toContain("hold the unit for you for 24 hours");
    expect(words).toContain("Join the waiting list");
  });

  test.each<[Partial<OwnPlace>, string]>([
    [{ ahead: 0 }, "You are next."],
    [{ ahead: 3 }, "You are 4th in line."],
    [{ ahead: 100, ahead_at_least: true }, "At least 100 people are ahead of you."],
  ])("describes the place %o as “%s”", async (place, sentence) => {
    const words = await shown({ state: "waiting", ...place });
    expect(words).toContain(sentence);
    expect(words).toContain("Leave the waiting list");
    expect(words).not.toContain("Join the waiting list");
  });

  test("says that the customer keeps the place while the offer is paused", async () => {
    const words = await shown({ state: "waiting", ahead: 0 }, { lifetime_enabled: false });
    expect(words).toContain("The offer is paused. You keep your place.");
  });

  test("says that a hold is over, and offers to join again only once the server has ended it", async () => {
    const over = { offered_until: at(-HOUR) };
    expect(await shown({ state: "offered", ...over })).toMatch(/time to start a payment is over/);
    expect(await shown({ state: "offered", ...over })).not.toContain("Join the waiting list");
    const words = await shown({ state: "over", why: "ranOut", ...over });
    expect(words).toContain("We no longer hold a unit for you, and you were not charged.");
    expect(words).toContain("Join the waiting list");
  });

  test("is shown until more units are left than people are waiting", async () => {
    expect(await shown({}, { waiting: 2, quantity_remaining: 2 })).toContain("Sold out for now");
    expect(await shown({}, { waiting: 2, quantity_remaining: 3 })).toContain("Continue to payment");
  });
});

test("a customer whose turn it is can buy, and sees the time left by the server's clock", async () => {
  const words = await shown({ state: "offered", offered_until: at(HOUR + 500) });
  expect(words).toContain("We hold a unit for you");
  expect(words).toMatch(/\n(01:00:00|00:59:59)\n/);
  expect(words).toContain("Continue to payment");
  // The customer can also buy the held unit after the offer was switched off.
  const off = { lifetime_enabled: false, waiting_list: undefined };
  expect(await shown({ state: "offered", offered_until: at(HOUR) }, off)).toContain("Continue to payment");
});

test("the page offers no place to an owner of a lifetime license", async () => {
  given.lifetime = true;
  expect(await shown()).toContain("You already have this");
});

test("the banner links to the list while the offer is sold out, and does not count units that waiting people will get", async () => {
  const banner = async (promotions: object) =>
    wordsOf(
      await htmlOf(
        createElement(
          PromotionBanner as FunctionComponent<{ promotions: object }>,
          { promotions: { ...LISTED, ...promotions } },
          "the way",
        ),
        null,
      ),
    );
  expect(await banner({})).toMatch(/Sold Out\nthe way/);
  expect(await banner({ quantity_remaining: 5, waiting: 3 })).toMatch(/2\n? ?Left\nthe way/);
  expect(await banner({ waiting: undefined, waiting_list: undefined })).not.toContain("the way");
});

test("a place in line is written as an ordinal number", () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 42, 101, 1002].map(ordinal)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "13th",
    "21st",
    "42nd",
    "101st",
    "1,002nd",
  ]);
});
