import type { Closers } from "./closers.ts";
import type { LocalAddresses } from "./cloudfront/headersPolicy.ts";
import { startSite } from "./cloudfront/server.ts";
import { DEFAULT_VIEWER, type Viewer } from "./cloudfront/viewer.ts";
import { ensureDownloads } from "./downloads.ts";
import type { Gateway } from "./gateway/gateway.ts";
import type { Places } from "./options.ts";
import type { Prices } from "./seed/catalog.ts";
import { siteHandlers } from "./site.ts";
import type { StackModel } from "./template/model.ts";

/** The site's address: CloudFront, and behind it the built site or Vite. */
export type FrontDoor = {
  viewer: { get: () => Viewer; set: (viewer: Viewer) => void };
  reload: (model: StackModel) => void;
};

export async function openFrontDoor(options: {
  model: StackModel;
  port: number;
  gateway: Gateway;
  places: Places;
  prices: Prices;
  addresses: LocalAddresses;
  hot: boolean;
  closers: Closers;
}): Promise<FrontDoor> {
  const { closers, addresses } = options;
  let viewer: Viewer = DEFAULT_VIEWER;
  let model = options.model;
  const handlerFor = siteHandlers({
    gateway: options.gateway,
    downloads: ensureDownloads(options.places),
    prices: options.prices,
    addresses,
    viewer: () => viewer,
  });
  const site = await startSite(options.port, handlerFor(model));
  closers.add("The site", () => site.close());
  const hot = options.hot ? await viteInPlace() : undefined;
  if (hot !== undefined) closers.add("Vite", hot.close);
  async function viteInPlace() {
    // Loaded only now: Vite is as large as all the rest.
    const { startHot } = await import("./hot.ts");
    return startHot({ site, model: () => model, addresses });
  }
  const show = () => {
    const handler = handlerFor(model);
    site.use(hot === undefined ? handler : hot.wrap(handler));
  };
  show();
  return {
    viewer: {
      get: () => viewer,
      set: (next) => {
        viewer = next;
      },
    },
    reload: (next) => {
      model = next;
      show();
    },
  };
}
