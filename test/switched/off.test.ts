import { expect, test } from "vitest";
import { call } from "../support/api.ts";
import { browser, expectNone } from "../support/browser.ts";
import { freeKeyOf } from "../support/devices.ts";
import { button, MANAGE } from "../support/manage.ts";
import { offerUnits } from "../support/offer.ts";
import { signInOperator, signUpPerson } from "../support/people.ts";
import { buy, computer } from "../support/shop.ts";

const chrome = browser();

test("the prices and the customer's pages mention no feature that the operator has not switched on", async () => {
  const person = await signUpPerson();
  const { page, problems, leave } = await chrome.visit({ as: person });
  await page.goto("/dashboard/seats");
  await button(page, "Generate Free Key").click();
  await page.getByText("Free key").first().waitFor();
  await call("licenses/activate", { licenseKey: await freeKeyOf(person), ...computer("before") });
  await page.reload();
  await page.getByText("Activated on").waitFor();
  await expectNone(page.getByText(/trial/i));

  await page.goto("/pricing");
  const plans = () => page.locator("main").innerText();
  // Waits until the page has the API's answer about the plans.
  await expect.poll(plans).toContain("Limited-time Lifetime Access");
  expect(await plans()).not.toMatch(/year|trial|team/i);
  await page.goto("/checkout/subscription?plan=yearly");
  await page.getByText("This offer has ended or is sold out.").waitFor();
  await page.goto("/checkout/subscription");
  await page.getByRole("radio", { name: /Monthly/ }).waitFor();
  await expectNone(page.getByText(/year/i));
  await expectNone(page.getByLabel("Seats", { exact: true }));

  await buy(person, "monthly");
  await page.goto(MANAGE);
  await button(page, "Cancel Subscription").waitFor();
  await expectNone(page.getByText(/year/i));
  await expectNone(page.getByRole("heading", { name: "Team", exact: true }));
  await page.goto("/checkout");
  await page.getByText("your subscription stops renewing and ends when its paid period ends").waitFor();
  await expectNone(page.getByText(/unused|credit/i));
  await leave();

  await offerUnits(await signInOperator(), 0);
  const late = await chrome.visit({ as: await signUpPerson() });
  await late.page.goto("/checkout");
  await late.page.getByRole("heading", { name: "Product Not Available" }).waitFor();
  await expectNone(late.page.getByText(/waiting/i));
  await late.page.goto("/dashboard");
  await late.page.getByText("Sold Out").waitFor();
  await expectNone(late.page.getByText(/waiting/i));
  expect([...problems, ...late.problems]).toEqual([]);
});
