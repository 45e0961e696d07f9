import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { money } from "../../web/src/ui/format.ts";
import { join } from "../support/affiliateLinks.ts";
import { call } from "../support/api.ts";
import { browser, expectToFit } from "../support/browser.ts";
import { advanceClock, payCheckout, settle, withoutWebhooks } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { mailTo } from "../support/mail.ts";
import { button } from "../support/manage.ts";
import { failedEventsOf } from "../support/openEvents.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { putRow, rowsOf } from "../support/rows.ts";
import {
  activateKey,
  atStripe,
  buy,
  codesOf,
  openCheckout,
  paymentOf,
  stripeClient,
} from "../support/shop.ts";
import { fillInSignIn } from "../support/signedIn.ts";
import { expectInView, findCustomer, story } from "../support/story.ts";

// Customers' questions to an operator, with the number of steps from the overview to the answer.

const { visit } = browser();
const PAID = money(CATALOG.monthly.price);
let operator: Person;
beforeEach(async () => {
  operator = await admittedOperator();
});

async function overview(): Promise<Page> {
  const { page } = await visit({ as: operator });
  await page.goto("/admin");
  await page.getByRole("list", { name: "Needs you" }).waitFor({ state: "attached" });
  return page;
}

test("an operator finds a customer who paid but got no license, and applies the payment from Stripe", async () => {
  const person = await signUpPerson();
  const { body } = await openCheckout(person, "monthly");
  await settle();
  await withoutWebhooks(async () => {
    await payCheckout(String(body.sessionId));
    const page = await overview();
    await story("Paid but no license", 3, async (step) => {
      await findCustomer(page, step, person.email, person);
      await page.getByText(/^Paid .* on .*, but got no license\.$/).waitFor();
      await step(() => button(page, "Sync with Stripe").click());
      await page.getByText("Applied 1 missing checkout.").waitFor();
    });
    await page.getByText(/The subscription works and renews/).waitFor();
    expect(await codesOf(person)).toEqual(["VALID"]);
  });
  await settle();
});

test("an operator replays Stripe events whose webhooks failed for three hours", async () => {
  const buyers = [await signUpPerson(), await signUpPerson()];
  for (const buyer of buyers) await buy(buyer, "monthly");
  await failedEventsOf(buyers, ["checkout.session.completed"], {
    lastError: "Something went wrong on our side.",
    hoursAgo: 3,
  });
  const page = await overview();
  await story("Stripe's webhooks failed for three hours", 3, async (step) => {
    await page.getByText("2 Stripe events failed", { exact: true }).waitFor();
    await step(() => page.getByRole("link", { name: /^Replay/ }).click());
    await page.getByText(PAID).first().waitFor();
    await step(() => button(page, "Replay all 2").click());
    await step(() => button(page, "Replay all 2").last().click());
    await page.getByText("Handled 2 events.").waitFor();
  });
  await page.getByText("No failed events.").waitFor();
});

test("a customer's page names the failed webhook of a payment, and an operator replays the webhook there", async () => {
  const person = await signUpPerson();
  await buy(person, "monthly");
  await failedEventsOf([person], ["invoice.paid"]);
  const page = await overview();
  await story("Why was I not mailed a receipt", 3, async (step) => {
    await findCustomer(page, step, person.email, person);
    await page.getByText("The webhook invoice.paid failed 4 times.").waitFor();
    await step(() => button(page, "Replay").click());
    await page.getByText("The event was handled.").waitFor();
  });
  await page.getByText(/The subscription works and renews on [^.]*\.$/).waitFor();
});

test("a dispute under Needs you links to the page where the operator answers the dispute", async () => {
  const person = await signUpPerson();
  const { sessionId } = await buy(person, "monthly");
  const { charge } = await paymentOf(sessionId);
  await atStripe("disputes", { charge, reason: "fraudulent" });
  await settle();
  const page = await overview();
  await story("A chargeback", 1, async (step) => {
    const row = page.getByRole("listitem").filter({ hasText: `A bank disputes ${PAID}` });
    await row.getByText(/^answer by /).waitFor();
    await step(() => row.getByRole("link", { name: /^Answer/ }).click());
    await page.getByText("The bank has taken the money back.").waitFor();
  });
});

test("an operator resends the mail with the license key to a customer who never got it", async () => {
  const person = await signUpPerson();
  await buy(person, "monthly");
  const page = await overview();
  await story("The mail never came", 4, async (step) => {
    await findCustomer(page, step, person.email, person);
    const line = page.getByRole("listitem").filter({ hasText: `Mailed “Your ${BRAND.name} license key` });
    await step(() => line.getByRole("button", { name: "Resend" }).click());
    await step(() => page.getByRole("alertdialog").getByRole("button", { name: "Resend" }).click());
    await page.getByText("The mail is on its way.").waitFor();
  });
  await settle();
  const mails = (await mailTo(person.email)).filter(({ subject }) => subject.includes("license key"));
  expect(mails).toHaveLength(2);
});

