import { createElement, type ReactElement } from "react";
import { useLoaderData, useLocation } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { CARD_CHANGED } from "../../../web/src/app/paths.ts";
import { SettlePayment } from "../../../web/src/customer/subscription/SettlePayment.tsx";
import { money } from "../../../web/src/ui/format.ts";
import { mounted } from "../../support/mounted.ts";

const paid_cents = CATALOG.monthly.price;
const given = vi.hoisted(() => ({ asked: 0, outcome: "paid" }));
vi.mock("../../../web/src/api/call.ts", async (original) => ({
  ...(await original<object>()),
  call: async () => {
    given.asked += 1;
    return { outcome: given.outcome, paid_cents, reason: null, invoice_url: null };
  },
}));

test("after a change of card, the page charges once, reloads its data, and removes the parameter from its address", async () => {
  const owed = { cents: paid_cents, currency: "usd", since: 0, payments: 1 };
  const Page = (): ReactElement => {
    const isOwed = useLoaderData<boolean>();
    const plan = createElement("p", {}, isOwed ? "A payment is due" : "Nothing is due");
    const address = createElement("p", {}, `At /${useLocation().search}.`);
    return createElement(
      "div",
      {},
      address,
      plan,
      createElement(SettlePayment, { owed: isOwed ? owed : null }),
    );
  };
  const loader = (): boolean => given.asked === 0;
  const page = await mounted(
    [
      {
        path: "/",
        Component: Page,
        loader,
        // The page removes the parameter before the payment. The changed address must not reload the data.
        shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.href === nextUrl.href,
      },
    ],
    `/?${CARD_CHANGED.name}=${CARD_CHANGED.value}`,
  );
  expect(page.words()).toContain(`${money(paid_cents)} paid.`);
  expect(page.words()).toContain("Nothing is due");
  expect(given.asked).toBe(1);
  // A reload would charge again if the address still had its parameter.
  expect(page.words()).toContain("At /.");
});

test("if the bank asks to confirm a later payment, the page says what was charged before it", async () => {
  given.outcome = "action_required";
  const owed = { cents: 2 * paid_cents, currency: "usd", since: 0, payments: 2 };
  const element = createElement(SettlePayment, { owed });
  const page = await mounted([{ path: "/", element }], `/?${CARD_CHANGED.name}=${CARD_CHANGED.value}`);
  expect(page.words()).toContain(`${money(paid_cents)} was paid. The rest is still due.`);
});
