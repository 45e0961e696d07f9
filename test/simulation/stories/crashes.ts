import { CATALOG } from "#shared/catalog/catalog.ts";
import { keyIdOf } from "../../../functions/platform/keyId.ts";
import { clock } from "../determinism.ts";
import type { FunctionId } from "../functions.ts";
import type { Person } from "../people.ts";
import { breakOff, repairAll } from "../wire.ts";
import { assert, HOUR, type Story, type Told } from "./told.ts";

/** Kills the call right after its transaction, and delivers no stream record of the change. */
async function dies(told: Told, id: FunctionId, call: () => Promise<{ status: number }>): Promise<void> {
  const { onChange } = told.shop.database;
  told.shop.database.onChange = () => {};
  breakOff({
    service: "dynamodb",
    operation: "TransactWriteItems",
    function: id,
    kind: "killed after",
    times: 1,
  });
  assert.equal((await call()).status, 0, "the call dies");
  repairAll();
  told.shop.database.onChange = onChange;
  told.shop.signInAgain();
}

async function nextSweep(told: Told): Promise<void> {
  clock.moveTo(clock.now() + 6 * 60_000);
  await told.shop.run("reconciliation/sweepReservations");
  await told.shop.settle();
}

const suspend = (told: Told, person: Person, suspended: boolean, subscription: "pause" | "cancel") =>
  told.shop.call("customers/suspendUser", told.people.operator, {
    userId: person.sub,
    suspended,
    subscription,
  });

const keyOf = (told: Told, person: Person): string =>
  keyIdOf(told.grants(person).find(({ source }) => source === "subscription")?.licenseKey ?? "");

const isPaused = (told: Told, person: Person): boolean =>
  told.subscriptionOf(person).pause_collection !== null;

const open = (told: Told) =>
  told.shop.database.rows("Events").filter(({ pk }) => String(pk).startsWith("settlement#"));

export const CRASH_STORIES: Readonly<Record<string, Story>> = {
  "a crash: a suspension and its end are settled by the next sweep, though no stream record reports them":
    async (told) => {
      const person = await told.subscriber("monthly");
      const page = await told.open(person, "lifetime");
      for (const suspended of [true, false]) {
        await dies(told, "customers/suspendUser", () => suspend(told, person, suspended, "pause"));
        assert.equal(isPaused(told, person), !suspended, "before the sweep, collection is unchanged");
        await nextSweep(told);
        assert.equal(isPaused(told, person), suspended);
        assert.equal((await told.sdk.checkout.sessions.retrieve(page)).status, "expired");
        assert.deepEqual(open(told), []);
      }
    },
  "a crash: a suspension for good ends the subscription, and none of its invoices can be paid": async (
    told,
  ) => {
    const person = await told.subscriber("monthly");
    await told.passUntil(told.periodEnd(person), HOUR / 4);
    await dies(told, "customers/suspendUser", () => suspend(told, person, true, "cancel"));
    await nextSweep(told);
    assert.equal(told.subscriptionOf(person).status, "canceled");
    await told.pass(1);
    assert.equal(told.kept(person), CATALOG.monthly.price);
    assert.equal(told.invoicesOf(person).at(-1)?.status, "void");
  },
  "a crash: after a key is switched off or on, the next sweep pauses or resumes the charges without a stream record":
    async (told) => {
      const person = await told.subscriber("monthly");
      for (const id of ["licenses/revokeKey", "licenses/reactivateKey"] as const) {
        await dies(told, id, () => told.shop.call(id, told.people.operator, { keyId: keyOf(told, person) }));
        await nextSweep(told);
        assert.equal(isPaused(told, person), id === "licenses/revokeKey");
        assert.deepEqual(open(told), []);
      }
    },
  "a crash: a right that changes while it is being settled is settled again": async (told) => {
    const person = await told.subscriber("monthly");
    await dies(told, "customers/suspendUser", () => suspend(told, person, true, "pause"));
    const [first] = open(told);
    const changeAgain = () => {
      told.shop.database.put("Events", { ...first, pk: first?.pk, id: "later" });
      return false;
    };
    breakOff({ service: "stripe", operation: /^POST/, kind: "refused", chance: changeAgain });
    await nextSweep(told);
    repairAll();
    assert.equal(open(told)[0]?.id, "later");
    await nextSweep(told);
    assert.deepEqual(open(told), []);
  },
  "a crash: a customer who is deleted at Stripe loses the right, though the event's first attempt dies":
    async (told) => {
      const person = await told.subscriber("monthly");
      await told.sdk.customers.del(String(told.subscriptionOf(person).customer));
      // Only the event of the deleted customer arrives.
      const { deliveries } = told.shop.stripe;
      const kept = deliveries.filter(({ type }) => type === "customer.deleted");
      deliveries.splice(0, deliveries.length, ...kept);
      assert.equal(kept.length, 1);
      breakOff({
        service: "stripe",
        operation: /^GET .v1.subscriptions/,
        function: "stripeEvents/stripeWebhook",
        kind: "killed before",
        times: 1,
      });
      await told.shop.settle();
      repairAll();
      await told.pass(0.05);
      assert.deepEqual(told.codes(person), ["EXPIRED"]);
    },
};
