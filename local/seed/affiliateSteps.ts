import * as z from "zod/mini";
import { confirmEmail, getAccount, sendEmailCode } from "#shared/accounts/customer.ts";
import { join } from "#shared/affiliates/customer.ts";
import type { ProductId } from "#shared/catalog/catalog.ts";
import { startSession } from "#shared/customers/session.ts";
import { requestPayout, startOnboarding } from "#shared/payouts/customer.ts";
import { approve, listPayouts, runCalc, runDistribute } from "#shared/payouts/operator.ts";
import type { StackFile } from "../stackFile.ts";
import { callApi, mailsTo, settle } from "./api.ts";
import { purchase } from "./checkout.ts";
import { PEOPLE } from "./people.ts";
import { signInOnce, signUpOnce } from "./signIn.ts";
import { stripeApi } from "./stripeApi.ts";

export type SignedIn = { email: string; token: string };

const PERSON =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15";
export const SEARCH_BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

/** Signs up and in, with a link's cookie if given. */
export async function signUp(stack: StackFile, email: string, cookie?: string): Promise<SignedIn> {
  const { password } = PEOPLE.visitor;
  await signUpOnce(stack, { email, password });
  const token = await signInOnce(stack, { email, password });
  await callApi(stack, startSession, {}, { token, ...(cookie === undefined ? {} : { cookie }) });
  return { email, token };
}

/** Finds the newest code. A newer mail may contain none, such as the mail to a new affiliate. */
const codeIn = (mails: readonly string[]): string =>
  mails.flatMap((mail) => /\b\d{6}\b/.exec(mail) ?? [])[0] ?? "";

/** Joins with a code, confirms the address, and enters a bank account at Stripe. */
export async function becomeAffiliate(stack: StackFile, email: string, code: string): Promise<SignedIn> {
  const person = await signUp(stack, email);
  await callApi(stack, join, { acceptTerms: true, code }, person);
  await callApi(stack, sendEmailCode, {}, person);
  await settle(stack);
  await callApi(stack, confirmEmail, { code: codeIn(await mailsTo(stack, email)) }, person);
  const { url } = startOnboarding.output.parse(
    await callApi(stack, startOnboarding, { return_url: `${stack.siteUrl}/dashboard/affiliate` }, person),
  );
  await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ action: "submit" }) });
  await settle(stack);
  return person;
}

/** Follows a link. @returns the cookie of a click that counts */
export async function click(stack: StackFile, code: string, userAgent = PERSON): Promise<string | undefined> {
  const response = await fetch(`${stack.siteUrl}/r/${code}`, {
    redirect: "manual",
    headers: { "user-agent": userAgent, referer: "https://videos.example/watch" },
  });
  return response.headers.getSetCookie()[0]?.split(";")[0];
}

/** Lets a visitor follow the link, sign up and buy. @returns the id of the checkout session */
export async function sell(stack: StackFile, code: string, product: ProductId): Promise<string> {
  const buyer = await signUp(stack, `viewer-of-${code.toLowerCase()}@example.com`, await click(stack, code));
  return purchase(stack, buyer.token, product);
}

export async function idOf(stack: StackFile, person: SignedIn): Promise<string> {
  return getAccount.output.parse(await callApi(stack, getAccount, {}, person)).account.id;
}

export async function refund(stack: StackFile, sessionId: string): Promise<void> {
  const stripe = { url: stack.stripe.apiUrl, secretKey: stack.stripe.secretKey };
  const session = await stripeApi(stripe, "GET", `/checkout/sessions/${sessionId}`);
  await stripeApi(stripe, "POST", "/refunds", { payment_intent: z.string().parse(session.payment_intent) });
  await settle(stack);
}

export async function ask(stack: StackFile, person: SignedIn, cents: number): Promise<void> {
  await callApi(stack, requestPayout, { amount_cents: cents }, person);
}

/** Calculates payouts for all requests and approves them. */
export async function approveAll(stack: StackFile, operator: { token: string }): Promise<void> {
  await callApi(stack, runCalc, {}, operator);
  await settle(stack);
  const { rows } = listPayouts.output.parse(await callApi(stack, listPayouts, {}, operator));
  for (const { id, status } of rows)
    if (status === "pending") await callApi(stack, approve, { payout_id: id }, operator);
}

export async function distribute(stack: StackFile, operator: { token: string }): Promise<void> {
  await callApi(stack, runDistribute, {}, operator);
  await settle(stack);
}
