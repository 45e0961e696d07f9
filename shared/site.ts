export const AFFILIATES_PATH = "/affiliates";
/** Paths with HTML written by the build. CloudFront serves `<path>/index.html` for them (infra/pages.ts). */
export const PRERENDERED_PATHS: readonly string[] = [
  "/",
  "/features",
  "/pricing",
  "/privacy",
  "/terms",
  "/terms-and-conditions",
  "/about",
  AFFILIATES_PATH,
  "/api",
  "/automation",
  "/status",
];
/** Features of the site, as config.json has them. */
export const SITE_FEATURES = { activityLog: true, affiliate: true } as const;
export const APP_SHELL = "/app.html";
/** The API's path on the site: the name of its stage (infra/gate.ts). */
export const API_PATH = "/backend";
/** The API documentation, a page of the build, with its OpenAPI document below it. */
export const DOCS_PATH = `${API_PATH}/docs`;
/** Pages with a form, also written by the build: visitors can type before the page's script loads. */
export const FORM_PATHS: readonly string[] = ["/login", "/signup"];
/** An application page with its own document, which loads scripts early and shows the page's frame until they run. */
export const DASHBOARD_PATH = "/dashboard";
/** Shown for unknown paths, with status 404. */
export const NOT_FOUND_PAGE = "/404.html";
/** Paths that the application's router knows (web/src/app/paths.ts), in upper or lower case. */
export const APPLICATION_PATHS =
  /^\/(?:(?:forgot-password|lost-phone|confirm-email|activate|join-team|refuse-invitations|withdraw|success|checkout(?:\/[^/]+)?|dashboard(?:\/.*)?)\/?$|admin)/i;
/** Files that the site looks up. Every other path with a dot in its last part answers 404 (infra/pages.ts). */
export const SITE_FILES =
  /^\/(?:assets\/[^/]+-[\w-]{8}\.\w+|(?:icons|pictures)\/[\w-]+\.\w+|favicon\.(?:ico|png|svg)|apple-touch-icon\.png|(?:theme|enliven)\.js|robots\.txt|site\.webmanifest|sitemap\.xml|config\.json|(?:app|404)\.html|\.well-known\/security\.txt|backend\/docs\/openapi\.json)$/;
