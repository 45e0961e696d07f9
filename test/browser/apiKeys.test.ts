import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { browser, expectAccessible, expectNone, expectToFit } from "../support/browser.ts";
import { admittedOperator } from "../support/enter.ts";
import { signUpPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";

const { visit } = browser();

/** Calls the API with a key, outside a browser. */
async function script(key: string, path: string, body?: unknown) {
  const response = await fetch(`${stack().apiUrl}/scripts${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

test("an API key from the back office works for a script within its scopes until the operator revokes it, and the audit log has every step", async () => {
  const customer = await signUpPerson();
  const name = `nightly ${randomUUID().slice(0, 8)}`;
  const { page } = await visit({ as: await admittedOperator() });
  await page.goto("/admin/api-keys");
  await page.getByRole("button", { name: "New API key" }).click();
  const form = page.getByRole("dialog", { name: "New API key" });
  await form.getByLabel("Name", { exact: true }).fill(name);
  expect(await form.getByRole("button", { name: "Create key" }).isDisabled()).toBe(true);
  await form.getByLabel("Customers", { exact: true }).selectOption("Read");
  await expectToFit(page);
  await form.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByRole("dialog", { name: "Copy the key now" });
  const key = (await shown.locator("code").textContent()) ?? "";
  expect(key).toMatch(new RegExp(`^${BRAND.slug}_key_[0-9A-Za-z]{46}$`));
  await expectAccessible(page);
  await shown.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: new RegExp(name) });
  await row.getByText("Customers: Read").waitFor();
  await page.reload();
  await row.waitFor();
  await expectNone(page.getByText(key));

  const found = await script(key, "/api/admin/users/search", { search: customer.email });
  expect(found).toMatchObject({ status: 200, body: { users: [{ email: customer.email }] } });
  // A customer's page also shows payments, keys and mails, which this key may not read.
  expect(await script(key, `/api/admin/users/${customer.userId}`)).toMatchObject({ status: 403 });
  expect(
    await script(key, "/api/admin/users/suspend", { userId: customer.userId, suspended: true }),
  ).toMatchObject({
    status: 403,
    body: { code: "FORBIDDEN", error: "This API key lacks the scope accounts:write." },
  });
  expect(await script(key, "/api/admin/api-keys")).toMatchObject({ status: 404 });

  await page.reload();
  await row.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await row.getByText("revoked", { exact: true }).waitFor();
  expect(await script(key, "/api/admin/users/search", { search: customer.email })).toMatchObject({
    status: 401,
    body: { error: "This API key was revoked." },
  });

  await page.goto("/admin/audit");
  await page.getByText(`Revoked the API key “${name}”`).waitFor();
  await page
    .getByText(/^Called customers\/suspendUser with an API key: refused/)
    .first()
    .waitFor();
  await page.getByText("Called customers/searchUsers with an API key").first().waitFor();
  await page.getByText(`Created the API key “${name}”`).waitFor();
  await page.getByText(`key:${name}`).first().waitFor();
  await expectNone(page.getByText(key));
});
