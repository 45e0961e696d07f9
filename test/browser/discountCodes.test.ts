import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { money } from "../../web/src/ui/format.ts";
import { call } from "../support/api.ts";
import { browser, expectAccessible, expectNone } from "../support/browser.ts";
import { CARD, payWith, signUp } from "../support/byHand.ts";
import { settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { newEmail, signUpPerson } from "../support/people.ts";
import { stripeClient } from "../support/shop.ts";

const { visit } = browser();
const PRICE = money(CATALOG.monthly.price);
/** The price after a discount of 20 %. */
const REDUCED_CENTS = CATALOG.monthly.price * 0.8;
const REDUCED = money(REDUCED_CENTS);
/** The affiliate's commission: a fifth of the reduced price. */
const EARNED = money(REDUCED_CENTS / 5);

test("the operator creates a code, and its link shows a buyer the reduced price at our checkout and at Stripe", async () => {
  const code = `SALE-${randomUUID().slice(0, 8)}`.toUpperCase();
  const desk = await visit({ as: await admittedOperator() });
  await desk.page.goto("/admin/codes");
  await desk.page.getByRole("button", { name: "New code" }).click();
  const dialog = desk.page.getByRole("dialog", { name: "New discount code" });
  await dialog.getByLabel("Code", { exact: true }).fill(code.toLowerCase());
  await dialog.getByLabel("Percent off").fill("20");
  await expectAccessible(desk.page);
  await dialog.getByRole("button", { name: "Create code" }).click();
  const row = desk.page.getByRole("row", { name: new RegExp(code) });
  await row.getByText("20% off").waitFor();

  const { page } = await visit({ as: await signUpPerson() });
  await page.goto(`/checkout/subscription?code=${code.toLowerCase()}`);
  await page.getByText(`Code ${code} applied`).waitFor();
  await page.getByText(REDUCED).waitFor();
  await page.getByText(`Then ${PRICE} each month until you cancel.`).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove code" }).click();
  await expectNone(page.getByText(REDUCED));
  await page.getByLabel("Discount code").fill("NO-SUCH-CODE");
  await page.getByRole("button", { name: "Apply code" }).click();
  await page.getByText("This discount code does not exist.").waitFor();
  await page.getByLabel("Discount code").fill(code);
  await page.getByRole("button", { name: "Apply code" }).click();
  await page.getByText(REDUCED).waitFor();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.waitForURL(/\/c\/cs_test_/);
  expect(await page.locator(".amount").textContent()).toBe(`${REDUCED} today`);
  await page.getByText(`Then ${PRICE} every month.`).waitFor();

  await row.getByRole("button", { name: "End" }).click();
  await desk.page.getByRole("button", { name: "End code" }).click();
  await row.getByText("ended", { exact: true }).filter({ visible: true }).waitFor();
});

test("if a code already exists at Stripe, the form says so, and works once the existing code has ended", async () => {
  const code = `TWICE-${randomUUID().slice(0, 8)}`.toUpperCase();
  const { coupons, promotionCodes } = stripeClient();
  const { id: coupon } = await coupons.create({ percent_off: 10, duration: "once" });
  const other = await promotionCodes.create({ code, promotion: { type: "coupon", coupon } });
  const { page } = await visit({ as: await admittedOperator() });
  await page.goto("/admin/codes");
  await page.getByRole("button", { name: "New code" }).click();
  const dialog = page.getByRole("dialog", { name: "New discount code" });
  await dialog.getByLabel("Code", { exact: true }).fill(code);
  await dialog.getByLabel("Percent off").fill("20");
  await dialog.getByRole("button", { name: "Create code" }).click();
  await dialog.getByText(/already exists/i).waitFor();
  await promotionCodes.update(other.id, { active: false });
  await dialog.getByRole("button", { name: "Create code" }).click();
  await page
    .getByRole("row", { name: new RegExp(code) })
    .getByText("20% off")
    .waitFor();
});

test("a buyer gets an affiliate's discount through the link until the operator ends the code", async () => {
  const creator = await signUpPerson();
  const code = `FILM${randomUUID().slice(0, 6)}`.toUpperCase();
  await call("affiliates/join", { acceptTerms: true, code }, { token: creator.accessToken });

  const desk = await visit({ as: await admittedOperator() });
  await desk.page.goto(`/admin/affiliates?search=${encodeURIComponent(code)}`);
  await desk.page.getByRole("row", { name: new RegExp(creator.email) }).click();
  await desk.page.getByRole("link", { name: "Buyer discount" }).click();
  const dialog = desk.page.getByRole("dialog", { name: "New discount code" });
  expect(await dialog.getByLabel("Code", { exact: true }).inputValue()).toBe(code);
  await dialog.getByLabel("Percent off").fill("20");
  await dialog.getByRole("button", { name: "Create code" }).click();
  await desk.page
    .getByRole("row", { name: new RegExp(code) })
    .getByText("Affiliate's code")
    .waitFor();

  const own = await visit({ as: creator });
  await own.page.goto("/dashboard/affiliate");
  await own.page.getByText("Your code takes 20% off any plan").waitFor();
  await expectAccessible(own.page);

  // The visitor follows a video's link, then opens the checkout without a code in its URL.
  const { page } = await visit();
  await page.goto(`/r/${code}`);
  await page.goto("/signup?next=/checkout/subscription");
  await signUp(page, newEmail("viewer"));
  await page.waitForURL("**/checkout/subscription");
  await page.getByText(`Code ${code} applied`).waitFor();
  await page.getByText(REDUCED).waitFor();
  await expectNone(page.getByText("Have a creator code?"));
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await payWith(page, CARD.works);
  await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  await settle();
  await own.page.reload();
  await own.page.getByText(EARNED).first().waitFor();

  // After the code has ended, the checkout shows the regular price and the reason.
  await desk.page.goto("/admin/codes");
  const row = desk.page.getByRole("row", { name: new RegExp(code) });
  await row.getByRole("button", { name: "End" }).click();
  await desk.page.getByRole("button", { name: "End code" }).click();
  await row.getByText("ended", { exact: true }).filter({ visible: true }).waitFor();
  const late = await visit({ as: await signUpPerson() });
  await late.page.goto(`/checkout/subscription?code=${code}`);
  await late.page.getByText("This discount code has ended.").waitFor();
  await late.page.getByText(PRICE).first().waitFor();
});
