import type { PreSignUpTriggerEvent } from "aws-lambda";
import { trigger } from "../platform/trigger.ts";

/**
 * Confirms accounts immediately, so that sign-up leads straight to the dashboard. Marks the address as verified,
 * because the pool mails reset codes only to verified addresses. Our own field records whether the owner proved the
 * address.
 */
export const handler = trigger<PreSignUpTriggerEvent>(async (event) => {
  event.response.autoConfirmUser = true;
  event.response.autoVerifyEmail = true;
});
