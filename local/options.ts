import path from "node:path";

export type StackOptions = {
  /** Everything that this stack keeps; `.local` of the project unless told otherwise. */
  dataDir?: string;
  /** The site's port; the others follow it. */
  port?: number;
  /** Operator, customers, offer and a subscription, once for each data directory. On unless told otherwise. */
  seed?: boolean;
  /** Start empty. */
  reset?: boolean;
  /** Pick up changes of the sources. */
  watch?: boolean;
  /** Vite's dev server in place of the built site. */
  hot?: boolean;
  /** Whether the tables have streams, and functions follow them. On unless told otherwise: for a bench that fills tables. */
  streams?: boolean;
  /**
   * Whether schedules run as real time passes. On unless told otherwise: for tests, which the nightly jobs would join at
   * some hours. When the clock is moved, what is due on the way runs all the same.
   */
  schedules?: boolean;
  /** How many times longer than at AWS a function may take, on a machine that is busy with other things. */
  slack?: number;
  /** Where the user pools find signing keys in place of new ones: for tests, which start many stacks. */
  spareKeysDir?: string;
  /** Nothing on the terminal. */
  quiet?: boolean;
  /** The time of each step on the terminal. */
  verbose?: boolean;
};

export const DEFAULT_PORT = 4400;

/** Everything listens beside the site, in this order. */
export function portsFrom(site: number) {
  return {
    site,
    control: site + 1,
    aws: site + 2,
    dynamodb: site + 3,
    cognito: site + 4,
    stripe: site + 5,
    mail: site + 6,
    /** Between functions and the Stripe sandbox; of no interest to anybody else. */
    stripeProxy: site + 7,
  } as const;
}

export type Ports = ReturnType<typeof portsFrom>;

export const ROOT = path.resolve(import.meta.dirname, "..");

/** Compiled code of the bundles, for the workers of every stack. Building bundles empties it. */
export const COMPILE_CACHE = path.join(ROOT, ".local/compile-cache");

/** Where things lie below the data directory; `data` is what --reset empties. */
export function placesIn(dataDir: string) {
  const data = path.join(dataDir, "data");
  return {
    stackFile: path.join(dataDir, "stack.json"),
    logs: path.join(dataDir, "logs"),
    data,
    clock: path.join(data, "clock.json"),
    database: path.join(data, "dynamodb.sqlite"),
    stripe: path.join(data, "stripe.json"),
    mail: path.join(data, "mail.json"),
    parameters: path.join(data, "parameters.json"),
    seed: path.join(data, "seed.json"),
    downloads: path.join(data, "downloads"),
  } as const;
}

export type Places = ReturnType<typeof placesIn>;
