import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RenderedSample, renderedSamples } from "../../scripts/mails/rendered.ts";
import { launch } from "../../scripts/screens/browser.ts";
import { COLOR_RULES, expectAccessible, expectNoSidewaysScroll } from "../support/browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const SITE = "https://site.example";
const MAILS = renderedSamples(SITE);

const NO_AMOUNT =
  /^(welcome|emailCode|newEmailCode|recoveryCode|passwordReset|readerInvited|account(Changed|Deleted|Suspended|Unsuspended)|emailChanged|newSignIn|operatorSignIn|incident|keyReplaced|seatMoved|trial\w+|team\w+|withdrawal\w+|subscriptionEnd\w+|affiliate(Welcome|Suspended|Reactivated|AccountIncomplete))/;
/** Mails without a date. Mails with a code state a duration, and the others describe the current state. */
const NO_DATE =
  /^(welcome|emailCode|newEmailCode|recoveryCode|passwordReset|readerInvited|affiliateAccountIncomplete|needsAttention)/;
/**
 * Mails without a link. A customer enters a mailed code on the page that is already open. The other mails go to a
 * previous address, to a suspended account or to a person who withdraws without signing in. No page offers these
 * readers an action.
 */
const NO_LINK =
  /^(recoveryCode|passwordReset|emailChanged|withdrawalReceived|subscriptionEnded \(suspended\))/;

const AMOUNT = /\$[\d,]+\.\d\d/;
const DATE =
  /(January|February|March|April|May|June|July|August|September|October|November|December) \d+, \d{4}/;

const missing = (shown: string, { name }: RenderedSample): string[] =>
  [
    NO_AMOUNT.test(name) || AMOUNT.test(shown) ? "" : `${name} says no amount`,
    NO_DATE.test(name) || DATE.test(shown) ? "" : `${name} says no date`,
  ].filter(Boolean);

test.each([
  { dark: false, width: 360 },
  { dark: true, width: 640 },
])(
  "every mail shows its amount, its date and its link in readable colors (dark: $dark, $width px)",
  async (view) => {
    const context = await browser.newContext({
      viewport: { width: view.width, height: 900 },
      colorScheme: view.dark ? "dark" : "light",
    });
    const page = await context.newPage();
    for (const mail of MAILS) {
      await page.setContent(mail.html);
      const shown = await page.locator("body").innerText();
      expect(missing(shown, mail)).toEqual([]);
      const links = page.getByRole("link");
      expect(await links.count(), mail.name).toBeGreaterThanOrEqual(NO_LINK.test(mail.name) ? 0 : 1);
      for (const link of await links.all()) expect(await link.isVisible(), mail.name).toBe(true);
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(background, mail.name).toBe(view.dark ? "rgb(20, 22, 27)" : "rgb(250, 248, 244)");
      await expectAccessible(page, [...COLOR_RULES, "link-name", "document-title", "html-has-lang"]);
      await expectNoSidewaysScroll(page);
    }
  },
);

test("the plain text of every mail has its amount, its date and its link, and no markup", () => {
  for (const mail of MAILS) {
    expect(missing(mail.text, mail), mail.name).toEqual([]);
    expect(mail.text, mail.name).not.toMatch(/<\/?(p|a|b|br|div|span|table)\b|&amp;|\{|\n{3}| {2,}|\.\./);
    if (!NO_LINK.test(mail.name)) expect(mail.text, mail.name).toMatch(/:\nhttps:\/\/\S+\n/);
  }
});
