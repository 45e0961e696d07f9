import type Stripe from "stripe";
import type { Api } from "./api.ts";
import type { Computer } from "./desktop.ts";
import type { SiteConfig } from "./siteConfig.ts";

export type Alarm = { readonly name: string; readonly state: string };

/** A running shop, as these checks reach it: its public address, Stripe's test mode, and a few reads behind it. */
export type Shop = {
  /** `dev`, `staging` or `local`. */
  readonly name: string;
  readonly siteUrl: string;
  readonly apiUrl: string;
  /** The gateway's own address, where CloudFront's headers could be forged; undefined where there is none. */
  readonly gatewayUrl: string | undefined;
  readonly config: SiteConfig;
  readonly api: Api;
  readonly stripe: Stripe;
  /** This machine's public address as the internet sees it; undefined: the shop is on this machine. */
  readonly ownAddress: () => Promise<string | undefined>;
  /** A row of the table Events: which webhooks and mails were handled. */
  readonly eventRow: (pk: string, sk: string) => Promise<Readonly<Record<string, unknown>> | undefined>;
  /** The stage's alarms; undefined where there is no CloudWatch. */
  readonly alarms: () => Promise<readonly Alarm[] | undefined>;
};

/** A person at the terminal, in guided runs. */
export type Guide = {
  readonly say: (line: string) => void;
  readonly ask: (question: string) => Promise<string>;
};

/** One run: the shop, and what its checks have made so far. */
export type Visit = {
  readonly shop: Shop;
  /** Epoch seconds at Stripe: events from then on are this run's. */
  readonly since: number;
  /** Lowercase letters and digits that mark what this run makes. */
  readonly run: string;
  readonly guide?: Guide;
  customer?: Customer;
  partner?: Partner;
  /** The cookie that the partner's link left. */
  linkCookie?: string;
  computer?: Computer;
  licenseKey?: string;
  stripeCustomerId?: string | undefined;
  checkoutId?: string;
  subscriptionId?: string;
  paymentIntentId?: string;
  refunded?: true;
  /** Of the second subscription, paid with a card whose owner disputes it. */
  disputedPaymentIntentId?: string;
  /** A connected account of this run, and the transfer to it. */
  accountId?: string;
  transferId?: string;
};

export type Customer = { readonly email: string; readonly password: string; readonly token: string };
export type Partner = Customer & { readonly code: string };
