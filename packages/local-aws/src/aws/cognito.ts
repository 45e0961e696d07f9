import * as z from "zod/mini";
import type { StackModel } from "../template/model.ts";
import type { Authorize } from "./authorize.ts";
import { bodyOf } from "./body.ts";
import type { Service } from "./types.ts";

const POOL = z.object({ UserPoolId: z.optional(z.string()) });

/** Operations without a signature, to which no role's permissions apply. */
const OPEN = new Set([
  "AssociateSoftwareToken",
  "ChangePassword",
  "ConfirmForgotPassword",
  "ConfirmSignUp",
  "DeleteUser",
  "DeleteUserAttributes",
  "ForgotPassword",
  "GetTokensFromRefreshToken",
  "GetUser",
  "GetUserAttributeVerificationCode",
  "GlobalSignOut",
  "InitiateAuth",
  "ResendConfirmationCode",
  "RespondToAuthChallenge",
  "RevokeToken",
  "SetUserMFAPreference",
  "SignUp",
  "UpdateUserAttributes",
  "VerifySoftwareToken",
  "VerifyUserAttribute",
]);

export function cognitoService(model: () => StackModel, authorize: Authorize, run: Service): Service {
  return (call) => {
    if (!OPEN.has(call.operation)) {
      const { region, accountId } = model();
      const id = bodyOf(call, POOL, "InvalidParameterException").UserPoolId ?? "";
      const resource = `arn:aws:cognito-idp:${region}:${accountId}:userpool/${id}`;
      authorize(call, [{ action: `cognito-idp:${call.operation}`, resource }]);
    }
    return run(call);
  };
}
