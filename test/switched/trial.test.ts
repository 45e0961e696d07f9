import { beforeAll, expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { TRIAL_REFUSED } from "#shared/licenses/trial.ts";
import { call } from "../support/api.ts";
import { browser, expectToFit } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { freeKeyOf } from "../support/devices.ts";
import { admittedOperator } from "../support/enter.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { computer } from "../support/shop.ts";

const chrome = browser();
let operator: Person;
beforeAll(async () => {
  operator = await admittedOperator();
});

const SEATS = "/dashboard/seats";
async function activated(licenseKey: string, name: string): Promise<Record<string, unknown>> {
  const { status, body } = await call("licenses/activate", { licenseKey, ...computer(name) });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

test("the operator sets the trial to 14 days", async () => {
  const desk = await chrome.visit({ as: operator });
  await desk.page.goto("/admin/selling");
  const days = desk.page.getByRole("spinbutton", { name: "Days of the trial" });
  await days.fill("91");
  await desk.page.getByText("Enter a number from 0 to 90").waitFor();
  await days.fill("14");
  await desk.page.getByRole("button", { name: "Save trial" }).click();
  await desk.page.getByText("Saved.").waitFor();
  await expectToFit(desk.page);
  expect(desk.problems).toEqual([]);
});

test("a trial begins with the first computer, and is refused on a computer that already had one", async () => {
  const person = await signUpPerson();
  const { page, problems, leave } = await chrome.visit({ as: person });
  await page.goto(SEATS);
  await page.getByText("every feature for the first 14 days, without a card").waitFor();
  await expectToFit(page);
  await page.getByRole("button", { name: "Generate Free Key" }).click();
  await page.getByText(/every feature for 14 days, from the moment you activate a computer/).waitFor();
  const licenseKey = await freeKeyOf(person);
  const leased = await activated(licenseKey, "studio");
  expect(leased.tier).toBe("pro");
  await page.reload();
  await page.getByText(/Free trial: every feature until/).waitFor();
  await expectToFit(page);
  await page.goto("/dashboard");
  await page.getByText("Keep every feature").waitFor();
  await leave();
  await settle();

  const second = await signUpPerson();
  const refused = await activated(await freeKeyOf(second), "studio");
  expect(refused).toMatchObject({ tier: "free", message: TRIAL_REFUSED });
  const other = await chrome.visit({ as: second });
  await other.page.goto(SEATS);
  await other.page.getByText(/The computer on this seat has had a free trial before/).waitFor();
  await expectToFit(other.page);
  await other.leave();

  const desk = await chrome.visit({ as: operator });
  await desk.page.goto(`/admin/customers/${person.userId}`);
  await desk.page.getByText(/The free license works, with every feature: trial until/).waitFor();
  await desk.page.getByText(`Your ${BRAND.name} free trial has begun`).first().waitFor();
  await desk.leave();
  expect([...problems, ...other.problems, ...desk.problems]).toEqual([]);
});
