import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { browser } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { admittedOperator } from "../support/enter.ts";
import { newEmail, type Person, signUpPerson } from "../support/people.ts";
import { putRow, rowsOf } from "../support/rows.ts";
import { ROOT } from "../support/running.ts";
import { buy } from "../support/shop.ts";

// An operator's day leaves traces that an attacker may read. URLs are in the access logs, the firewall's log and the
// browser's history. The functions' logs and the audit log describe the calls.

const { visit } = browser();
let operator: Person;
let person: Person;
let licenseKey: string;
beforeAll(async () => {
  person = await signUpPerson(newEmail("trail"));
  ({ licenseKey } = await buy(person, "lifetime"));
  await call("affiliates/join", { acceptTerms: true }, { token: person.accessToken });
  await settle();
});
beforeEach(async () => {
  operator = await admittedOperator();
});

const lines = (text: string): string => decodeURIComponent(text.replaceAll("+", " ")).toLowerCase();

/** Texts that no trace may contain: the key, its first letters, the key without hyphens, and the email address. */
const secrets = (): string[] =>
  [licenseKey, licenseKey.slice(0, 12), licenseKey.replaceAll("-", ""), person.email].map(lines);
const tellTale = (trails: readonly string[]): string[] =>
  trails.filter((trail) => secrets().some((secret) => lines(trail).includes(secret)));

/** Every URL that a page requests, opens or sends as its referrer. */
function addressesOf(page: Page): string[] {
  const seen: string[] = [];
  page.on("request", (request) => seen.push(request.url(), request.headers().referer ?? ""));
  page.on("framenavigated", (frame) => seen.push(frame.url()));
  return seen;
}

/** The logs of every function since the stack started. */
function functionLogs(): string[] {
  const folder = path.join(ROOT, ".local/test-browser/logs");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".log"))
    .flatMap((name) => readFileSync(path.join(folder, name), "utf8").split("\n"))
    .map((line) => line.replaceAll("%", ""));
}

const searchFor = async (page: Page, label: string, text: string): Promise<void> => {
  await page.getByRole("searchbox", { name: label }).fill(text);
  await page.waitForURL("**search=*");
};
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).last().click();

test("the operator's searches and actions leave no license key or email address in any trace", async () => {
  const { page } = await visit({ as: operator, own: true });
  const addresses = addressesOf(page);
  await page.goto("/admin/users");
  await searchFor(page, "Search by email", person.email);
  await page.getByRole("link", { name: person.email }).click();
  await page.getByRole("complementary", { name: person.email }).waitFor();
  await page.reload();
  await page.getByRole("complementary", { name: person.email }).waitFor();
  expect(await page.getByRole("searchbox", { name: "Search by email" }).inputValue()).toBe(person.email);
  await press(page, "Suspend");
  await press(page, "Suspend");
  await page.getByText("The account is suspended.").waitFor();
  await press(page, "Unsuspend");
  await press(page, "Unsuspend");
  await page.getByText("The account is no longer suspended.").waitFor();

  await page.goto("/admin/keys");
  await searchFor(page, "Search by key", licenseKey.slice(0, 12));
  await page.locator("tbody tr", { hasText: person.email }).getByRole("link").click();
  const panel = page.getByRole("complementary", { name: person.email });
  await press(page, "Deactivate");
  await press(page, "Deactivate");
  await page.getByText("The key is off.").waitFor();
  await press(page, "Activate");
  await press(page, "Activate");
  await page.getByText("The key is on again.").waitFor();
  // The link to the key also works in a browser that does not know the search.
  const link = page.url();
  const other = await visit({ as: operator, own: true });
  const elsewhere = addressesOf(other.page);
  await other.page.goto(link);
  await other.page.getByRole("complementary", { name: person.email }).waitFor();
  expect(new URL(other.page.url()).searchParams.has("search")).toBe(false);
  await panel.waitFor();

  await page.goto("/admin/affiliates");
  await searchFor(page, "Search by address or code", person.email);
  await page.locator("tbody tr", { hasText: person.email }).waitFor();
  await page.goto("/admin/activity");
  await searchFor(page, "Search for an affiliate", person.email);
  await page.getByText("Activity of").waitFor();

  for (const typed of [person.email, licenseKey]) {
    await page.keyboard.press("Control+k");
    const search = page.getByRole("dialog");
    await search.getByRole("combobox").fill(typed);
    await search.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/admin/customers/*");
    await page.getByText("Keys and devices").waitFor();
    await page.goto("/admin/audit");
    await page.locator("tbody tr").first().waitFor();
  }

  expect(addresses.length).toBeGreaterThan(50);
  expect(tellTale([...addresses, ...elsewhere])).toEqual([]);
  expect(tellTale((await rowsOf("Audit")).map((row) => JSON.stringify(row)))).toEqual([]);
  expect(tellTale(functionLogs())).toEqual([]);
});

test("the back office shows a whole key only on request, and the audit log records the request", async () => {
  const { page } = await visit({ as: operator, own: true });
  const answers: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/backend/")) answers.push(await response.text().catch(() => ""));
  });
  await page.goto(`/admin/customers/${person.userId}`);
  await page.getByRole("button", { name: "Show key" }).first().waitFor();
  await page.goto("/admin/keys");
  await page.locator("tbody tr", { hasText: person.email }).first().getByRole("link").click();
  await page.getByRole("button", { name: "Show key" }).waitFor();
  expect(answers.join("\n")).not.toContain(licenseKey);
  await press(page, "Show key");
  await expect.poll(() => page.locator("[data-panel] code").innerText()).toBe(licenseKey);
  const shown = (await rowsOf("Audit")).filter(
    ({ action, userId }) => action === "licenses/showKey" && userId === person.userId,
  );
  expect(shown).toMatchObject([{ operator: operator.userId }]);
});

test("the back office masks a whole key that an older audit entry contains", async () => {
  const at = "2026-01-02T03:04:05.000Z";
  await putRow("Audit", {
    pk: "audit",
    sk: `${at}#old`,
    id: "old",
    at,
    operator: operator.userId,
    action: "licenses/replaceCustomerKey",
    subject: `key#${licenseKey}`,
    userId: person.userId,
    before: null,
    after: { successor: licenseKey },
  });
  const token = { token: operator.accessToken };
  const found = await call("licenses/searchKeys", { search: licenseKey }, token);
  const [key] = found.body.keys as { id: string; license_key: string }[];
  const { body } = await call("audit/listAudit", { id: `${at}_old` }, token);
  expect(body.entries).toMatchObject([{ subject: `key#${key?.id}`, after: { successor: key?.license_key } }]);
  const customer = await call("customers/getCustomer", { userId: person.userId }, token);
  const file = await call("insights/exportList", { list: "audit" }, token);
  const keys = await call("insights/exportList", { list: "license-keys" }, token);
  for (const { body } of [customer, file, keys]) expect(JSON.stringify(body)).not.toContain(licenseKey);
});
