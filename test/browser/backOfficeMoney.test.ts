import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { PersonalData } from "#shared/customers/personalData.ts";
import { answerBackOffice } from "../support/backOfficePage.ts";
import { payout, user } from "../support/backOfficeRows.ts";
import { BROKEN, browser, expectAccessible, expectNone } from "../support/browser.ts";
import { admittedOperator } from "../support/enter.ts";
import { stack } from "../support/running.ts";

const { visit } = browser();

test("a refund requires a recent sign-in and is then sent again unchanged, and unavailable figures show as zero", async () => {
  const { page } = await visit({ allowed: BROKEN, as: await admittedOperator() });
  let fresh = false;
  const stale = { error: "Sign in again first.", code: "FRESH_SIGN_IN_REQUIRED", requestId: "r" };
  const asked = await answerBackOffice(page, {
    "GET /api/admin/system-stats": () => ({
      status: 500,
      json: { error: "Database is away.", code: "DATABASE_ERROR", requestId: "r" },
    }),
    "POST /api/admin/payments/refund": () =>
      fresh
        ? { json: { refundId: "re_1", amount_cents: 1_250, status: "succeeded" } }
        : { status: 403, json: stale },
  });
  await page.goto("/admin/customers/user-1");
  await page.getByRole("region", { name: "Quick Stats" }).getByText("$0", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Refund" }).first().click();
  const amount = page.getByLabel("Amount in USD");
  await amount.fill("30.01");
  await page.getByText("Enter an amount up to 30.00").waitFor();
  await amount.fill("12.50");
  await page.getByRole("button", { name: "Refund $12.50" }).click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.getByLabel("Password", { exact: true }).fill("Not-the-one1");
  await again.getByRole("button", { name: "Confirm" }).click();
  await again.getByText("Access Denied: Incorrect email or password.").waitFor();
  fresh = true;
  await again.getByLabel("Password", { exact: true }).fill(stack().operator.password);
  await again.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("The refund is on its way.").waitFor();
  const refunds = asked.filter(({ path }) => path === "/api/admin/payments/refund").map(({ body }) => body);
  expect(refunds).toHaveLength(2);
  expect(refunds[0]).toEqual(refunds[1]);
  expect(refunds[0]).toMatchObject({ paymentIntentId: "pi_1", amountCents: 1_250 });
});

/** The first part of a very active customer's data. More parts follow. */
const FIRST_PART: PersonalData = {
  exportedAt: "2026-03-15T12:00:00.000Z",
  account: {
    id: "user-1",
    email: user(1).email,
    emailConfirmed: true,
    name: null,
    pendingEmail: null,
    secondFactorSince: null,
    agreement: null,
    mailStop: null,
    suspendedFor: null,
    incidentMail: true,
    createdAt: "2026-03-01T12:00:00.000Z",
    lastSignInAt: null,
    lastSignInAddress: null,
    lastSignInCountry: null,
    stripeCustomerId: null,
  },
  grants: [],
  seats: [],
  fingerprints: [],
  invitations: { isRefused: false, mailedAt: [] },
  notes: [],
  purchases: [],
  sightings: [],
  alerts: [],
  sessions: [],
  mails: [],
  withdrawals: [],
  payments: [],
  affiliate: null,
  activity: [],
  next: "c2",
};

test("an operator sees why an export failed, and deletes a customer's account after typing its address and signing in again", async () => {
  const { page } = await visit({ allowed: BROKEN, as: await admittedOperator() });
  const stale = { error: "Sign in again first.", code: "FRESH_SIGN_IN_REQUIRED", requestId: "r" };
  const owed = { error: "A payout is under way.", code: "CONFLICT", requestId: "r" };
  const gone = { error: "There is no such user.", code: "NOT_FOUND", requestId: "r" };
  let deleting: { status?: number; json: unknown } = { status: 409, json: owed };
  const asked = await answerBackOffice(page, {
    "POST /api/admin/users/delete": () => deleting,
    "POST /api/admin/users/export-data": ({ body }) =>
      body.cursor === undefined ? { json: FIRST_PART } : { status: 404, json: gone },
  });
  await page.goto("/admin/customers/user-1");
  const { email } = user(1);
  const menu = page.getByText("More", { exact: true });
  await menu.click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Export data" }).waitFor({ state: "hidden" });
  await menu.click();
  await page.getByRole("button", { name: "Export data" }).click();
  const ask = page.getByRole("alertdialog", { name: `Export the data of ${email}?` });
  await ask.getByRole("button", { name: "Export data" }).click();
  await page.getByText("Export failed: There is no such user.").waitFor();
  await ask.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Delete account" }).click();
  const remove = page.getByRole("alertdialog", { name: `Delete the account of ${email}?` });
  const go = remove.getByRole("button", { name: "Delete permanently" });
  await remove.getByLabel("to confirm").fill("someone@example.com");
  expect(await go.isDisabled()).toBe(true);
  await remove.getByLabel("to confirm").fill(email);
  await go.click();
  await remove.getByRole("alert").getByText("Delete failed: A payout is under way.").waitFor();
  deleting = { status: 403, json: stale };
  await go.click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  const password = again.getByLabel("Password", { exact: true });
  await password.waitFor();
  deleting = { json: { ok: true } };
  await password.fill(stack().operator.password);
  await again.getByRole("button", { name: "Confirm" }).click();
  await page.getByText("The account is being deleted.").waitFor();
  await page.waitForURL("**/admin/users");
  expect(asked.filter(({ path }) => path === "/api/admin/users/delete").at(-1)?.body).toEqual({
    userId: "user-1",
    email,
    note: "",
  });
});

test("a payout offers only the actions of its state, a run needs a preview, and a refusal shows its reason", async () => {
  const { page } = await visit({ allowed: BROKEN, as: await admittedOperator() });
  const totals = Object.fromEntries(
    ["planned", "queued", "calculated", "paid", "failed", "skipped"].map((outcome) => [
      outcome,
      outcome === "planned" ? { count: 1, amount_cents: 2_350 } : { count: 0, amount_cents: 0 },
    ]),
  );
  const line = {
    payout_id: "p",
    affiliate_id: "a",
    email: "maker@example.com",
    amount_cents: 2_350,
    reason: null,
  };
  const batch = { id: "b1", kind: "calc", created_at: payout(0).requested_at, finished_at: null, totals };
  let status = "ready";
  let isAway = true;
  let isStale = true;
  const stale = { error: "Sign in again first.", code: "FRESH_SIGN_IN_REQUIRED", requestId: "r" };
  const asked = await answerBackOffice(page, {
    "POST /admin/payouts/approve": () => ({
      status: 409,
      json: { error: "It is no longer pending.", code: "CONFLICT", requestId: "r" },
    }),
    "POST /admin/payouts/transfer": () => ({
      status: 409,
      json: { error: "This payout is paid.", code: "CONFLICT", requestId: "r" },
    }),
    "POST /admin/payouts/cancel": () =>
      isAway
        ? { status: 500, json: { error: "Database is away.", code: "DATABASE_ERROR", requestId: "r" } }
        : { json: { ok: true, payout: payout(5) } },
    "POST /admin/batches/preview": () => ({ json: { batch_id: "b1" } }),
    "GET /admin/batches/b1": () => {
      // The first answer after the start is lost, while the run succeeds.
      if (status === "begun") {
        status = "done";
        return { status: 500, json: { error: "Away.", code: "DATABASE_ERROR", requestId: "r" } };
      }
      return { json: { batch: { ...batch, status }, lines: [{ ...line, outcome: "planned" }], next: null } };
    },
    "GET /admin/batches": () => ({ json: { batches: [{ ...batch, status: "done" }], next: null } }),
    "POST /admin/batches/run-calc": () => {
      if (isStale) return { status: 403, json: stale };
      status = "begun";
      return { json: { ok: true, batch_id: "b1" } };
    },
    "POST /admin/batches/run-distribute": () => ({
      status: 409,
      json: { error: "The preview is too old.", code: "CONFLICT", requestId: "r" },
    }),
  });
  await page.goto("/admin/payouts?open=affiliate-0-1");
  const button = (name: string) => page.locator("[data-panel]").getByRole("button", { name });
  await button("Approve").waitFor();
  expect(await button("Initiate transfer").isDisabled()).toBe(true);
  await button("Approve").click();
  await page.getByRole("alertdialog", { name: `Approve $23.50 for ${payout(0).email}?` }).waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Approve" }).click();
  await page.getByText("Approve failed: It is no longer pending.").waitFor();
  await button("Cancel payout").click();
  const cancel = page.getByRole("dialog").getByRole("button", { name: "Cancel payout" });
  expect(await cancel.isDisabled()).toBe(true);
  await page.getByLabel("Reason").fill("Asked for twice");
  await cancel.click();
  const why = page.getByRole("dialog").getByRole("alert");
  await why.getByText("Cancel failed: Database is away.").waitFor();
  isAway = false;
  await cancel.click();
  await page.getByText("The payout is canceled.").waitFor();
  expect(asked.find(({ path }) => path === "/admin/payouts/cancel")?.body).toEqual({
    payout_id: "affiliate-0-1",
    reason: "Asked for twice",
  });
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.locator("[data-panel]").waitFor({ state: "detached" });

  await page.goto("/admin/payouts?open=affiliate-1-1");
  await button("Initiate transfer").click();
  await page.getByRole("alertdialog", { name: `Transfer $34.61 to ${payout(1).email}?` }).waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Initiate transfer" }).click();
  await page.getByText("Transfer failed: This payout is paid.").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-panel]").waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Run distribution" }).click();
  await page.getByText("maker@example.com").waitFor();
  await page.getByRole("button", { name: "Transfer these payouts" }).click();
  await page.getByText("Run distribute failed").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Run calculation" }).click();
  await page.getByRole("button", { name: "Create these payouts" }).click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.waitFor();
  isStale = false;
  await again.getByLabel("Password", { exact: true }).fill(stack().operator.password);
  await again.getByRole("button", { name: "Confirm" }).click();
  await expectNone(page.getByText("Running. The run continues if you close this dialog."));
  expect(status).toBe("done");
  expect(asked.find(({ path }) => path === "/admin/batches/run-calc")?.body).toEqual({ batch_id: "b1" });
  await expectNone(page.getByText("Run calc failed"));
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  // The page behind a dialog keeps its width although its scrollbar disappears.
  await page.setViewportSize({ width: 1280, height: 4000 });
  const width = () => page.evaluate(() => document.body.offsetWidth);
  const before = await width();
  await page.getByRole("button", { name: "Earlier runs" }).click();
  const earlier = page.getByRole("dialog", { name: "Earlier runs" });
  await earlier.waitFor();
  expect(await width()).toBe(before);
  await earlier.getByRole("button", { name: /^Calculation, .* 1 planned$/ }).click();
  await page
    .getByRole("dialog", { name: /^Calculation, / })
    .getByText("maker@example.com")
    .waitFor();
  await expectAccessible(page);
  await page.getByRole("dialog").getByRole("button", { name: "Back" }).click();
  await expectAccessible(page);
});

test("the real server creates and switches off a destination, and a preview shows what a run would do", async () => {
  const { page } = await visit({ as: await admittedOperator() });
  await page.goto("/admin/destinations");
  const name = `Place ${randomUUID().slice(0, 8)}`;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("URL").fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByText(/^Failed to create: /).waitFor();
  await page.getByLabel("URL").fill(`${stack().siteUrl}/automation`);
  await page.getByRole("button", { name: "Create" }).click();
  const toggle = page.getByRole("switch", { name: `${name} is active` });
  await toggle.click();
  await expect.poll(() => toggle.getAttribute("aria-checked")).toBe("false");

  await page.goto("/admin/payouts");
  await page.getByRole("table", { name: "Payout requests" }).waitFor();
  await page.getByRole("button", { name: "Run distribution" }).click();
  const dialog = page.getByRole("dialog", { name: "Run distribution" });
  await dialog.getByText("There is nothing to do.").or(dialog.getByText("planned")).first().waitFor();
  await page.goto("/admin/affiliates");
  await page.getByRole("searchbox", { name: "Search by address or code" }).fill("nobody-at-all");
  await page.getByText("No affiliates found.").waitFor();
});
