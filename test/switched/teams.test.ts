import { beforeAll, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { browser, expectAccessible, expectNone, expectToFit } from "../support/browser.ts";
import { payWith, signUp } from "../support/byHand.ts";
import { settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { mailedCode, mailTo } from "../support/mail.ts";
import { button, MANAGE, subscriptionOf } from "../support/manage.ts";
import { newEmail, PASSWORD, type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { proveAddress } from "../support/rows.ts";
import { codesOf, stripeClient } from "../support/shop.ts";

const chrome = browser();
let operator: Person;
beforeAll(async () => {
  operator = await admittedOperator();
});

const invitationTo = async (email: string): Promise<string> => {
  await settle();
  const [mail] = (await mailTo(email)).filter(({ text }) => text.includes("/join-team#"));
  return /https?:\S+\/join-team#\S+/.exec(mail?.text ?? "")?.[0] ?? "no link";
};

test("a buyer buys a team, adds, replaces and removes members, changes its seats, and gets a refund", async () => {
  const desk = await chrome.visit({ as: operator });
  await desk.page.goto("/admin/selling");
  await desk.page.getByRole("switch", { name: "Sell seats to teams" }).click();
  await button(desk.page, "Save teams").click();
  await desk.page.getByText("Saved.").waitFor();
  await expectAccessible(desk.page);

  const buyer = await signUpPerson();
  await proveAddress(buyer);
  const { page, problems } = await chrome.visit({ as: buyer });
  await page.goto("/checkout/subscription");
  await page.getByLabel("Seats").selectOption("3");
  await page.getByText("$90.00").first().waitFor();
  // Only a subscription has seats.
  await page.getByRole("radio", { name: "Lifetime" }).check();
  await page.getByRole("heading", { name: "Lifetime Access" }).waitFor();
  await expectNone(page.getByLabel("Seats", { exact: true }));
  await expectNone(page.getByText("3 ×"));
  await page.getByRole("radio", { name: "Monthly" }).check();
  await page.getByText("$90.00").first().waitFor();
  await expectToFit(page);
  await button(page, "Continue to payment").click();
  await payWith(page, "4242424242424242");
  await page
    .getByText(/Successful|subscription is active/i)
    .first()
    .waitFor();
  await settle();

  await page.goto(MANAGE);
  await page.getByText("2 unused seats").waitFor();
  const email = newEmail("member");
  for (const address of [email, newEmail("late")]) {
    await page.getByLabel("Email of a member").fill(address);
    await page.keyboard.press("Enter");
    await page.getByText(address, { exact: true }).waitFor();
  }
  await expectNone(page.getByLabel("Email of a member"));
  await expectToFit(page);

  // The member signs up through the link, gets a key, and sees no bill.
  const guest = await chrome.visit();
  await guest.page.goto(await invitationTo(email));
  await signUp(guest.page, email);
  await guest.page.getByRole("link", { name: "Confirm your email address" }).click();
  await button(guest.page, "Send me a code").click();
  await guest.page.getByText("A code is on its way.").waitFor();
  await guest.page.getByLabel("Code").fill(await mailedCode(email));
  await button(guest.page, "Confirm").click();
  await button(guest.page, "Accept the seat").waitFor();
  expect(guest.page.url()).toMatch(/\/join-team$/);
  await expectToFit(guest.page);
  await button(guest.page, "Accept the seat").click();
  await guest.page.getByRole("link", { name: "Show my license key" }).click();
  await guest.page.getByText("Team", { exact: true }).waitFor();
  const member = await signInPerson(email);
  expect(await codesOf(member)).toEqual(["VALID"]);
  const bill = await call("subscriptions/getSubscription", {}, { token: member.accessToken });
  expect(bill.body).toMatchObject({ subscription: null });

  // The seat without a member ends now, and is free of charge from the next period.
  await page.reload();
  await page.getByText("accepted").waitFor();
  await page.getByRole("button", { name: /^Remove late/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("1 unused seat").waitFor();
  await page.getByLabel("Number of seats").selectOption("2");
  await button(page, "Change seats").click();
  const fewer = page.getByRole("alertdialog", { name: "Change to 2 seats?" });
  await fewer.getByText(/The unused seats end now\. .* you pay \$60\.00 each month\./).waitFor();
  await expectToFit(page);
  await fewer.getByRole("button", { name: "Change seats" }).click();
  await page.getByText("Your subscription now has 2 seats.").waitFor();

  // For more seats, the page first shows the exact amount. All seats then start a new period.
  await page.getByLabel("Number of seats").selectOption("5");
  await button(page, "Change seats").click();
  const more = page.getByRole("alertdialog", { name: "Change to 5 seats?" });
  const pay = more.getByRole("button", { name: /^Pay \$\d+\.\d\d and change$/ });
  const amount = /\$\d+\.\d\d/.exec((await pay.textContent()) ?? "")?.[0] ?? "none";
  await expectToFit(page);
  await pay.click();
  await page.getByText("Your subscription now has 5 seats.").waitFor();
  await settle();
  const { subscription_id } = await subscriptionOf(buyer);
  const { data } = await stripeClient().invoices.list({ subscription: subscription_id, status: "paid" });
  expect(`$${((data[0]?.amount_paid ?? 0) / 100).toFixed(2)}`).toBe(amount);
  expect(await codesOf(member)).toEqual(["VALID"]);

  // The operator finds the team on the buyer's page, and the buyer on the member's page.
  await desk.page.goto(`/admin/customers/${buyer.userId}`);
  await desk.page.getByText("Team, 5 seats").waitFor();
  await expectAccessible(desk.page);
  await desk.page.getByRole("link", { name: email }).click();
  await desk.page.getByRole("link", { name: "paid by another customer" }).waitFor();

  // The buyer gives the seat to someone else. The first member's key ends, and a mail tells them.
  await page.reload();
  await page.getByRole("button", { name: `Remove ${email}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("4 unused seats").waitFor();
  await settle();
  expect(await codesOf(member)).toEqual(["EXPIRED"]);
  expect((await mailTo(email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/team seat has ended/),
  );
  const other = await signUpPerson();
  await proveAddress(other);
  await page.getByLabel("Email of a member").fill(other.email);
  await button(page, "Send invitation").click();
  await page.getByText(other.email, { exact: true }).waitFor();
  const second = await chrome.visit({ as: other });
  await second.page.goto(await invitationTo(other.email));
  await button(second.page, "Accept the seat").click();
  await second.page.getByText("The seat is yours").waitFor();
  expect(await codesOf(other)).toEqual(["VALID"]);

  // The guarantee refunds every payment and ends every key of the team.
  await page.reload();
  await button(page, "Get a refund").click();
  const refund = page.getByRole("alertdialog", { name: /back\?$/ });
  await refund.getByLabel("Confirm with your password", { exact: true }).fill(PASSWORD);
  await refund.getByRole("button", { name: "Get a refund" }).click();
  await page.getByText(/on its way back/).waitFor();
  await settle();
  expect(await codesOf(other)).toEqual(["REVOKED"]);
  await second.page.goto("/dashboard/seats");
  await second.page.getByText("Ask the person who pays for your team.").first().waitFor();

  // After the buyer has deleted the account, the member's key counts as expired.
  const leaving = await signInPerson(buyer.email);
  const left = await call("customers/deleteAccount", { email: buyer.email }, { token: leaving.accessToken });
  expect(left.status).toBe(200);
  await settle();
  expect(await codesOf(other)).toEqual(["EXPIRED"]);
  expect([...problems, ...guest.problems, ...second.problems]).toEqual([]);
});
