import type { PreSignUpTriggerEvent } from "aws-lambda";
import { trigger } from "../platform/trigger.ts";

/**
 * Confirms accounts immediately, so that sign-up leads straight to the dashboard. It marks the address as verified,
 * because the pool mails reset codes only to such addresses. Our own field records whether the address was proven.
 */
export const handler = trigger<PreSignUpTriggerEvent>(async (event) => {
  event.response.autoConfirmUser = true;
  event.response.autoVerifyEmail = true;
});
