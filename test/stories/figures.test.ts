import { expect, test } from "vitest";
import { SECOND } from "#shared/instant.ts";
import type { Tables } from "../../scripts/recount/compare.ts";
import { compare } from "../../scripts/recount/compare.ts";
import { clock } from "../simulation/determinism.ts";
import type { Row } from "../support/memory/expressions.ts";
import { theWorld } from "../world/world.ts";

// The back office's figures, which functions update together with the rows that they count.

const world = theWorld();
const TABLES = [
  "Users",
  "Grants",
  "Seats",
  "Alerts",
  "Affiliates",
  "Traffic",
  "Payouts",
  "Events",
  "Insights",
] as const;
const recount = (at = world.now()) =>
  compare(Object.fromEntries(TABLES.map((table) => [table, world.rows(table)])) as unknown as Tables, at);

test("the latest activity names accounts, payments and keys only by id", async () => {
  await world.offerUnits(20);
  const buyer = await world.signUp();
  await world.buy(buyer, "lifetime");
  const { body } = await world.operate("insights/getLatest", {});
  const events = body.events as Row[];
  expect(events.map(({ kind }) => kind).sort()).toEqual(["key", "purchase", "signup"]);
  expect(events.find(({ kind }) => kind === "purchase")).toMatchObject({ currency: "usd" });
  expect(JSON.stringify(body)).not.toContain("@");
});

test("the figures, including the revenue, equal a recount of the tables", async () => {
  await world.offerUnits(20);
  const buyer = await world.signUp();
  const { payment: paymentIntentId } = await world.buy(buyer, "lifetime");
  const { userId } = await world.signUp();
  const { body } = await world.operate("licenses/createLicenseKey", { userId, duration: "yearly" });
  const keyId = String(body.licenseKey);
  for (const { status } of [
    await world.operate("refunds/refundPayment", {
      paymentIntentId,
      amountCents: 500,
      requestId: "one-refund",
    }),
    await world.operate("licenses/revokeKey", { keyId }),
    await world.operate("licenses/unassignLicenseKey", { keyId }),
    await world.operate("customers/suspendUser", { userId, suspended: true }),
  ])
    expect(status).toBe(200);
  await world.settle();
  expect(recount()).toEqual([]);
  const figures = (await world.operate("insights/getSystemStats", {})).body;
  expect(figures).toMatchObject({ total_users: 2, total_revenue: expect.any(Number) });
  expect(figures.total_revenue).toBeGreaterThan(0);
});

test("the hourly job updates the figures after a license has expired without a write", async () => {
  const person = await world.signUp();
  const made = await world.operate("licenses/createLicenseKey", {
    userId: person.userId,
    duration: "monthly",
  });
  const end = Date.parse((made.body.key as { expires_at: string }).expires_at);
  await world.settle();
  const status = async () => {
    const { body } = await world.operate("customers/searchUsers", { search: person.email });
    return (body.users as Row[])[0]?.membership_status;
  };
  // The license expires before the hourly job runs.
  clock.moveTo(end + SECOND);
  expect(recount()).not.toEqual([]);
  expect(await status()).toBe("active");
  expect(await world.run("insights/refreshDue")).toMatchObject({ refreshed: 2 });
  expect(await status()).toBe("expired");
  expect(recount()).toEqual([]);
  expect(await world.run("insights/refreshDue")).toMatchObject({ refreshed: 0 });
});
