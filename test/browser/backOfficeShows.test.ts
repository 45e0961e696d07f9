import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeOperator } from "../../local/seed/operator.ts";
import { raiseAlert } from "../support/alerts.ts";
import { call } from "../support/api.ts";
import { browser } from "../support/browser.ts";
import { clearFaults, injectFault, settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { asking } from "../support/payoutRequests.ts";
import { addStripeBalance } from "../support/payouts.ts";
import { type Person, signUpPerson } from "../support/people.ts";
import { stack, startOwnStack } from "../support/running.ts";
import { atStripe, buy, computer, paymentOf } from "../support/shop.ts";
import { button, confirm, shows } from "../support/shown.ts";

// The streams that follow the tables stand still while the operator acts. So whatever is on the screen comes from the
// action's answer, or from a read that sees the write. The truth is a second page, opened after the streams caught up.

const { visit } = browser();
let close: () => Promise<void>;
let operator: Person;
beforeAll(async () => {
  ({ close } = await startOwnStack("back-office", 5100));
  await makeOperator(stack(), stack().operator);
  await addStripeBalance(100_000_00);
});
beforeEach(async () => {
  operator = await admittedOperator();
});
afterAll(() => close());

const expectShown = shows(visit);

test("what the operator does to users and their keys is on the screen at once, figures and all", async () => {
  const person = await signUpPerson();
  const { licenseKey } = await buy(person, "monthly");
  await call("licenses/activate", { licenseKey, ...computer("desk") });
  await call("licenses/swapSeat", { licenseKey }, { token: person.accessToken });
  await call("licenses/activate", { licenseKey, ...computer("desk") });
  const other = await signUpPerson();
  await settle();
  const users = `/admin/users?open=${person.userId}`;
  const openKey = async (search: string) => {
    const { body } = await call("licenses/searchKeys", { search }, { token: operator.accessToken });
    return `/admin/keys?open=${(body.keys as { id: string }[])[0]?.id}`;
  };
  const own = await openKey(licenseKey);
  const says = {
    suspended: "The account is suspended.",
    off: "The key is off.",
  };

  await expectShown({ path: users, act: confirm("Suspend"), says: says.suspended });
  await expectShown({ path: users, act: confirm("Unsuspend"), says: "The account is no longer suspended." });
  await expectShown({
    path: "/admin/users?status=active",
    act: async (page) => {
      await page.getByRole("link", { name: person.email }).click();
      await confirm("Suspend")(page);
    },
    says: says.suspended,
  });
  for (const { userId } of [person, other])
    expect(
      await call(
        "accounts/suspendUser",
        { userId, suspended: userId === other.userId },
        { token: operator.accessToken },
      ),
    ).toMatchObject({ status: 200 });
  await settle();
  // Of no subscription: for one the page also lists Stripe's event about the pause, once it has come.
  await expectShown({
    path: `/admin/customers/${other.userId}`,
    act: confirm("Unsuspend"),
    says: "no longer suspended",
  });
  await expectShown({ path: own, act: confirm("Reset swaps"), says: "swaps are reset" });
  await expectShown({ path: own, act: confirm("Deactivate"), says: says.off });
  await expectShown({ path: own, act: confirm("Activate"), says: "on again" });
  await expectShown({ path: own, act: confirm("Replace key"), says: "The key is replaced." });

  const token = operator.accessToken;
  const made = await call(
    "licenses/createLicenseKey",
    { userId: other.userId, duration: "monthly" },
    { token },
  );
  const manual = String(made.body.licenseKey);
  await settle();
  const byHand = await openKey(manual);
  await expectShown({
    path: `/admin/customers/${other.userId}`,
    act: confirm("Deactivate"),
    says: says.off,
  });
  await expectShown({
    path: `/admin/customers/${other.userId}`,
    act: confirm("Activate"),
    says: "on again",
  });
  await expectShown({ path: byHand, act: confirm("Extend"), says: "The key is extended." });
  // It has another string and id from then on.
  let taken = new URL(byHand, "http://localhost");
  await expectShown({
    path: byHand,
    act: async (page) => {
      await confirm("Unassign")(page);
      await page.waitForURL(
        ({ searchParams }) => searchParams.get("open") !== taken.searchParams.get("open"),
      );
      taken = new URL(page.url());
    },
    says: "The key is unassigned.",
  });
  const inStock = `${taken.pathname}${taken.search}`;
  await expectShown({
    path: inStock,
    act: async (page) => {
      await button("Assign")(page);
      await page.getByRole("radio", { name: other.email }).click();
      await button(`Assign to ${other.email}`)(page);
    },
    says: "The key is assigned.",
  });

  // Another operator was faster: the refusal shows what is so now.
  await expectShown({
    path: inStock,
    act: async (page) => {
      await button("Deactivate")(page);
      await call("licenses/revokeKey", { keyId: String(taken.searchParams.get("open")) }, { token });
      await page.locator("dialog[open]").getByRole("button", { name: "Deactivate", exact: true }).click();
    },
    says: "This key is already inactive.",
  });

  const { page } = await visit({ as: operator });
  await page.goto("/admin/keys");
  const rows = () => page.locator("tbody tr").count();
  await page.locator("tbody tr a").first().waitFor();
  const before = await rows();
  await injectFault({ service: "dynamodb", mode: "refuse", function: "insights/project" });
  await button("Generate Key")(page);
  await button("Next")(page);
  await page.getByRole("radio", { name: other.email }).click();
  await page.locator("dialog[open]").getByRole("button", { name: "Generate Key" }).click();
  await page.locator("dialog[open]").getByRole("button", { name: "Done" }).click();
  expect(await rows()).toBe(before + 1);
  await clearFaults();

  await expectShown({
    path: `/admin/customers/${other.userId}`,
    act: async (shown) => {
      await button("Delete account")(shown);
      await shown.getByLabel(`Type ${other.email} to confirm`).fill(other.email);
      await button("Delete permanently")(shown);
      await shown.waitForURL("**/admin/users");
      await shown.locator("tbody tr").first().waitFor();
    },
    says: "The account is being deleted.",
  });
});

test("alerts, affiliates, destinations and payouts too", async () => {
  const person = await signUpPerson();
  const alert = await raiseAlert(person.userId);
  await expectShown({
    path: `/admin/security?open=${alert}`,
    act: button("Resolve"),
    says: "The alert is resolved.",
  });

  const one = await asking([6000], 5000);
  const two = await asking([4000], 3000);
  await settle();
  const affiliates = `/admin/affiliates?open=${one.affiliateId}`;
  await expectShown({ path: affiliates, act: confirm("Suspend"), says: "The affiliate is suspended." });
  await expectShown({ path: affiliates, act: confirm("Reactivate"), says: "The affiliate is active again." });
  await expectShown({
    path: affiliates,
    act: async (page) => {
      await page.getByLabel("Commission in percent").fill("30");
      await button("Save")(page);
    },
    says: "Saved.",
  });
  await expectShown({
    path: "/admin/destinations",
    act: async (page) => {
      await page.getByLabel("Name").fill("Tour");
      await page.getByLabel("URL").fill("https://articlip.example/tour");
      await button("Create")(page);
    },
    says: "Created.",
  });

  const { page } = await visit({ as: operator });
  await page.goto("/admin/payouts");
  await button("Run calculation")(page);
  await page.getByRole("button", { name: "Make these payouts" }).click();
  await page.locator("dialog[open]").getByText("calculated").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("table", { name: "Payouts" }).getByText(one.person.email).waitFor();
  const pending = (id: string) => `/admin/payouts?status=pending&open=${id}`;
  await expectShown({ path: pending(one.id), act: confirm("Approve"), says: "The payout is approved." });
  await expectShown({
    path: `/admin/payouts?open=${one.id}`,
    act: confirm("Initiate transfer"),
    says: "$60.00 paid.",
  });
  await expectShown({
    path: `/admin/payouts?open=${two.id}`,
    act: async (shown) => {
      await button("Cancel payout")(shown);
      await shown.getByLabel("Reason").fill("They asked us to.");
      await shown.locator("dialog[open]").getByRole("button", { name: "Cancel payout" }).click();
    },
    says: "The payout is canceled.",
  });
});

test("a row that the list leaves out, and one that it never showed, change at once in their panel", async () => {
  const { affiliateId, person } = await asking([6000], 5000);
  await settle();
  const { page, leave } = await visit({ as: operator });
  // The panel's own question is answered late, as on a slow connection.
  const held: (() => Promise<void>)[] = [];
  for (const list of ["?status=active", "?status=suspended"]) {
    await page.goto(`/admin/affiliates${list}&open=${affiliateId}`);
    const panel = page.getByRole("complementary", { name: person.email });
    await panel.getByRole("button", { name: "Suspend" }).waitFor();
    await page.route(/\/affiliates\?.*\bid=/, (route) => void held.push(() => route.continue()));
    await confirm("Suspend")(page);
    await page.getByText("The affiliate is suspended.").waitFor();
    expect(await panel.getByRole("button", { name: "Reactivate" }).count(), list).toBe(1);
    await Promise.all(held.splice(0).map((answer) => answer()));
    await page.unroute(/\/affiliates\?.*\bid=/);
    await confirm("Reactivate")(page);
    await page.getByText("The affiliate is active again.").waitFor();
    await panel.getByRole("button", { name: "Suspend" }).waitFor();
  }
  await leave();
});

test("requests, disputes, the offer and the settings too", async () => {
  const { id } = await asking([4000], 3000);
  await expectShown({
    path: `/admin/payouts?open=request-${id}`,
    act: async (page) => {
      await button("Reject")(page);
      await page.getByLabel("Reason").fill("Unclear traffic");
      await page.locator("dialog[open]").getByRole("button", { name: "Reject" }).click();
    },
    says: "The request is rejected.",
  });

  const person = await signUpPerson();
  const { sessionId } = await buy(person, "monthly");
  const { charge } = await paymentOf(sessionId);
  const opened = async (reason: string) => {
    const dispute = (await atStripe("disputes", { charge, reason })) as { id: string };
    await settle();
    return `/admin/disputes/${dispute.id}`;
  };
  const path = await opened("fraudulent");
  await expectShown({ path, act: button("Save draft"), says: "Evidence saved." });
  await expectShown({ path, act: confirm("Submit evidence"), says: "Evidence submitted to the bank." });

  await expectShown({
    path: "/admin/promotions",
    act: async (page) => {
      await page.getByLabel("Quantity remaining").fill("7");
      await button("Save")(page);
    },
    says: "Saved.",
  });
  await expectShown({
    path: "/admin/settings",
    act: async (page) => {
      await page.getByLabel("Refunds per person").fill("2");
      await button("Save limits")(page);
    },
    says: "Saved.",
  });
  await expectShown({
    path: "/admin/settings",
    act: async (page) => {
      await page.getByLabel("Music generation").selectOption("red");
      await button("Save Settings")(page);
    },
    says: "Status updated",
  });
});
