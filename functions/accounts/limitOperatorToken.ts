import type { PreTokenGenerationV2TriggerEvent } from "aws-lambda";
import { trigger } from "../platform/trigger.ts";

/** The scope that lets an access token change its owner's account at Cognito. */
const SELF_SERVICE_SCOPE = "aws.cognito.signin.user.admin";

/**
 * Removes SELF_SERVICE_SCOPE from operators' access tokens, at sign-in and at each renewal, so that a stolen token
 * cannot replace the second factor, change the password or delete the account. If the trigger fails, Cognito issues no
 * token.
 */
export const handler = trigger<PreTokenGenerationV2TriggerEvent>(async (event) => {
  event.response = {
    claimsAndScopeOverrideDetails: { accessTokenGeneration: { scopesToSuppress: [SELF_SERVICE_SCOPE] } },
  };
});
