import { expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { money } from "../../web/src/ui/format.ts";
import { raiseAlert } from "../support/alerts.ts";
import { call } from "../support/api.ts";
import { browser } from "../support/browser.ts";
import { settle } from "../support/control.ts";
import { enterBackOffice } from "../support/enter.ts";
import { mailTo } from "../support/mail.ts";
import { button, subscriber } from "../support/manage.ts";
import { signInPerson } from "../support/people.ts";
import { codesOf, keysOf } from "../support/shop.ts";
import { expectInView, findCustomer, story } from "../support/story.ts";

const { visit } = browser();
const PAID = money(CATALOG.monthly.price);

test("an operator handles an alert, a leaked key, a suspension and a refund, and the audit log has each", async () => {
  const person = await subscriber();
  const keyOf = async () => (await keysOf(person))[0]?.license_key ?? "";
  const works = async (licenseKey: string) =>
    (await call("licenses/validate", { licenseKey, fingerprint: "fingerprint-of-a-stranger" })).body.code;
  const leaked = await keyOf();
  await raiseAlert(person.userId);
  const { page } = await visit();
  const confirm = (name: string) =>
    page.locator("dialog[open]").getByRole("button", { name, exact: true }).click();

  await enterBackOffice(page);
  await story("An alert", 3, async (step) => {
    await step(() =>
      page
        .getByRole("link", { name: /^Review/ })
        .first()
        .click(),
    );
    await step(() =>
      page
        .getByRole("row", { name: new RegExp(person.email) })
        .getByRole("link")
        .first()
        .click(),
    );
    await step(() => button(page, "Resolve").click());
    await page.getByText("The alert is resolved.").waitFor();
  });

  await story("A leaked key", 4, async (step) => {
    await findCustomer(page, step, leaked, person);
    await expectInView(button(page, "Replace key"));
    await step(() => button(page, "Replace key").click());
    await step(() => confirm("Replace key"));
    await page.getByText("The key is replaced.").waitFor();
  });
  const key = await keyOf();
  expect(key).not.toBe(leaked);
  const unused = await works(key);
  expect(await works(leaked)).not.toBe(unused);

  await button(page, "Suspend").click();
  await confirm("Suspend");
  await page.getByText("The account is suspended.").waitFor();
  await settle();
  expect(await works(key)).toBe("SUSPENDED");
  await button(page, "Unsuspend").click();
  await confirm("Unsuspend");
  await page.getByText("The account is no longer suspended.").waitFor();
  await settle();
  expect(await works(key)).toBe(unused);

  await story("A refund", 4, async (step) => {
    await findCustomer(page, step, person.email, person);
    await expectInView(button(page, "Refund"));
    await step(() => button(page, "Refund").click());
    await step(() => button(page, `Refund ${PAID}`).click());
    await page.getByText("The refund is on its way.").waitFor();
  });
  await settle();
  // The suspension has ended the previous session.
  expect(await codesOf(await signInPerson(person.email))).toEqual(["REVOKED"]);
  const told = (await mailTo(person.email)).filter(({ subject }) => subject.includes(`refund of ${PAID}`));
  expect(told).toHaveLength(1);
  await page.reload();
  await page.getByText(/refunded in full\. The subscription was revoked with the refund\./).waitFor();

  await page.goto("/admin/audit");
  for (const done of [
    "Resolved a security alert",
    "Replaced a key",
    "Suspended the account",
    "Lifted the suspension",
    `Refunded ${PAID}`,
  ])
    await page.getByText(done).first().waitFor();
});
