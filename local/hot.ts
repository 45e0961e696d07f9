import path from "node:path";
import { createServer } from "vite";
import { type InFront, looseHeaders } from "#local-aws";
import { ROOT } from "./options.ts";

/**
 * Serves Vite's dev server instead of the built site, for `--hot`. The API, the downloads and config.json are served as
 * usual. The Content-Security-Policy is looser, as Vite's client requires.
 */
export const startHot: InFront = async (site) => {
  const vite = await createServer({
    configFile: path.join(ROOT, "web/vite.config.ts"),
    root: path.join(ROOT, "web"),
    appType: "spa",
    logLevel: "warn",
    server: { middlewareMode: true, hmr: { server: site.server } },
  });
  return {
    wrap: (handler) => async (request, response) => {
      const target = (request.url ?? "/").split("?")[0] ?? "/";
      const others = site.model().distribution?.behaviors.slice(0, -1) ?? [];
      const isOther = others.some(({ pattern }) => target.startsWith(pattern.replace(/\*.*$/, "")));
      if (isOther || target === "/config.json") return handler(request, response);
      for (const [name, value] of Object.entries(looseHeaders(site.headers())))
        response.setHeader(name, value);
      vite.middlewares(request, response);
    },
    close: () => vite.close(),
  };
};
