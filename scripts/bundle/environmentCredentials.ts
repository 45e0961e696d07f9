/**
 * Stands in for the AWS SDK's chain of credential providers. Lambda puts a role's credentials into the
 * environment; single sign-on, profiles, processes and instance metadata are 100 kB that it never needs.
 */
export const defaultProvider = () => async () => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY)
    throw new Error("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not in the environment.");
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
  };
};

/** They last as long as the environment that they are in. */
export const credentialsTreatedAsExpired = () => false;
export const credentialsWillNeedRefresh = () => false;
