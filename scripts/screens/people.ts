import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import { PEOPLE } from "../../local/seed/people.ts";
import { visitor } from "./browser.ts";
import type { Role } from "./pages.ts";

export type SignedIn = Pick<BrowserContextOptions, "storageState">;
type Credentials = { email: string; password: string };

const WHO: Readonly<Record<Role, Credentials>> = {
  customer: PEOPLE.customer,
  affiliate: { email: "affiliate-paid@example.com", password: PEOPLE.visitor.password },
  operator: PEOPLE.operator,
};

/** Signs a user in once. Other windows start from the stored session. */
export async function signIn(browser: Browser, siteUrl: string, role: Role): Promise<SignedIn> {
  const view = { width: 1280, height: 900, scale: 1, theme: "light" } as const;
  const context = await visitor(browser, siteUrl, view);
  const page = await context.newPage();
  const { email, password } = WHO[role];
  const isOperator = role === "operator";
  await page.goto(isOperator ? "/admin" : "/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  const button = isOperator ? "Access Admin Panel" : "Sign in";
  await page.getByRole("button", { name: button, exact: true }).click();
  if (isOperator) await page.getByRole("button", { name: "Sign Out" }).waitFor();
  else await page.waitForURL("**/dashboard");
  const storageState = await context.storageState();
  await context.close();
  return { storageState };
}

export async function findCustomer(operator: BrowserContext): Promise<string> {
  const page = await operator.newPage();
  await page.goto("/admin/users");
  await page.getByRole("searchbox", { name: "Search by email" }).fill(PEOPLE.customer.email);
  const row = page.getByRole("link", { name: PEOPLE.customer.email, exact: true });
  await row.waitFor();
  const id = await row.getAttribute("data-row");
  await page.close();
  if (id === null) throw new Error(`${PEOPLE.customer.email} is not in the list of users`);
  return id;
}
