import { confirmEmail, getAccount, sendEmailCode } from "#shared/accounts/customer.ts";
import { EMAIL_CODE_LASTS } from "#shared/accounts/emailCode.ts";
import { beginAuthenticator } from "#shared/accounts/settings.ts";
import { deleteAccount, exportData } from "#shared/customers/customer.ts";
import { startSession } from "#shared/customers/session.ts";
import { ApiRefusal } from "../api.ts";
import { type Check, needed } from "../check.ts";
import { eventually } from "../eventually.ts";
import { signInPerson, signUpPerson } from "../people.ts";
import type { Customer, Visit } from "../shop.ts";

/** A forged IP address that CloudFront's own value must override. Reserved for documentation (RFC 5737). */
const FORGED = "203.0.113.77";

/**
 * Amazon accepts and drops mail to these addresses, also in SES's sandbox. A customer and an affiliate with the same
 * mailbox would be one person, and nobody earns commissions on their own payments.
 */
export const mailboxOf = (who: "success" | "ooto", run: string): string =>
  `${who}+verify-${run}@simulator.amazonses.com`;

export const customerSignsUp: Check<Visit> = {
  name: "a customer signs up and in",
  async run(visit) {
    const { shop, guide } = visit;
    const email = guide
      ? (await guide.ask("Your email address, with no account at this shop yet: ")).trim()
      : mailboxOf("success", visit.run);
    visit.customer = await signUpPerson(shop.config, email);
    const { token } = visit.customer;
    const { account } = await shop.api(
      startSession,
      {},
      {
        token,
        headers: {
          "x-forwarded-for": FORGED,
          "cloudfront-viewer-address": `${FORGED}:1`,
          "cloudfront-viewer-country": "AQ",
        },
        ...(visit.linkCookie === undefined ? {} : { cookie: visit.linkCookie }),
      },
    );
    if (account.email !== email) throw new Error(`signed in as ${account.email} instead of ${email}`);
    return account.email;
  },
  cleanup: async ({ shop, customer }) => customer && removeAccount(shop, customer),
};

export const visitorArrives: Check<Visit> = {
  name: "the visitor's address and country arrive",
  async run({ shop, customer }) {
    const { token } = needed(customer, "a customer");
    const { lastSignInAddress: address, lastSignInCountry: country } = (
      await shop.api(exportData, {}, { token })
    ).account;
    if (address === null || address === FORGED) throw new Error(`the address is ${address}`);
    if (country === null || !/^[A-Z]{2}$/.test(country) || country === "AQ")
      throw new Error(`the country is ${country}`);
    const own = await shop.ownAddress();
    const isComparable = own !== undefined && own.includes(":") === address.includes(":");
    if (isComparable && own !== address)
      throw new Error(`the address is ${address}, and this machine's ${own}`);
    return `${isComparable ? "this machine's address" : "an address"}, ${country}`;
  },
};

/** The user pool's firewall refuses this call unless Cognito passes on a secret header that our functions send. */
export const secondFactorBegins: Check<Visit> = {
  name: "a second factor can be set up",
  async run({ shop, customer }) {
    const { token } = needed(customer, "a customer");
    const { secret } = await shop.api(beginAuthenticator, {}, { token });
    if (!/^[A-Z2-7]{16,}$/.test(secret)) throw new Error("the key for the app is not in base 32");
    return "the pool made a key";
  },
};

export const mailIsAccepted: Check<Visit> = {
  name: "the mail with the code is accepted",
  async run({ shop, customer }) {
    const { token } = needed(customer, "a customer");
    const { account } = await shop.api(getAccount, {}, { token });
    const { expiresAt } = await shop.api(sendEmailCode, {}, { token });
    const at = new Date(Date.parse(expiresAt) - EMAIL_CODE_LASTS).toISOString();
    await eventually("the mail was not sent", async () => {
      const row = await shop.eventRow(`mail#email-code:${account.id}:${at}`, "effect");
      return row?.status === "sent" ? row : undefined;
    });
    return "SES took it";
  },
};

export const codeIsTyped: Check<Visit> = {
  name: "the mailed code confirms the address",
  async run({ shop, customer, guide }) {
    const { token, email } = needed(customer, "a customer");
    const code = await needed(guide, "a person").ask(`The code that was mailed to ${email}: `);
    const { account } = await shop.api(confirmEmail, { code }, { token });
    if (!account.emailConfirmed) throw new Error("the address is still unconfirmed");
    return "confirmed";
  },
};

/** Deletes an account like its owner, which also ends the subscription, and waits for the deletion. */
export async function removeAccount(shop: Visit["shop"], person: Customer): Promise<string> {
  const token = await signInPerson(shop.config, person);
  await shop.api(startSession, {}, { token });
  await shop.api(deleteAccount, { email: person.email }, { token });
  await eventually(`${person.email} is still there`, async () => {
    try {
      await shop.api(getAccount, {}, { token });
      return undefined;
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 401) return true;
      throw error;
    }
  });
  return `deleted ${person.email}`;
}
