import { readFile } from "node:fs/promises";
import { resolve, sep } from "node:path";
import type { Plugin } from "esbuild";

/**
 * Stripe's resources that functions use. The other 140 are half of the SDK. A call to one of them throws an error that
 * names it, also on the local stack, which runs the same bundles.
 */
export const STRIPE_RESOURCES: ReadonlySet<string> = new Set([
  "AccountLinks",
  "Accounts",
  "BalanceTransactions",
  "BillingPortal/Sessions",
  "Charges",
  "Checkout/Sessions",
  "Coupons",
  "Customers",
  "Disputes",
  "Events",
  "Files",
  "InvoicePayments",
  "Invoices",
  "PaymentIntents",
  "PaymentMethods",
  "Prices",
  "PromotionCodes",
  "Radar/EarlyFraudWarnings",
  "Refunds",
  "SubscriptionSchedules",
  "Subscriptions",
  "Transfers",
]);

const NO_CHAIN = `export const defaultProvider = () => {
  throw new Error("The bundles leave out the chain of credential providers. Clients get their credentials from functions/platform/amazon.ts.");
};`;

/** Handlebars writes source maps only on request, and works if it cannot load this package. */
const NO_SOURCE_MAPS = `throw new Error("Source maps of templates are not in the bundles.");`;

/**
 * Leaves out code that the functions never reach. docs/decisions/what-is-in-a-functions-bundle.md has the criterion and
 * the measurements.
 */
export const leaveOut: Plugin = {
  name: "leave-out",
  setup(build) {
    // The chain reads single sign-on, profiles, processes and instance metadata. Functions never use it, because every
    // client gets its credentials explicitly.
    build.onLoad({ filter: /[\\/]@aws-sdk[\\/]credential-provider-node[\\/]dist-es[\\/]index\.js$/ }, () => ({
      contents: NO_CHAIN,
      loader: "js",
    }));
    build.onLoad({ filter: /[\\/]node_modules[\\/]source-map[\\/]source-map\.js$/ }, () => ({
      contents: NO_SOURCE_MAPS,
      loader: "js",
    }));
    build.onLoad({ filter: /[\\/]stripe[\\/]esm[\\/]resources[\\/].+\.js$/ }, async ({ path }) => {
      const name = path.split(`${sep}esm${sep}resources${sep}`)[1]?.replace(/\.js$/, "").split(sep).join("/");
      if (name === undefined || isUsed(name)) return undefined;
      return { contents: absentResource(name, await readFile(path, "utf8")), loader: "js" };
    });
  },
};

/**
 * A class such as "Refunds" is used if the list has it. A folder, "Checkout/index", is used if the list has one of its
 * classes.
 */
function isUsed(name: string): boolean {
  const folder = /^(.+\/)index$/.exec(name)?.[1];
  return folder === undefined
    ? STRIPE_RESOURCES.has(name)
    : [...STRIPE_RESOURCES].some((used) => used.startsWith(folder));
}

/** Replaces the classes of an unused file with classes that throw when code uses them. */
function absentResource(name: string, source: string): string {
  const classes = [...source.matchAll(/^export class (\w+)/gm)].map(([, className]) => className);
  return `
import { absent } from ${JSON.stringify(resolve(import.meta.dirname, "absentResource.ts"))};
${classes.map((className) => `export const ${className} = absent(${JSON.stringify(name.replace(/\/index$/, ""))});`).join("\n")}`;
}
