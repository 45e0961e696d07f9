/** The public page about the affiliate program. */
export const AFFILIATES_PATH = "/affiliates";
/**
 * Paths whose HTML is written at build. CloudFront serves `<path>/index.html` for them, files as they are,
 * and the application's shell for everything else.
 */
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
/** What an operator may switch off. The browser learns it from config.json. */
export const SITE_FEATURES = { activityLog: true, affiliate: true } as const;
export const APP_SHELL = "/app.html";
/** Where the API answers, on the site's own address: the name of its stage (infra/gate.ts). */
export const API_PATH = "/backend";
/** The page about the API, made at build as the others, beside the API that it is about; its document is below it. */
export const DOCS_PATH = `${API_PATH}/docs`;
/** Documents with a form, written at build as well: it takes input before its script is there. */
export const FORM_PATHS: readonly string[] = ["/login", "/signup"];
/** Of the application, with a separate document that asks for its parts at once and shows its frame until they come. */
export const DASHBOARD_PATH = "/dashboard";
/** What an unknown path shows, with status 404. */
export const NOT_FOUND_PAGE = "/404.html";
/** Paths of the application, which its router knows (web/src/app/paths.ts), in whatever case. */
export const APPLICATION_PATHS =
  /^\/(?:(?:forgot-password|lost-phone|confirm-email|activate|join-team|refuse-invitations|withdraw|success|checkout(?:\/[^/]+)?|dashboard(?:\/.*)?)\/?$|admin)/i;
/** The site's files. Only names of these shapes are looked up; every other file is a plain 404. */
export const SITE_FILES =
  /^\/(?:assets\/[^/]+-[\w-]{8}\.\w+|(?:icons|pictures)\/[\w-]+\.\w+|favicon\.(?:ico|png|svg)|apple-touch-icon\.png|(?:theme|enliven)\.js|robots\.txt|site\.webmanifest|sitemap\.xml|config\.json|(?:app|404)\.html|\.well-known\/security\.txt|backend\/docs\/openapi\.json)$/;
