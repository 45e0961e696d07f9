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

// Cognito has no operation by which an administrator registers an authenticator: it takes the customer's own access
// token. The pool's firewall lets these two operations through only with our secret, so that nobody who holds a stolen
// token can ask for them. Cognito hands its firewall selected headers alone; its guide names the agent among them.

const client = new CognitoIdentityProviderClient(amazon("cognito-idp", 5_000, 3));
client.middlewareStack.add(
  (next) => async (args) => {
    const { request } = args;
    if (typeof request === "object" && request !== null && "headers" in request)
      Object.assign(request.headers ?? {}, { "user-agent": await readSecret(env("SECRET_POOL")) });
    return next(args);
  },
  // After the SDK has written its own agent.
  { step: "finalizeRequest", name: "poolSecret" },
);

/** The key of a new authenticator (base32); it signs nobody in before it is verified and preferred. */
export async function newAuthenticator(accessToken: string): Promise<string> {
  const { SecretCode } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken: accessToken }));
  if (SecretCode === undefined) throw new Error("The user pool made no authenticator");
  return SecretCode;
}

/** @throws VALIDATION_ERROR at `code` unless the new authenticator shows it now */
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
