import { readFile } from "node:fs/promises";
import { resolve, sep } from "node:path";
import type { Plugin } from "esbuild";
import { CONFIG_LOADER, endpointResolver, leanSchemas } from "./leaner.ts";

const here = (file: string) => resolve(import.meta.dirname, file);

/**
 * The parts of Stripe that functions call. The other 140 are half of the SDK. A call to one of them throws its name,
 * in the tests already, which run the same bundles.
 */
const STRIPE_RESOURCES: ReadonlySet<string> = new Set([
  "AccountLinks",
  "Accounts",
  "BillingPortal/Sessions",
  "Checkout/Sessions",
  "Coupons",
  "Customers",
  "Disputes",
  "Events",
  "InvoicePayments",
  "Invoices",
  "PaymentIntents",
  "Prices",
  "PromotionCodes",
  "Refunds",
  "SubscriptionSchedules",
  "Subscriptions",
  "Transfers",
]);

const unused = (...names: string[]) => names.map((name) => `export class ${name} {}`).join("\n");

/** Files that packages load and the product never comes to. */
const REPLACED: readonly (readonly [file: RegExp, contents: string])[] = [
  // Fifty languages, of which the product speaks one.
  [/[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/, `export { default as en } from "./en.js";`],
  // Events of Stripe's second API, whose webhooks the product does not take.
  [/[\\/]StripeEventNotificationHandler\.js$/, unused("StripeEventNotificationHandler")],
  // Answers that are streams: none of the services in use has any.
  [
    /[\\/]@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]event-streams[\\/]index\.js$/,
    `${unused("EventStreamSerde")}
    export const eventStreamSerdeProvider = undefined;
    export const resolveEventStreamSerdeConfig = (config) => config;`,
  ],
  // Hashes for a Node that was built without its crypto module, and Stripe's clients for other runtimes.
  [/[\\/]checksum[\\/]sha256[\\/]Sha256Js\.js$/, unused("Sha256Js")],
  [/[\\/]checksum[\\/]md5[\\/]Md5Js\.js$/, unused("Md5Js")],
  [/[\\/]stripe[\\/]esm[\\/]net[\\/]FetchHttpClient\.js$/, unused("FetchHttpClient")],
  [/[\\/]stripe[\\/]esm[\\/]crypto[\\/]SubtleCryptoProvider\.js$/, unused("SubtleCryptoProvider")],
  // Every part of Stripe once more, by another name, for programs that make parts themselves.
  [/[\\/]stripe[\\/]esm[\\/]resources\.js$/, `export { OAuthResource } from "./resources/OAuth.js";`],
  // Automatic pagination: a batch keeps its place and so asks page by page.
  [/[\\/]stripe[\\/]esm[\\/]autoPagination\.js$/, "export const makeAutoPaginationMethods = () => ({});"],
  // DynamoDB's paginators: functions ask page by page too.
  [
    /[\\/]lib-dynamodb[\\/]dist-es[\\/]pagination[\\/]QueryPaginator\.js$/,
    "export const paginateQuery = undefined;",
  ],
  [
    /[\\/]lib-dynamodb[\\/]dist-es[\\/]pagination[\\/]ScanPaginator\.js$/,
    "export const paginateScan = undefined;",
  ],
  // Fractions of a cent as numbers of any length: the product reads amounts in whole cents only.
  [
    /[\\/]stripe[\\/]esm[\\/]V2Coercion\.js$/,
    "export const coerceV2RequestData = (data) => data;\nexport const coerceV2ResponseData = (data) => data;",
  ],
  [/[\\/]stripe[\\/]esm[\\/]Decimal\.js$/, unused("Decimal")],
  // Source maps of templates; Handlebars has its own stand-in for where they are missing.
  [/[\\/]source-map[\\/]source-map\.js$/, "module.exports = {};"],
  // The retry mode "adaptive", which is not the default.
  [/[\\/]util-retry[\\/]DefaultRateLimiter\.js$/, unused("DefaultRateLimiter")],
  [/[\\/]util-retry[\\/]AdaptiveRetryStrategy\.js$/, unused("AdaptiveRetryStrategy")],
  // Names of S3 buckets in endpoints: no function calls S3.
  [
    /[\\/]service-customizations[\\/]index\.js$/,
    "export const resolveParamsForS3 = async (endpointParams) => endpointParams;",
  ],
  // A log of each call, which no client here has, and the SDK's name and features in each call, for Amazon's statistics.
  [
    /[\\/]middleware-logger[\\/]loggerMiddleware\.js$/,
    `export const loggerMiddleware = () => (next) => next;
    export const loggerMiddlewareOptions = {};
    export const getLoggerPlugin = () => ({ applyToStack() {} });`,
  ],
  [
    /[\\/]middleware-user-agent[\\/]user-agent-middleware\.js$/,
    `export const userAgentMiddleware = () => (next) => next;
    export const getUserAgentMiddlewareOptions = {};
    export const getUserAgentPlugin = () => ({ applyToStack() {} });`,
  ],
  // Warnings about old versions of Node.
  [
    /[\\/]emitWarningIfUnsupportedVersion\.js$/,
    `export const state = { warningEmitted: true };
    export const emitWarningIfUnsupportedVersion = () => {};`,
  ],
  // Partitions, of which nothing but the user agent asks.
  [
    /[\\/]util-endpoints[\\/]lib[\\/]aws[\\/]partition\.js$/,
    `export const getUserAgentPrefix = () => "";
    export const partition = undefined;
    export const setPartitionInfo = undefined;
    export const useDefaultPartitionInfo = undefined;`,
  ],
  // The signature of a stream of events, and the region of an EC2 instance: Lambda says its region in the environment.
  [/[\\/]signature-v4[\\/]dist-es[\\/]HeaderFormatter\.js$/, unused("HeaderFormatter")],
  [
    /[\\/]regionConfig[\\/]getInstanceMetadataRegion\.js$/,
    "export const getInstanceMetadataRegion = async () => undefined;",
  ],
  // Settings in files, and the mode of defaults, which stays the default one.
  [/[\\/]node-config-provider[\\/]configLoader\.js$/, CONFIG_LOADER],
  [
    /[\\/]defaults-mode[\\/]resolveDefaultsModeConfig\.js$/,
    `export const resolveDefaultsModeConfig = () => async () => "legacy";`,
  ],
  // Endpoint discovery of DynamoDB, which is off by default.
  [
    /[\\/]@aws-sdk[\\/]middleware-endpoint-discovery[\\/]dist-es[\\/]index\.js$/,
    `export const resolveEndpointDiscoveryConfig = (config) => config;
    export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
      environmentVariableSelector: () => undefined,
      configFileSelector: () => undefined,
      default: undefined,
    };`,
  ],
];

