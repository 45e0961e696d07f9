import { afterAll, expect, test } from "vitest";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import { money } from "../../web/src/ui/format.ts";
import { browser, expectNone } from "../support/browser.ts";
import { CARD, payWith } from "../support/byHand.ts";
import { advanceClock, resetClock, settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { breakCard, button, expectWayToLeave, MANAGE, subscriber } from "../support/manage.ts";
import { signInPerson } from "../support/people.ts";
import { codesOf } from "../support/shop.ts";

const { visit } = browser();
const OWED = money(CATALOG.monthly.price);
// The stack's other stories start at the real time.
afterAll(() => resetClock());

test("after a failed renewal the customer sees a notice, keeps the key for now, and pays with another card", async () => {
  const { email } = await breakCard(await subscriber());
  await advanceClock((32 * DAY) / SECOND);
  await settle();
  const person = await signInPerson(email);
  const { page } = await visit({ as: person });
  await page.goto("/dashboard");
  await page.getByText(`Your payment of ${OWED} did not go through`).waitFor();
  await page.getByText(/Your license works until .+/).waitFor();
  expect(await codesOf(person)).toEqual(["VALID"]);
  expect((await mailTo(email)).map(({ subject }) => subject).join("\n")).toMatch(/payment/i);

  await page.goto(MANAGE);
  await page.getByText("Your payment is past due. Please update your payment method.").waitFor();
  await expectWayToLeave(page);
  await button(page, "Fix payment").click();
  await payWith(page, CARD.works);
  await page.getByText(`${OWED} paid. Your subscription is up to date.`).waitFor();
  await settle();
  expect(await codesOf(person)).toEqual(["VALID"]);
  await page.goto(MANAGE);
  await page.getByText("Your subscription is active and all features are available.").waitFor();
  await expectNone(button(page, "Fix payment"));
});
