import * as z from "zod/mini";
import { codeMismatch, deliveryTo, redeemCode, sendCode } from "../codes.ts";
import { assertClient, call, changeUser, identityOf, Metadata } from "../context.ts";
import { notAuthorized, noVerifiedAddress, userNotFound } from "../errors.ts";
import { assertPassword } from "../passwords.ts";
import { verifierOf } from "../srp.ts";
import { confirmedBy } from "./signUp.ts";

export const forgotPassword = call(
  z.object({ ClientId: z.string(), Username: z.string().check(z.minLength(1)), ClientMetadata: Metadata }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    const user = context.store.findUser(input.Username);
    if (!user?.enabled) {
      if (!context.pool.client.preventUserExistenceErrors)
        throw user ? notAuthorized("User is disabled.") : userNotFound();
      return { CodeDeliveryDetails: deliveryTo(input.Username) };
    }
    if (context.pool.recovery === "admin") throw notAuthorized("Contact administrator to reset password.");
    if (user.status === "FORCE_CHANGE_PASSWORD")
      throw notAuthorized("User password cannot be reset in the current state.");
    if (user.attributes.email_verified !== "true") throw noVerifiedAddress();
    const options = { clientMetadata: input.ClientMetadata };
    return { CodeDeliveryDetails: await sendCode(context, user, "reset", "ForgotPassword", options) };
  },
);

export const confirmForgotPassword = call(
  z.object({
    ClientId: z.string(),
    Username: z.string().check(z.minLength(1)),
    ConfirmationCode: z.string().check(z.minLength(1)),
    Password: z.string(),
    ClientMetadata: Metadata,
  }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    assertPassword(context.pool.passwordPolicy, input.Password);
    const user = context.store.findUser(input.Username);
    if (!user?.enabled)
      throw context.pool.client.preventUserExistenceErrors ? codeMismatch() : userNotFound();
    redeemCode(context, user, "reset", input.ConfirmationCode);
    changeUser(context, user.username, (current) => ({
      ...current,
      status: "CONFIRMED",
      password: verifierOf(identityOf(context, user), input.Password),
    }));
    context.passwordLock.succeed(user.username);
    await confirmedBy(context, user.username, "ConfirmForgotPassword", input.ClientMetadata);
    return {};
  },
);
