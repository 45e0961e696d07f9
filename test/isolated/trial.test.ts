import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY, SECOND } from "#shared/instant.ts";
import { TRIAL_REFUSED } from "#shared/licenses/trial.ts";
import { call } from "../support/api.ts";
import { browser, expectNone, expectToFit } from "../support/browser.ts";
import { advanceClock, runSchedule, settle } from "../support/control.ts";
import { freeKeyOf, refreshed } from "../support/devices.ts";
import { firstOperator } from "../support/enter.ts";
import { mailTo } from "../support/mail.ts";
import { type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { startOwnStack } from "../support/running.ts";
import { computer } from "../support/shop.ts";

// A trial changes pages that other browser tests look at: this file has its own stack.

const chrome = browser();
let close: () => Promise<void>;
let operator: Person;
beforeAll(async () => {
  ({ close } = await startOwnStack("trial", 5460));
  operator = await firstOperator();
});
afterAll(() => close());

const SEATS = "/dashboard/seats";
async function activated(licenseKey: string, name: string): Promise<Record<string, unknown>> {
  const { status, body } = await call("licenses/activate", { licenseKey, ...computer(name) });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const trialOf = async (person: Person) => {
  const { body } = await call("licenses/listSeats", {}, { token: person.accessToken });
  return (body.seats as Record<string, unknown>[]).find(({ source }) => source === "free")?.trial;
};
const aboutTrial = async ({ email }: Person) =>
  (await mailTo(email)).map(({ subject }) => subject).filter((subject) => /trial/.test(subject));

test("nothing mentions a trial until the operator gives one, and a key from before has none", async () => {
  const person = await signUpPerson();
  const { page, problems, leave } = await chrome.visit({ as: person });
  await page.goto(SEATS);
  await page.getByRole("button", { name: "Generate Free Key" }).click();
  await page.getByText("Free key").first().waitFor();
  await activated(await freeKeyOf(person), "before");
  await page.reload();
  await page.getByText("Activated on").waitFor();
  await expectNone(page.getByText(/trial/i));
  await leave();

  const desk = await chrome.visit({ as: operator });
  await desk.page.goto("/admin/settings");
  const days = desk.page.getByRole("spinbutton", { name: "Days of the trial" });
  await days.fill("91");
  await desk.page.getByText("Enter a number from 0 to 90").waitFor();
  await days.fill("14");
  await desk.page.getByRole("button", { name: "Save trial" }).click();
  await desk.page.getByText("Saved.").waitFor();
  await expectToFit(desk.page);
  expect(await trialOf(person)).toBeUndefined();
  expect([...problems, ...desk.problems]).toEqual([]);
});

test("it begins with the first computer, is refused on a computer that had one, and ends in the free tier", async () => {
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
  expect(await aboutTrial(person)).toEqual(["Your Articlip free trial has begun"]);

  const second = await signUpPerson();
  const refused = await activated(await freeKeyOf(second), "studio");
  expect(refused).toMatchObject({ tier: "free", message: TRIAL_REFUSED });
  const other = await chrome.visit({ as: second });
  await other.page.goto(SEATS);
  await other.page.getByText(/This computer has had a free trial before/).waitFor();
  await expectToFit(other.page);
  await other.leave();

  const desk = await chrome.visit({ as: operator });
  await desk.page.goto(`/admin/customers/${person.userId}`);
  await desk.page.getByText(/The free license works, with every feature: trial until/).waitFor();
  await desk.page.getByText("Your Articlip free trial has begun").first().waitFor();
  await desk.leave();

  const ownMark = async (days: number) => {
    await advanceClock((days * DAY) / SECOND);
    await runSchedule("insights/refreshDue");
    await settle();
    return aboutTrial(person);
  };
  expect(await ownMark(13)).toHaveLength(2);
  const renewed = await refreshed(licenseKey, "studio", leased);
  expect(renewed.body.tier).toBe("pro");
  const left = Date.parse(String(renewed.body.leaseEndsAt)) - Date.parse(String(renewed.body.serverTime));
  expect(left).toBeLessThanOrEqual(3 * DAY);
  const mails = await ownMark(3);
  expect(mails).toHaveLength(3);
  expect(mails[0]).toBe("Your Articlip free trial has ended");
  expect(mails[1]).toMatch(/^Your Articlip free trial ends on /);
  expect(await refreshed(licenseKey, "studio", renewed.body)).toMatchObject({
    status: 200,
    body: { code: "VALID", tier: "free" },
  });
  expect(await trialOf(await signInPerson(person.email))).toMatchObject({ state: "over" });
  expect(await ownMark(1)).toHaveLength(3);
  expect([...problems, ...other.problems, ...desk.problems]).toEqual([]);
});
