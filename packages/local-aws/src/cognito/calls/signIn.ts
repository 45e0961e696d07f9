import * as z from "zod/mini";
import { assertClient, type Context, call, identityOf, inventedFor, Metadata } from "../context.ts";
import {
  CognitoError,
  invalidParameter,
  notAuthorized,
  userDisabled,
  userNotFound,
  wrongCredentials,
} from "../errors.ts";
import { passwordMatches, publicValue, signatureProves, startExchange, verifierOf } from "../srp.ts";
import { AnyResponse, type ClientMetadata } from "../triggers.ts";
import type { User } from "../users.ts";
import { afterPassword, answerSession } from "./afterPassword.ts";
import { refreshTokens } from "./refresh.ts";

const Parameters = z.optional(z.record(z.string(), z.string()));

const InitiateAuth = z.object({
  ClientId: z.string(),
  AuthFlow: z.string(),
  AuthParameters: Parameters,
  ClientMetadata: Metadata,
});

export const initiateAuth = call(InitiateAuth, async (context, input) => {
  assertClient(context, input.ClientId);
  const parameters = input.AuthParameters ?? {};
  switch (input.AuthFlow) {
    case "USER_SRP_AUTH":
      return await startSrp(context, parameters, input.ClientMetadata);
    case "USER_PASSWORD_AUTH":
      assertFlow(context, "ALLOW_USER_PASSWORD_AUTH", "USER_PASSWORD_AUTH flow not enabled for this client");
      return await byPassword(context, parameters, input.ClientMetadata);
    case "REFRESH_TOKEN_AUTH":
    case "REFRESH_TOKEN":
      return await byRefreshToken(context, parameters);
    default:
      throw invalidParameter(`Unsupported auth flow ${input.AuthFlow}.`);
  }
});

export const respondToAuthChallenge = call(
  z.object({
    ClientId: z.string(),
    ChallengeName: z.string(),
    Session: z.optional(z.string()),
    ChallengeResponses: Parameters,
    ClientMetadata: Metadata,
  }),
  async (context, input) => {
    assertClient(context, input.ClientId);
    const responses = input.ChallengeResponses ?? {};
    if (input.ChallengeName === "PASSWORD_VERIFIER")
      return await finishSrp(context, responses, input.ClientMetadata);
    return await answerSession(context, input.ChallengeName, input.Session, responses, input.ClientMetadata);
  },
);

async function startSrp(
  context: Context,
  parameters: Record<string, string>,
  clientMetadata: ClientMetadata,
) {
  assertFlow(context, "ALLOW_USER_SRP_AUTH", "USER_SRP_AUTH is not enabled for the client.");
  const name = required(parameters, "USERNAME");
  const clientPublic = publicValue(required(parameters, "SRP_A"));
  if (clientPublic === undefined) throw invalidParameter("SRP_A is not a valid public value.");
  const user = context.store.findUser(name);
  if (!user && !hidden(context)) throw userNotFound();
  await preAuthentication(context, name, user, clientMetadata);
  // An unknown name gets an unsolvable challenge with a stable id and salt.
  const userId = user?.username ?? uuidFrom(inventedFor(context, name, "id"));
  const kept =
    user?.password ??
    verifierOf(
      { poolName: context.poolName, userId },
      inventedFor(context, name, "password"),
      inventedFor(context, name, "salt").slice(0, 32),
    );
  const exchange = startExchange(clientPublic, kept);
  const secretBlock = context.srpSteps.put({ username: user?.username, userId, exchange });
  return {
    ChallengeName: "PASSWORD_VERIFIER",
    ChallengeParameters: {
      USER_ID_FOR_SRP: userId,
      USERNAME: userId,
      SALT: kept.salt,
      SRP_B: exchange.serverPublic.toString(16),
      SECRET_BLOCK: secretBlock,
    },
  };
}

