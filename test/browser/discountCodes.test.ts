import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { call } from "../support/api.ts";
import { browser, expectAccessible, expectNone } from "../support/browser.ts";
import { payWith, signUp } from "../support/byHand.ts";
import { settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { broughtBy, ledgerOf, movesOf } from "../support/figures.ts";
import { button } from "../support/manage.ts";
import { operatingAs } from "../support/operatorCalls.ts";
import { newEmail, signInPerson, signUpPerson } from "../support/people.ts";
import { activateKey, atStripe, buy, codesOf, paymentOf, stripeClient } from "../support/shop.ts";
import { timeline } from "../support/story.ts";

const { visit } = browser();

test("the operator creates a code, and its link shows a buyer the reduced price before and at Stripe", async () => {
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
  await page.getByText("$24.00").waitFor();
  await page.getByText("Then $30.00 each month until you cancel.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove code" }).click();
  await expectNone(page.getByText("$24.00"));
  await page.getByLabel("Discount code").fill("NO-SUCH-CODE");
  await page.getByRole("button", { name: "Apply code" }).click();
  await page.getByText("This discount code does not exist.").waitFor();
  await page.getByLabel("Discount code").fill(code);
  await page.getByRole("button", { name: "Apply code" }).click();
  await page.getByText("$24.00").waitFor();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await page.waitForURL(/\/c\/cs_test_/);
  expect(await page.locator(".amount").textContent()).toBe("$24.00 today");
  await page.getByText("Then $30.00 every month.").waitFor();

  await row.getByRole("button", { name: "End" }).click();
  await desk.page.getByRole("button", { name: "End code" }).click();
  await row.getByText("ended", { exact: true }).filter({ visible: true }).waitFor();
});

test("a code that Stripe refused is created in the same form once the other code has ended", async () => {
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

test("an affiliate's discount: given, shown, bought with after the link, used, refunded, disputed and ended", async () => {
  const creator = await signUpPerson();
  const code = `FILM${randomUUID().slice(0, 6)}`.toUpperCase();
  await call("affiliates/join", { acceptTerms: true, code }, { token: creator.accessToken });

  const operator = await admittedOperator();
  const desk = await visit({ as: operator });
  await desk.page.goto(`/admin/affiliates?search=${encodeURIComponent(code)}`);
  await desk.page.getByRole("row", { name: new RegExp(creator.email) }).click();
  await desk.page.getByRole("link", { name: "Buyer discount" }).click();
  const dialog = desk.page.getByRole("dialog", { name: "New discount code" });
  expect(await dialog.getByLabel("Code", { exact: true }).inputValue()).toBe(code);
  await dialog.getByLabel("Percent off").fill("20");
  await expectAccessible(desk.page);
  await dialog.getByRole("button", { name: "Create code" }).click();
  await desk.page
    .getByRole("row", { name: new RegExp(code) })
    .getByText("Affiliate's code")
    .waitFor();

  const own = await visit({ as: creator });
  await own.page.goto("/dashboard/affiliate");
  await own.page.getByText("Your code takes 20% off any plan").waitFor();
  await expectAccessible(own.page);

  // The link of a video, a new account, and the checkout, without a code in its address.
  const { page } = await visit({});
  await page.goto(`/r/${code}`);
  await page.goto("/signup?next=/checkout/subscription");
  const email = newEmail("viewer");
  await signUp(page, email);
  await page.waitForURL("**/checkout/subscription");
  await page.getByText(`Code ${code} applied`).waitFor();
  await page.getByText("$24.00").waitFor();
  await expectNone(page.getByText("Have a creator code?"));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await payWith(page, "4242424242424242");
  await page.getByRole("heading", { name: "Payment Successful!" }).waitFor();
  await settle();
  await own.page.reload();
  await own.page.getByText("$4.80").first().waitFor();

  // The buyer uses the key. The operator finds them by the code's line, and gives back a part, then the rest.
  const ask = operatingAs(() => operator);
  const buyer = await signInPerson(email);
  expect(await activateKey(buyer)).toBe("VALID");
  expect(await broughtBy(ask, creator)).toEqual([2400, 480]);
  const give = async (left: string, amount: string) => {
    await desk.page.goto(`/admin/customers/${buyer.userId}`);
    await timeline(desk.page, `Started a checkout: monthly with the code ${code}`).waitFor();
    await button(desk.page, "Refund").click();
    const refund = desk.page.getByRole("dialog", { name: `Refund ${email}?` });
    await refund.getByText(`Up to ${left} of $24.00.`).waitFor();
    await refund.getByLabel("Amount in USD").fill(amount);
    await refund.getByRole("button", { name: `Refund $${amount}` }).click();
    await desk.page.getByText("The refund is on its way.").waitFor();
    await settle();
  };
  await give("$24.00", "6.01");
  expect(await codesOf(buyer)).toEqual(["VALID"]);
  // A quarter of the commission and a little, rounded down; what is left of the payment, exactly.
  expect((await ledgerOf(creator)).commissions).toMatchObject([{ baseCents: 2400, reversedCents: 120 }]);
  expect(await broughtBy(ask, creator)).toEqual([1799, 360]);
  await own.page.reload();
  await own.page.getByText("$1.20 was taken back after a refund.").waitFor();
  await give("$17.99", "17.99");
  expect(await codesOf(buyer)).toEqual(["REVOKED"]);
  expect(await movesOf(ask, "money", buyer)).toEqual(["payment 2400", "refund 1799", "refund 601"]);
  expect(await broughtBy(ask, creator)).toBeUndefined();

  // Another buyer's bank takes the money back.
  const other = await signUpPerson();
  const { sessionId } = await buy(other, "monthly", { code });
  expect(await activateKey(other)).toBe("VALID");
  expect(await broughtBy(ask, creator)).toEqual([2400, 480]);
  const { charge } = await paymentOf(sessionId);
  const { id } = (await atStripe("disputes", { charge })) as { id: string };
  await settle();
  expect(await codesOf(other)).toEqual(["SUSPENDED"]);
  expect((await ledgerOf(creator)).commissions).toContainEqual(
    expect.objectContaining({ earnedCents: 480, status: "held", holds: ["dispute"] }),
  );
  await atStripe(`disputes/${id}/close`, { outcome: "lost" });
  await settle();
  expect(await codesOf(other)).toEqual(["REVOKED"]);
  expect(await movesOf(ask, "money", other)).toEqual(["payment 2400", "refund 2400"]);
  const { commissions } = await ledgerOf(creator);
  expect(commissions.map(({ earnedCents, reversedCents }) => [earnedCents, reversedCents])).toEqual([
    [480, 480],
    [480, 480],
  ]);
  expect(await broughtBy(ask, creator)).toBeUndefined();
  await own.page.reload();
  await own.page.getByText("The payment was returned to the buyer.").nth(1).waitFor();
  await expectNone(own.page.getByText("$4.80"));

  // The code ends: the link leads to the regular price, and the checkout says why.
  await desk.page.goto("/admin/codes");
  const row = desk.page.getByRole("row", { name: new RegExp(code) });
  await row.getByRole("button", { name: "End" }).click();
  await desk.page.getByRole("button", { name: "End code" }).click();
  await row.getByText("ended", { exact: true }).filter({ visible: true }).waitFor();
  const late = await visit({ as: await signUpPerson() });
  await late.page.goto(`/checkout/subscription?code=${code}`);
  await late.page.getByText("This discount code has ended.").waitFor();
  await late.page.getByText("$30.00").first().waitFor();
});
