import * as z from "zod/mini";

/** The operators' user pool, and the hash of the administrator's address (operator/gate/designated.ts). */
const BackOffice = z.object({ userPoolId: z.string(), userPoolClientId: z.string(), operator: z.string() });

/** The deployment's values, from the site's /config.json. One build serves every stage. */
const Config = z.object({
  apiPath: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** For user pools that are not Amazon's. */
  userPoolEndpoint: z.optional(z.string()),
  prices: z.object({ monthly: z.string(), lifetime: z.string() }),
  backOffice: z.optional(BackOffice),
  features: z.object({ activityLog: z.boolean(), affiliate: z.boolean() }),
});
export type Config = z.output<typeof Config>;

let loading: Promise<Config> | undefined;

/** Fetched once per page. Forgets a failure, so that the next call retries. */
export function loadConfig(): Promise<Config> {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchConfig(): Promise<Config> {
  const response = await fetch("/config.json");
  if (!response.ok) throw new Error("The site's settings could not be loaded. Please reload the page.");
  return z.parse(Config, await response.json());
}
