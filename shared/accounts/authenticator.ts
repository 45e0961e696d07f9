/** Cognito does not document how it refuses to take an authenticator from an account that has none. */
const WITHOUT_AUTHENTICATOR = [
  "InvalidParameterException",
  "ResourceNotFoundException",
  "SoftwareTokenMFANotFoundException",
];

/** Whether Cognito refused because the account has no authenticator to delete or to turn off. */
export const isWithoutAuthenticator = (error: unknown): boolean =>
  error instanceof Error && WITHOUT_AUTHENTICATOR.includes(error.name);
