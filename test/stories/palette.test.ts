import { expect, test } from "vitest";
import type { Found } from "#shared/insights/operator.ts";
import { maskKey } from "#shared/licenses/masked.ts";
import { SITE, theWorld } from "../world/world.ts";

// What the search field finds. For the ids of payments, see test/stories/onePayment.test.ts.

const world = theWorld();
const found = async (q: string) =>
  (await world.operate("insights/searchAll", { q })).body.results as unknown as Found[];

test("a word of a computer's name finds its key", async () => {
  const { person, licenseKey } = await world.subscriber();
  await world.activate(person, "Studio Mac");
  await world.settle();
  const key = { kind: "key", title: maskKey(licenseKey), detail: `${person.email} · Studio Mac` };
  expect(await found("studio")).toMatchObject([key]);
  expect(await found("mac")).toMatchObject([key]);
});

test("a search for a replaced key finds the new key, and says when the key was replaced", async () => {
  const { person, licenseKey } = await world.subscriber();
  const [{ id: keyId } = { id: "" }] = await found(licenseKey);
  await world.operate("licenses/replaceCustomerKey", { keyId });
  await world.settle();
  const [{ license_key: now } = { license_key: "" }] = await world.keys(person);
  for (const typed of [licenseKey, licenseKey.slice(0, 9), licenseKey.slice(-5), maskKey(licenseKey)])
    expect(await found(typed), typed).toMatchObject([
      {
        kind: "key",
        title: maskKey(licenseKey),
        detail: `replaced by ${maskKey(now)} on 2026-01-05 · ${person.email}`,
        user_id: person.userId,
      },
    ]);
  expect(await found(now)).toMatchObject([{ title: maskKey(now), detail: person.email }]);
});

test("a search shows that a customer is an affiliate, and finds the affiliate's account at Stripe", async () => {
  const ann = await world.join();
  const { userId, email } = ann;
  await world.settle();
  expect(await found(email.slice(0, 4))).toMatchObject([{ kind: "user", detail: "inactive · affiliate" }]);
  const plain = await world.signUp({ email: "zoe@example.com" });
  await world.settle();
  expect(await found(plain.email)).toMatchObject([{ kind: "user", detail: "inactive" }]);
  await world.call("affiliates/join", { acceptTerms: true, code: "ZOECLIPS" }, plain);
  expect(await found("zoe")).toMatchObject([{ kind: "user", detail: "inactive · affiliate" }]);
  expect(await found("zoeclips")).toMatchObject([
    { kind: "affiliate", title: "ZOECLIPS", user_id: plain.userId },
  ]);
  await world.call("payouts/startOnboarding", { return_url: `${SITE}/affiliate` }, ann);
  const account = world.store.all("account").at(-1)?.id ?? "";
  expect(await found(account)).toMatchObject([
    { kind: "affiliate", id: userId, title: account, detail: email, user_id: userId },
  ]);
});

test("a search calls a free key free, as the list of users does", async () => {
  const person = await world.signUp();
  await world.call("licenses/createFreeKey", {}, person);
  await world.settle();
  expect(await found(person.email)).toMatchObject([{ kind: "user", detail: "free" }]);
});

test("the id of a payout request finds the request, and later the payout; the transfer's id finds the payout", async () => {
  const ann = await world.join();
  const { userId, email } = ann;
  await world.settle();
  await world.prove(ann);
  await world.call("payouts/startOnboarding", { return_url: `${SITE}/affiliate` }, ann);
  const account = world.store.all("account").at(-1)?.id ?? "";
  world.acts.completeOnboarding(account);
  await world.settle();
  await world.offerUnits(20);
  const buyer = await world.signUp();
  await world.buy(buyer, "lifetime", { affiliateCode: ann.code });
  await world.days(62);
  await world.signInAgain(ann);
  const { body } = await world.call("payouts/requestPayout", { amount_cents: 20_00 }, ann);
  const id = String(body.id);
  expect(await found(id)).toEqual([
    { kind: "request", id, title: id, detail: `pending · ${email}`, user_id: userId },
  ]);
  expect((await world.operate("payouts/runCalc", {})).status).toBe(200);
  await world.settle();
  const payout = { kind: "payout", id, detail: `pending · ${email}`, user_id: userId };
  expect(await found(id)).toEqual([{ ...payout, title: id }]);
  await world.operate("payouts/approve", { payout_id: id });
  world.acts.bookMoney({ amount: 5000_00, currency: "usd", type: "topup", source: "tu_world" });
  await world.operate("payouts/transfer", { payout_id: id });
  await world.settle();
  const transfer = world.store.all("transfer").at(-1)?.id ?? "";
  expect(await found(transfer)).toEqual([{ ...payout, title: transfer, detail: `paid · ${email}` }]);
});
