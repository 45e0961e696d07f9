import * as z from "zod/mini";

/** The fields of `config.json` that the checks use. web/src/app/config.ts reads the file in browsers. */
const SiteConfig = z.object({
  apiPath: z.string(),
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.optional(z.string()),
  prices: z.object({ monthly: z.string(), lifetime: z.string() }),
});
export type SiteConfig = z.output<typeof SiteConfig>;

/** Reads the browsers' configuration. @throws if the site does not have it */
export async function readSiteConfig(siteUrl: string): Promise<SiteConfig> {
  const response = await fetch(`${siteUrl}/config.json`, { signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw new Error(`${siteUrl}/config.json answers ${response.status}`);
  return SiteConfig.parse(await response.json());
}
