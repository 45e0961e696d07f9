import { test } from "vitest";
import type { SignIn } from "#shared/licenses/signInRow.ts";
import { createSignIn, replacedSignIn } from "../../../functions/licenses/signIn/table.ts";
import * as inStock from "../../../functions/licenses/stockTable.ts";
import * as table from "../../../functions/licenses/table.ts";
import { memoryRefusals } from "../../support/memory/refusals.ts";
import { LICENSE, later, NOW } from "./license.ts";

const { set, expectRefused } = memoryRefusals();
const END = later(1000).toISOString();
const { licenseKey, entitlement } = LICENSE;
const STOCK = inStock.StockKey.parse({
  ...LICENSE,
  entitlement: { ...entitlement, expiresAt: END },
  createdAt: NOW.toISOString(),
});
type Change = Record<string, unknown>;
const stock = (change: Change) => set("seats", { pk: licenseKey, sk: "stock" }, change);
const license = (change: Change) => set("seats", { pk: licenseKey, sk: "license" }, change);

test.each([
  ["assigned", () => inStock.takeStock(STOCK)],
  ["changed", () => inStock.replacedStock(STOCK, { ...STOCK, maxDailySwaps: 9 })],
])("a key in stock is %s only if it has not changed since the operator read it", async (_what, write) => {
  stock(STOCK);
  const changes = [
    { createdAt: END },
    { entitlement: { ...STOCK.entitlement, active: false } },
    { entitlement: { ...STOCK.entitlement, expiresAt: null } },
  ];
  for (const change of changes) await expectRefused(write, () => stock(change));
});

test("a key is not put into stock twice", () =>
  expectRefused(
    () => inStock.putStock(STOCK),
    () => stock({ ...STOCK, maxDailySwaps: 9 }),
  ));

test("a new license does not take the key of another license", () =>
  expectRefused(
    () => table.createLicense(LICENSE),
    () => license({ ...LICENSE, userId: "owner" }),
  ));

test("a license that has changed since it was read is not deleted", async () => {
  license(LICENSE);
  await expectRefused(
    () => table.deleteLicense(LICENSE),
    () => license({ version: 2 }),
  );
});

test("a purchase does not end the trial of a license that no longer has a trial", async () => {
  license({ ...LICENSE, trial: { endedAt: null } });
  await expectRefused(
    () => table.endTrial(licenseKey, NOW),
    () => license({ trial: undefined }),
  );
});

const SIGN_IN: SignIn = {
  ...{
    userCode: "code",
    secretHash: "hash",
    fingerprint: "mac",
    computerName: "mac",
    os: "macOS",
    appVersion: "1",
  },
  ...{
    address: null,
    country: null,
    requestedAt: NOW.toISOString(),
    expiresAt: END,
    interval: 5000,
    polledAt: null,
  },
  ...{ answer: null, version: 1 },
};
const request = { pk: "signIn#code", sk: "request" };

test("a computer's new sign-in does not take the code of a pending sign-in", () =>
  expectRefused(
    () => createSignIn(SIGN_IN),
    () => set("limits", request, { ...SIGN_IN, fingerprint: "other" }),
  ));

test("a computer's sign-in is answered once", async () => {
  set("limits", request, SIGN_IN);
  await expectRefused(
    () => replacedSignIn(SIGN_IN, { ...SIGN_IN, version: 2 }),
    () => set("limits", request, { version: 3 }),
  );
});
