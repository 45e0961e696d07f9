import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { APPLICATION_PATHS, FORM_PATHS, NOT_FOUND_PAGE, PRERENDERED_PATHS } from "#shared/site.ts";
import { readMaterial } from "./material.ts";
import { ENTRY, FORM_ENTRY, fillPage, fillShell } from "./page.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const FONT = "geist-latin-wght-normal";

/** By default, react-router resolves to its development build, which contains warnings for developers. */
const PRODUCTION_ROUTER = [
  { find: /^react-router$/, replacement: here("../node_modules/react-router/dist/production/index.mjs") },
  {
    find: /^react-router\/dom$/,
    replacement: here("../node_modules/react-router/dist/production/dom-export.mjs"),
  },
];

const clientOptions = {
  output: {
    codeSplitting: {
      groups: [
        // React's chunk stays cached between releases. It includes tiny modules that would otherwise cost a request each.
        {
          name: "react",
          test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|rolldown[\\/]runtime\.js$|[\\/]src[\\/](ui[\\/]cx|app[\\/](mount|foreignNodes))\.tsx?$/,
        },
      ],
    },
  },
};

export default defineConfig(({ command, isSsrBuild }) => ({
  root: here("."),
  publicDir: here("static"),
  plugins: [react(), tailwindcss(), preloadFont(), shellFallback(), renderInDev()],
  resolve: { alias: isSsrBuild || command === "serve" ? [] : PRODUCTION_ROUTER },
  build: {
    target: "es2024",
    outDir: here("../dist/web"),
    emptyOutDir: !isSsrBuild,
    sourcemap: false,
    // A data: URL would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(isSsrBuild ? {} : { rolldownOptions: clientOptions }),
  },
}));

/** Requests the text font with the page, before the style sheet is read. */
function preloadFont(): Plugin {
  return {
    name: "preload-font",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => name.includes(FONT));
        if (file === undefined) return [];
        return [
          {
            tag: "link",
            attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: "" },
            injectTo: "head-prepend",
          },
        ];
      },
    },
  };
}

/** The dev server answers unknown paths as CloudFront does, but without the status 404. */
function shellFallback(): Plugin {
  return {
    name: "shell-fallback",
    configureServer(server) {
      const { files } = readMaterial();
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split("?")[0] ?? "/";
        const body = files.get(path);
        if (body !== undefined) return void response.end(body);
        const isPage = request.headers.accept?.includes("text/html") && !path.includes(".");
        if (APPLICATION_PATHS.test(path)) request.url = "/app.html";
        else if (FORM_PATHS.includes(path)) request.url = "/auth.html";
        else if (PRERENDERED_PATHS.includes(path) || (isPage && !path.startsWith("/@")))
          request.url = "/page.html";
        next();
      });
    },
  };
}

/** The dev server renders public pages on request; the build does so in advance. */
function renderInDev(): Plugin {
  return {
    name: "render-in-dev",
    apply: "serve",
    transformIndexHtml: {
      order: "pre",
      async handler(html, { server, originalUrl }) {
        const module = await server?.ssrLoadModule("/src/public/render.tsx");
        const page = originalUrl?.split("?")[0] ?? "/";
        if (module === undefined || APPLICATION_PATHS.test(page))
          return fillShell(html, String(module?.SHELL_TITLE));
        const script = (entry: string): string => `<script type="module" src="/${entry}"></script>`;
        if (FORM_PATHS.includes(page)) {
          const forms = await server?.ssrLoadModule("/src/customer/account/renderAuth.tsx");
          return fillPage(html, forms?.renderAuth(page), script(FORM_ENTRY));
        }
        const known = PRERENDERED_PATHS.includes(page) ? page : NOT_FOUND_PAGE;
        return fillPage(html, module.render(known, readMaterial().shown), script(ENTRY));
      },
    },
  };
}
