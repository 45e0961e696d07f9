import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { browser, expectAccessible, expectNone, expectNoSidewaysScroll, show } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { mailTo } from "../support/mail.ts";
import { button, link, MANAGE, subscriber } from "../support/manage.ts";
import { PASSWORD, type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { atStripe, buy, codesOf, paymentOf, stripeClient } from "../support/shop.ts";

const { visit } = browser();

/** On a desk, and in the other theme on a phone. */
async function expectFits(page: Page): Promise<void> {
  await expectAccessible(page);
  await show(page, { dark: true, width: 360 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await show(page, { dark: false, width: 1280 });
}

describe("Get a refund", () => {
  test("says what ends when, wants the password, and gives the money back once", async () => {
    const person = await subscriber();
    const { page, problems } = await visit({ as: person });
    await page.goto(MANAGE);
    await page.getByText(/you can get \$30\.00 back, whatever the reason/).waitFor();
    await button(page, "Get a refund").click();
    const dialog = page.getByRole("alertdialog", { name: "Get $30.00 back?" });
    await dialog.getByText("Your subscription ends now, and nothing is charged again.").waitFor();
    await dialog.getByText("Your license key stops working.").waitFor();
    await expectFits(page);
    await dialog.getByRole("button", { name: "Keep my plan" }).click();
    await expectNone(dialog);
    expect(await codesOf(person)).toEqual(["VALID"]);

    await button(page, "Get a refund").click();
    const password = dialog.getByLabel("Confirm with your password", { exact: true });
    const confirm = dialog.getByRole("button", { name: "Get a refund" });
    expect(await confirm.isDisabled()).toBe(true);
    await password.fill("Not-the-one1");
    await confirm.click();
    await dialog.getByText("Nothing was refunded").waitFor();
    expect(await codesOf(person)).toEqual(["VALID"]);
    await password.fill(PASSWORD);
    await confirm.click();
    await page.getByText("$30.00 is on its way back to your payment method.").waitFor();
    await settle();
    await page.reload();
    await page.getByRole("heading", { name: "No Active Subscription" }).waitFor();
    await expectNone(button(page, "Get a refund"));
    // The page's sign-in has ended the session from before.
    expect(await codesOf(await signInPerson(person.email))).toEqual(["REVOKED"]);
    const refunds = (await mailTo(person.email)).filter(({ subject }) => /refund of \$30\.00/.test(subject));
    expect(refunds).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  test("for a lifetime license says that the license ends, and leads to support the second time", async () => {
    const person = await subscriber();
    const once = await visit({ as: person });
    await once.page.goto(MANAGE);
    await button(once.page, "Get a refund").click();
    await once.page.getByLabel("Confirm with your password", { exact: true }).fill(PASSWORD);
    await once.page.getByRole("alertdialog").getByRole("button", { name: "Get a refund" }).click();
    await once.page.getByText(/on its way back/).waitFor();
    await settle();
    await buy(await signInPerson(person.email), "lifetime");
    await once.page.goto(MANAGE);
    await once.page.getByText(/you can get \$4,000\.00 back/).waitFor();
    await link(once.page, "Write to support").waitFor();
    await expectNone(button(once.page, "Get a refund"));
    const other = await signUpPerson();
    await buy(other, "lifetime");
    const { page } = await visit({ as: other });
    await page.goto(MANAGE);
    await button(page, "Get a refund").click();
    const dialog = page.getByRole("alertdialog", { name: "Get $4,000.00 back?" });
    await dialog.getByText("Your lifetime license ends now, and its key stops working.").waitFor();
  });
});

describe("the dispute desk", () => {
  let operator: Person;
  beforeEach(async () => {
    operator = await admittedOperator();
  });

  async function disputed(reason: string): Promise<{ id: string; person: Person; page: Page }> {
    const person = await subscriber();
    const { sessionId } = await lastPurchase(person);
    const { charge } = await paymentOf(sessionId);
    const { id } = (await atStripe("disputes", { charge, reason })) as { id: string };
    await settle();
    const { page } = await visit({ as: operator });
    await page.goto("/admin/disputes");
    await page.locator(`a[href$="${id}"]`).click();
    await page.getByRole("heading", { name: "$30.00" }).waitFor();
    return { id, person, page };
  }
  async function lastPurchase(person: Person): Promise<{ sessionId: string }> {
    const { data } = await stripeClient().checkout.sessions.list({ limit: 100 });
    const mine = data.find(({ metadata }) => metadata?.userId === person.userId);
    return { sessionId: mine?.id ?? "" };
  }
  const confirm = async (page: Page, name: string) => {
    await button(page, name).click();
    await page.getByRole("alertdialog").getByRole("button", { name }).click();
  };

  test("shows evidence from our records, keeps a draft, and submits it once with a PDF", async () => {
    const { id, person, page } = await disputed("fraudulent");
    await page.getByText("The bank has taken the money back.").waitFor();
    const field = (name: string) => page.getByLabel(name, { exact: true });
    expect(await field("Customer's email address").inputValue()).toBe(person.email);
    expect(await field("Access and activity log").inputValue()).toContain("license key sent by email");
    expect(await field("What was sold").inputValue()).toContain("Articlip");
    await expectFits(page);
    await field("Anything else").fill("They wrote to us.");
    await button(page, "Save draft").click();
    await page.getByText("Evidence saved.").waitFor();
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll("textarea").length > 5);
    expect(await field("Anything else").inputValue()).toBe("They wrote to us.");
    await confirm(page, "Submit evidence");
    await page.getByText("Evidence submitted to the bank.").waitFor();
    await page.getByText("bank decides", { exact: true }).waitFor();
    expect(await field("Anything else").isDisabled()).toBe(true);
    await expectNone(button(page, "Submit evidence"));
    await expectNone(button(page, "Accept dispute"));
    const { evidence, evidence_details } = await stripeClient().disputes.retrieve(id);
    expect(evidence.uncategorized_text).toBe("They wrote to us.");
    expect(evidence_details.submission_count).toBe(1);
    expect(await stripeClient().files.retrieve(String(evidence.uncategorized_file))).toMatchObject({
      type: "pdf",
    });
  });

  test("accepts a dispute, after it has said that nobody can undo it", async () => {
    const { person, page } = await disputed("product_not_received");
    await button(page, "Accept dispute").click();
    await page.getByText("You cannot undo this.").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Accept dispute" }).click();
    await page.getByText("Dispute accepted.").waitFor();
    await page.getByText("The dispute is lost: the money stays with the customer.").waitFor();
    await settle();
    expect(await codesOf(person)).toEqual(["REVOKED"]);
  });

  test("answers an inquiry, which cannot be accepted, or leads to the refund", async () => {
    const { id, person, page } = await disputed("inquiry");
    await page.getByText("This is only an inquiry: no money has moved.").waitFor();
    await expectNone(button(page, "Accept dispute"));
    expect(await link(page, "Refund instead").getAttribute("href")).toContain(person.userId);
    await confirm(page, "Submit evidence");
    await page.getByText("inquiry: bank decides", { exact: true }).waitFor();
    expect((await stripeClient().disputes.retrieve(id)).status).toBe("warning_under_review");
    expect(await codesOf(person)).toEqual(["VALID"]);
  });
});
