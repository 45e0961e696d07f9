import { describe, expect } from "vitest";
import { call } from "./api.ts";
import { settle } from "./control.ts";
import { mailTo } from "./mail.ts";
import type { sharedMonths } from "./months.ts";
import { type Person, signInPerson, signUpPerson } from "./people.ts";
import { atStripe, buy, codesOf, openCheckout, stripeClient } from "./shop.ts";

const NEXT_MONTH = 32;

/** A customer whose first month is on its way from their bank: Stripe calls the subscription active meanwhile. */
async function debited() {
  const person = await signUpPerson();
  const sessionId = String((await openCheckout(person, "monthly")).body.sessionId);
  await atStripe(`checkout/${sessionId}/pay_later`);
  await settle();
  const session = await stripeClient().checkout.sessions.retrieve(sessionId, { expand: ["subscription"] });
  const { subscription, customer } = session;
  if (subscription === null || typeof subscription === "string") throw new Error("It sold no subscription");
  expect(subscription.status).toBe("active");
  return {
    person,
    sessionId,
    customer: String(customer),
    subscription: subscription.id,
    answers: async (outcome: "succeeded" | "failed") => {
      await atStripe(`checkout/${sessionId}/settle`, { outcome });
      await settle();
    },
  };
}

const shown = async (person: Person, sessionId: string) =>
  (await call("billing/getCheckout", { sessionId, force: "true" }, { token: person.accessToken })).body
    .status;
const keyMails = async ({ email }: Person) =>
  (await mailTo(email)).filter(({ subject }) => /license key/.test(subject)).length;

const refusalMails = async ({ email }: Person) =>
  (await mailTo(email)).filter(({ subject }) => /bank refused your/.test(subject)).length;

async function takenFrom(customer: string): Promise<number> {
  const { data } = await stripeClient().charges.list({ customer, limit: 100 });
  return data.filter(({ paid, refunded }) => paid && !refunded).length;
}

export function debitStories(months: ReturnType<typeof sharedMonths>): void {
  describe("a first month by bank debit", () => {
    months.test("gives a key once the money is there, and not before", async () => {
      const { person, sessionId, answers, customer } = await debited();
      expect(await codesOf(person)).toEqual([]);
      expect(await shown(person, sessionId)).toBe("pending");
      await answers("succeeded");
      expect(await codesOf(person)).toEqual(["VALID"]);
      expect(await shown(person, sessionId)).toBe("paid");
      expect(await keyMails(person)).toBe(1);
      expect(await takenFrom(customer)).toBe(1);
    });

    months.test(
      "that the bank refuses ends there: nobody is charged later, and buying works",
      async (time) => {
        const { person, answers, customer, subscription } = await debited();
        await answers("failed");
        const stripe = stripeClient();
        expect((await stripe.subscriptions.retrieve(subscription)).status).toBe("canceled");
        expect(await refusalMails(person)).toBe(1);
        const { data } = await stripe.invoices.list({ subscription });
        expect(data.map(({ status }) => status)).toEqual(["void"]);
        await time.until(NEXT_MONTH);
        const later = await signInPerson(person.email);
        expect(await takenFrom(customer)).toBe(0);
        expect(await codesOf(later)).toEqual([]);
        await buy(later, "monthly");
        expect(await codesOf(later)).toEqual(["VALID"]);
      },
    );

    months.test("that arrives after the account was deleted goes back", async () => {
      const { person, answers, customer, subscription } = await debited();
      const asked = await call(
        "accounts/deleteAccount",
        { email: person.email },
        { token: person.accessToken },
      );
      expect(asked.status).toBe(200);
      await settle();
      expect((await stripeClient().subscriptions.retrieve(subscription)).status).toBe("canceled");
      await answers("succeeded");
      expect(await takenFrom(customer)).toBe(0);
    });
  });
}
