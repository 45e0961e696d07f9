import * as z from "zod/mini";
import { endpoint, FRESH_FOR_SECURITY } from "../endpoint.ts";
import { Instant } from "../instant.ts";
import { lettersAndDigits } from "../typed.ts";
import { Account } from "./customer.ts";
import { TypedEmailCode } from "./emailCode.ts";
import { hasOuterSpace, isAcceptablePassword, MAX_PASSWORD_LENGTH, OUTER_SPACE } from "./password.ts";
import { PersonName } from "./personName.ts";
import { Session } from "./session.ts";
import { TypedEmail } from "./typedEmail.ts";

/** Lists the account's sessions, most recently used first. `current` marks the caller's. */
export const listSessions = endpoint({
  method: "GET",
  path: "/api/account/sessions",
  audience: "customer",
  input: z.object({}),
  output: z.object({ sessions: z.array(z.extend(Session, { current: z.boolean() })) }),
});

/** Signs out every browser, including the caller's. Calls with unexpired access tokens get SESSION_ENDED. */
export const endAllSessions = endpoint({
  method: "POST",
  path: "/api/account/sessions/end-all",
  audience: "customer",
  input: z.object({}),
  output: z.object({ ok: z.literal(true) }),
});

const NewPassword = z.string("Password is required").check(
  z.minLength(1, "Password is required"),
  z.maxLength(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
  z.refine((password) => !hasOuterSpace(password), OUTER_SPACE),
  z.refine(isAcceptablePassword, "Password does not meet security requirements"),
);

/**
 * Changes the password and ends every session, including the caller's. FRESH_SIGN_IN_REQUIRED if the sign-in is older
 * than ten minutes: a recent sign-in proves the current password.
 */
export const changePassword = endpoint({
  method: "POST",
  path: "/api/account/password",
  audience: "customer",
  freshSignIn: FRESH_FOR_SECURITY,
  input: z.object({ password: NewPassword }),
  output: z.object({ ok: z.literal(true) }),
});

/**
 * Mails a code to a new address. `confirmNewEmail` takes the code and moves the account. FRESH_SIGN_IN_REQUIRED if the
 * sign-in is older than ten minutes, RATE_LIMITED after one code in a minute or five in a day.
 */
export const changeEmail = endpoint({
  method: "POST",
  path: "/api/account/email",
  audience: "customer",
  freshSignIn: FRESH_FOR_SECURITY,
  errors: ["RATE_LIMITED"],
  input: z.object({ email: TypedEmail }),
  output: z.object({ sentTo: z.string(), expiresAt: Instant }),
});

/** Moves the account to the new address and ends every session. CONFLICT at `code` if the address is taken. */
export const confirmNewEmail = endpoint({
  method: "POST",
  path: "/api/account/email/confirm",
  audience: "customer",
  errors: ["CONFLICT"],
  input: z.object({ code: TypedEmailCode }),
  output: z.object({ ok: z.literal(true) }),
});

/** Sets the customer's name. An empty name removes it. */
export const changeName = endpoint({
  method: "POST",
  path: "/api/account/name",
  audience: "customer",
  input: z.object({ name: PersonName }),
  output: z.object({ account: Account }),
});

/** Turns mail about incidents on or off. */
export const setIncidentMail = endpoint({
  method: "PUT",
  path: "/api/account/incident-mail",
  audience: "customer",
  input: z.object({ enabled: z.boolean("enabled must be true or false") }),
  output: z.object({ account: Account }),
});

/**
 * Makes the key of a new authenticator app (base32) and the recovery code. Neither works until `setSecondFactor`
 * confirms the app's code. FRESH_SIGN_IN_REQUIRED if the sign-in is older than ten minutes, CONFLICT while a second
 * factor is on.
 */
export const beginAuthenticator = endpoint({
  method: "POST",
  path: "/api/account/authenticator",
  audience: "customer",
  freshSignIn: FRESH_FOR_SECURITY,
  errors: ["CONFLICT"],
  input: z.object({}),
  output: z.object({ secret: z.string(), recoveryCode: z.string() }),
});

/**
 * Turns the second factor on or off, and ends every session. Turning it on requires a code from the app that
 * `beginAuthenticator` set up. FRESH_SIGN_IN_REQUIRED if the sign-in is older than ten minutes, VALIDATION_ERROR at
 * `code` if the code is incorrect.
 */
export const setSecondFactor = endpoint({
  method: "POST",
  path: "/api/account/second-factor",
  audience: "customer",
  freshSignIn: FRESH_FOR_SECURITY,
  errors: ["CONFLICT"],
  input: z.object({
    enabled: z.boolean("enabled must be true or false"),
    code: z.optional(
      z
        .string()
        .check(
          z.overwrite(lettersAndDigits),
          z.regex(/^\d{6}$/, "Enter the six digits from your authenticator app"),
        ),
    ),
  }),
  output: z.object({ ok: z.literal(true) }),
});
