import { beforeEach, describe, expect, test, vi } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import type { Entitlement } from "#shared/licenses/standing.ts";
import { inMoney, SAME_KEY, STAYS } from "#shared/words.ts";
import { render } from "../../../functions/mail/templates/render.ts";
import { END_COMMENTS } from "../../../functions/payments/collectionRules.ts";
import { handler } from "../../../functions/stripeEvents/stripeWebhook.ts";
import { memoryBilling, NOW_SECONDS } from "../../support/memory/billing.ts";
import { boughtLifetime, putOffer, putReservation, subscribed } from "../../support/memory/worlds.ts";

vi.mock("../../../functions/platform/stripe.ts", async () => {
  const { stripePlatform } = await import("../../support/memory/billing.ts");
  return stripePlatform;
});

const DAYS = 24 * 60 * 60;
const billing = memoryBilling(handler);

async function change(stripe: object): Promise<void> {
  Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, stripe);
  const type = "customer.subscription.updated";
  const id = `evt_${billing.mails.length}_${JSON.stringify(stripe)}`;
  expect(await billing.deliver({ id, type, object: "sub_1" }), billing.errors.join("\n")).toBe(200);
}
beforeEach(async () => {
  billing.reset(subscribed("active"));
  await change({});
});

function suspendAccount(): void {
  billing.rows.put("grants", { pk: "ann", sk: "suspended" });
  entitle({ suspensions: ["account"] });
}
function entitle(part: Partial<Entitlement>): void {
  const grant = billing.rows.of("grants").find(({ sk }) => String(sk).startsWith("grant#"));
  billing.rows.put("grants", { ...grant, entitlement: { ...(grant?.entitlement as Entitlement), ...part } });
}
async function dispute(
  status: "needs_response" | "lost" = "needs_response",
  payment_intent = "pi_2",
): Promise<void> {
  billing.stripe.disputes = { dp_1: { id: "dp_1", payment_intent, status } };
  const type = "charge.dispute.updated";
  expect(
    await billing.deliver({ id: `evt_dp_${status}`, type, object: "dp_1" }),
    billing.errors.join("\n"),
  ).toBe(200);
}
const textOf = (template: string): string => {
  const mails = billing.mails.filter((mail) => mail.template === template);
  expect(mails).toHaveLength(1);
  return mails.map((mail) => render(mail, "https://site.example").text).join();
};

const REFUND = { id: "re_1", status: "succeeded" as const, metadata: {} };
const ENDED = { status: "canceled", ended_at: NOW_SECONDS };

describe("the mail about an ended subscription", () => {
  test("says that the same key can work again, and links to the checkout", async () => {
    await change(ENDED);
    expect(textOf("subscriptionEnded")).toContain("and its license key no longer works.");
    expect(textOf("subscriptionEnded")).toContain("the application stops at its next check.");
    expect(textOf("subscriptionEnded")).toContain(STAYS);
    expect(textOf("subscriptionEnded")).toContain(SAME_KEY);
    expect(textOf("subscriptionEnded")).toContain("https://site.example/checkout/subscription");
  });

  test("offers a suspended account nothing that the shop would refuse", async () => {
    suspendAccount();
    await change(ENDED);
    const text = textOf("subscriptionEnded");
    expect(text).toContain(`Your account is suspended. To use ${BRAND.name} again, write to us.`);
    expect(text).not.toMatch(/subscribe again|same key|checkout/i);
  });

  test("does not promise the same key if the operator has switched it off", async () => {
    entitle({ active: false });
    await change(ENDED);
    const text = textOf("subscriptionEnded");
    expect(text).toContain("You can subscribe again at any time. You then get another license key.");
    expect(text).not.toContain("same key");
    expect(text).toContain("https://site.example/checkout/subscription");
  });
});

test("the owner of another subscription gets a mail about a subscription's end, but the owner of a lifetime license does not", async () => {
  const grant = billing.rows.of("grants").find(({ sk }) => String(sk).startsWith("grant#"));
  billing.rows.put("grants", { ...grant, sk: "grant#sub:sub_2", id: "sub:sub_2" });
  await change(ENDED);
  expect(textOf("subscriptionEnded")).toContain("Your other license stays as it is.");
  expect(textOf("subscriptionEnded")).not.toMatch(/subscribe again|checkout/i);
  billing.reset(subscribed("active"));
  await change({});
  ownLifetime();
  await change(ENDED);
  expect(billing.mails.filter(({ template }) => template === "subscriptionEnded")).toEqual([]);
});

describe("the mail about a subscription that is set to end", () => {
  const END = { cancel_at_period_end: true };

  test("offers a suspended account no way to keep the subscription, and does not claim that everything works", async () => {
    suspendAccount();
    await change(END);
    const text = textOf("subscriptionEnding");
    expect(text).toMatch(/Your subscription is set to end on .*\. You will not be charged again\./);
    expect(text).not.toMatch(/works as before|one click/);
  });

  test.each([
    ["an operator has switched off", async () => entitle({ active: false })],
    ["a bank's dispute suspends", dispute],
  ])("does not claim that everything works for a key that %s", async (_what, stop) => {
    await stop();
    await change(END);
    expect(textOf("subscriptionEnding")).not.toContain("works as before");
    expect(textOf("subscriptionEnding")).toContain("keep your subscription with one click");
  });

  test("says that nothing is charged while the key does not work", async () => {
    suspendAccount();
    await change({ cancel_at: NOW_SECONDS + 25 * DAYS });
    expect(textOf("subscriptionEnding")).toContain("Nothing is charged while your license does not work.");
  });
});

