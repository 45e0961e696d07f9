import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import type { Affiliate } from "#shared/affiliates/affiliate.ts";
import type { Commission } from "#shared/affiliates/commission.ts";
import type { Write } from "../../functions/platform/dynamo.ts";
import { commissionOf, earnWrites } from "./commissions.ts";
import { runSchedule, settle } from "./control.ts";
import { type Person, signUpPerson } from "./people.ts";
import { patchRow, putRow, rowsOf } from "./rows.ts";
import { stack } from "./running.ts";
import { atStripe, buy, paymentOf, stripeClient } from "./shop.ts";

const LONG_AGO = "2026-01-05T08:00:00.000Z";

/** An affiliate's row as joining writes it. */
export const affiliateOf = (affiliateId: string, email: string): Affiliate => ({
  affiliateId,
  status: "active",
  referralCode: affiliateId.slice(0, 8).toUpperCase(),
  rateBasisPoints: 2000,
  email,
  normalisedEmail: email,
  termsAcceptedAt: LONG_AGO,
  termsVersion: "2026-11",
  joinedAt: LONG_AGO,
  payoutsEnabled: false,
});

/** Writes to the product's tables without its functions. The environment has to contain the tables' names. */
export async function writeAll(TransactItems: Write[]): Promise<void> {
  const { endpoint, region } = stack().dynamodb;
  const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  await documents.send(new TransactWriteCommand({ TransactItems }));
}

export async function earn(affiliateId: string, cents: readonly number[], change: Partial<Commission> = {}) {
  process.env.TABLE_PAYOUTS = stack().dynamodb.tables.Payouts;
  process.env.TABLE_AFFILIATES = stack().dynamodb.tables.Affiliates;
  for (let start = 0; start < cents.length; start += 40)
    await writeAll(
      earnWrites(cents.slice(start, start + 40).map((one) => commissionOf(affiliateId, one, change))),
    );
}

/** Ends the hold of all commissions of an affiliate, as if its weeks had passed. */
export async function endHolds(affiliateId: string): Promise<void> {
  const rows = (await rowsOf("Payouts")).filter(
    ({ pk, status }) => pk === `affiliate#${affiliateId}` && status === "pending",
  );
  for (const { pk, sk } of rows)
    for (const name of ["matureAt", "dueAt"])
      await patchRow("Payouts", { pk: String(pk), sk: String(sk) }, name, LONG_AGO);
  await runSchedule("payouts/calcDaily");
  await settle();
}

/** Writes the row of an affiliate, who by default has no account at Stripe. */
export const putAffiliate = ({ userId, email }: Person, change: Partial<Affiliate> = {}) =>
  putRow("Affiliates", {
    pk: `affiliate#${userId}`,
    sk: "affiliate",
    ...affiliateOf(userId, email),
    ...change,
  });

/** Makes a person an affiliate with a confirmed address whom Stripe can pay. */
export async function makeAffiliate(person: Person): Promise<{ affiliateId: string; account: string }> {
  const affiliateId = person.userId;
  const account = await stripeClient().accounts.create({
    type: "express",
    email: person.email,
    capabilities: { transfers: { requested: true } },
    metadata: { affiliateId },
  });
  await putAffiliate(person, { stripeAccountId: account.id, payoutsEnabled: true });
  await patchRow("Users", { pk: affiliateId, sk: "account" }, "emailConfirmed", true);
  await atStripe(`accounts/${account.id}/enable`);
  return { affiliateId, account: account.id };
}

/** A referred customer buys a lifetime license, and the commission's hold ends. @returns the payment's id */
export async function buyThrough(affiliateId: string): Promise<string> {
  const buyer = await signUpPerson();
  await putRow("Affiliates", {
    pk: `user#${buyer.userId}`,
    sk: "attribution",
    affiliateId,
    rateBasisPoints: 2000,
    via: "link",
    at: new Date(0).toISOString(),
  });
  const { payment_intent } = await paymentOf((await buy(buyer, "lifetime")).sessionId);
  const earned = { pk: `affiliate#${affiliateId}`, sk: `commission#${payment_intent}` };
  for (const day of ["matureAt", "dueAt"]) await patchRow("Payouts", earned, day, new Date(0).toISOString());
  return payment_intent;
}

export async function addStripeBalance(amount: number): Promise<void> {
  const { available } = await stripeClient().balance.retrieve();
  const left = available.find(({ currency }) => currency === "usd")?.amount ?? 0;
  // Refunds in other test files on the same stack may have left a negative balance.
  await atStripe("balance", { amount: amount + Math.max(0, -left), currency: "usd" });
}

/** The transfers to an account, in cents. */
export async function transfersTo(account: string): Promise<number[]> {
  const { data } = await stripeClient().transfers.list({ destination: account, limit: 100 });
  return data.map(({ amount }) => amount);
}
