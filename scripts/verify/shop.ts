import type Stripe from "stripe";
import type { Api } from "./api.ts";
import type { Computer } from "./desktop.ts";
import type { SiteConfig } from "./siteConfig.ts";

export type Alarm = { readonly name: string; readonly state: string };

/** A running shop for the checks: its public address, Stripe's test mode, and a few internal reads. */
export type Shop = {
  /** `dev`, `staging` or `local`. */
  readonly name: string;
  readonly siteUrl: string;
  readonly apiUrl: string;
  /** The gateway's own URL, where CloudFront's headers could be forged; undefined if there is none. */
  readonly gatewayUrl: string | undefined;
  readonly config: SiteConfig;
  readonly api: Api;
  readonly stripe: Stripe;
  /** This machine's public IP address; undefined if the shop is on this machine. */
  readonly ownAddress: () => Promise<string | undefined>;
  /** A row of Events: which webhooks and mails were handled. */
  readonly eventRow: (pk: string, sk: string) => Promise<Readonly<Record<string, unknown>> | undefined>;
  /** The stage's alarms; undefined if the shop has no CloudWatch. */
  readonly alarms: () => Promise<readonly Alarm[] | undefined>;
};

/** A person at the terminal, for guided runs. */
export type Guide = {
  readonly say: (line: string) => void;
  readonly ask: (question: string) => Promise<string>;
};

/** One run: the shop, and what the checks created so far. */
export type Visit = {
  readonly shop: Shop;
  /** Stripe's events from this epoch second on belong to this run. */
  readonly since: number;
  /** Lower-case letters and digits that mark this run's data. */
  readonly run: string;
  readonly guide?: Guide;
  customer?: Customer;
  partner?: Partner;
  linkCookie?: string;
  computer?: Computer;
  licenseKey?: string;
  stripeCustomerId?: string | undefined;
  checkoutId?: string;
  subscriptionId?: string;
  paymentIntentId?: string;
  refunded?: true;
  /** The disputed payment of the second subscription. */
  disputedPaymentIntentId?: string;
  /** A connected account of this run, and its transfer. */
  accountId?: string;
  transferId?: string;
};

export type Customer = { readonly email: string; readonly password: string; readonly token: string };
export type Partner = Customer & { readonly code: string };
