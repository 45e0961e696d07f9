import { amazonEnv, credentials } from "./env.ts";

/**
 * Options for every AWS client. They replace the configuration files that the SDK would read: Lambda has these values
 * in the environment. Without a timeout the SDK would wait until Lambda stops the function.
 * @param host the service's first label: `sqs` in sqs.eu-central-1.amazonaws.com
 */
export const amazon = (host: string, attemptMs: number, maxAttempts: number) => ({
  region: async () => amazonEnv("AWS_REGION") ?? "",
  endpoint: async () => {
    const usual = `https://${host}.${amazonEnv("AWS_REGION")}.amazonaws.com`;
    return { url: new URL(amazonEnv("AWS_ENDPOINT_URL") ?? usual) };
  },
  credentials: async () => credentials(),
  maxAttempts,
  retryMode: "standard",
  defaultsMode: "legacy" as const,
  useFipsEndpoint: false,
  useDualstackEndpoint: false,
  requestHandler: { requestTimeout: attemptMs, throwOnRequestTimeout: true },
});
