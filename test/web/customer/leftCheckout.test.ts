import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { type Left, LeftBanner } from "../../../web/src/customer/dashboard/LeftCheckout.tsx";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const shown = async (left: Left) =>
  wordsOf(await htmlOf(createElement(LeftBanner, { left, onClose: () => undefined })));

describe("a customer who returned from Stripe's page", () => {
  test("sees that nothing was charged only after the server has closed Stripe's page", async () => {
    expect(await shown({ mode: "payment", answer: null })).not.toMatch(/charged/);
    expect(await shown({ mode: "payment", answer: { ok: true } })).toContain(
      "You were not charged, and we released your reservation.",
    );
    const held_until = "2026-12-01T10:00:00.000Z";
    expect(await shown({ mode: "payment", answer: { ok: true, held_until } })).toMatch(
      /You were not charged\. We hold your unit until/,
    );
  });

  test("after paying in another window sees where the key will appear, and sees no link to pay", async () => {
    const words = await shown({ mode: "payment", answer: { ok: true, paid: true } });
    expect(words).toContain("Your payment is being confirmed\nYour license key appears under Seats.");
    expect(words).toContain("Open your seats");
    expect(words).not.toMatch(/not charged|left the checkout|Return to checkout/);
  });

  test("sees no sentence about charges after leaving a subscription's page", async () => {
    const words = await shown({ mode: "subscription", answer: null });
    expect(words).toContain("You left the checkout");
    expect(words).toContain("Return to checkout");
    expect(words).not.toMatch(/charged|reservation/);
  });
});