function ownLifetime(): void {
  const grant = billing.rows.of("grants").find(({ sk }) => String(sk).startsWith("grant#")) ?? {};
  const lifetime = { sk: "grant#lifetime", id: "lifetime", source: "lifetime", subscription: null };
  billing.rows.put("grants", { ...grant, ...lifetime });
}

describe("the mail about a lost dispute", () => {
  test("says that the customer keeps the money and that the license ended", async () => {
    await dispute("lost");
    const text = textOf("disputeLost");
    expect(text).toContain(
      `The dispute over ${inMoney(CATALOG.lifetime.price)} is closed, and you keep the money.`,
    );
    expect(text).toContain("This subscription and its license ended. You will not be charged for it again.");
  });

  test("says that the license had already ended, if it had", async () => {
    await change(ENDED);
    await dispute("lost");
    expect(textOf("disputeLost")).toContain("The license bought with that payment had already ended.");
    expect(textOf("disputeLost")).not.toContain("charged");
  });

  test("does not say that the license had already ended if an earlier delivery of the dispute ended the subscription", async () => {
    const comment = END_COMMENTS.dispute;
    Object.assign(billing.stripe.subscriptions.sub_1 ?? {}, { ...ENDED, cancellation_details: { comment } });
    await dispute("lost");
    expect(textOf("disputeLost")).toContain("This subscription and its license ended.");
  });

  test.each([
    ["ended by the dispute", {}, "Your lifetime license ended."],
    [
      "refunded before the dispute",
      { re_1: { ...REFUND, payment_intent: "pi_life", amount: CATALOG.lifetime.price } },
      "The license bought with that payment had already ended.",
    ],
  ])("describes the state of a lifetime license that was %s", async (_, refunds, effect) => {
    billing.reset(boughtLifetime());
    putOffer(billing.rows, { total: 5, sold: 0, reserved: 1 });
    putReservation(billing.rows, "held");
    const bought = { id: "evt_life", type: "checkout.session.completed", object: "cs_life" };
    expect(await billing.deliver(bought), billing.errors.join("\n")).toBe(200);
    billing.stripe.refunds = refunds;
    await dispute("lost", "pi_life");
    expect(textOf("disputeLost")).toContain(effect);
  });

  test("says that the customer can buy again, with a link", async () => {
    await dispute("lost");
    expect(textOf("disputeLost")).toContain("You can buy again at any time.");
    expect(textOf("disputeLost")).toContain("https://site.example/#pricing");
  });

  test("offers a suspended account nothing that the shop would refuse", async () => {
    suspendAccount();
    await dispute("lost");
    expect(textOf("disputeLost")).toContain(
      `Your account is suspended. To use ${BRAND.name} again, write to us.`,
    );
    expect(textOf("disputeLost")).not.toMatch(/buy again|#pricing/);
  });

  test("offers nothing to a customer who has another license", async () => {
    ownLifetime();
    await dispute("lost");
    expect(textOf("disputeLost")).toContain("Your other license stays as it is.");
    expect(textOf("disputeLost")).not.toMatch(/buy again|#pricing/);
  });
});

async function paidAfterEnd(): Promise<void> {
  Object.assign(billing.stripe.invoices.in_2 ?? {}, { status: "paid", paidAt: NOW_SECONDS + 30 });
  expect(await billing.deliver({ id: "evt_late", type: "invoice.paid", object: "in_2" })).toBe(200);
}

test("the mail about a payment after a subscription's end offers nothing to the owner of another license", async () => {
  await change(ENDED);
  ownLifetime();
  await paidAfterEnd();
  expect(textOf("paidAfterEnd")).toContain("Your other license stays as it is.");
  expect(textOf("paidAfterEnd")).not.toMatch(/subscribe again|works again|checkout/i);
});

test("the mail about a payment after a subscription's end promises no key to a suspended account", async () => {
  suspendAccount();
  await change(ENDED);
  await paidAfterEnd();
  expect(textOf("paidAfterEnd")).toContain("Your account is suspended.");
  expect(textOf("paidAfterEnd")).not.toMatch(/subscribe again|works again|checkout/i);
});

test("a mail that an older version queued has its former text", () => {
  const to = { userId: "ann" };
  const read = (
    template: "subscriptionEnded" | "subscriptionEnding" | "paidAfterEnd" | "disputeLost",
    data: object,
  ) => render({ id: "old", to, template, data: { ...data } }, "https://site.example").text;
  expect(read("subscriptionEnded", { endedOn: "May 1, 2026" })).toContain(SAME_KEY);
  expect(read("subscriptionEnding", { endsOn: "May 1, 2026", payment: "P." })).toContain("one click");
  expect(read("disputeLost", { amount: "$30.00", effect: "E" })).toContain("You can buy again at any time.");
  expect(read("paidAfterEnd", { amount: "$30.00", product: "The product" })).toContain(
    "Your license key will then work again on your computer",
  );
});
