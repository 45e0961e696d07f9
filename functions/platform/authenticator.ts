import {
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  EnableSoftwareTokenMFAException,
  VerifySoftwareTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { AppError } from "#shared/errors.ts";
import { amazon } from "./amazon.ts";
import { env } from "./env.ts";
import { readSecret } from "./secrets.ts";

// Cognito lets only the customer's own access token register an authenticator. The pool's firewall lets these two
// operations through only with our secret, so a stolen token alone cannot call them. The secret travels in the user
// agent because Cognito passes only a few headers to its firewall.

const client = new CognitoIdentityProviderClient(amazon("cognito-idp", 5_000, 3));
client.middlewareStack.add(
  (next) => async (args) => {
    const { request } = args;
    if (typeof request === "object" && request !== null && "headers" in request)
      Object.assign(request.headers ?? {}, { "user-agent": await readSecret(env("SECRET_POOL")) });
    return next(args);
  },
  { step: "finalizeRequest", name: "poolSecret" },
);

/**
 * Creates an authenticator key (base32). It protects no sign-in before `verifyAuthenticator` and `preferSecondFactor`.
 */
export async function newAuthenticator(accessToken: string): Promise<string> {
  const { SecretCode } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken: accessToken }));
  if (SecretCode === undefined) throw new Error("The user pool returned no authenticator key");
  return SecretCode;
}

/** @throws VALIDATION_ERROR at `code` if this is not the authenticator's current code */
export async function verifyAuthenticator(accessToken: string, code: string): Promise<void> {
  const command = new VerifySoftwareTokenCommand({ AccessToken: accessToken, UserCode: code });
  await client.send(command).catch((error: unknown) => {
    if (!(error instanceof EnableSoftwareTokenMFAException)) throw error;
    throw new AppError(
      "VALIDATION_ERROR",
      "That code is incorrect. Enter the current code from your authenticator app.",
      { field: "code", cause: error },
    );
  });
}
