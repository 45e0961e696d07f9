import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { totpCode } from "#local-aws";
import { beginAuthenticator, setSecondFactor } from "#shared/accounts/settings.ts";
import type { ProductId } from "#shared/catalog/catalog.ts";
import { suspendUser } from "#shared/customers/operator.ts";
import { DAY, SECOND } from "#shared/instant.ts";
import { createFreeKey, nameSeat, swapSeat } from "#shared/licenses/customer.ts";
import { listKeys } from "#shared/licenses/keyLists.ts";
import { createLicenseKey, revokeKey } from "#shared/licenses/operator.ts";
import { getCheckout } from "#shared/stripeEvents/customer.ts";
import { cancelSubscription } from "#shared/subscriptions/leaving.ts";
import { idOf, refund, type SignedIn, signUp } from "../../local/seed/affiliateSteps.ts";
import { seedAffiliates } from "../../local/seed/affiliates.ts";
import { callApi, post, settle } from "../../local/seed/api.ts";
import { purchase } from "../../local/seed/checkout.ts";
import { PEOPLE } from "../../local/seed/people.ts";
import { signInCustomer, signInOperator } from "../../local/seed/signIn.ts";
import { dataOf, stripeApi } from "../../local/seed/stripeApi.ts";
import type { StackFile } from "../../local/stackFile.ts";

const run = promisify(execFile);
const PROGRAM = path.resolve(import.meta.dirname, "../../packages/license-client/bin/articlip-license.mjs");
/** One to four days less than two months, so subscriptions have renewed once and will renew again within a week. */
const BEGINNING = 58 * DAY;
/** At least a month and two days ago, so a subscription from this day that could not renew is overdue. */
const PAST_DUE = 33 * DAY;
const TOTP_STEP = 30 * SECOND;

/** People who sign in as `<name>@example.com` afterwards, with the visitor's password. */
export const NAMES = [
  ...["free", "swapped", "revoked", "given", "subscriber", "owner", "canceling", "refunded", "suspended"],
  ...["past-due", "disputed", "nothing", "guarded"],
  ...["new", "earning", "waiting", "asking", "approved", "paid", "suspended", "owing"].map(
    (state) => `affiliate-${state}`,
  ),
];
export const addressOf = (name: string): string => `${name}@example.com`;

/** Creates these people through the site's and application's calls. @param computers gets their computers' folders */
export async function tellStory(stack: StackFile, computers: string): Promise<void> {
  const stripe = { url: stack.stripe.apiUrl, secretKey: stack.stripe.secretKey };
  const move = (change: object) => post(`${stack.controlUrl}/clock`, change);
  /** Signs in each time, because calls that move money need a recent sign-in. */
  const operator = async () => ({ token: await signInOperator(stack, PEOPLE.operator) });
  const person = (name: string) => signUp(stack, addressOf(name));
  const back = async (name: string) => ({
    token: await signInCustomer(stack, { ...PEOPLE.visitor, email: addressOf(name) }),
  });

  async function computer(name: string, ...command: readonly string[]): Promise<void> {
    const folder = path.join(computers, name);
    mkdirSync(folder, { recursive: true });
    const as = ["--dir", folder, "--machine", name, "--url", stack.apiUrl, "--name", `Computer of ${name}`];
    await run(process.execPath, [PROGRAM, ...command, ...as, "--json"]);
  }
  async function freeKey(name: string): Promise<SignedIn & { licenseKey: string }> {
    const owner = await person(name);
    const { licenseKey } = createFreeKey.output.parse(await callApi(stack, createFreeKey, {}, owner));
    await computer(name, "activate", licenseKey);
    return { ...owner, licenseKey };
  }
  async function buy(name: string, product: ProductId): Promise<string> {
    const buyer = await person(name);
    const sessionId = await purchase(stack, buyer.token, product);
    const { licenseKey } = getCheckout.output.parse(await callApi(stack, getCheckout, { sessionId }, buyer));
    await computer(name, "activate", z.parse(z.string(), licenseKey));
    return sessionId;
  }
  const customerOf = async (sessionId: string) =>
    z.parse(z.string(), (await stripeApi(stripe, "GET", `/checkout/sessions/${sessionId}`)).customer);
  const firstOf = async (list: string, customer: string) =>
    z.parse(z.string(), dataOf(await stripeApi(stripe, "GET", list, { customer }))[0]?.id);

  await seedAffiliates(stack);
  await move({ backSeconds: BEGINNING / SECOND });
  await freeKey("free");
  await computer("free", "report", "--type", "video", "--title", "A first film");
  const swapped = await freeKey("swapped");
  await callApi(stack, nameSeat, { licenseKey: swapped.licenseKey, name: "Studio" }, swapped);
  await callApi(stack, swapSeat, { licenseKey: swapped.licenseKey }, swapped);
  const revoked = await freeKey("revoked");
  const { keys } = listKeys.output.parse(await callApi(stack, listKeys, {}, await operator()));
  const revokedId = await idOf(stack, revoked);
  const keyId = keys.find((key) => key.user_id === revokedId)?.id;
  await callApi(stack, revokeKey, { keyId }, await operator());
  const gift = { userId: await idOf(stack, await person("given")), duration: "yearly" };
  const made = await callApi(stack, createLicenseKey, gift, await operator());
  await computer("given", "activate", createLicenseKey.output.parse(made).licenseKey);
  await buy("subscriber", "monthly");
  await buy("owner", "lifetime");
  await buy("canceling", "monthly");
  const refunded = await buy("refunded", "lifetime");
  await buy("suspended", "monthly");
  const disputed = await buy("disputed", "monthly");
  await person("nothing");

  await move({ advanceSeconds: (BEGINNING - PAST_DUE) / SECOND });
  await settle(stack);
  const debtor = await customerOf(await buy("past-due", "monthly"));
  const attach = "/payment_methods/pm_card_chargeCustomerFail/attach";
  const { id: card } = await stripeApi(stripe, "POST", attach, { customer: debtor });
  const subscription = await firstOf("/subscriptions", debtor);
  await stripeApi(stripe, "POST", `/subscriptions/${subscription}`, { default_payment_method: String(card) });
  await move({ advanceSeconds: PAST_DUE / SECOND });
  await settle(stack);
  await move({ reset: true });
  await settle(stack);

  await refund(stack, refunded);
  await callApi(stack, cancelSubscription, { atPeriodEnd: true }, await back("canceling"));
  const charge = await firstOf("/charges", await customerOf(disputed));
  await post(`${stripe.url}/_control/disputes`, { charge, reason: "fraudulent" });
  await settle(stack);
  const userId = await idOf(stack, { email: "", ...(await back("suspended")) });
  await callApi(stack, suspendUser, { userId, suspended: true }, await operator());
  await enroll(stack, await person("guarded"));
  for (const name of ["free", "subscriber", "owner", "given"]) await computer(name, "refresh");
  await settle(stack);
}

async function enroll(stack: StackFile, person: SignedIn): Promise<void> {
  const { secret } = beginAuthenticator.output.parse(await callApi(stack, beginAuthenticator, {}, person));
  const code = totpCode(secret, Math.floor(Date.now() / TOTP_STEP));
  await callApi(stack, setSecondFactor, { enabled: true, code }, person);
}