async function finishSrp(
  context: Context,
  responses: Record<string, string>,
  clientMetadata: ClientMetadata,
) {
  const secretBlock = required(responses, "PASSWORD_CLAIM_SECRET_BLOCK");
  const signature = required(responses, "PASSWORD_CLAIM_SIGNATURE");
  const timestamp = required(responses, "TIMESTAMP");
  if (!/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/.test(timestamp)) {
    throw invalidParameter("TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.");
  }
  const step = context.srpSteps.take(secretBlock);
  if (step === "expired") throw notAuthorized("Invalid session for the user, session is expired.");
  if (!step) throw wrongCredentials();
  const identity = { poolName: context.poolName, userId: step.userId };
  // Refuses the proof if the password has changed since the challenge.
  const proven =
    isStillKept(context, step.username, step.exchange.verifier) &&
    signatureProves(step.exchange, identity, { secretBlock, timestamp, signature });
  return await withProof(context, step.username, proven, clientMetadata);
}

function isStillKept(context: Context, username: string | undefined, verifier: bigint): boolean {
  const kept = username === undefined ? undefined : context.store.findUser(username)?.password;
  return kept === undefined || BigInt(`0x${kept.verifier}`) === verifier;
}

async function byPassword(
  context: Context,
  parameters: Record<string, string>,
  clientMetadata: ClientMetadata,
) {
  const name = required(parameters, "USERNAME");
  const password = required(parameters, "PASSWORD");
  const user = context.store.findUser(name);
  if (!user && !hidden(context)) throw userNotFound();
  await preAuthentication(context, name, user, clientMetadata);
  const proven =
    user?.password !== undefined && passwordMatches(identityOf(context, user), password, user.password);
  return await withProof(context, user?.username, proven, clientMetadata);
}

async function withProof(
  context: Context,
  username: string | undefined,
  proven: boolean,
  clientMetadata: ClientMetadata,
) {
  const user = username === undefined ? undefined : context.store.findUser(username);
  if (!user) throw wrongCredentials();
  if (context.passwordLock.locked(user.username)) throw notAuthorized("Password attempts exceeded");
  // After an admin's reset, right and wrong passwords get the same error.
  if (user.status === "RESET_REQUIRED" && user.enabled) {
    throw new CognitoError("PasswordResetRequiredException", "Password reset required for the user");
  }
  if (!proven) {
    context.passwordLock.fail(user.username);
    throw wrongCredentials();
  }
  context.passwordLock.succeed(user.username);
  if (!user.enabled) throw userDisabled();
  if (user.status === "UNCONFIRMED")
    throw new CognitoError("UserNotConfirmedException", "User is not confirmed.");
  if (user.temporaryUntil !== undefined && user.temporaryUntil <= context.now()) {
    throw notAuthorized("Temporary password has expired and must be reset by an administrator.");
  }
  return await afterPassword(context, user, clientMetadata);
}

async function byRefreshToken(context: Context, parameters: Record<string, string>) {
  assertFlow(context, "ALLOW_REFRESH_TOKEN_AUTH", "REFRESH_TOKEN_AUTH is not enabled for the client.");
  return await refreshTokens(context, required(parameters, "REFRESH_TOKEN"));
}

async function preAuthentication(
  context: Context,
  name: string,
  user: User | undefined,
  clientMetadata: ClientMetadata,
): Promise<void> {
  const about = { username: user?.username ?? name, userAttributes: user?.attributes ?? {} };
  const request = { userNotFound: user === undefined, validationData: clientMetadata ?? null };
  await context.triggers.run("PreAuthentication", "Authentication", about, request, AnyResponse);
}

function assertFlow(context: Context, flow: string, message: string): void {
  if (!context.pool.client.authFlows.includes(flow)) throw invalidParameter(message);
}

function required(parameters: Record<string, string>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

function uuidFrom(digits: string): string {
  const variant = "89ab".charAt(Number.parseInt(digits.charAt(16), 16) % 4);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join("-");
}

const hidden = (context: Context) => context.pool.client.preventUserExistenceErrors;
