import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import {
  assertAddressFree,
  assertFree,
  assertSchema,
  attributesOfNew,
  writeAttributes,
} from "../attributes.ts";
import { mailMessage, sendCode } from "../codes.ts";
import { Attributes, assertPool, type Context, call, changeUser, identityOf, Metadata } from "../context.ts";
import { CognitoError, notAuthorized, noVerifiedAddress, userNotFound } from "../errors.ts";
import { assertPassword, temporaryPassword } from "../passwords.ts";
import { verifierOf } from "../srp.ts";
import { attributeRecord, type User } from "../users.ts";
import { confirmedBy, newUser } from "./signUp.ts";
import { userDetails, userSummary } from "./userViews.ts";

// Calls with AWS credentials.

const Named = z.object({ UserPoolId: z.string(), Username: z.string().check(z.minLength(1)) });

export const adminGetUser = call(Named, (context, input) => userDetails(userNamed(context, input)));

export const adminCreateUser = call(
  z.extend(Named, {
    TemporaryPassword: z.optional(z.string()),
    UserAttributes: Attributes,
    MessageAction: z.optional(z.enum(["SUPPRESS", "RESEND"])),
    ClientMetadata: Metadata,
  }),
  (context, input) => {
    assertPool(context, input.UserPoolId);
    const attributes = attributesOfNew(context, input.Username, attributeRecord(input.UserAttributes ?? []));
    assertSchema(context, attributes);
    const password = input.TemporaryPassword ?? temporaryPassword(context.pool.passwordPolicy);
    assertPassword(context.pool.passwordPolicy, password, "admin");
    if (input.MessageAction !== "RESEND") assertFree(context, input.Username);
    const username = context.pool.usernameAttributes.includes("email") ? randomUUID() : input.Username;
    const found =
      input.MessageAction === "RESEND"
        ? userNamed(context, input)
        : newUser(context, username, attributes, undefined);
    const user: User = {
      ...found,
      status: "FORCE_CHANGE_PASSWORD",
      password: verifierOf(identityOf(context, found), password),
      temporaryUntil: context.now() + context.pool.passwordPolicy.temporaryPasswordSeconds * 1000,
    };
    context.store.saveUser(user);
    if (input.MessageAction !== "SUPPRESS" && user.attributes.email !== undefined) {
      const values = { "{username}": user.attributes.email, "{####}": password };
      mailMessage(context, user.attributes.email, context.pool.mail.invitation, values);
    }
    return { User: userSummary(user) };
  },
);

export const adminSetUserPassword = call(
  z.extend(Named, { Password: z.string(), Permanent: z.optional(z.boolean()) }),
  (context, input) => {
    const user = userNamed(context, input);
    assertPassword(context.pool.passwordPolicy, input.Password);
    const lifetimeMs = context.pool.passwordPolicy.temporaryPasswordSeconds * 1000;
    changeUser(context, user.username, ({ temporaryUntil: _until, ...current }) => ({
      ...current,
      password: verifierOf(identityOf(context, user), input.Password),
      status: input.Permanent ? "CONFIRMED" : "FORCE_CHANGE_PASSWORD",
      ...(input.Permanent ? {} : { temporaryUntil: context.now() + lifetimeMs }),
    }));
    return {};
  },
);

export const adminConfirmSignUp = call(
  z.extend(Named, { ClientMetadata: Metadata }),
  async (context, input) => {
    const user = userNamed(context, input);
    if (user.status !== "UNCONFIRMED")
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    changeUser(context, user.username, (current) => ({ ...current, status: "CONFIRMED" }));
    await confirmedBy(context, user.username, "ConfirmSignUp", input.ClientMetadata);
    return {};
  },
);

/** Invalidates the old password. The user gets a code by mail and sets a new password with it. */
export const adminResetUserPassword = call(
  z.extend(Named, { ClientMetadata: Metadata }),
  async (context, input) => {
    const user = userNamed(context, input);
    if (user.status === "UNCONFIRMED" || user.status === "FORCE_CHANGE_PASSWORD") {
      throw notAuthorized("User password cannot be reset in the current state.");
    }
    if (user.attributes.email_verified !== "true") throw noVerifiedAddress();
    await sendCode(context, user, "reset", "ForgotPassword", { clientMetadata: input.ClientMetadata });
    changeUser(context, user.username, (current) => ({ ...current, status: "RESET_REQUIRED" }));
    return {};
  },
);

export const adminUserGlobalSignOut = call(Named, (context, input) => {
  context.store.revokeSessions(userNamed(context, input).username);
  return {};
});

export const adminDisableUser = call(Named, (context, input) => {
  const user = userNamed(context, input);
  changeUser(context, user.username, (current) => ({ ...current, enabled: false }));
  context.store.revokeSessions(user.username);
  return {};
});

export const adminEnableUser = call(Named, (context, input) => {
  changeUser(context, userNamed(context, input).username, (current) => ({ ...current, enabled: true }));
  return {};
});

export const adminDeleteUser = call(Named, (context, input) => {
  const user = userNamed(context, input);
  context.store.revokeSessions(user.username);
  context.store.deleteUser(user);
  return {};
});

export const adminUpdateUserAttributes = call(
  z.extend(Named, { UserAttributes: Attributes }),
  (context, input) => {
    const user = userNamed(context, input);
    const attributes = attributeRecord(input.UserAttributes ?? []);
    assertSchema(context, attributes, user);
    const { email } = attributes;
    const changesEmail = email !== undefined && email !== user.attributes.email;
    if (changesEmail) assertAddressFree(context, user, email);
    // A new address is unverified unless the same call says otherwise.
    writeAttributes(context, user, changesEmail ? { email_verified: "false", ...attributes } : attributes);
    return {};
  },
);

const WithGroup = z.extend(Named, { GroupName: z.string() });

export const adminAddUserToGroup = call(WithGroup, (context, input) => {
  const user = userNamed(context, input);
  assertGroup(context, input.GroupName);
  changeUser(context, user.username, (current) => ({
    ...current,
    groups: [...new Set([...current.groups, input.GroupName])],
  }));
  return {};
});

export const adminRemoveUserFromGroup = call(WithGroup, (context, input) => {
  const user = userNamed(context, input);
  assertGroup(context, input.GroupName);
  changeUser(context, user.username, (current) => ({
    ...current,
    groups: current.groups.filter((group) => group !== input.GroupName),
  }));
  return {};
});

export function assertGroup(context: Context, name: string): void {
  if (!context.pool.groups.some((group) => group.name === name)) {
    throw new CognitoError("ResourceNotFoundException", "Group not found.");
  }
}

export function userNamed(context: Context, input: { UserPoolId: string; Username: string }): User {
  assertPool(context, input.UserPoolId);
  const user = context.store.findUser(input.Username);
  if (!user) throw userNotFound();
  return user;
}
