import Stripe from "stripe";
import { CATALOG, PRODUCT_IDS, type ProductId, recurringOf } from "#shared/catalog/catalog.ts";
import { TAX } from "#shared/payments/tax.ts";
import { openEngine, type Store, type StoredEvent, type StripeEngine, signWebhook } from "#stripe-sandbox";
import { WEBHOOKS } from "../../scripts/stripe/webhooks.ts";
import { clock } from "./determinism.ts";
import { pass } from "./wire.ts";

export const SECRET_KEY = "sk_test_sandbox";
const DAY_SECONDS = 24 * 60 * 60;

/** The Stripe sandbox in this process, which answers the product's SDK. */
export class StripeSide {
  engine!: StripeEngine;
  sdk!: Stripe;
  prices = {} as Record<ProductId, string>;
  /** Events that wait for delivery, oldest first. */
  deliveries: StoredEvent[] = [];
  /** Whether events are lost, as when an endpoint is down for longer than Stripe retries. */
  losesWebhooks = false;
  /** "held" lets webhooks wait, "twice" repeats each webhook, and "shuffled" changes their order. */
  webhooks: "delivered" | "held" | "twice" | "shuffled" = "delivered";
  /** Transfers made by the shop, by payout. */
  readonly transfersByPayout = new Map<string, Set<string>>();
  /** Manual transfers for a payout, with the amount of the payout that had been reversed at that time. */
  readonly duplicates = new Map<string, { payoutId: string; reversedCents: number }>();
  requests = 0;
  /** Number of requests with a method other than GET. */
  writes = 0;
  #lost = 0;

  get store(): Store {
    return this.engine.store;
  }

  /** Number of lost events that no finished reconciliation has looked for. */
  get lost(): number {
    return this.#lost;
  }
  /** @param found number of lost events that a finished run has looked for */
  reconciled(found: number): void {
    this.#lost -= found;
  }

  async start(): Promise<{ webhookSecret: string; connectSecret: string }> {
    this.deliveries = [];
    this.losesWebhooks = false;
    this.webhooks = "delivered";
    this.#lost = 0;
    this.transfersByPayout.clear();
    this.duplicates.clear();
    this.engine = openEngine({
      secretKey: SECRET_KEY,
      now: () => new Date(clock.now()),
      deliver: (event, endpoints) => {
        if (endpoints.length === 0) return;
        if (this.losesWebhooks) this.#lost += 1;
        else this.deliveries.push(event);
      },
    });
    this.sdk = new Stripe(SECRET_KEY, { maxNetworkRetries: 2 });
    await this.#sell();
    if (TAX.isCollected) await this.#register();
    const own = await this.#endpoint("own");
    const connected = await this.#endpoint("connected");
    return { webhookSecret: own, connectSecret: connected };
  }

