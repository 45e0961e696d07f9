import { AFFILIATE_COOKIE } from "#shared/affiliates/affiliate.ts";
import { join, listConversions } from "#shared/affiliates/customer.ts";
import { CATALOG } from "#shared/catalog/catalog.ts";
import { startSession } from "#shared/customers/session.ts";
import { type Check, needed } from "../check.ts";
import { eventually } from "../eventually.ts";
import { signUpPerson } from "../people.ts";
import type { Visit } from "../shop.ts";
import { mailboxOf, removeAccount } from "./accounts.ts";

/** A browser's user agent. Other programs count as bots, and their clicks earn nothing. */
const BROWSER =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";

export const affiliateJoins: Check<Visit> = {
  name: "an affiliate signs up and joins",
  async run(visit) {
    const { shop, run } = visit;
    const person = await signUpPerson(shop.config, mailboxOf("ooto", run));
    visit.partner = { ...person, code: "" };
    await shop.api(startSession, {}, { token: person.token });
    const { referral_code: code } = await shop.api(
      join,
      { acceptTerms: true, code: `VERIFY${run.toUpperCase()}` },
      { token: person.token },
    );
    visit.partner = { ...person, code };
    return code;
  },
  cleanup: async ({ shop, partner }) => partner && removeAccount(shop, partner),
};

export const linkLeadsOn: Check<Visit> = {
  name: "the affiliate's link redirects and is remembered",
  async run(visit) {
    const { code } = needed(visit.partner, "an affiliate");
    const response = await fetch(`${visit.shop.siteUrl}/r/${code}`, {
      redirect: "manual",
      headers: { "user-agent": BROWSER },
    });
    const location = response.headers.get("location");
    if (response.status !== 302 || location !== `${visit.shop.siteUrl}/`)
      throw new Error(`it answers ${response.status} with location ${location}`);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith(`${AFFILIATE_COOKIE}=`));
    if (cookie === undefined) throw new Error("it leaves no cookie");
    visit.linkCookie = cookie.split(";")[0] ?? "";
    return "302 and a cookie";
  },
};

export const affiliateEarns: Check<Visit> = {
  name: "the affiliate earns a commission",
  async run({ shop, partner, subscriptionId }) {
    needed(subscriptionId, "a subscription");
    const { token } = needed(partner, "an affiliate");
    const conversion = await eventually("no commission was recorded", async () => {
      const { conversions } = await shop.api(listConversions, {}, { token });
      return conversions[0];
    });
    const { amount_cents, earned_cents, state, reason } = conversion;
    if (state !== "pending") throw new Error(`it is ${state}: ${reason ?? "without a reason"}`);
    if (amount_cents !== CATALOG.monthly.price || earned_cents <= 0)
      throw new Error(`it earns ${earned_cents} of ${amount_cents} cents`);
    return `${earned_cents} of ${amount_cents} cents, ${state}`;
  },
};

export const commissionIsReversed: Check<Visit> = {
  name: "the refund takes the commission back",
  async run({ shop, partner, refunded }) {
    needed(refunded, "a refund");
    const { token } = needed(partner, "an affiliate");
    const { state, reversed_cents } = await eventually("the commission still stands", async () => {
      const { conversions } = await shop.api(listConversions, {}, { token });
      const first = conversions.at(-1);
      return first && first.reversed_cents === first.earned_cents ? first : undefined;
    });
    return `${reversed_cents} cents, ${state}`;
  },
};
