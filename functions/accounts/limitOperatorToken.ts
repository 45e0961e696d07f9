import type { PreTokenGenerationV2TriggerEvent } from "aws-lambda";
import { trigger } from "../platform/trigger.ts";

/** The scope with which an access token may change its owner's account at Cognito itself. */
const SELF_SERVICE_SCOPE = "aws.cognito.signin.user.admin";

/**
 * Takes that scope out of operators' access tokens, at sign-in and at each renewal: a stolen token can neither replace
 * the second factor nor change the password or delete the account. If this fails, Cognito issues no token.
 */
export const handler = trigger<PreTokenGenerationV2TriggerEvent>(async (event) => {
  event.response = {
    claimsAndScopeOverrideDetails: { accessTokenGeneration: { scopesToSuppress: [SELF_SERVICE_SCOPE] } },
  };
});
