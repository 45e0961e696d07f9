import type { PreSignUpTriggerEvent } from "aws-lambda";
import { trigger } from "../platform/trigger.ts";

/**
 * Sign-up goes straight to the dashboard: the account is confirmed at once. The address is marked verified
 * because the pool mails a reset code to verified ones only; whether it was really proven is our own field.
 */
export const handler = trigger<PreSignUpTriggerEvent>(async (event) => {
  event.response.autoConfirmUser = true;
  event.response.autoVerifyEmail = true;
});
