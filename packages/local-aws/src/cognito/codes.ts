import { randomInt, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { type Context, changeUser, userAttributesFor } from "./context.ts";
import { attemptLimit, CognitoError } from "./errors.ts";
import type { MailTemplate } from "./pool.ts";
import type { ClientMetadata } from "./triggers.ts";
import type { CodePurpose, SentCode, User } from "./users.ts";

const HOUR_MS = 60 * 60 * 1000;
const LIFETIME_MS: Record<CodePurpose, number> = {
  signUp: 24 * HOUR_MS,
  reset: HOUR_MS,
  email: 24 * HOUR_MS,
};

/** The occasion as the CustomMessage trigger names it. */
export type Occasion =
  | "SignUp"
  | "ResendCode"
  | "ForgotPassword"
  | "UpdateUserAttribute"
  | "VerifyUserAttribute";

const CustomMessage = z.looseObject({
  emailMessage: z.optional(z.nullable(z.string())),
  emailSubject: z.optional(z.nullable(z.string())),
});

export type Delivery = { Destination: string; DeliveryMedium: "EMAIL"; AttributeName: "email" };

/** Mails a new code, which replaces the previous one for this purpose. `value`: a new address to verify. */
export async function sendCode(
  context: Context,
  user: User,
  purpose: CodePurpose,
  occasion: Occasion,
  options: { value?: string; clientMetadata?: ClientMetadata } = {},
): Promise<Delivery> {
  const key = `${purpose} ${user.username}`;
  if (context.codeRequests.reached(key)) throw attemptLimit();
  context.codeRequests.add(key);
  const to = options.value ?? user.attributes.email ?? "";
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const sent: SentCode = {
    code,
    expiresAt: context.now() + LIFETIME_MS[purpose],
    ...(options.value === undefined ? {} : { value: options.value }),
  };
  const custom = await customMessage(context, user, occasion, options.clientMetadata);
  changeUser(context, user.username, (current) => ({
    ...current,
    codes: { ...current.codes, [purpose]: sent },
  }));
  mailMessage(context, to, custom ?? context.pool.mail.verification, { "{####}": code });
  return deliveryTo(to);
}

export function mailMessage(
  context: Context,
  to: string,
  template: MailTemplate,
  values: Record<string, string>,
): void {
  const filled = Object.entries(values).reduce(
    (text, [mark, value]) => text.replaceAll(mark, value),
    template.message,
  );
  const text = filled
    .replace(/<head>.*<\/head>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  context.sendMail({
    to,
    from: context.pool.mail.from,
    subject: template.subject,
    text,
    html: filled,
  });
}

async function customMessage(
  context: Context,
  user: User,
  occasion: Occasion,
  clientMetadata: ClientMetadata,
) {
  const request = {
    codeParameter: "{####}",
    linkParameter: "{##Click Here##}",
    usernameParameter: null,
    clientMetadata,
  };
  const about = { username: user.username, userAttributes: userAttributesFor(user) };
  const initial = { smsMessage: null, emailMessage: null, emailSubject: null };
  const answer = await context.triggers.run(
    "CustomMessage",
    occasion,
    about,
    request,
    CustomMessage,
    initial,
  );
  if (!answer?.emailMessage) return undefined;
  return {
    subject: answer.emailSubject ?? context.pool.mail.verification.subject,
    message: answer.emailMessage,
  };
}

/**
 * Redeems a code. Like Cognito, throws different errors for wrong codes, expired codes and too many attempts.
 * @returns the code with the address that it verifies
 */
export function redeemCode(context: Context, user: User, purpose: CodePurpose, given: string): SentCode {
  const key = `${purpose} ${user.username}`;
  if (context.codeTries.reached(key)) throw attemptLimit();
  const sent = user.codes[purpose];
  if (!sent || sent.expiresAt <= context.now()) throw expiredCode();
  const expected = Buffer.from(sent.code);
  const actual = Buffer.from(given);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) {
    context.codeTries.add(key);
    throw codeMismatch();
  }
  context.codeTries.clear(key);
  changeUser(context, user.username, (current) => {
    const { [purpose]: _used, ...codes } = current.codes;
    return { ...current, codes };
  });
  return sent;
}

export const codeMismatch = () =>
  new CognitoError("CodeMismatchException", "Invalid verification code provided, please try again.");
export const expiredCode = () =>
  new CognitoError("ExpiredCodeException", "Invalid code provided, please request a code again.");

/** `f***@e***`, as Cognito shows addresses. */
export function deliveryTo(address: string): Delivery {
  const [local = "", domain = ""] = address.split("@");
  const Destination = `${local.charAt(0)}***@${domain.charAt(0)}***`;
  return { Destination, DeliveryMedium: "EMAIL", AttributeName: "email" };
}
