import { ENDPOINTS, type EndpointId } from "#shared/endpoints.ts";
import { SECOND } from "#shared/instant.ts";
import { operations } from "#stripe-sandbox";
import { clock } from "../../simulation/determinism.ts";
import { Random } from "../../simulation/random.ts";
import { type Caller, setViewer } from "../../simulation/requests.ts";
import type { ScheduledId } from "../../simulation/schedules.ts";
import type { Fault, Outage, Service } from "../../simulation/wire.ts";
import type { World } from "../world.ts";

/**
 * Answers the HTTP calls of the helpers in test/support from the world in this process: calls of the API, of the
 * stack's control, of its mailbox, and of the control of Stripe's sandbox. So a story that was written for a stack
 * runs without a stack.
 */

export const API = "http://api.world";
export const CONTROL = "http://control.world";
export const MAIL = "http://mail.world";
export const STRIPE = "http://stripe.world";

/** Makes all sign-ins recent, in place of a reset of the clock: the world's clock never moves back. */
function signInAnew(): void {
  for (const [token, caller] of signIns) signIns.set(token, { ...caller, signedInAt: clock.now() });
}

type Body = Record<string, unknown>;
/** @returns the answer's body, or undefined if it is empty */
type Handler = (body: Body, names: readonly string[]) => unknown;

/** The sign-ins by access token. */
export const signIns = new Map<string, Caller>();

const MODES: Readonly<Record<string, Fault["kind"]>> = {
  refuse: "refused",
  lost: "lost",
  "kill-before": "killed before",
  "kill-after": "killed after",
};
const DELIVERIES = { normal: "delivered", paused: "held", duplicate: "twice", shuffle: "shuffled" } as const;

/** @returns a pattern for requests of a Stripe operation, such as `POST /v1/transfers`; names of other services unchanged */
function operationOf(service: Service, name: string | undefined): Outage["operation"] {
  const known = service === "stripe" ? operations.find((one) => one.name === name) : undefined;
  if (name !== undefined && service === "stripe" && !known) throw new Error(`Stripe has no ${name}`);
  return known ? new RegExp(`^${known.method} ${known.path.replaceAll(/:\w+/g, "[^/]+")}$`) : name;
}

function outageOf({ service, operation, mode, times, probability, seed, function: id }: Body): Outage {
  const kind = MODES[String(mode)];
  if (!kind) throw new Error(`The world has no fault called ${mode}`);
  const random = new Random(Number(seed ?? 1));
  const named = operationOf(service as Service, operation as string | undefined);
  return {
    service: service as Service,
    kind,
    ...(named === undefined ? {} : { operation: named }),
    ...(id === undefined ? {} : { function: String(id) }),
    ...(times === undefined ? {} : { times: Number(times) }),
    ...(probability === undefined ? {} : { chance: () => random.chance(Number(probability)) }),
  };
}

