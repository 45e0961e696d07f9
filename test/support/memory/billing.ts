import type { Context } from "aws-lambda";
import { afterAll, vi } from "vitest";
import type { Mail } from "#shared/mail/mail.ts";
import { ORIGIN_HASHES } from "../origin.ts";
import { copied } from "./copied.ts";
import { memoryDynamo, type Rows } from "./dynamo.ts";
import { type Network, network } from "./network.ts";
import { memoryQueue } from "./queue.ts";
import { memoryStripe } from "./stripe.ts";
import { EMPTY_STRIPE, type StripeWorld } from "./stripeWorld.ts";

/** The billing server with everything around it in memory; its handlers are the real ones. */
export type Billing = {
  network: Network;
  rows: Rows;
  /** As often as each was put into the queue. */
  mails: Mail[];
  stripe: StripeWorld;
  /** What was logged as an error. */
  errors: string[];
  /** Starts from nothing but what Stripe knows. */
  reset(world: Partial<StripeWorld>): void;
  /** What Stripe is answered. */
  deliver(event: { id: string; type: string; object: string }): Promise<number>;
};

export const NOW = new Date("2026-03-15T12:00:00.000Z");
export const NOW_SECONDS = NOW.getTime() / 1000;

let current: Billing | undefined;
const wire = network();
const client = memoryStripe(wire, () => {
  if (!current) throw new Error("memoryBilling() first");
  return current.stripe;
});

/** For `vi.mock("…/functions/platform/stripe.ts", () => stripePlatform)`: the one edge where Stripe's SDK is. */
export const stripePlatform = {
  stripe: async () => client,
  isLivemode: async () => false,
  verifyStripeEvent: async (body: string) => JSON.parse(body),
  fetchEvent: async () => undefined,
};

/**
 * For a file of tests, at whose end all is put back that this puts in its place.
 * @param handler of functions/stripeEvents/stripeWebhook.ts, imported after its mocks
 */
export function memoryBilling(handler: (event: never, context: Context) => Promise<unknown>): Billing {
  const environment = {
    FUNCTION_ID: "stripeEvents/stripeWebhook",
    ORIGIN_HASHES,
    TABLE_DIRECTORY: "directory",
    TABLE_EVENTS: "events",
    TABLE_GRANTS: "grants",
    TABLE_SEATS: "seats",
    TABLE_PROMOTIONS: "promotions",
    TABLE_USERS: "users",
    MAIL_QUEUE_URL: "mail",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  for (const level of ["info", "warn"] as const) vi.spyOn(console, level).mockReturnValue();
  vi.spyOn(console, "error").mockImplementation((line) => void billing.errors.push(String(line)));
  // The loser of a race waits a random while; here nothing waits.
  vi.spyOn(Math, "random").mockReturnValue(0);
  const rows = memoryDynamo(wire);
  const { mails } = memoryQueue(wire);
  const billing: Billing = {
    network: wire,
    rows,
    mails,
    errors: [],
    stripe: copied(EMPTY_STRIPE),
    reset(world) {
      wire.plan();
      wire.turn = undefined;
      rows.clear();
      mails.length = 0;
      billing.errors.length = 0;
      billing.stripe = copied({ ...EMPTY_STRIPE, ...world });
    },
    async deliver({ id, type, object }) {
      const event = { id, type, livemode: false, created: NOW_SECONDS, data: { object: { id: object } } };
      const request = {
        headers: { "content-type": "application/json", "x-origin-secret": "origin" },
        body: JSON.stringify(event),
      };
      const answer = await handler(request as never, { awsRequestId: "request" } as Context);
      return (answer as { statusCode: number }).statusCode;
    },
  };
  current = billing;
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  return billing;
}
