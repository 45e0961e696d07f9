/**
 * Paths whose HTML is written at build. CloudFront serves `<path>/index.html` for them, files as they are,
 * and the application's shell for everything else.
 */
export const PRERENDERED_PATHS: readonly string[] = [
  "/",
  "/privacy",
  "/terms",
  "/terms-and-conditions",
  "/about",
  "/api",
  "/automation",
  "/status",
];
/** What an operator may switch off (spec 1), shown as it is finished: config.json tells the browser. */
export const SITE_FEATURES = { activityLog: true, affiliate: true } as const;
export const APP_SHELL = "/app.html";
/** Where the API answers, on the site's own address: the name of its stage (infra/gate.ts). */
export const API_PATH = "/backend";
/** The page about the API, made at build as the others, beside the API that it is about; its document is below it. */
export const DOCS_PATH = `${API_PATH}/docs`;
