import { expect, test } from "vitest";
import { browser, expectToFit } from "../support/browser.ts";
import { admittedOperator } from "../support/enter.ts";
import { button } from "../support/manage.ts";
import { openPayoutDesk } from "../support/payoutDesk.ts";
import { expectPaidOnce, ledgerOf, ownOf } from "../support/payoutRequests.ts";
import { addStripeBalance, transfersTo } from "../support/payouts.ts";
import { story } from "../support/story.ts";

const { visit } = browser();

test("an operator retries the payout that failed at the month's end, and each payout is paid once", async () => {
  const desk = await openPayoutDesk();
  await addStripeBalance(1_000_00);
  const paid = await desk.approved([2500, 1500], 4000);
  const short = await desk.approved([90_000_00], 90_000_00);
  await desk.run("Distribute");
  await expectPaidOnce(paid, 4000);
  expect((await ownOf(short.person))[0]?.payout?.status).toBe("failed");
  expect(await ledgerOf(short.affiliateId)).toMatchObject({ inPayout: 90_000_00, paidOut: 0 });

  const { page } = await visit({ as: await admittedOperator() });
  await page.goto("/admin");
  await story("Month's end with one payout that fails", 4, async (step) => {
    const need = page.getByRole("list", { name: "Needs you" }).getByRole("listitem");
    await need.getByText(/^1 payout that Stripe could not pay, \$90,000\.00\./).waitFor();
    await step(() => need.getByRole("link", { name: /^Retry or cancel/ }).click());
    const failed = page.getByRole("table", { name: "Payouts" });
    await step(() => failed.getByRole("link", { name: short.person.email }).click());
    await page.getByText("Our balance at Stripe did not cover it. The next payout run retries it.").waitFor();
    // The operator tops up the balance at Stripe, outside the back office.
    await addStripeBalance(90_000_00);
    await step(() => button(page, "Initiate transfer").click());
    await step(() =>
      page.getByRole("alertdialog").getByRole("button", { name: "Initiate transfer" }).click(),
    );
    await page.getByText("$90,000.00 paid.").waitFor();
  });
  // Without a reload, the panel shows that the payout is paid, and the list of failed payouts is empty.
  await page.locator("[data-panel]").getByText("paid", { exact: true }).waitFor();
  await page.getByText("No payouts in this view.").waitFor();
  await expectToFit(page);

  // Both payouts are paid once, and the ledger and Stripe agree to the cent.
  await expectPaidOnce(short, 90_000_00);
  await expectPaidOnce(paid, 4000);
  await desk.run("Distribute");
  expect(await transfersTo(short.account)).toEqual([90_000_00]);

  await page.getByRole("link", { name: "System Overview" }).click();
  await page.getByText("Needs you", { exact: true }).waitFor();
  await expect.poll(() => page.getByText("1 payout that Stripe could not pay").count()).toBe(0);

  // The affiliate's ledger shows the same figures.
  await page.goto(`/admin/customers/${short.affiliateId}#affiliate`);
  await page.getByRole("heading", { name: short.person.email }).waitFor();
  const shown = await page.locator("main dl dt").allTextContents();
  const figures = await page.locator("main dl dd").allTextContents();
  expect(Object.fromEntries(shown.map((name, at) => [name, figures[at]]))).toMatchObject({
    Payable: "$0.00",
    "In payouts": "$0.00",
    "Paid out": "$90,000.00",
  });
});
