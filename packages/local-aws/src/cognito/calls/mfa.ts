import * as z from "zod/mini";
import { assertPool, type Context, call, changeUser } from "../context.ts";
import { CognitoError, invalidParameter, notAuthorized } from "../errors.ts";
import { matchingStep, newTotpSecret } from "../totp.ts";
import type { Totp, User } from "../users.ts";
import { userNamed } from "./admin.ts";
import { takeStep } from "./afterPassword.ts";
import { userOfToken } from "./refresh.ts";

// Sets up an authenticator app, for a signed-in user or within a sign-in that requires one.

const Whose = { AccessToken: z.optional(z.string()), Session: z.optional(z.string()) };

export const associateSoftwareToken = call(z.object(Whose), (context, input) => {
  const secret = newTotpSecret();
  if (input.AccessToken) {
    const user = userOfToken(context, input.AccessToken);
    changeUser(context, user.username, (current) => ({ ...current, begunTotp: secret }));
    return { SecretCode: secret };
  }
  const { step } = takeStep(context, sessionIn(input.Session));
  if (step.next !== "MFA_SETUP") throw notAuthorized("Invalid session for the user.");
  return { SecretCode: secret, Session: context.sessionSteps.put({ ...step, secret }) };
});

export const verifySoftwareToken = call(
  z.object({ ...Whose, UserCode: z.string(), FriendlyDeviceName: z.optional(z.string()) }),
  (context, input) => {
    if (input.AccessToken) {
      const user = userOfToken(context, input.AccessToken);
      const secret = user.begunTotp ?? user.totp?.secret;
      if (secret === undefined) throw notSetUp();
      const lastStep = stepOf(context, secret, input.UserCode);
      // Replaces a previous authenticator, which was valid until now.
      changeUser(context, user.username, ({ begunTotp: _verified, ...current }) => ({
        ...current,
        totp: { enabled: false, preferred: false, ...current.totp, secret, verified: true, lastStep },
      }));
      return { Status: "SUCCESS" };
    }
    const session = sessionIn(input.Session);
    const { step, user } = takeStep(context, session);
    if (step.next !== "MFA_SETUP" || step.secret === undefined)
      throw notAuthorized("Invalid session for the user.");
    const lastStep = context.sessionSteps.keepOnRefusal(session, step, () =>
      stepOf(context, step.secret ?? "", input.UserCode),
    );
    // The pool requires the authenticator, so it is not the user's preference and is not listed.
    const totp = { secret: step.secret, verified: true, enabled: false, preferred: false, lastStep };
    setTotp(context, user, totp);
    return {
      Status: "SUCCESS",
      Session: context.sessionSteps.put({ username: user.username, next: "MFA_SETUP_DONE" }),
    };
  },
);

const Preference = z.optional(
  z.object({ Enabled: z.optional(z.boolean()), PreferredMfa: z.optional(z.boolean()) }),
);

export const setUserMfaPreference = call(
  z.object({ AccessToken: z.string(), SoftwareTokenMfaSettings: Preference }),
  (context, input) => {
    prefer(context, userOfToken(context, input.AccessToken), input.SoftwareTokenMfaSettings);
    return {};
  },
);

export const adminSetUserMfaPreference = call(
  z.object({ UserPoolId: z.string(), Username: z.string(), SoftwareTokenMfaSettings: Preference }),
  (context, input) => {
    assertPool(context, input.UserPoolId);
    prefer(context, userNamed(context, input), input.SoftwareTokenMfaSettings);
    return {};
  },
);

export const getUserPoolMfaConfig = call(z.object({ UserPoolId: z.string() }), (context, input) => {
  assertPool(context, input.UserPoolId);
  const { mfa } = context.pool;
  return { MfaConfiguration: mfa, SoftwareTokenMfaConfiguration: { Enabled: mfa !== "OFF" } };
});

export const adminDeleteSoftwareToken = call(
  z.object({ UserPoolId: z.string(), Username: z.string() }),
  (context, input) => {
    const user = userNamed(context, input);
    if (!user.totp && user.begunTotp === undefined) throw notSetUp();
    changeUser(context, user.username, ({ totp: _gone, begunTotp: _begun, ...current }) => current);
    return {};
  },
);

function prefer(context: Context, user: User, wish: z.infer<typeof Preference>): void {
  if (!wish) return;
  if (wish.Enabled && !user.totp?.verified)
    throw invalidParameter("User has not verified software token mfa");
  if (!user.totp) return;
  const enabled = wish.Enabled ?? user.totp.enabled;
  setTotp(context, user, {
    ...user.totp,
    enabled,
    preferred: enabled && (wish.PreferredMfa ?? user.totp.preferred),
  });
}

function stepOf(context: Context, secret: string, code: string): number {
  const step = matchingStep(secret, code, context.now());
  if (step === undefined) {
    throw new CognitoError("EnableSoftwareTokenMFAException", "Code mismatch");
  }
  return step;
}

const notSetUp = () =>
  new CognitoError("SoftwareTokenMFANotFoundException", "Software token has not been set up.");

function setTotp(context: Context, user: User, totp: Totp): void {
  changeUser(context, user.username, (current) => ({ ...current, totp }));
}

function sessionIn(session: string | undefined): string {
  if (!session) throw invalidParameter("Missing required parameter Session");
  return session;
}
