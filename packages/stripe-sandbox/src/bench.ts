import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { type StripeOptions, type StripeSandbox, startStripe } from "./server.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export type Received = { event: Stripe.Event; headers: Record<string, string>; body: string };

/** A sandbox with a separate clock, a connected SDK and receivers of webhooks. */
export type Bench = {
  sandbox: StripeSandbox;
  stripe: Stripe;
  now(): number;
  forward(by: { days?: number; hours?: number; minutes?: number }): Promise<void>;
  control(path: string, body?: object): Promise<Record<string, unknown>>;
  form(url: string, fields: Record<string, string>): Promise<Response>;
  /** @param connect receives connected accounts' events instead of the platform's */
  listen(types?: string[], connect?: boolean): Promise<Hook>;
  close(): Promise<void>;
};

export type Hook = {
  endpoint: Stripe.WebhookEndpoint;
  secret: string;
  received: Received[];
  types(): string[];
  /** Sets the statuses of the next answers to deliveries. */
  answerWith(...statuses: number[]): void;
};

export async function startBench(options: Partial<StripeOptions> & { at?: string } = {}): Promise<Bench> {
  const { at, ...given } = options;
  let time = Date.parse(at ?? "2027-03-10T09:00:00Z");
  const sandbox = await startStripe({ port: 0, now: () => new Date(time), ...given });
  const stripe = clientFor(sandbox);
  const servers: Server[] = [];

  return {
    sandbox,
    stripe,
    now: () => time / 1000,
    async forward({ days = 0, hours = 0, minutes = 0 }) {
      time += days * DAY + hours * 60 * MINUTE + minutes * MINUTE;
      await sandbox.advanceTo(new Date(time));
    },
    async control(path, body) {
      const answer = await fetch(`${sandbox.url}/_control/${path}`, {
        method: "POST",
        body: JSON.stringify(body ?? {}),
      });
      return (await answer.json()) as Record<string, unknown>;
    },
    form: (url, fields) =>
      fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) }),
    async listen(types = ["*"], connect = false) {
      const received: Received[] = [];
      const statuses: number[] = [];
      const server = createServer((request, response) => {
        let body = "";
        request.on("data", (chunk) => {
          body += chunk;
        });
        request.on("end", () => {
          const headers = Object.fromEntries(
            Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
          );
          received.push({ event: JSON.parse(body), headers, body });
          response.writeHead(statuses.shift() ?? 200).end("ok");
        });
      });
      servers.push(server);
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      const { port } = server.address() as AddressInfo;
      const endpoint = await stripe.webhookEndpoints.create({
        url: `http://127.0.0.1:${port}/hook`,
        enabled_events: types as ["*"],
        connect,
      });
      return {
        endpoint,
        secret: endpoint.secret ?? "",
        received,
        types: () => received.map(({ event }) => event.type),
        answerWith: (...next) => void statuses.push(...next),
      };
    },
    async close() {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await sandbox.close();
    },
  };
}

export function clientFor(sandbox: StripeSandbox, more: Partial<Stripe.StripeConfig> = {}): Stripe {
  const url = new URL(sandbox.url);
  return new Stripe(sandbox.secretKey, {
    host: url.hostname,
    port: url.port,
    protocol: "http",
    maxNetworkRetries: 0,
    ...more,
  });
}
