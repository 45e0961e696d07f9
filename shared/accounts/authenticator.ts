/** Cognito's undocumented errors for turning off an authenticator that the account does not have. */
const WITHOUT_AUTHENTICATOR = [
  "InvalidParameterException",
  "ResourceNotFoundException",
  "SoftwareTokenMFANotFoundException",
];

export const isWithoutAuthenticator = (error: unknown): boolean =>
  error instanceof Error && WITHOUT_AUTHENTICATOR.includes(error.name);
