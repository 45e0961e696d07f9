import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { assertFree, assertSchema, assertWritable, attributesOfNew } from "../attributes.ts";
import { deliveryTo, expiredCode, redeemCode, sendCode } from "../codes.ts";
import {
  Attributes,
  assertClient,
  type Context,
  call,
  changeUser,
  Metadata,
  userAttributesFor,
} from "../context.ts";
import { invalidParameter, notAuthorized, userNotFound } from "../errors.ts";
import { assertPassword } from "../passwords.ts";
import { verifierOf } from "../srp.ts";
import { AnyResponse, type ClientMetadata } from "../triggers.ts";
import { attributeRecord, type User } from "../users.ts";

const PreSignUp = z.looseObject({
  autoConfirmUser: z.optional(z.boolean()),
  autoVerifyEmail: z.optional(z.boolean()),
});

/** Amazon's documented pattern: no spaces and nothing invisible. */
const USERNAME = /^[\p{L}\p{M}\p{S}\p{N}\p{P}]+$/u;
const USERNAME_REFUSED = "Member must satisfy regular expression pattern: [\\p{L}\\p{M}\\p{S}\\p{N}\\p{P}]+";

export const signUp = call(
  z.object({
    ClientId: z.string(),
    Username: z.string().check(z.minLength(1), z.maxLength(128), z.regex(USERNAME, USERNAME_REFUSED)),
    Password: z.string(),
    UserAttributes: Attributes,
    ValidationData: Attributes,
    ClientMetadata: Metadata,
  }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    if (context.pool.adminCreateUserOnly) throw notAuthorized("SignUp is not permitted for this user pool");
    const given = attributeRecord(input.UserAttributes ?? []);
    assertWritable(context, given);
    const attributes = attributesOfNew(context, input.Username, given);
    assertSchema(context, attributes);
    assertPassword(context.pool.passwordPolicy, input.Password);
    assertFree(context, input.Username);

    const byName = !context.pool.usernameAttributes.includes("email");
    const username = byName ? input.Username : randomUUID();
    const answer = await context.triggers.run(
      "PreSignUp",
      "SignUp",
      { username, userAttributes: attributes },
      { validationData: validationData(input.ValidationData), clientMetadata: input.ClientMetadata },
      PreSignUp,
      { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    );
    if (answer?.autoVerifyEmail && attributes.email === undefined) {
      throw invalidParameter("Can not auto verify email: the user has none.");
    }
    // Another user may take the address while the trigger runs.
    assertFree(context, input.Username);
    const confirmed = answer?.autoConfirmUser === true;
    const verified = answer?.autoVerifyEmail === true;
    const user = newUser(
      context,
      username,
      { ...attributes, email_verified: String(verified) },
      input.Password,
    );
    context.store.saveUser({ ...user, status: confirmed ? "CONFIRMED" : "UNCONFIRMED" });

    if (confirmed) await confirmedBy(context, username, "ConfirmSignUp", input.ClientMetadata);
    const mayMail = !verified && !confirmed && context.pool.autoVerifiedAttributes.includes("email");
    const options = { clientMetadata: input.ClientMetadata };
    const delivery = mayMail ? await sendCode(context, user, "signUp", "SignUp", options) : undefined;
    return {
      UserConfirmed: confirmed,
      UserSub: username,
      ...(delivery ? { CodeDeliveryDetails: delivery } : {}),
    };
  },
);

export const confirmSignUp = call(
  z.object({
    ClientId: z.string(),
    Username: z.string().check(z.minLength(1)),
    ConfirmationCode: z.string().check(z.minLength(1)),
    ClientMetadata: Metadata,
  }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    const user = context.store.findUser(input.Username);
    if (!user?.enabled) throw hidden(context) ? expiredCode() : userNotFound();
    if (user.status !== "UNCONFIRMED") {
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    }
    redeemCode(context, user, "signUp", input.ConfirmationCode);
    changeUser(context, user.username, (current) => ({
      ...current,
      status: "CONFIRMED",
      attributes: { ...current.attributes, email_verified: "true" },
    }));
    await confirmedBy(context, user.username, "ConfirmSignUp", input.ClientMetadata);
    return {};
  },
);

export const resendConfirmationCode = call(
  z.object({ ClientId: z.string(), Username: z.string().check(z.minLength(1)), ClientMetadata: Metadata }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    const user = context.store.findUser(input.Username);
    if (!user?.enabled) {
      if (!hidden(context)) throw userNotFound();
      return { CodeDeliveryDetails: deliveryTo(input.Username) };
    }
    if (user.status !== "UNCONFIRMED") throw invalidParameter("User is already confirmed.");
    const options = { clientMetadata: input.ClientMetadata };
    return { CodeDeliveryDetails: await sendCode(context, user, "signUp", "ResendCode", options) };
  },
);

/** Runs PostConfirmation. If it fails, the caller gets an error, but the user is confirmed. */
export async function confirmedBy(
  context: Context,
  username: string,
  source: "ConfirmSignUp" | "ConfirmForgotPassword",
  clientMetadata: ClientMetadata,
): Promise<void> {
  const user = context.store.findUser(username);
  if (!user) return;
  const about = { username, userAttributes: userAttributesFor(user) };
  await context.triggers.run("PostConfirmation", source, about, { clientMetadata }, AnyResponse);
}

export function newUser(
  context: Context,
  username: string,
  attributes: Record<string, string>,
  password: string | undefined,
): User {
  const now = context.now();
  return {
    username,
    attributes,
    status: "UNCONFIRMED",
    enabled: true,
    createdAt: now,
    modifiedAt: now,
    password:
      password === undefined
        ? undefined
        : verifierOf({ poolName: context.poolName, userId: username }, password),
    groups: [],
    codes: {},
  };
}

function validationData(list: readonly { Name: string; Value?: string | undefined }[] | undefined) {
  return list && list.length > 0 ? attributeRecord(list) : null;
}

const hidden = (context: Context) => context.pool.client.preventUserExistenceErrors;