test("an operator cancels a subscription for a customer", async () => {
  const person = await signUpPerson();
  await buy(person, "monthly");
  const page = await overview();
  await story("Cancel my subscription", 4, async (step) => {
    await findCustomer(page, step, person.email, person);
    await step(() => button(page, "End subscription").click());
    await step(() => page.getByRole("alertdialog").getByRole("button", { name: "End subscription" }).click());
    await page.getByText("The subscription is set to end.").waitFor();
  });
  await page.getByText(/The subscription works until it ends on/).waitFor();
  await button(page, "Resume subscription").waitFor();
});

test("an operator deletes an account from the customer's page", async () => {
  const person = await signUpPerson();
  const page = await overview();
  await story("Erase me", 5, async (step) => {
    await findCustomer(page, step, person.email, person);
    await step(() => page.getByText("More", { exact: true }).click());
    await step(() => button(page, "Delete account").click());
    await step(async () => {
      await page.getByLabel(`Type ${person.email} to confirm`).fill(person.email);
      await page.keyboard.press("Enter");
    });
    await page.getByText("The account is being deleted.").waitFor();
  });
  await settle();
  expect((await rowsOf("Users")).filter(({ pk }) => pk === person.userId)).toEqual([]);
});

/** Chooses who is mailed. Other tests may have added customers: above 20, the operator has to type their number. */
async function mailTheGroup(page: Page, group: string): Promise<void> {
  await page.getByLabel("Mail customers").selectOption(group);
  await page.getByText(/\d customers? with incident mail turned on/).waitFor();
  const number = page.getByLabel(/^Type [\d,]+ to confirm$/);
  if (!(await number.isVisible())) return;
  await number.fill(/[\d,]+/.exec(await page.getByText(/^Type [\d,]+ to confirm$/).innerText())?.[0] ?? "");
}

/** The first batch starts after two minutes and then sends its mails. */
async function untilMailed(): Promise<void> {
  for (let minute = 0; minute < 3; minute += 1) {
    await advanceClock(60);
    await settle();
  }
}

test("visitors see an incident until it is resolved, and customers get mails about it", async () => {
  const [customer, editor] = [await signUpPerson(), await signUpPerson()];
  for (const { accessToken: token } of [customer, editor])
    await call("licenses/createFreeKey", {}, { token });
  await activateKey(editor);
  await settle();
  const page = await overview();
  const { page: visitor } = await visit({});
  await story("An incident", 5, async (step) => {
    await step(() => page.getByRole("link", { name: "Incidents" }).click());
    await step(() => button(page, "New incident").click());
    await step(async () => {
      await page.getByLabel("Title").fill("Videos fail to start");
      await page.getByLabel("Voice synthesis").check();
      await page.getByLabel("Website and licenses").check();
      await page.getByLabel("Shown as").selectOption("Outage");
      await page.getByLabel("Message to everyone").fill("We are looking into it.");
      await mailTheGroup(page, "Everyone with a working key");
    });
    await step(() => button(page, "Preview and send a test mail").click());
    await page.getByRole("figure", { name: "Preview of the mail" }).waitFor();
    const publish = page.getByRole("button", { name: /^Publish incident and mail \d+ customers?$/ });
    await expectInView(publish);
    await step(() => publish.click());
    await page.getByRole("heading", { name: "Videos fail to start" }).waitFor();
    await visitor.goto("/status");
    await visitor
      .getByRole("list", { name: "Open incidents" })
      .getByText("We are looking into it.")
      .waitFor();
  });
  await page.getByText("The first mail goes out in").waitFor();
  await button(page, "Undo mail").waitFor();
  await untilMailed();
  const [mail] = await mailTo(customer.email);
  expect(mail?.subject).toBe(`${BRAND.name}, Investigating: Videos fail to start`);
  await page.getByText(/^Mailed to \d+ customers?, /).waitFor();
  const [setting = ""] = /http\S+#notifications/.exec(mail?.text ?? "") ?? [];
  // A reader who has to sign in first still reaches the page that the mail links to.
  const { page: reader } = await visit({ width: 360 });
  await reader.goto(new URL(setting).pathname + new URL(setting).hash);
  await fillInSignIn(reader, customer);
  await reader.waitForURL("**/dashboard/account#notifications");
  await reader.getByRole("switch", { name: "Service incidents", checked: true }).click();
  await reader.getByRole("switch", { name: "Service incidents", checked: false }).waitFor();
  await visitor.getByText("Some systems are out").waitFor();
  await expectToFit(visitor);
  await expectToFit(page);
  await visitor.goto("/");
  await visitor.getByRole("link", { name: "Some systems are out" }).waitFor();

  const update = page.getByRole("form", { name: "Update Videos fail to start" });
  await story("An incident is over", 2, async (step) => {
    await step(async () => {
      await update.getByLabel("State").selectOption("Resolved");
      await update.getByLabel("Message to everyone").fill("Videos start again.");
      await mailTheGroup(page, "Used the application in the last 7 days");
    });
    await step(() =>
      update.getByRole("button", { name: /^Resolve incident and mail up to \d+ customers?$/ }).click(),
    );
    await page.getByText("Resolved in the last 90 days").waitFor();
    await visitor.goto("/status");
    await visitor.getByText("All systems operational").waitFor();
  });
  await untilMailed();
  const lastSubjects = [customer, editor].map(async ({ email }) => (await mailTo(email))[0]?.subject);
  expect(await Promise.all(lastSubjects)).toEqual([
    mail?.subject,
    `${BRAND.name}, Resolved: Videos fail to start`,
  ]);
  await visitor.getByText("Videos fail to start", { exact: true }).first().click();
  await visitor.getByText("Videos start again.").waitFor();
  await page.getByText("Videos fail to start").click();
  const afterwards = page.getByRole("form", { name: "Post-mortem of Videos fail to start" });
  await afterwards.getByLabel("Post-mortem").fill("blog.example.com");
  await afterwards.getByRole("button", { name: "Save link" }).click();
  await afterwards.getByText("Enter a link that begins with https://").waitFor();
  await afterwards.getByLabel("Post-mortem").fill("https://blog.example.com/videos-failed");
  await afterwards.getByRole("button", { name: "Save link" }).click();
  await expect.poll(() => afterwards.getByRole("button", { name: "Save link" }).isDisabled()).toBe(true);
  await expectToFit(page);
  await visitor.goto("/status");
  const link = visitor.getByRole("link", { name: "Post-mortem: Videos fail to start" });
  expect(await link.getAttribute("href")).toBe("https://blog.example.com/videos-failed");
  await expectToFit(visitor);
});

