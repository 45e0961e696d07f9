import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { LOCAL_SECRET_KEY, ROOT_ACCESS_KEY } from "#local-aws";
import { type Affiliate, DEFAULT_RATE, TERMS_VERSION } from "#shared/affiliates/affiliate.ts";
import type { Commission } from "#shared/affiliates/commission.ts";
import { payoutId } from "#shared/payouts/id.ts";
import { changeWrites } from "../../../functions/affiliates/ledger/table.ts";
import { createRequest } from "../../../functions/payouts/table.ts";
import type { Write } from "../../../functions/platform/dynamo.ts";
import { createAffiliate } from "../../../functions/referrals/table.ts";
import { post } from "../../../local/seed/api.ts";
import { stripeApi } from "../../../local/seed/stripeApi.ts";
import type { StackFile } from "../../../local/stackFile.ts";
import { inLanes } from "./lanes.ts";

/** Two commissions per affiliate: together above the minimum payout, with an odd number of cents. */
const EARNED_CENTS = [1_501, 1_000];
export const EACH_CENTS = EARNED_CENTS.reduce((sum, cents) => sum + cents, 0);
const LONG_AGO = "2026-01-05T08:00:00.000Z";
/** Stripe treats all accounts alike. With more accounts, the bench would mostly measure their events. */
const ACCOUNTS = 20;
const WRITERS = 8;

/**
 * Writes affiliates with the product's own functions. Each affiliate has joined, has two commissions whose hold is
 * over, and has requested a payout of both.
 * @param named a prefix that distinguishes runs on the same stack
 */
export async function putAffiliates(stack: StackFile, count: number, named: string): Promise<void> {
  const { endpoint, region, tables } = stack.dynamodb;
  process.env.TABLE_AFFILIATES = tables.Affiliates;
  process.env.TABLE_PAYOUTS = tables.Payouts;
  const credentials = { accessKeyId: ROOT_ACCESS_KEY, secretAccessKey: LOCAL_SECRET_KEY };
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }));
  const accounts = await openAccounts(stack);
  await post(`${stack.stripe.apiUrl}/_control/balance`, { amount: count * EACH_CENTS, currency: "usd" });
  await inLanes(count, WRITERS, async (index) => {
    const account = accounts[index % accounts.length] ?? "";
    for (const TransactItems of writesOf(named, index, account))
      await documents.send(new TransactWriteCommand({ TransactItems }));
  });
}

async function openAccounts(stack: StackFile): Promise<string[]> {
  const stripe = { url: stack.stripe.apiUrl, secretKey: stack.stripe.secretKey };
  const ids: string[] = [];
  for (let count = 0; count < ACCOUNTS; count += 1) {
    const account = await stripeApi(stripe, "POST", "/accounts", {
      type: "express",
      "capabilities[transfers][requested]": "true",
    });
    const id = z.string().parse(account.id);
    await post(`${stripe.url}/_control/accounts/${id}/enable`, {});
    ids.push(id);
  }
  return ids;
}

export function writesOf(named: string, index: number, stripeAccountId: string): Write[][] {
  const number = String(index).padStart(5, "0");
  // Begins with a hexadecimal digit, like every account's id.
  const affiliateId = `${(index % 16).toString(16)}${named}${number}`;
  const email = `${affiliateId}@example.com`;
  const affiliate: Affiliate = {
    affiliateId,
    status: "active",
    referralCode: affiliateId.toUpperCase(),
    rateBasisPoints: DEFAULT_RATE,
    email,
    normalisedEmail: email,
    termsAcceptedAt: LONG_AGO,
    termsVersion: TERMS_VERSION,
    joinedAt: LONG_AGO,
    stripeAccountId,
    payoutsEnabled: true,
  };
  const earned = EARNED_CENTS.map((cents, place) => commissionOf(affiliateId, place, cents));
  const joined = createAffiliate(affiliate);
  const earning = [
    ...changeWrites(
      affiliateId,
      earned.map((after) => ({ after })),
      earned.map(({ id, earnedCents, paidAt }) => ({
        affiliateId,
        id: `earned/${id}`,
        kind: "earned",
        amountCents: earnedCents,
        at: paidAt,
        commissionId: id,
        payoutId: null,
        source: id,
      })),
    ),
  ];
  const asked = createRequest({
    id: payoutId(affiliateId, 1),
    affiliateId,
    email,
    requestedCents: EACH_CENTS,
    status: "pending",
    requestedAt: new Date().toISOString(),
    decidedAt: null,
    reason: null,
    isCalculated: false,
  });
  return [joined, earning, asked];
}

const commissionOf = (affiliateId: string, place: number, earnedCents: number): Commission => ({
  kind: "commission",
  affiliateId,
  id: `in_${affiliateId}_${place}`,
  buyerUserId: "buyer",
  product: "subscription",
  paidAt: LONG_AGO,
  baseCents: earnedCents * 5,
  rateBasisPoints: DEFAULT_RATE,
  earnedCents,
  reversedCents: 0,
  debtCents: 0,
  takenBackBy: [],
  status: "pending",
  holds: [],
  selfReferral: null,
  isFirstEarned: false,
  matureAt: LONG_AGO,
  payoutId: null,
  version: 1,
  updatedAt: LONG_AGO,
});
