// Messages for the user, by the error's name. The names are Cognito's, Amplify's or our own.
const SENTENCES: Readonly<Record<string, string>> = {
  NotAuthorizedException: "Incorrect email or password.",
  UserNotFoundException: "Incorrect email or password.",
  UsernameExistsException: "There is already an account with this email. Sign in instead.",
  InvalidPasswordException: "Password does not meet security requirements",
  InvalidParameterException: "Please check the email address and the password.",
  LimitExceededException: "Too many attempts. Please wait a few minutes and try again.",
  TooManyRequestsException: "Too many attempts. Please wait a few minutes and try again.",
  TooManyFailedAttemptsException: "Too many attempts. Please wait a few minutes and try again.",
  // From the user pool's firewall: too many attempts from one IP address or network.
  ForbiddenException: "Too many attempts. Please wait a few minutes and try again.",
  PasswordResetRequiredException:
    "Your password must be reset. Choose “Forgot password?” on the sign-in page, and enter the code that we emailed you.",
  NoUserData: "The sign-in did not finish. Please try again.",
  SecondFactorRequired: "Enter the code from your authenticator app.",
  WrongAuthenticatorCode: "That code is incorrect. Enter the current code from your authenticator app.",
  UsedAuthenticatorCode:
    "That code was used already. Wait for the next code in your authenticator app, and enter that one.",
  FurtherStepRequired: "This account needs a sign-in step that this page does not support.",
  CodeMismatchException: "That code is incorrect.",
  ExpiredCodeException: "This code has expired. Request a new one.",
  MaybeChanged:
    "Your password may have changed. Try to sign in with the new one before you request another code.",
  StorageRefused:
    "Your browser blocks cookies and site data here, so it can't keep you signed in. Allow them for this site in your browser's settings, then try again.",
  NetworkError: "The sign-in service could not be reached. Check your connection and try again.",
};

/** Cognito accepted the request, but its answer contains no user. The message is a heading. */
export class NoUserData extends Error {
  override readonly name = "NoUserData";
}

/** A new password was sent, but no answer came. The message is a heading. */
export class MaybeChanged extends Error {
  override readonly name = "MaybeChanged";
}

/** @returns the failure's own heading, if it has one */
export function authHeading(error: unknown): string | undefined {
  return error instanceof NoUserData || error instanceof MaybeChanged ? error.message : undefined;
}

/** Cognito uses the same errors for authenticator codes and mailed codes. These names select other messages. */
const REFUSED_CODES: Readonly<Record<string, string>> = {
  CodeMismatchException: "WrongAuthenticatorCode",
  // At the confirmation of a new authenticator.
  EnableSoftwareTokenMFAException: "WrongAuthenticatorCode",
  // Each code works once, including the one that turned the second factor on.
  ExpiredCodeException: "UsedAuthenticatorCode",
};

/** The refusal of an authenticator's code; undefined for any other failure. */
export function refusedCode(error: unknown): Error | undefined {
  const name = error instanceof Error ? REFUSED_CODES[error.name] : undefined;
  if (name === undefined) return undefined;
  return Object.assign(new Error("The authenticator's code was refused", { cause: error }), { name });
}

/** @returns undefined for an unexpected error: pages then show their own words */
export function authSentence(error: unknown): string | undefined {
  return error instanceof Error ? SENTENCES[error.name] : undefined;
}
