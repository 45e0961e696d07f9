import { createElement, type ReactElement } from "react";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { RefundOffer } from "#shared/refunds/refunds.ts";
import { ApiError } from "../../../web/src/api/ApiError.ts";
import { ChangePassword } from "../../../web/src/customer/account/ChangePassword.tsx";
import { CodeField } from "../../../web/src/customer/account/CodeField.tsx";
import { Component as LostPhone } from "../../../web/src/customer/account/LostPhonePage.tsx";
import { JoinCard } from "../../../web/src/customer/affiliate/JoinCard.tsx";
import { Component as JoinTeam } from "../../../web/src/customer/signIn/JoinTeamPage.tsx";
import { RefundCard } from "../../../web/src/customer/subscription/GetRefund.tsx";
import { PlanDialog } from "../../../web/src/customer/subscription/PlanDialog.tsx";
import { RefundDialog } from "../../../web/src/customer/subscription/RefundDialog.tsx";
import { SeatsDialog } from "../../../web/src/customer/subscription/SeatsDialog.tsx";
import { SettlePayment } from "../../../web/src/customer/subscription/SettlePayment.tsx";
import { Component as Withdraw } from "../../../web/src/customer/withdraw/WithdrawPage.tsx";
import { htmlOf, wordsOf } from "../../support/rendered.ts";
import { subscriptionOf } from "./situations.ts";

const given = vi.hoisted(() => ({ error: null as unknown, codeField: null as unknown }));
vi.mock("../../../web/src/api/useAction.ts", () => ({
  useAction: () => ({ run: async () => undefined, pending: false, error: given.error }),
}));
vi.mock("../../../web/src/customer/account/usePasswordSignIn.tsx", () => ({
  usePasswordSignIn: () => ({ codeField: given.codeField, signIn: async () => true }),
}));
afterAll(() => vi.restoreAllMocks());
beforeEach(() => {
  given.error = null;
  given.codeField = null;
});

const noop = () => undefined;
const OFFER = {
  product: "monthly",
  amount_cents: 3_000,
  currency: "usd",
  until: "2026-12-01T00:00:00.000Z",
  self_service: true,
} as const;
const refund = createElement(RefundDialog, { offer: OFFER, onClose: noop });
const subscription = subscriptionOf("active", "renews");

/** Renders without effects, so no price or card is loaded. */
const shown = async (element: ReactElement, data: unknown = null) =>
  wordsOf(await htmlOf(element, data, "/", { email: "ada@example.com" }));

test("the refund's dialog has a field for the authenticator's code if the account requires one", async () => {
  expect(await shown(refund)).not.toContain("Authenticator code");
  given.codeField = createElement(CodeField, { label: "Authenticator code" });
  expect(await shown(refund)).toContain("Confirm with your password\nAuthenticator code");
});

test("the dialog for the refund of a lifetime license says when the subscription ends, and how to keep it", async () => {
  const offer = { ...OFFER, product: "lifetime", subscription_ends: "2026-12-20T10:00:00.000Z" } as const;
  const words = await shown(createElement(RefundDialog, { offer, onClose: noop }));
  expect(words).toMatch(/Your subscription still ends on Dec 20, 2026[^\n]* choose Keep Subscription/);
  const final = { ...offer, subscription_is_final: true } as const;
  const said = await shown(createElement(RefundDialog, { offer: final, onClose: noop }));
  expect(said).toContain(
    "The subscription ends because a dispute over an earlier payment was lost. You can subscribe again once it has ended.",
  );
  expect(said).not.toContain("Keep Subscription");
});

test("for a refund that needs the operator, the dialog gives the deadline of the answer and does not say that the key stops working", async () => {
  const offer = { ...OFFER, self_service: false };
  const words = await shown(createElement(RefundDialog, { offer, onClose: noop }));
  expect(words).toContain("We answer within 14 days, and email you the deadline.");
  expect(words).toContain("Request a refund");
  expect(words).not.toContain("Your license key stops working.");
});

test.each<[string, Partial<RefundOffer>, string[]]>([
  ["that is paid at once", { self_service: true }, ["Get a refund"]],
  [
    "of a renewal",
    { self_service: true, max_videos: 5 },
    [
      "Refund of your renewal",
      "back, if you have made no more than 5 videos since the renewal.",
      "Get a refund",
    ],
  ],
  ["on request", {}, ["Request it here, and we answer within 14 days.", "Request a refund"]],
  [
    "on request, or at once after the end of the offline license",
    { lease_until: "2026-11-20T10:00:00.000Z" },
    ["Or wait until Nov 20, 2026", "Request a refund"],
  ],
  ["that was requested", { answer_by: "2026-11-25T10:00:00.000Z" }, ["we answer by Nov 25, 2026"]],
  ["that the operator has answered", { answer_by: null }, ["We have answered", "Write to support"]],
])("the guarantee's card describes a refund %s", async (_when, change, sentences) => {
  const offer = { ...OFFER, self_service: false, ...change };
  const words = await shown(createElement(RefundCard, { offer }));
  for (const sentence of sentences) expect(words).toContain(sentence);
  expect(words.includes("Request a refund")).toBe(sentences.includes("Request a refund"));
  expect(words.includes("you can get")).toBe(change.answer_by !== null);
});

describe("the message about a failed action", () => {
  test.each([
    ["Nothing was refunded", "The refund may have gone through.", () => refund],
    [
      "Your plan has not changed",
      "The change may have gone through.",
      () => createElement(PlanDialog, { from: "monthly", to: "yearly", onClose: noop }),
    ],
    [
      "Your seats have not changed",
      "The change may have gone through.",
      () => createElement(SeatsDialog, { subscription, seats: 3, onClose: noop }),
    ],
    [
      "We could not charge your card",
      "The payment may have gone through.",
      () => createElement(SettlePayment, { owed: null }),
    ],
    ["Could not join the program", "You may have joined.", () => createElement(JoinCard)],
    ["The invitation was not accepted", "The seat may be yours already.", () => createElement(JoinTeam)],
    [
      "We could not confirm your withdrawal",
      "We may have received your withdrawal.",
      () => createElement(Withdraw),
    ],
    ["The code was not sent", "The code may be on its way.", () => createElement(LostPhone)],
    [
      "The password was not changed",
      "Your password may have changed.",
      () => createElement(ChangePassword, { email: "ada@example.com", name: null, onDone: noop }),
    ],
  ] as const)("says '%s' only after a refusal", async (refused, maybe, element) => {
    const data = { invitation: null, email: "ada@example.com" };
    given.error = new ApiError("CONFLICT", "Not now.", { status: 409 });
    expect(await shown(element(), data)).toContain(`${refused}\nNot now.`);
    for (const [title, lost] of [
      ["We did not get an answer", new ApiError("NETWORK_ERROR", "Away.")],
      ["Something went wrong", new ApiError("X", "Away.", { status: 503 })],
    ] as const) {
      given.error = lost;
      const words = await shown(element(), data);
      expect(words).not.toContain(refused);
      expect(words).toContain(`${title}\n${maybe} Reload the page before`);
    }
  });
});
