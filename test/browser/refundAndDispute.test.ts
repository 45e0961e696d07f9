import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { money } from "../../web/src/ui/format.ts";
import { browser, expectNone, expectToFit } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { button, link, MANAGE, subscriber } from "../support/manage.ts";
import { PASSWORD, type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { atStripe, buy, codesOf, paymentOf, stripeClient } from "../support/shop.ts";

const { visit } = browser();
const MONTHLY = money(CATALOG.monthly.price);
const LIFETIME = money(CATALOG.lifetime.price);

describe("Get a refund", () => {
  test("says what will end, and changes nothing if the customer keeps the plan", async () => {
    const person = await subscriber();
    const { page } = await visit({ as: person });
    await page.goto(MANAGE);
    await page.getByText(`you can get ${MONTHLY} back, whatever the reason`).waitFor();
    await button(page, "Get a refund").click();
    const dialog = page.getByRole("alertdialog", { name: `Get ${MONTHLY} back?` });
    await dialog.getByText("Your subscription ends now, and nothing is charged again.").waitFor();
    expect(await dialog.getByRole("button", { name: "Get a refund" }).isDisabled()).toBe(true);
    await expectToFit(page);
    await dialog.getByRole("button", { name: "Keep my plan" }).click();
    await expectNone(dialog);
    expect(await codesOf(person)).toEqual(["VALID"]);
  });

  test("says that a lifetime license ends, and offers a request instead of a second refund", async () => {
    const person = await signUpPerson();
    await buy(person, "lifetime");
    const { page } = await visit({ as: person });
    await page.goto(MANAGE);
    await button(page, "Get a refund").click();
    const dialog = page.getByRole("alertdialog", { name: `Get ${LIFETIME} back?` });
    await dialog.getByText("Your lifetime license ends now, and its key stops working.").waitFor();
    await dialog.getByLabel("Confirm with your password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Get a refund" }).click();
    await page.getByText(/on its way back/).waitFor();
    await settle();
    await buy(await signInPerson(person.email), "monthly");
    await page.goto(MANAGE);
    await page.getByText(`you can get ${MONTHLY} back`).waitFor();
    await button(page, "Request a refund").click();
    const request = page.getByRole("alertdialog", { name: `Get ${MONTHLY} back?` });
    await request.getByText("We answer within 14 days, and email you the deadline.").waitFor();
    await request.getByRole("button", { name: "Keep my plan" }).click();
    await expectNone(button(page, "Get a refund"));
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
    await page.getByRole("heading", { name: MONTHLY }).waitFor();
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

  test("fills in evidence from our records, keeps a draft, and submits the evidence once", async () => {
    const { id, person, page } = await disputed("fraudulent");
    await page.getByText("The bank has taken the money back.").waitFor();
    const field = (name: string) => page.getByLabel(name, { exact: true });
    expect(await field("Customer's email address").inputValue()).toBe(person.email);
    expect(await field("Access and activity log").inputValue()).toContain("license key sent by email");
    expect(await field("What was sold").inputValue()).toContain(`${BRAND.name}`);
    await expectToFit(page);
    await field("Anything else").fill("They wrote to us.");
    await button(page, "Save draft").click();
    await page.getByText("Evidence saved.").waitFor();
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll("textarea").length > 5);
    expect(await field("Anything else").inputValue()).toBe("They wrote to us.");
    await confirm(page, "Submit evidence");
    await page.getByText("Evidence submitted to the bank.").waitFor();
    // The page has already reloaded the dispute.
    expect(await page.getByText("with the bank", { exact: true }).count()).toBe(1);
    expect(await field("Anything else").isDisabled()).toBe(true);
    await expectNone(button(page, "Submit evidence"));
    await expectNone(button(page, "Accept dispute"));
    const { evidence, evidence_details } = await stripeClient().disputes.retrieve(id);
    expect(evidence.uncategorized_text).toBe("They wrote to us.");
    expect(evidence_details.submission_count).toBe(1);
  });

  test("warns that accepting a dispute cannot be undone, and then accepts it", async () => {
    const { person, page } = await disputed("product_not_received");
    await button(page, "Accept dispute").click();
    await page.getByText("You cannot undo this.").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Accept dispute" }).click();
    await page.getByText("Dispute accepted.").waitFor();
    await page.getByText("The dispute is lost: the money stays with the customer.").waitFor();
    await settle();
    expect(await codesOf(person)).toEqual(["REVOKED"]);
  });

  test("answers an inquiry with evidence or links to a refund, and has no button to accept an inquiry", async () => {
    const { id, person, page } = await disputed("inquiry");
    await page.getByText("This is only an inquiry: no money has moved.").waitFor();
    await expectNone(button(page, "Accept dispute"));
    const { payment_intent } = await stripeClient().disputes.retrieve(id);
    expect(await link(page, "Refund instead").getAttribute("href")).toBe(`/admin/payments/${payment_intent}`);
    await confirm(page, "Submit evidence");
    await page.getByText("inquiry: with the bank", { exact: true }).waitFor();
    expect((await stripeClient().disputes.retrieve(id)).status).toBe("warning_under_review");
    expect(await codesOf(person)).toEqual(["VALID"]);
  });
});
