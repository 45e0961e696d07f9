import type { PostConfirmationTriggerEvent } from "aws-lambda";
import { trigger } from "../platform/trigger.ts";
import { newAccount } from "./rules.ts";
import { confirmAddress, createUser } from "./table.ts";

/**
 * The account's row, made with the account. The same trigger fires after a password was reset by a code: then
 * the row stays, and the address that the code came to is proven.
 */
export const handler = trigger<PostConfirmationTriggerEvent>(async (event, now) => {
  const { sub, email } = event.request.userAttributes;
  if (!sub || !email) throw new Error("The user pool sent a confirmation without sub or email");
  if (event.triggerSource === "PostConfirmation_ConfirmForgotPassword") await confirmAddress(sub, email, now);
  else await createUser(newAccount(sub, email, now));
});