function routesOf(world: World): readonly (readonly [RegExp, Handler])[] {
  const { shop } = world;
  const stripe: Readonly<Record<string, Handler>> = {
    "checkout/(\\w+)/pay": (body, [id = ""]) => world.acts.payCheckout(id, body),
    "checkout/(\\w+)/pay_later": (_body, [id = ""]) => world.acts.payCheckoutLater(id),
    "checkout/(\\w+)/settle": ({ outcome }, [id = ""]) =>
      world.acts.settleCheckout(id, outcome as "succeeded" | "failed"),
    disputes: ({ charge, reason = "fraudulent" }) =>
      world.acts.openDispute(String(charge), reason as "fraudulent"),
    early_fraud_warnings: ({ charge, fraud_type = "misc" }) =>
      world.acts.warnOfFraud(String(charge), fraud_type as "misc"),
    "disputes/(\\w+)/close": ({ outcome }, [id = ""]) =>
      world.acts.closeDispute(id, outcome as "won" | "lost"),
    "refunds/(\\w+)/fail": (_body, [id = ""]) => world.acts.failRefund(id),
    balance: ({ amount }) =>
      world.acts.bookMoney({ amount: Number(amount), currency: "usd", type: "topup", source: "tu_world" }),
    "accounts/(\\w+)/enable": (_body, [id = ""]) => world.acts.completeOnboarding(id),
    "accounts/(\\w+)/restrict": (_body, [id = ""]) => world.acts.restrictAccount(id),
    delivery: ({ mode }) => {
      shop.stripe.webhooks = DELIVERIES[mode as keyof typeof DELIVERIES];
    },
    "delivery/flush": () => {},
  };
  const control: Readonly<Record<string, Handler>> = {
    settle: () => world.settle(),
    clock: ({ advanceSeconds, reset }) =>
      reset ? signInAnew() : world.days(Number(advanceSeconds) / (24 * 60 * 60)),
    viewer: (body) => setViewer(body as Parameters<typeof setViewer>[0]),
    faults: (body) => world.breaks(outageOf(body)),
    "schedules/(.+)/run": async (_body, [id = ""]) => ({ payload: await world.run(id as ScheduledId) }),
  };
  const below = (start: string, routes: Readonly<Record<string, Handler>>) =>
    Object.entries(routes).map(([path, handler]) => [new RegExp(`^${start}/${path}$`), handler] as const);
  return [...below(`${STRIPE}/_control`, stripe), ...below(CONTROL, control)];
}

/** The paths of the API, the most specific first. */
const PATHS = Object.entries(ENDPOINTS)
  .map(([id, { method, path }]) => ({
    id: id as EndpointId,
    method,
    names: [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = ""]) => name),
    path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "([^/]+)").replaceAll(/\{\w+\+\}/g, "(.+)")}$`),
  }))
  .toSorted((one, other) => one.names.length - other.names.length);

async function callApi(world: World, url: URL, init: RequestInit): Promise<Response> {
  const found = PATHS.find(({ method, path }) => method === init.method && path.test(url.pathname));
  if (!found) throw new Error(`The API has no ${init.method} ${url.pathname}`);
  const given = found.path.exec(url.pathname)?.slice(1) ?? [];
  const input = {
    ...Object.fromEntries(url.searchParams),
    ...Object.fromEntries(found.names.map((name, at) => [name, decodeURIComponent(given[at] ?? "")])),
    ...(typeof init.body === "string" ? JSON.parse(init.body) : {}),
  };
  const token = new Headers(init.headers).get("authorization")?.slice("Bearer ".length);
  const caller = token === undefined ? undefined : signIns.get(token);
  if (token !== undefined && !caller) return Response.json({ code: "AUTH_ERROR" }, { status: 401 });
  const { status, body } = await world.call(found.id, input as never, caller);
  // If a function has died, the gateway answers 500.
  return Response.json(body, { status: status === 0 ? 500 : status });
}

/** Replaces `fetch`. */
export function answers(world: World): typeof fetch {
  const routes = routesOf(world);
  return async (target, init = {}) => {
    const url = new URL(String(target));
    const text = url.href;
    if (text.startsWith(API)) return callApi(world, url, init);
    if (text.startsWith(`${MAIL}/messages`))
      return Response.json(world.mails({ email: url.searchParams.get("to") ?? "" }));
    if (text === `${CONTROL}/faults` && init.method === "DELETE") {
      world.repair();
      return Response.json({});
    }
    if (text === `${CONTROL}/clock` && init.method === undefined)
      return Response.json({ now: new Date(clock.now()).toISOString(), offsetSeconds: clock.now() / SECOND });
    for (const [path, handler] of routes) {
      const names = path.exec(text)?.slice(1);
      if (!names) continue;
      const body = typeof init.body === "string" ? JSON.parse(init.body) : {};
      return Response.json((await handler(body, names)) ?? {});
    }
    // The site is not part of the world, so the probe always finds it available.
    if (text.startsWith("https://shop.example")) return Response.json({});
    throw new Error(`The world does not answer ${init.method ?? "GET"} ${text}`);
  };
}
