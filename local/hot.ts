import path from "node:path";
import { createServer } from "vite";
import { type LocalAddresses, localHeaders, looseHeaders } from "./cloudfront/headersPolicy.ts";
import type { SiteHandler, SiteServer } from "./cloudfront/server.ts";
import { ROOT } from "./options.ts";
import type { StackModel } from "./template/model.ts";

/**
 * Puts Vite's dev server in the place of the built site, for `--hot`. The API, the downloads and config.json
 * stay where they are; the Content-Security-Policy is looser, for Vite's client needs it.
 */
export async function startHot(options: {
  site: SiteServer;
  model: () => StackModel;
  addresses: LocalAddresses;
}): Promise<{ wrap: (handler: SiteHandler) => SiteHandler; close: () => Promise<void> }> {
  const vite = await createServer({
    configFile: path.join(ROOT, "web/vite.config.ts"),
    root: path.join(ROOT, "web"),
    appType: "spa",
    logLevel: "warn",
    server: { middlewareMode: true, hmr: { server: options.site.server } },
  });
  const headers = () => {
    const policy = options.model().distribution.behaviors.at(-1)?.responseHeaders ?? {};
    return looseHeaders(localHeaders(policy, options.addresses));
  };
  return {
    wrap: (handler) => async (request, response) => {
      const target = (request.url ?? "/").split("?")[0] ?? "/";
      const others = options.model().distribution.behaviors.slice(0, -1);
      const isOther = others.some(({ pattern }) => target.startsWith(pattern.replace(/\*.*$/, "")));
      if (isOther || target === "/config.json") return handler(request, response);
      for (const [name, value] of Object.entries(headers())) response.setHeader(name, value);
      vite.middlewares(request, response);
    },
    close: () => vite.close(),
  };
}
