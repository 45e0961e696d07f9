/** A refusal in Cognito's words. Clients switch on `name`, so the names are Amazon's. */
export class CognitoError extends Error {
  readonly status: number;

  constructor(name: string, message: string, status = 400) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

/** The error for a wrong password and for an unknown user, so that clients cannot tell them apart. */
export const wrongCredentials = () =>
  new CognitoError("NotAuthorizedException", "Incorrect username or password.");
export const userNotFound = () => new CognitoError("UserNotFoundException", "User does not exist.");
export const userDisabled = () => new CognitoError("NotAuthorizedException", "User is disabled.");
export const notAuthorized = (message: string) => new CognitoError("NotAuthorizedException", message);
export const invalidParameter = (message: string) => new CognitoError("InvalidParameterException", message);
export const noVerifiedAddress = () =>
  invalidParameter(
    "Cannot reset password for the user as there is no registered/verified email or phone_number",
  );
export const attemptLimit = () =>
  new CognitoError("LimitExceededException", "Attempt limit exceeded, please try after some time.");
