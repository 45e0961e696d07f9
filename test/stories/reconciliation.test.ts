import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR } from "#shared/instant.ts";
import { advanceClock, passSchedules, runSchedule, setDelivery, settle } from "../support/control.ts";
import { mailTo } from "../support/mail.ts";
import { openPayoutDesk } from "../support/payoutDesk.ts";
import { ledgerOf, ownOf } from "../support/payoutRequests.ts";
import { addStripeBalance } from "../support/payouts.ts";
import { type Person, signInPerson, signUpPerson } from "../support/people.ts";
import { pays, plant, prepare } from "../support/plantedDifferences.ts";
import { patchRow, rowsOf } from "../support/rows.ts";
import { stack } from "../support/running.ts";
import { atStripe, codesOf, stripeClient } from "../support/shop.ts";
import { startWorld, world } from "../world/stack/running.ts";

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await startWorld());
  await addStripeBalance(100_000_00);
});
afterAll(() => close());

type Report = { mended: string[]; needsPerson: string[]; failed: string[]; finished: boolean };
const reconcile = async (): Promise<Report> => {
  const { payload } = await runSchedule("reconciliation/reconcile");
  await settle();
  return payload as Report;
};

const codes = async (people: readonly { person: Person }[]) =>
  Promise.all(people.map(async ({ person }) => (await codesOf(await signInPerson(person.email)))[0]));
const payable = async ({ affiliateId }: { affiliateId: string }) =>
  (await rowsOf("Affiliates")).find(({ pk }) => pk === `affiliate#${affiliateId}`)?.payoutsEnabled;
const balanceOf = async ({ affiliateId }: { affiliateId: string }) => (await ledgerOf(affiliateId)).balance;
const linked = async (people: readonly { person: Person }[]) => {
  const rows = await rowsOf("Users");
  return people.map(({ person }) => rows.find(({ pk }) => pk === person.userId)?.stripeCustomerId);
};
const asPerson = (person: Person) => ({ person });

test("one run finds two missed changes of each kind at Stripe, and repairs all that need no decision by the operator", async () => {
  await passSchedules(HOUR);
  const desk = await openPayoutDesk();
  const prepared = await prepare(desk);
  const { refunded, reversed, unanswered } = prepared;
  await reconcile();
  expect(await balanceOf(refunded[0])).toBe(800_00);

  await setDelivery("paused");
  const planted = await plant(prepared, desk);
  expect(await codes(prepared.teams.map(({ member }) => asPerson(member)))).toEqual(["VALID", "VALID"]);
  await advanceClock(30 * 60);

  const report = await reconcile();
  expect(report).toMatchObject({ failed: [], finished: true });
  const found = [...report.mended, ...report.needsPerson];
  for (const [kind, ids] of Object.entries(planted))
    for (const id of ids)
      expect(
        found.filter((what) => what.includes(id)),
        `${kind}: ${id} in ${found.join(", ")}`,
      ).not.toEqual([]);
  // The mail reports only what a person has to decide.
  expect(report.needsPerson).toEqual([expect.stringContaining(planted.transfers[1] ?? "")]);

  expect(await codes(prepared.paying.map(asPerson))).toEqual(["VALID", "VALID"]);
  expect(await codes([prepared.refunded[1]])).toEqual(["REVOKED"]);
  expect(await balanceOf(refunded[0])).toBe(0);
  expect(await codes(prepared.disputed)).toEqual(["SUSPENDED", "REVOKED"]);
  expect(await codes(prepared.ended)).toEqual(["EXPIRED", "VALID"]);
  expect(await codes(prepared.teams.map(({ member }) => asPerson(member)))).toEqual(["EXPIRED", "EXPIRED"]);
  const grants = await rowsOf("Grants");
  expect(grants.find(({ userId }) => userId === prepared.ended[1].person.userId)).toMatchObject({
    subscription: { cancel_at_period_end: true },
  });
  expect(await codes(prepared.deleted)).toEqual(["EXPIRED", "VALID"]);
  expect(await linked(prepared.deleted)).toEqual([null, null]);
  const signedIn = await signInPerson(unanswered.person.email);
  expect((await ownOf(signedIn))[0]?.payout).toMatchObject({ status: "paid", amount_cents: 4000 });
  expect(await Promise.all(reversed.map(balanceOf))).toEqual([500, 501]);
  expect([await payable(prepared.restricted), await payable(prepared.enabled)]).toEqual([false, true]);
  const mails = (await mailTo(stack().operator.email)).filter(({ subject }) =>
    /Reconciliation/.test(subject),
  );
  expect(mails.some(({ text }) => text.includes(planted.transfers[1] ?? ""))).toBe(true);

  // This run found everything, so the next run and the late webhooks change nothing.
  expect(await reconcile()).toMatchObject({ mended: [], failed: [], needsPerson: report.needsPerson });
  await setDelivery("normal");
  await settle();
  await stripeClient().transfers.createReversal(planted.transfers[1] ?? "");
  await settle();
  expect(await reconcile()).toMatchObject({ mended: [], failed: [], needsPerson: [] });
  expect(await Promise.all(reversed.map(balanceOf))).toEqual([500, 501]);
  expect(await runSchedule("affiliates/checkLedger")).toMatchObject({ payload: { differing: 0 } });

  // An interrupted comparison is resumed where it stopped, and a complete comparison is not repeated.
  const resume = async () => (await runSchedule("reconciliation/resumeReconciliation")).payload;
  expect(await resume()).toMatchObject({ compared: 0, finished: true });
  await setDelivery("paused");
  await atStripe(`accounts/${prepared.restricted.account}/enable`);
  await patchRow("Events", { pk: "reconciliation", sk: "effect" }, "finished", false);
  await patchRow("Events", { pk: "reconciliation", sk: "effect" }, "part", "events");
  expect(await resume()).toMatchObject({
    mended: [`account ${prepared.restricted.account}`],
    finished: true,
  });
  await settle();
  expect(await payable(prepared.restricted)).toBe(true);
  await setDelivery("normal");
});

/**
 * With 25, pages of a hundred take fewer requests than pages of ten or single requests.
 * test/functions/reconciliation/reconcileRequests.test.ts counts the requests for thousands of subscriptions.
 */
const MORE_SUBSCRIPTIONS = 25;

async function subscribe(count: number): Promise<void> {
  const atOnce = 10;
  for (let done = 0; done < count; done += atOnce)
    await Promise.all(Array.from({ length: atOnce }, async () => pays(await signUpPerson(), "monthly")));
}

async function requestsOfARun(): Promise<number> {
  const before = world.shop.stripe.requests;
  expect(await reconcile()).toMatchObject({ mended: [], failed: [], finished: true });
  return world.shop.stripe.requests - before;
}

test("a run reads Stripe in pages, so 100,000 subscriptions take at most 10,000 requests", async () => {
  const few = await requestsOfARun();
  // Webhooks stay paused, because a run grants all of these purchases faster than their webhooks would.
  await setDelivery("paused");
  await subscribe(MORE_SUBSCRIPTIONS);
  await advanceClock(30 * 60);
  expect(await reconcile()).toMatchObject({ failed: [], finished: true });
  expect((await rowsOf("Grants")).length).toBeGreaterThan(MORE_SUBSCRIPTIONS);
  // This run lists the events of the last hour once more, as a nightly run would after these purchases.
  const many = await requestsOfARun();
  expect(((many - few) / MORE_SUBSCRIPTIONS) * 100_000).toBeLessThanOrEqual(10_000);
});