const ENDPOINT_RESOLVER =
  /[\\/]@aws-sdk[\\/](client-[a-z0-9-]+)[\\/]dist-es[\\/]endpoint[\\/]endpointResolver\.js$/;
const SCHEMAS = /[\\/]@aws-sdk[\\/]client-[a-z0-9-]+[\\/]dist-es[\\/]schemas[\\/]schemas_\d+\.js$/;
/** Expressions for every way to write a time, which esbuild would keep: a constructor may have effects. */
const DATES = /[\\/]@smithy[\\/]core[\\/]dist-es[\\/]submodules[\\/]serde[\\/].*date-utils\.js$/;

/** What a Lambda of ours never runs, and would load at each cold start. */
export const leaveOut: Plugin = {
  name: "leave-out",
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({
      path: here("environmentCredentials.ts"),
    }));
    for (const [filter, contents] of REPLACED) build.onLoad({ filter }, () => ({ contents, loader: "js" }));
    build.onLoad({ filter: ENDPOINT_RESOLVER }, ({ path }) => ({
      contents: endpointResolver(ENDPOINT_RESOLVER.exec(path)?.[1] ?? path),
      loader: "js",
    }));
    build.onLoad({ filter: SCHEMAS }, async ({ path }) => ({
      contents: leanSchemas(await readFile(path, "utf8")),
      loader: "js",
    }));
    build.onLoad({ filter: DATES }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll("= new RegExp(", "= /* @__PURE__ */ new RegExp("),
      loader: "js",
    }));
    // A client wants its own version from it, for the user agent; the rest is its list of dependencies.
    build.onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[a-z0-9-]+[\\/]package\.json$/ }, async ({ path }) => {
      const { version }: { version: string } = JSON.parse(await readFile(path, "utf8"));
      return { contents: JSON.stringify({ version }), loader: "json" };
    });
    build.onLoad({ filter: /[\\/]stripe[\\/]esm[\\/]resources[\\/].+\.js$/ }, async ({ path }) => {
      const name = path.split(`${sep}esm${sep}resources${sep}`)[1]?.replace(/\.js$/, "").split(sep).join("/");
      if (name === undefined) return undefined;
      const source = await readFile(path, "utf8");
      return {
        contents: isUsed(name) ? withoutDecimals(source) : absentResource(name, source),
        loader: "js",
      };
    });
  },
};

/** "Refunds", or "Checkout/index", which only gathers the parts of a folder. */
function isUsed(name: string): boolean {
  const folder = /^(.+\/)index$/.exec(name)?.[1];
  return folder === undefined
    ? STRIPE_RESOURCES.has(name)
    : [...STRIPE_RESOURCES].some((used) => used.startsWith(folder));
}

/**
 * The SDK makes a decimal of fields like `unit_amount_decimal`, by a description of each answer that is longer
 * than the code. Nobody here reads such a field; in the bundles it stays a string.
 */
function withoutDecimals(source: string): string {
  const [start = "", ...rest] = source.split("responseSchema: {");
  return rest.reduce((kept, after) => {
    let depth = 1;
    let end = 0;
    for (; depth > 0; end += 1) depth += after[end] === "{" ? 1 : after[end] === "}" ? -1 : 0;
    return `${kept}responseSchema: undefined${after.slice(end)}`;
  }, start);
}

/** The same classes, and folders of which nothing is used, empty: they can be made, and say what is missing when they are used. */
function absentResource(name: string, source: string): string {
  const classes = [...source.matchAll(/^export class (\w+)/gm)].map(([, className]) => className);
  return `
import { absent } from ${JSON.stringify(here("absentResource.ts"))};
${classes.map((className) => `export const ${className} = absent(${JSON.stringify(name.replace(/\/index$/, ""))});`).join("\n")}`;
}