  async #sell(): Promise<void> {
    for (const id of PRODUCT_IDS) {
      const { stripeProductId, name, currency, price, months } = CATALOG[id];
      await this.sdk.products.create({ id: stripeProductId, name });
      const made = await this.sdk.prices.create({
        product: stripeProductId,
        currency,
        unit_amount: price,
        ...(months === null ? {} : { recurring: recurringOf(months) }),
      });
      this.prices[id] = made.id;
    }
  }

  /** Registers for tax in the EU, where some of the buyers are. */
  async #register(): Promise<void> {
    const { settings, registrations } = this.sdk.tax;
    await settings.update({
      head_office: { address: { country: "DE" } },
      defaults: { tax_behavior: TAX.prices, tax_code: TAX.code },
    });
    await registrations.create({
      active_from: "now",
      country: "DE",
      country_options: { de: { type: "oss_union" } },
    });
  }

  /** The place of the next buyer, which is the same in every run of a story. Undefined while tax is not collected. */
  nextPlace(): string | undefined {
    if (!TAX.isCollected) return undefined;
    const places = ["DE", "US-CA", "FR", "JP"];
    return places[this.store.all("checkoutSession").length % places.length];
  }

  async #endpoint(whose: keyof typeof WEBHOOKS): Promise<string> {
    const { connect, events } = WEBHOOKS[whose];
    const made = await this.sdk.webhookEndpoints.create({
      url: "https://shop.example/backend/api/stripe/webhook",
      connect,
      enabled_events: [...events],
    });
    return String(made.secret);
  }

  /** @returns the raw body and the signature with which Stripe posts an event */
  posted(event: object | null): { body: string; signature: string } {
    const body = JSON.stringify(event);
    const secrets = this.store.all("secret").flatMap(({ secrets }) => secrets.map(({ value }) => value));
    return { body, signature: signWebhook(body, secrets, Math.floor(clock.now() / 1000)) };
  }

  /** @returns a function that restores the current state */
  keep(): () => void {
    const engine = this.engine.keep();
    const deliveries = [...this.deliveries];
    const lost = this.#lost;
    const transfers = [...this.transfersByPayout].map(([payout, made]) => [payout, new Set(made)] as const);
    return () => {
      engine();
      this.transfersByPayout.clear();
      for (const [payout, made] of transfers) this.transfersByPayout.set(payout, made);
      this.deliveries = deliveries;
      this.#lost = lost;
    };
  }

  /** The next time at which Stripe has something to do, in milliseconds; undefined if there is none. */
  nextDue(): number | undefined {
    const at = this.engine.nextDue();
    return at === undefined ? undefined : at * 1000;
  }

  catchUp(): void {
    this.engine.catchUp(Math.floor(clock.now() / 1000));
    const forgetBefore = Math.floor(clock.now() / 1000) - 31 * DAY_SECONDS;
    for (const event of this.store.all("event")) {
      if (event.created >= forgetBefore) break;
      this.store.remove("event", event.id);
    }
  }

  #noteTransfer(path: string, key: string | undefined, status: number, body: unknown): void {
    const payout = path === "/v1/transfers" ? /^payout-(.+)-\d+$/.exec(key ?? "")?.[1] : undefined;
    if (payout === undefined || status !== 200) return;
    const made = this.transfersByPayout.get(payout) ?? new Set<string>();
    this.transfersByPayout.set(payout, made.add(String((body as { id: string }).id)));
  }

  /** Routes every request of the SDK to the sandbox. */
  connect(): void {
    const client = Object.getPrototypeOf(Stripe.createNodeHttpClient());
    client.makeRequest = (
      _host: string,
      _port: string,
      path: string,
      method: string,
      headers: Record<string, string>,
      data: string | null,
    ) =>
      pass("stripe", `${method} ${path.split("?")[0]}`, async () => {
        this.requests += 1;
        if (method !== "GET") this.writes += 1;
        const request = new Request(`http://stripe.local${path}`, {
          method,
          headers: Object.fromEntries(
            Object.entries(headers).flatMap(([name, value]) =>
              value == null ? [] : [[name, String(value)]],
            ),
          ),
          ...(method === "GET" || method === "DELETE" ? {} : { body: data ?? "" }),
        });
        const response = await this.engine.fetch(request);
        const body: unknown = JSON.parse(await response.text());
        this.#noteTransfer(path, headers["Idempotency-Key"], response.status, body);
        return {
          getStatusCode: () => response.status,
          getHeaders: () => Object.fromEntries(response.headers),
          getRawResponse: () => response,
          toJSON: async () => body,
        };
      });
  }
}

type Requests = { _makeRequest: (...given: unknown[]) => unknown };

/**
 * Keeps the SDK from recording its caller's stack for each request, which would take longer than most answers here. The
 * SDK's errors then do not name the call in the product.
 */
export function recordNoStacks(): void {
  const requests = Stripe.StripeResource.prototype as unknown as Requests;
  const { _makeRequest } = requests;
  requests._makeRequest = function (...given) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    try {
      return _makeRequest.apply(this, given);
    } finally {
      Error.stackTraceLimit = limit;
    }
  };
}
