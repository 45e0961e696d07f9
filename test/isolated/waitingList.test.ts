import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SECOND } from "#shared/instant.ts";
import { TURN_LASTS } from "#shared/promotions/waitingList.ts";
import { call } from "../support/api.ts";
import { browser, expectNone, expectToFit, goWithin } from "../support/browser.ts";
import { payWith } from "../support/byHand.ts";
import { advanceClock, runSchedule, settle } from "../support/control.ts";
import { firstOperator } from "../support/enter.ts";
import { mailTo } from "../support/mail.ts";
import { offerRow, offerUnits, unitsAreKept } from "../support/offer.ts";
import { type Person, signInAsOperator, signInPerson, signUpPerson } from "../support/people.ts";
import { stack, startOwnStack } from "../support/running.ts";
import { buy, codesOf, openCheckout, paymentOf, stripeClient } from "../support/shop.ts";

// Switching the waiting list on changes pages that other browser tests look at: this file has its own stack.

const chrome = browser();
let close: () => Promise<void>;
let operator: Person;
beforeAll(async () => {
  ({ close } = await startOwnStack("waiting-list", 5380));
  operator = await firstOperator();
});
afterAll(() => close());

const as = ({ accessToken }: Person) => ({ token: accessToken });
const joins = (person: Person) => call("promotions/joinWaiting", {}, as(person));
const placeOf = async (person: Person) => (await call("promotions/getWaiting", {}, as(person))).body;
const subjects = async ({ email }: Person) => (await mailTo(email)).map(({ subject }) => subject);
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function serve(): Promise<void> {
  await runSchedule("billing/sweepReservations");
  await settle();
}

/** On Promotions: the operator types what remains, and saves. */
async function saves(page: Page, quantity: string, alsoDo?: () => Promise<void>): Promise<void> {
  await page.goto("/admin/promotions");
  await page.getByLabel("Quantity remaining").fill(quantity);
  await alsoDo?.();
  await button(page, "Save").click();
  await page.getByText("Saved.").waitFor();
}

let owner: Person;
let sessionId: string;

test("with the list off, a sold-out offer says nothing of it", async () => {
  await offerUnits(operator, 1);
  owner = await signUpPerson();
  ({ sessionId } = await buy(owner, "lifetime"));
  const { body } = await call("promotions/getPromotions", {});
  expect(Object.keys(body).sort()).toEqual([
    "end_at",
    "hero_text",
    "lifetime_enabled",
    "quantity_remaining",
    "subtitle",
    "version",
  ]);
  const visitor = await signUpPerson();
  expect(await joins(visitor)).toMatchObject({ status: 409, body: { code: "OFFER_UNAVAILABLE" } });
  const { page, problems, leave } = await chrome.visit({ as: visitor });
  await page.goto("/checkout");
  await page.getByRole("heading", { name: "Product Not Available" }).waitFor();
  await expectNone(page.getByText(/waiting/i));
  await page.goto("/dashboard");
  await page.getByText("Sold Out").waitFor();
  await expectNone(page.getByText(/waiting/i));
  expect(problems).toEqual([]);
  await leave();
});

test("sold out, joined, refunded, put up again, mailed, and bought within the countdown", async () => {
  const desk = await chrome.visit({ as: operator });
  await saves(desk.page, "0", () =>
    desk.page.getByRole("switch", { name: "Waiting list while it is sold out" }).click(),
  );
  const [first, second, leaver] = [await signUpPerson(), await signUpPerson(), await signUpPerson()];

  const { page, problems } = await chrome.visit({ as: first });
  await page.goto("/#pricing");
  await page.getByRole("link", { name: "See the waiting list" }).click();
  await page.getByRole("heading", { name: "Sold out for now" }).waitFor();
  await page.getByText("Nobody is waiting yet.").waitFor();
  await expectToFit(page);
  await button(page, "Join the waiting list").focus();
  await page.keyboard.press("Enter");
  await page.getByText("You are next.").waitFor();
  expect((await joins(second)).body).toMatchObject({ ahead: 1 });
  await joins(leaver);
  const other = await chrome.visit({ as: leaver });
  await other.page.goto("/dashboard");
  await other.page.getByRole("link", { name: "See the waiting list" }).click();
  await other.page.getByText("You are 3rd in line.").waitFor();
  await expectToFit(other.page);
  await button(other.page, "Leave the waiting list").click();
  await other.page.getByText("2 people are waiting.").waitFor();
  await other.leave();

  // A refund ends the license; the operator then puts its unit up again.
  const { payment_intent } = await paymentOf(sessionId);
  await stripeClient().refunds.create({ payment_intent });
  await settle();
  expect(await codesOf(owner)).toEqual(["REVOKED"]);
  expect(await offerRow()).toMatchObject({ left: 0, waiting: 2 });
  await saves(desk.page, "1");
  const passerBy = await signUpPerson();
  expect((await openCheckout(passerBy, "lifetime")).body.code).toBe("OFFER_UNAVAILABLE");
  await serve();
  expect(await offerRow()).toMatchObject({ left: 0, offered: 1, waiting: 1 });
  await desk.page.goto("/admin/promotions");
  await desk.page.getByRole("list", { name: "Offered a unit" }).getByText(first.email).waitFor();
  await desk.page.getByRole("list", { name: "In line" }).getByText(second.email).waitFor();
  await desk.page.getByText("Offered to the waiting list").waitFor();
  await expectToFit(desk.page);

  const [mail] = (await mailTo(first.email)).filter(({ subject }) => /a unit is yours until/.test(subject));
  const link = /https?:\/\/\S+\/checkout\b/.exec(mail?.text ?? "")?.[0] ?? "none";
  await page.goto(link);
  await page.getByRole("region", { name: "Your unit" }).getByText("We hold a unit for you").waitFor();
  await page.getByText(/^2[34]:\d\d:\d\d$/).waitFor();
  await expectToFit(page);
  // Leaving Stripe's page keeps the unit.
  await button(page, "Continue to payment").click();
  await page.waitForURL(`${stack().stripe.apiUrl}/**`);
  const { data } = await stripeClient().checkout.sessions.list({ status: "open" });
  expect(data.map(({ created, expires_at }) => Math.ceil((expires_at - created) / 60))).toEqual([31]);
  await page.goto("/dashboard?checkout=left");
  await page.getByText(/You were not charged\. We hold your unit until/).waitFor();
  await goWithin(page, "/checkout");
  await button(page, "Continue to payment").click();
  await payWith(page, "4242424242424242");
  await page
    .getByText(/Successful|Welcome|license/i)
    .first()
    .waitFor();
  await settle();
  expect(await codesOf(first)).toEqual(["VALID"]);
  expect(await offerRow()).toMatchObject({ sold: 2, offered: 0, reserved: 0, waiting: 1 });
  expect(await unitsAreKept()).toBe(true);
  await desk.page.goto(`/admin/customers/${first.userId}`);
  await desk.page.getByText("Joined the waiting list").waitFor();
  await desk.page.getByText("Bought the unit that was held").waitFor();
  expect([...problems, ...desk.problems]).toEqual([]);
});

