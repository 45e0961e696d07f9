import { expect, test } from "vitest";
import { raiseAlert } from "../support/alerts.ts";
import { answerCalls } from "../support/answerCalls.ts";
import { call } from "../support/api.ts";
import { browser } from "../support/browser.ts";
import { clearFaults, injectFault, settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { asking } from "../support/payoutRequests.ts";
import { addStripeBalance, makeAffiliate } from "../support/payouts.ts";
import { signInOperator, signUpPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";
import { button, confirm, deskOf } from "../support/shown.ts";

// The tables' streams are paused while the operator acts. So the screen can only show the action's answer, or a read
// that includes the write. A second page, opened after the streams have caught up, shows the expected state.

const { visit } = browser();

test("the screen shows an operator's changes of users and their keys at once, including the figures", async () => {
  const other = await signUpPerson();
  const { accessToken: token } = await signInOperator();
  const made = await call(
    "licenses/createLicenseKey",
    { userId: other.userId, duration: "monthly" },
    { token },
  );
  await settle();
  const { id: keyId } = made.body.key as { id: string };
  const expectShown = await deskOf(visit);

  const customer = `/admin/customers/${other.userId}`;
  await expectShown({ path: customer, act: confirm("Suspend"), says: "The account is suspended." });
  // Uses a list that is shorter than a page, so that no other row moves up.
  await expectShown({
    path: "/admin/users?status=suspended",
    act: async (page) => {
      await page.getByRole("link", { name: other.email }).click();
      await confirm("Unsuspend")(page);
    },
    says: "no longer suspended",
  });
  const byHand = `/admin/keys?open=${keyId}`;
  await expectShown({ path: byHand, act: confirm("Extend"), says: "The key is extended." });
  // Unassigning a key gives it a different text and id.
  let taken = byHand;
  await expectShown({
    path: byHand,
    act: async (page) => {
      await confirm("Unassign")(page);
      await page.waitForURL((url) => !url.href.endsWith(byHand));
      taken = page.url();
    },
    says: "The key is unassigned.",
  });
  await expectShown({
    path: taken,
    act: async (page) => {
      await button("Assign")(page);
      await page.getByRole("radio", { name: other.email }).click();
      await button(`Assign to ${other.email}`)(page);
    },
    says: "The key is assigned.",
  });
  // Another operator was faster, so the refusal shows the current state.
  await expectShown({
    path: taken,
    act: async (page) => {
      await button("Deactivate")(page);
      await call(
        "licenses/revokeKey",
        { keyId: String(new URL(page.url()).searchParams.get("open")) },
        { token },
      );
      await page.locator("dialog[open]").getByRole("button", { name: "Deactivate", exact: true }).click();
    },
    says: "This key is already inactive.",
  });
  await expectShown({
    path: customer,
    act: async (shown) => {
      await shown.getByText("More", { exact: true }).click();
      await button("Delete account")(shown);
      await shown.getByLabel(`Type ${other.email} to confirm`).fill(other.email);
      await button("Delete permanently")(shown);
      await shown.waitForURL("**/admin/users");
      await shown.getByRole("navigation", { name: "Membership" }).getByText("expired").click();
      await shown.waitForURL("**/admin/users?status=expired");
    },
    says: "The account is being deleted.",
  });

  const person = await signUpPerson();
  await settle();
  const { page } = await visit({ as: await admittedOperator() });
  await page.goto("/admin/keys");
  const rows = page.locator("tbody tr");
  await rows.getByRole("link").first().waitFor();
  await injectFault({ service: "dynamodb", mode: "refuse", function: "insights/project" });
  await button("Generate Key")(page);
  await button("Next")(page);
  await page.getByRole("radio", { name: person.email }).click();
  await page.locator("dialog[open]").getByRole("button", { name: "Generate Key" }).click();
  await page.locator("dialog[open]").getByRole("button", { name: "Done" }).click();
  expect(await rows.filter({ hasText: person.email }).count()).toBe(1);
  await clearFaults();
});

test("the screen shows changes of alerts, affiliates, destinations, the offer, limits, payouts and requests at once", async () => {
  await addStripeBalance(60_00);
  const alert = await raiseAlert((await signUpPerson()).userId);
  const one = await asking([6000], 5000);
  const two = await asking([4000], 3000);
  const three = await asking([4000], 3000);
  await settle();
  const expectShown = await deskOf(visit);
  await expectShown({
    path: `/admin/security?open=${alert}`,
    act: button("Resolve"),
    says: "The alert is resolved.",
  });
  await expectShown({
    path: `/admin/payouts?open=request-${three.id}`,
    act: async (page) => {
      await button("Reject")(page);
      await page.getByLabel("Reason").fill("Unclear traffic");
      await page.locator("dialog[open]").getByRole("button", { name: "Reject" }).click();
    },
    says: "The request is rejected.",
  });
  // Commissions follow a suspension through a stream, so this affiliate has none.
  const { affiliateId } = await makeAffiliate(await signUpPerson());
  await settle();
  const affiliates = `/admin/customers/${affiliateId}`;
  await expectShown({
    path: affiliates,
    act: confirm("Suspend affiliate"),
    says: "The affiliate is suspended.",
  });
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
      await page.getByLabel("URL").fill(`${stack().siteUrl}/features`);
      await button("Create")(page);
    },
    says: "Created.",
  });
  await expectShown({
    path: "/admin/promotions",
    act: async (page) => {
      await page.getByLabel("Quantity remaining").fill("7");
      await button("Save")(page);
    },
    says: "Saved.",
  });
  await expectShown({
    path: "/admin/selling",
    act: async (page) => {
      await page.getByLabel("Refunds per person").fill("2");
      await button("Save limits")(page);
    },
    says: "Saved.",
  });

  const { page } = await visit({ as: await admittedOperator() });
  await page.goto("/admin/payouts");
  await button("Run calculation")(page);
  await page.getByRole("button", { name: "Create these payouts" }).click();
  await page.locator("dialog[open]").getByText("calculated").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("table", { name: "Payouts" }).getByText(one.person.email).waitFor();
  const pending = `/admin/payouts?status=pending&open=${one.id}`;
  await expectShown({ path: pending, act: confirm("Approve"), says: "The payout is approved." });
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

test("a panel shows a change at once even if its row leaves the list or was never in the list", async () => {
  const person = await signUpPerson();
  await settle();
  const { page } = await visit({ as: await admittedOperator() });
  for (const list of ["?status=none", "?status=suspended"]) {
    await page.goto(`/admin/users${list}&open=${person.userId}`);
    const panel = page.getByRole("complementary", { name: person.email });
    await panel.getByRole("button", { name: "Suspend" }).waitFor();
    // The panel's own request gets a late answer, as on a slow connection.
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    await answerCalls(page, ["*/users?*id=*"], async () => {
      await arrived;
      return undefined;
    });
    await confirm("Suspend")(page);
    await page.getByText("The account is suspended.").waitFor();
    expect(await panel.getByRole("button", { name: "Unsuspend" }).count(), list).toBe(1);
    arrive();
    await confirm("Unsuspend")(page);
    await page.getByText("no longer suspended").waitFor();
    await panel.getByRole("button", { name: "Suspend", exact: true }).waitFor();
  }
});
