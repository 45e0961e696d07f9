import * as z from "zod/mini";

/** What differs by deployment: `config.json`, written beside index.html. One build serves every stage. */
const Config = z.object({
  apiPath: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** Only where the user pool is not Amazon's own. */
  userPoolEndpoint: z.optional(z.string()),
  prices: z.object({ monthly: z.string(), lifetime: z.string() }),
  /** The one address that may enter the back office; who may do anything there is the server's to say. */
  operatorEmail: z.optional(z.string()),
  features: z.object({ activityLog: z.boolean(), affiliate: z.boolean() }),
});
export type Config = z.output<typeof Config>;

let loading: Promise<Config> | undefined;

/** Fetched once a page; a failure is forgotten, so that trying again tries again. */
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
