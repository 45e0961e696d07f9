import path from "node:path";

export type StackOptions = {
  /** Where the stack keeps its data; default `.local`. */
  dataDir?: string;
  /** The site's port. The other servers use the ports after it. */
  port?: number;
  /** Seeds a new data directory: an offer, customers, an operator, a subscription, status changes. Default true. */
  seed?: boolean;
  reset?: boolean;
  watch?: boolean;
  hot?: boolean;
  /** Whether functions read the tables' streams. Default true; benches that fill tables turn it off. */
  streams?: boolean;
  /**
   * Whether schedules run in real time. Default true; tests turn it off, so that nightly jobs do not run during them.
   * Moving the clock runs due schedules either way.
   */
  schedules?: boolean;
  /** Multiplies the functions' timeouts, for a busy machine. */
  slack?: number;
  /** A folder with signing keys for the user pools, so that tests with many stacks do not generate new keys. */
  spareKeysDir?: string;
  quiet?: boolean;
  verbose?: boolean;
};

export const DEFAULT_PORT = 4400;

export function portsFrom(site: number) {
  return {
    site,
    control: site + 1,
    aws: site + 2,
    dynamodb: site + 3,
    cognito: site + 4,
    stripe: site + 5,
    mail: site + 6,
    /** The proxy between functions and the Stripe sandbox. */
    stripeProxy: site + 7,
  } as const;
}

export type Ports = ReturnType<typeof portsFrom>;

export const ROOT = path.resolve(import.meta.dirname, "..");

/** Compiled bundles for the workers of every stack. Building bundles empties it. */
export const COMPILE_CACHE = path.join(ROOT, ".local/compile-cache");

/** Paths below the data directory; --reset empties `data`. */
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