test("an operator can explain a reduced commission", async () => {
  const REFUNDED = 1_000_00;
  const affiliate = await join();
  const buyer = await signUpPerson();
  await putRow("Affiliates", {
    pk: `user#${buyer.userId}`,
    sk: "attribution",
    affiliateId: affiliate.userId,
    rateBasisPoints: 2000,
    via: "link",
    at: new Date(0).toISOString(),
  });
  const { payment_intent } = await paymentOf((await buy(buyer, "lifetime")).sessionId);
  await stripeClient().refunds.create({ payment_intent, amount: REFUNDED });
  await settle();
  const page = await overview();
  await story("Why is my commission lower", 3, async (step) => {
    await step(() => page.getByRole("link", { name: "Affiliate Network" }).click());
    await step(() =>
      page.getByRole("searchbox", { name: "Search by address or code" }).fill(affiliate.email),
    );
    await step(() => page.getByRole("link", { name: affiliate.email }).click());
    const sale = page.getByRole("table", { name: "Commissions" }).getByRole("row").nth(1);
    await sale.getByText(`20% of ${money(CATALOG.lifetime.price)}, paid on `).waitFor();
    await sale.getByText(`${money(REFUNDED / 5)} taken back after a refund`).waitFor();
    await sale.getByText(money((CATALOG.lifetime.price - REFUNDED) / 5), { exact: true }).waitFor();
    await sale.getByText(/^On hold until /).waitFor();
    await expectInView(sale);
  });
  await page.getByText("On hold", { exact: true }).waitFor();
  await expectToFit(page);
});

test("an operator finds the new revenue of this month, and the customers behind it", async () => {
  const person = await signUpPerson();
  await buy(person, "monthly");
  const page = await overview();
  await story("How is this month", 3, async (step) => {
    await step(() => page.getByRole("link", { name: "Growth" }).click());
    await step(() => page.getByRole("link", { name: "This month" }).click());
    const mrr = page.getByRole("table", { name: "Recurring revenue" });
    await mrr.getByRole("row", { name: /^MRR at the end/ }).waitFor();
    await expectToFit(page);
    await step(() => mrr.getByRole("link", { name: /^New: \$/ }).click());
    const rows = page.getByRole("table", { name: "MRR changes: new" });
    await rows.getByRole("link", { name: person.email }).waitFor();
    await rows.getByText(PAID).first().waitFor();
    await expectToFit(page);
  });
});
