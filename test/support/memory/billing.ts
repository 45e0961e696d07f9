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

/** The billing server with the real handlers. Everything around them is in memory. */
export type Billing = {
  network: Network;
  rows: Rows;
  /** The mails in the queue. A mail that was sent to the queue twice is here twice. */
  mails: Mail[];
  stripe: StripeWorld;
  errors: string[];
  /** Clears all tables, mails and errors, and sets Stripe's data. */
  reset(world: Partial<StripeWorld>): void;
  /** Delivers an event. @returns the HTTP status that Stripe gets */
  deliver(event: { id: string; type: string; object: string }): Promise<number>;
};

export const NOW = new Date("2026-03-15T12:00:00.000Z");
export const NOW_SECONDS = NOW.getTime() / 1000;

let current: Billing | undefined;
const wire = network();
const client = memoryStripe(wire, () => {
  if (!current) throw new Error("Call memoryBilling() first");
  return current.stripe;
});

/** For `vi.mock("…/functions/platform/stripe.ts", () => stripePlatform)`, the only module that uses Stripe's SDK. */
export const stripePlatform = {
  stripe: async () => client,
  isLivemode: async () => false,
  verifyStripeEvent: async (body: string) => JSON.parse(body),
  fetchEvent: async () => undefined,
};

/**
 * Prepares a test file, and restores everything at the file's end.
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
  // The loser of a race waits for a random time, which is zero here.
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
