import path from "node:path";
import { SITE_FEATURES } from "#shared/site.ts";
import { operatorHash } from "../scripts/operator/hash.ts";
import { type Bucket, folderBucket, siteCacheControl, textObject } from "./cloudfront/bucket.ts";
import { createDistribution } from "./cloudfront/distribution.ts";
import type { LocalAddresses } from "./cloudfront/headersPolicy.ts";
import type { SiteHandler } from "./cloudfront/server.ts";
import type { Viewer } from "./cloudfront/viewer.ts";
import type { Gateway } from "./gateway/gateway.ts";
import { ROOT } from "./options.ts";
import type { Prices } from "./seed/catalog.ts";
import { PEOPLE } from "./seed/people.ts";
import type { StackModel } from "./template/model.ts";
import { poolsByPeople } from "./template/pool.ts";

export type SiteOptions = {
  gateway: Gateway;
  downloads: string;
  prices: Prices;
  addresses: LocalAddresses;
  viewer: () => Viewer;
};

/** Makes the handler of the site's address for a model; another one after each new template. */
export function siteHandlers(options: SiteOptions): (model: StackModel) => SiteHandler {
  const built = folderBucket(path.join(ROOT, "dist/web"), siteCacheControl);
  const downloads = folderBucket(options.downloads, () => "no-cache");

  return (model) => {
    const config = textObject(JSON.stringify(configOf(model, options)), "application/json", "no-cache");
    const site: Bucket = { get: async (key) => (key === "/config.json" ? config : built.get(key)) };
    const siteBucket = model.distribution.behaviors.at(-1)?.origin;
    return createDistribution({
      model: model.distribution,
      gateway: options.gateway,
      bucket: (name) => (siteBucket?.kind === "bucket" && siteBucket.bucket === name ? site : downloads),
      addresses: options.addresses,
      viewer: options.viewer,
    });
  };
}

/** `config.json`, which the deploy script writes beside index.html. */
function configOf(model: StackModel, options: SiteOptions) {
  const { customers, operators } = poolsByPeople(model.pools);
  return {
    apiPath: `/${model.api.stageName}`,
    region: model.region,
    userPoolId: customers.id,
    userPoolClientId: customers.client.id,
    userPoolEndpoint: options.addresses.cognitoEndpoint,
    prices: options.prices,
    backOffice: {
      userPoolId: operators.id,
      userPoolClientId: operators.client.id,
      operator: operatorHash(operators.id, PEOPLE.operator.email),
    },
    features: SITE_FEATURES,
  };
}
