import { describe, expect, test } from "vitest";
import { type Person, theWorld } from "../world/world.ts";

const world = theWorld();
const NEXT_MONTH = 32;

/** A customer whose bank has not sent the first month's payment yet. Stripe calls the subscription active. */
async function debited() {
  const person = await world.signUp();
  const sessionId = String((await world.openCheckout(person, "monthly")).body.sessionId);
  world.acts.payCheckoutLater(sessionId);
  await world.settle();
  const subscription = String(world.store.find("checkoutSession", sessionId)?.subscription);
  expect(world.store.find("subscription", subscription)?.status).toBe("active");
  return {
    person,
    sessionId,
    subscription,
    answers: async (outcome: "succeeded" | "failed") => {
      world.acts.settleCheckout(sessionId, outcome);
      await world.settle();
    },
  };
}

const shown = async (person: Person, sessionId: string) =>
  (await world.call("stripeEvents/getCheckout", { sessionId, force: "true" }, person)).body.status;

describe("a first month by bank debit", () => {
  test("gives a key only when the payment has arrived", async () => {
    const { person, sessionId, answers } = await debited();
    expect(await world.codes(person)).toEqual([]);
    expect(await shown(person, sessionId)).toBe("pending");
    await answers("succeeded");
    expect(await world.codes(person)).toEqual(["VALID"]);
    expect(await shown(person, sessionId)).toBe("paid");
    expect(world.mailed(person, /^Your .* license key/)).toBe(1);
    expect(world.charged(person)).toBe(1);
  });

  test("that the bank refuses is never charged later, and the customer can buy again", async () => {
    const { person, answers, subscription } = await debited();
    await answers("failed");
    expect(world.store.find("subscription", subscription)?.status).toBe("canceled");
    expect(world.mailed(person, /^.*bank refused your/)).toBe(1);
    expect((await world.invoices(subscription)).map(({ status }) => status)).toEqual(["void"]);
    await world.days(NEXT_MONTH);
    expect(world.charged(person)).toBe(0);
    expect(await world.codes(person)).toEqual([]);
    await world.buy(person, "monthly");
    expect(await world.codes(person)).toEqual(["VALID"]);
  });

  test("that arrives after the account was deleted is refunded", async () => {
    const { person, answers, subscription } = await debited();
    expect((await world.call("customers/deleteAccount", { email: person.email }, person)).status).toBe(200);
    await world.settle();
    expect(world.store.find("subscription", subscription)?.status).toBe("canceled");
    await world.days(3);
    await answers("succeeded");
    expect(world.charged(person)).toBe(0);
  });
});
