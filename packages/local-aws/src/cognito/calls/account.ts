import * as z from "zod/mini";
import { assertAddressFree, assertSchema, assertWritable, writeAttributes } from "../attributes.ts";
import { redeemCode, sendCode } from "../codes.ts";
import { Attributes, call, changeUser, identityOf, Metadata } from "../context.ts";
import { invalidParameter, notAuthorized, wrongCredentials } from "../errors.ts";
import { assertPassword } from "../passwords.ts";
import { passwordMatches, verifierOf } from "../srp.ts";
import { attributeList, attributeRecord, type User } from "../users.ts";
import { userOfToken } from "./refresh.ts";

// A signed-in user's calls about their own account, identified by the access token.

export const getUser = call(z.object({ AccessToken: z.string() }), (context, input) => {
  const user = userOfToken(context, input.AccessToken);
  return {
    Username: user.username,
    UserAttributes: attributeList(user, context.pool.client.readAttributes),
    ...mfaSettings(user),
  };
});

export const changePassword = call(
  z.object({ AccessToken: z.string(), PreviousPassword: z.string(), ProposedPassword: z.string() }),
  (context, input) => {
    const user = userOfToken(context, input.AccessToken);
    if (context.passwordLock.locked(user.username)) throw notAuthorized("Password attempts exceeded");
    assertPassword(context.pool.passwordPolicy, input.ProposedPassword);
    if (
      !user.password ||
      !passwordMatches(identityOf(context, user), input.PreviousPassword, user.password)
    ) {
      context.passwordLock.fail(user.username);
      throw wrongCredentials();
    }
    changeUser(context, user.username, (current) => ({
      ...current,
      password: verifierOf(identityOf(context, user), input.ProposedPassword),
    }));
    return {};
  },
);

export const updateUserAttributes = call(
  z.object({ AccessToken: z.string(), UserAttributes: Attributes, ClientMetadata: Metadata }),
  async (context, input) => {
    const user = userOfToken(context, input.AccessToken);
    const attributes = attributeRecord(input.UserAttributes ?? []);
    assertWritable(context, attributes);
    assertSchema(context, attributes, user);
    const { email, ...others } = attributes;
    const changesEmail = email !== undefined && email !== user.attributes.email;
    if (changesEmail) assertAddressFree(context, user, email);
    const keepsOld = changesEmail && context.pool.verifyBeforeUpdate.includes("email");
    const now = changesEmail && !keepsOld ? { ...others, email, email_verified: "false" } : others;
    const changed = writeAttributes(context, user, now);
    if (!changesEmail || !context.pool.autoVerifiedAttributes.includes("email"))
      return { CodeDeliveryDetailsList: [] };
    const options = { value: email, clientMetadata: input.ClientMetadata };
    return {
      CodeDeliveryDetailsList: [await sendCode(context, changed, "email", "UpdateUserAttribute", options)],
    };
  },
);

export const getUserAttributeVerificationCode = call(
  z.object({ AccessToken: z.string(), AttributeName: z.string(), ClientMetadata: Metadata }),
  async (context, input) => {
    const user = userOfToken(context, input.AccessToken);
    assertEmail(input.AttributeName);
    if (user.attributes.email === undefined) throw invalidParameter("User does not have an email.");
    // If a change of address is pending, the new code goes to the new address.
    const waiting = user.codes.email?.value;
    const options = { value: waiting ?? user.attributes.email, clientMetadata: input.ClientMetadata };
    return { CodeDeliveryDetails: await sendCode(context, user, "email", "VerifyUserAttribute", options) };
  },
);

export const verifyUserAttribute = call(
  z.object({ AccessToken: z.string(), AttributeName: z.string(), Code: z.string().check(z.minLength(1)) }),
  (context, input) => {
    const user = userOfToken(context, input.AccessToken);
    assertEmail(input.AttributeName);
    const { value } = redeemCode(context, user, "email", input.Code);
    if (value === undefined) throw notAuthorized("The code verifies no address.");
    assertAddressFree(context, user, value);
    writeAttributes(context, user, { email: value, email_verified: "true" });
    return {};
  },
);

export const deleteUserAttributes = call(
  z.object({ AccessToken: z.string(), UserAttributeNames: z.array(z.string()) }),
  (context, input) => {
    const user = userOfToken(context, input.AccessToken);
    assertWritable(context, Object.fromEntries(input.UserAttributeNames.map((name) => [name, ""])));
    if (input.UserAttributeNames.includes("email"))
      throw invalidParameter("user.email: Attribute cannot be deleted.");
    writeAttributes(context, user, Object.fromEntries(input.UserAttributeNames.map((name) => [name, ""])));
    return {};
  },
);

export const deleteUser = call(z.object({ AccessToken: z.string() }), (context, input) => {
  const user = userOfToken(context, input.AccessToken);
  context.store.revokeSessions(user.username);
  context.store.deleteUser(user);
  return {};
});

export function mfaSettings(user: User) {
  if (!user.totp?.verified || !user.totp.enabled) return {};
  const name = "SOFTWARE_TOKEN_MFA";
  return { UserMFASettingList: [name], ...(user.totp.preferred ? { PreferredMfaSetting: name } : {}) };
}

function assertEmail(attribute: string): void {
  if (attribute !== "email") throw invalidParameter("Only the attribute email can be verified here.");
}
