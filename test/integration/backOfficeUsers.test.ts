import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { listKeys } from "#shared/licenses/keyLists.ts";
import { call } from "../support/api.ts";
import { advanceClock, settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { auditedOf, callsOf } from "../support/operatorCalls.ts";
import { newEmail, type Person, signInPerson, signUpOperator, signUpPerson } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { buy, stripeClient } from "../support/shop.ts";

let operator: Person;
let buyer: Person;
const ask = callsOf(() => operator);
const name = `desk${randomUUID().slice(0, 8)}`;
beforeAll(async () => {
  operator = await signUpOperator();
  buyer = await signUpPerson(`${name}-buyer@example.com`);
  await buy(buyer, "lifetime");
  await settle();
});

/** The stored audit entries of a customer. Only the audit log's page adds the address. */
async function storedEntries(customer: string): Promise<string> {
  return JSON.stringify((await rowsOf("Audit")).filter(({ userId }) => userId === customer));
}

describe("users", () => {
  test("the list shows a buyer as active with their seat, and finds them by the beginning of the address", async () => {
    const { status, body } = await ask("customers/searchUsers", { search: name.toUpperCase() });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      users: [{ id: buyer.userId, email: buyer.email, membership_status: "active", seat_count: 1 }],
      total: null,
      next: null,
    });
  });

  test.each(["created_at", "email", "last_sign_in_at"] as const)(
    "pages sorted by %s contain each user once, with and without a filter",
    async (sort) => {
      for (const status of [undefined, "active"] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        let total = -1;
        do {
          const { body } = await ask("customers/listUsers", { sort, status, limit: 25, cursor });
          total = body.total;
          seen.push(...body.users.map(({ id }) => String(id)));
          cursor = body.next ?? undefined;
        } while (cursor);
        expect(new Set(seen).size).toBe(seen.length);
        expect(total).toBeGreaterThan(0);
        expect(seen).toContain(buyer.userId);
      }
    },
  );

  test("a suspension ends the session, locks the keys and is in the audit log, and lifting the suspension unlocks the keys", async () => {
    const person = await signUpPerson(newEmail("suspended"));
    await call("licenses/createFreeKey", {}, { token: person.accessToken });
    const suspend = (suspended: boolean) =>
      ask("customers/suspendUser", { userId: person.userId, suspended, note: "chargebacks" });
    expect((await suspend(true)).body).toEqual({ userId: person.userId, is_suspended: true });
    expect((await suspend(true)).status).toBe(200);
    const listed = (token: string) => call("licenses/listSeats", {}, { token });
    expect(await listed(person.accessToken)).toMatchObject({ status: 401, body: { code: "SESSION_ENDED" } });
    // The start of a session has a resolution of one second.
    await advanceClock(1);
    const { accessToken } = await signInPerson(person.email);
    expect(await listed(accessToken)).toMatchObject({ status: 403, body: { code: "ACCOUNT_SUSPENDED" } });
    await settle();
    const grants = (await rowsOf("Grants")).filter(
      ({ pk, sk }) => pk === person.userId && String(sk).startsWith("grant#"),
    );
    expect(grants).toMatchObject([{ entitlement: { suspensions: ["account"] } }]);
    const { body } = await ask("customers/searchUsers", { status: "suspended", search: person.email });
    expect(body.users).toMatchObject([{ id: person.userId, is_suspended: true }]);
    const entries = (await rowsOf("Audit")).filter(({ userId }) => userId === person.userId);
    expect(entries).toMatchObject([
      { action: "customers/suspendUser", before: { suspended: false }, after: { suspended: true } },
    ]);
    await suspend(false);
    expect((await listed(accessToken)).body.seats).toMatchObject([{ code: "VALID" }]);
  });

  test("an operator can suspend neither themselves nor an unknown user", async () => {
    const own = await ask("customers/suspendUser", { userId: operator.userId, suspended: true });
    expect(own.status).toBe(404);
    const none = await ask("customers/suspendUser", { userId: "nobody", suspended: true });
    expect(none.status).toBe(404);
  });

  test("an operator sends a customer a password reset, and its audit entries do not contain the address", async () => {
    const { body } = await ask("accounts/sendPasswordReset", { userId: buyer.userId });
    expect(body).toEqual({ sentTo: buyer.email });
    const entries = await auditedOf(ask, buyer.userId, "accounts/sendPasswordReset");
    expect(entries.map(({ after }) => after)).toEqual([{ sent: true }, { asked: "reset" }]);
    expect(await storedEntries(buyer.userId)).not.toContain(buyer.email);
  });

  test("moving an account to another address ends every session and sends a mail to the old address", async () => {
    const person = await signUpPerson();
    await buy(person, "monthly");
    const email = newEmail("moved");
    const move = (to: string) => ask("accounts/changeCustomerEmail", { userId: person.userId, email: to });
    expect(await move(buyer.email)).toMatchObject({ status: 409, body: { field: "email" } });
    expect(await move(email)).toMatchObject({ status: 200, body: { email } });
    const seats = await call("licenses/listSeats", {}, { token: person.accessToken });
    expect(seats).toMatchObject({ status: 401, body: { code: "SESSION_ENDED" } });
    await expect(signInPerson(person.email)).rejects.toThrow();
    await advanceClock(1);
    const { accessToken } = await signInPerson(email);
    // The operator repeats the call as if its answer had been lost.
    expect((await move(email)).status).toBe(200);
    const { body } = await call("accounts/getAccount", {}, { token: accessToken });
    expect(body.account).toMatchObject({ email, pendingEmail: null });
    await settle();
    const [told] = await mailTo(person.email);
    expect(told?.text).toContain("The email address of your account was changed.");
    const customer = (await ask("customers/getCustomer", { userId: person.userId })).body;
    expect(customer.account).toMatchObject({ email });
    const keys = listKeys.output.parse((await ask("licenses/listKeys", {})).body).keys;
    const theirs = keys.filter(({ user_id }) => user_id === person.userId);
    expect(theirs.map(({ user_email }) => user_email)).toEqual(theirs.map(() => email));
    expect(theirs).not.toEqual([]);
    const { stripe_customer_id } = customer.account as { stripe_customer_id: string };
    expect(await stripeClient().customers.retrieve(stripe_customer_id)).toMatchObject({ email });
    const entries = await auditedOf(ask, person.userId, "accounts/changeCustomerEmail");
    expect(entries.map(({ after }) => after)).toEqual([
      { changed: true },
      { asked: "email" },
      { changed: true },
      { asked: "email" },
      { refused: "Another account has this address." },
      { asked: "email" },
    ]);
    expect(await storedEntries(person.userId)).not.toContain("@");
  });
});
