import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { maskKey } from "#shared/licenses/masked.ts";
import { payoutId } from "#shared/payouts/id.ts";
import type { Payout } from "#shared/payouts/payout.ts";
import { join } from "../support/affiliateLinks.ts";
import { call } from "../support/api.ts";
import { invocations, settle } from "../support/control.ts";
import { callsOf, type Row } from "../support/operatorCalls.ts";
import { addStripeBalance, makeAffiliate } from "../support/payouts.ts";
import { type Person, signUpOperator, signUpPerson } from "../support/people.ts";
import { putRow } from "../support/rows.ts";
import { buy, paymentOf, stripeClient } from "../support/shop.ts";

const PAYOUT: Omit<Payout, "id" | "affiliateId" | "email"> = {
  amountCents: 5_000,
  status: "canceled",
  work: null,
  requestedAt: "2026-07-01T00:00:00.000Z",
  batchId: "calc-1",
  approvedAt: null,
  transferredAt: null,
  destination: null,
  attempt: null,
  transferId: null,
  reason: "Made by a test.",
  refusal: null,
  reversedCents: 0,
  reversalIds: [],
  version: 1,
};

let operator: Person;
const ask = callsOf(() => operator);
beforeAll(async () => {
  operator = await signUpOperator();
});

async function found(q: string): Promise<Row[]> {
  const { status, body } = await ask("insights/searchAll", { q });
  expect(status, q).toBe(200);
  return body.results as Row[];
}

test("a search for the id of a purchase needs two reads besides the requests to Stripe", async () => {
  const buyer = await signUpPerson();
  const { payment_intent } = await paymentOf((await buy(buyer, "monthly")).sessionId);
  await settle();
  expect(await found(payment_intent)).toMatchObject([{ kind: "payment", payment_id: payment_intent }]);
  const calls = (await invocations("insights/searchAll")).at(-1)?.calls ?? [];
  const reads = calls.filter(({ service }) => service === "dynamodb").map(({ operation }) => operation);
  expect(reads).toEqual(["GetItem", "GetItem"]);
});

test("a search finds a payout by its id and by the id of its transfer", async () => {
  const person = await signUpPerson();
  const { email } = person;
  const { affiliateId, account } = await makeAffiliate(person);
  const id = payoutId(affiliateId, 1);
  await putRow("Payouts", {
    pk: `affiliate#${affiliateId}`,
    sk: "payout#000001",
    ...PAYOUT,
    id,
    affiliateId,
    email,
  });
  const detail = `canceled · ${email}`;
  expect(await found(id)).toEqual([{ kind: "payout", id, title: id, detail, user_id: affiliateId }]);
  await addStripeBalance(100_000_00);
  const transfer = await stripeClient().transfers.create({
    amount: 100,
    currency: "usd",
    destination: account,
    metadata: { payoutId: id },
  });
  expect(await found(transfer.id)).toEqual([
    { kind: "payout", id, title: transfer.id, detail, user_id: affiliateId },
  ]);
});

test("a search finds an affiliate by the beginning of their code", async () => {
  const { userId, email, code } = await join();
  const results = await found(code.slice(0, -1).toLowerCase());
  expect(results).toContainEqual(
    expect.objectContaining({ kind: "affiliate", id: userId, detail: email, user_id: userId }),
  );
});

test("a search finds an account by a word of its address or name, and a key by its end, with at most three round trips", async () => {
  const id = randomUUID().slice(0, 8);
  const person = await signUpPerson(`ada.w${id}+films@h${id}.example`);
  const { body: free } = await call("licenses/createFreeKey", {}, { token: person.accessToken });
  await call("accounts/changeName", { name: `Countess L${id}` }, { token: person.accessToken });
  await settle();
  const licenseKey = String((free as { licenseKey: string }).licenseKey);
  const emails = (rows: unknown) => (rows as Row[]).map(({ email }) => email);
  const trips = async (endpoint: string) =>
    ((await invocations(endpoint)).at(-1)?.calls ?? []).map(({ operation }) => operation);
  for (const search of [`w${id}`, `W${id}+FILMS`, `h${id}.ex`, `l${id}`, `countess l${id}`]) {
    const { body } = await ask("customers/searchUsers", { search });
    expect(emails(body.users), search).toEqual([person.email]);
    // The function sends both Queries at the same time.
    expect(await trips("customers/searchUsers")).toEqual(["GetItem", "Query", "Query", "BatchGetItem"]);
    expect(await found(search), search).toMatchObject([{ kind: "user", title: person.email }]);
  }
  for (const search of [licenseKey.slice(-5), licenseKey.slice(-9).toLowerCase(), maskKey(licenseKey)]) {
    const { body } = await ask("licenses/searchKeys", { search });
    expect(
      (body.keys as Row[]).map(({ user_email }) => user_email),
      search,
    ).toEqual([person.email]);
    expect(await found(search), search).toMatchObject([{ kind: "key", detail: person.email }]);
  }
});
