import path from "node:path";
import { type Bucket, folderBucket, type StackModel, siteCacheControl, textObject } from "#local-aws";
import { SITE_FEATURES } from "#shared/site.ts";
import { operatorHash } from "../scripts/operator/hash.ts";
import { ROOT } from "./options.ts";
import { poolsByPeople } from "./pools.ts";
import type { Prices } from "./seed/catalog.ts";
import { PEOPLE } from "./seed/people.ts";

export type SiteOptions = { downloads: string; prices: Prices; cognitoEndpoint: string };

/** CloudFront's buckets: the built site with its config.json, and the downloads. */
export function siteBuckets(options: SiteOptions): (name: string, model: StackModel) => Bucket {
  const built = folderBucket(path.join(ROOT, "dist/web"), siteCacheControl);
  const downloads = folderBucket(options.downloads, () => "no-cache");
  const siteOf = (model: StackModel): Bucket => {
    const config = textObject(JSON.stringify(configOf(model, options)), "application/json", "no-cache");
    return { get: async (key) => (key === "/config.json" ? config : built.get(key)) };
  };
  const sites = new WeakMap<StackModel, Bucket>();
  return (name, model) => {
    const origin = model.distribution?.behaviors.at(-1)?.origin;
    if (origin?.kind !== "bucket" || origin.bucket !== name) return downloads;
    const site = sites.get(model) ?? siteOf(model);
    sites.set(model, site);
    return site;
  };
}

/** `config.json`, which the deploy script writes beside index.html. */
function configOf(model: StackModel, options: SiteOptions) {
  const { customers, operators } = poolsByPeople(model.pools);
  return {
    apiPath: `/${model.api?.stageName}`,
    region: model.region,
    userPoolId: customers.id,
    userPoolClientId: customers.client.id,
    userPoolEndpoint: options.cognitoEndpoint,
    prices: { monthly: options.prices.monthly, lifetime: options.prices.lifetime },
    backOffice: {
      userPoolId: operators.id,
      userPoolClientId: operators.client.id,
      operator: operatorHash(operators.id, PEOPLE.operator.email),
    },
    features: SITE_FEATURES,
  };
}
