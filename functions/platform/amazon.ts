import { amazonEnv, credentials } from "./env.ts";

/**
 * Options of every AWS client. All that it would look for in files is given; Lambda has it in the environment. Without a
 * time, the SDK waits until the function is stopped.
 * @param host of the service: `sqs` of sqs.eu-central-1.amazonaws.com
 * @param ms how long a try may take
 */
export const amazon = (host: string, ms: number, maxAttempts: number) => ({
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
  requestHandler: { requestTimeout: ms, throwOnRequestTimeout: true },
});
