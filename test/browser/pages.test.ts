import { beforeAll, expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { money } from "../../web/src/ui/format.ts";
import {
  browser,
  expectColorsInTheDark,
  expectLargeLettersToFit,
  expectToFit,
  type Visit,
} from "../support/browser.ts";
import { signInPerson, signUpPerson } from "../support/people.ts";
import { stack } from "../support/running.ts";

const { visit } = browser();

// The prerendered pages are in public.test.ts.
const PUBLIC = [
  "/login",
  "/signup",
  "/forgot-password",
  "/lost-phone",
  "/join-team",
  "/refuse-invitations",
  "/no-such-page",
];
const SIGNED_IN = [
  "/dashboard",
  "/dashboard/seats",
  "/dashboard/activity",
  "/dashboard/subscription",
  "/dashboard/subscription/manage",
  "/dashboard/account",
  "/dashboard/affiliate",
  "/withdraw",
  "/checkout",
  "/checkout/subscription",
];

/** A long address or name of 87 characters that cannot wrap. */
const LONG = `${"donaudampfschifffahrtsgesellschaft".repeat(2)}kapitaen@example.co`;
/** Names and addresses in the API's answers. */
const NAMES = /"(email|name|computer_name)":"[^"]+"/g;

let guest: Visit;
let member: Visit;
beforeAll(async () => {
  guest = await visit();
  const { email, password } = stack().customer;
  const person = await signInPerson(email, password);
  const stored = { ...person.stored, session: `${person.stored.session}`.replace(email, LONG) };
  member = await visit({ as: { ...person, stored } });
  await member.context.route("**/backend/**", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(NAMES, `"$1":"${LONG}"`);
    await route.fulfill({ response, body });
  });
});

test.each([
  ...PUBLIC.map((path) => [path, () => guest] as const),
  ...SIGNED_IN.map((path) => [path, () => member] as const),
])("%s passes axe, without sideways scroll", async (path, who) => {
  const { page } = who();
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await expectToFit(page);
  await expectLargeLettersToFit(page);
  if (path === "/dashboard") await expectColorsInTheDark(page);
});

test("before paying, a buyer can read the terms and the privacy policy without losing a typed code", async () => {
  const { page, context } = await visit({ as: await signUpPerson() });
  await page.goto("/checkout/subscription");
  await page.getByRole("button", { name: "Have a creator code?" }).click();
  await page.getByLabel("Creator code").fill("ANOTHER");
  for (const [link, heading] of [
    ["Terms", "Terms"],
    ["privacy policy", "Privacy"],
  ] as const) {
    const [beside] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: `${link} (opens in a new tab)` }).click(),
    ]);
    await beside.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
    await beside.close();
  }
  expect(await page.getByLabel("Creator code").inputValue()).toBe("ANOTHER");
});

test("the landing page's HTML has the main texts, and neither inline scripts nor inline styles", async () => {
  const response = await fetch(stack().siteUrl);
  const html = await response.text();
  for (const words of [
    "Start Subscription",
    "Get Lifetime Access",
    "AI-powered script generation",
    money(CATALOG.lifetime.price),
  ])
    expect(html).toContain(words);
  expect(response.headers.get("content-security-policy")).not.toContain("unsafe-inline");
  expect(html).not.toMatch(/<script(?! type="application\/ld\+json")(?![^>]*\bsrc=)/);
  expect(html).not.toMatch(/\sstyle="/);
});