test("a person who lets the time run out gets a mail, and the next is offered the unit", async () => {
  const [last, erased, removed] = [await signUpPerson(), await signUpPerson(), await signUpPerson()];
  for (const person of [last, erased, removed]) await joins(person);
  await offerUnits(operator, 1);
  await serve();
  const { body } = await call("promotions/listWaiting", {}, as(operator));
  const [late] = body.offered as { user_id: string; email: string }[];
  expect(body).toMatchObject({ waiting: 3, offered: [{ offered_until: expect.any(String) }] });
  const removal = { userId: removed.userId };
  expect((await call("promotions/removeWaiting", removal, as(operator))).status).toBe(200);
  expect(await placeOf(removed)).toMatchObject({ state: "over", why: "removed" });
  const data = await call("accounts/exportData", {}, as(last));
  expect(data.body.waitingList).toMatchObject({ state: "waiting" });

  await advanceClock(TURN_LASTS / SECOND);
  await serve();
  const tardy = await signInPerson(late?.email ?? "");
  expect(await placeOf(tardy)).toMatchObject({ state: "over", why: "ranOut" });
  expect(await subjects(tardy)).toContainEqual(expect.stringMatching(/your time to buy has run out/));
  expect(await offerRow()).toMatchObject({ offered: 1, waiting: 1, left: 0 });
  expect(await subjects(last)).toContainEqual(expect.stringMatching(/a unit is yours until/));
  const { page, problems } = await chrome.visit({ as: tardy });
  await page.goto("/checkout");
  await page.getByText(/^Your unit was held until/).waitFor();
  await button(page, "Join the waiting list").click();
  await page.getByText("You are 2nd in line.").waitFor();
  expect(problems).toEqual([]);

  // An account that is deleted leaves the line, and a unit that is held for it goes to the next.
  const leaving = await signInPerson(last.email);
  const deleted = await call("accounts/deleteAccount", { email: last.email }, as(leaving));
  expect(deleted.status).toBe(200);
  await settle();
  expect(await offerRow()).toMatchObject({ offered: 0, waiting: 2, left: 1 });
  await serve();
  expect(await subjects(erased)).toContainEqual(expect.stringMatching(/a unit is yours until/));
  const giving = await signInPerson(erased.email);
  const given = await openCheckout(giving, "lifetime");
  expect((await call("promotions/leaveWaiting", {}, as(giving))).body).toMatchObject({ why: "left" });
  await serve();
  const fresh = await signInAsOperator(operator.email);
  const taken = await openCheckout(tardy, "lifetime");
  const dismissal = { userId: tardy.userId };
  expect((await call("promotions/removeWaiting", dismissal, as(fresh))).status).toBe(200);
  for (const { body } of [given, taken])
    expect((await stripeClient().checkout.sessions.retrieve(String(body.sessionId))).status).toBe("expired");

  // The operator closes the list: everybody in it learns of it.
  await offerUnits(fresh, 0);
  const hopeful = await signInPerson(removed.email);
  expect((await joins(hopeful)).body).toMatchObject({ state: "waiting", ahead: 0 });
  const { version } = await offerRow();
  const terms = { lifetime_enabled: true, quantity_remaining: 0, waiting_list: false, version };
  expect((await call("promotions/savePromotions", terms, as(fresh))).status).toBe(200);
  await serve();
  expect(await subjects(hopeful)).toContainEqual(expect.stringMatching(/the waiting list has closed/));
  expect(await offerRow()).toMatchObject({ waiting: 0, offered: 0, reserved: 0 });
  expect(await unitsAreKept()).toBe(true);
});
