import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { QUEUE_CONSUMERS, SCHEDULES, STREAM_CONSUMERS } from "../../infra/events.ts";
import { TABLES } from "../../infra/tables.ts";
import { timetable } from "../../local/aws/schedules/expression.ts";
import { passes } from "../../local/aws/sources/filters.ts";
import { originHashes } from "../../scripts/deploy/originHashes.ts";
import { ENDPOINTS, type EndpointId } from "../../shared/endpoints.ts";
import { Mail } from "../../shared/mail/mail.ts";
import { operatorClaims, operatorRow } from "../support/memory/operator.ts";
import { type Change, Database } from "./database.ts";
import { clock } from "./determinism.ts";
import {
  CONSUMER_IDS,
  CONTEXT,
  type FunctionId,
  loadFunctions,
  SCHEDULED_IDS,
  STREAM_CONSUMER_IDS,
  streamRecord,
} from "./functions.ts";
import { untruths } from "./invariants/mails.ts";
import type { Random } from "./random.ts";
import { Services } from "./services.ts";
import { SECRET_KEY, StripeSide } from "./stripe.ts";
import { type Fault, invoke, race } from "./wire.ts";

const ORIGIN_SECRET = "origin-secret";
const SITE = "https://shop.example";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Over a long time the jobs skip so much: on most days nothing happened since the last one. */
const SKIPPED = 3 * DAY;
/** Lambda's and the queues' own retries; what still fails then is a dead letter. */
const MAX_ATTEMPTS = 5;

export type Caller = { sub: string; operator?: true; signedInAt?: number };
const signedInAt = (caller: Caller) => Math.floor((caller.signedInAt ?? clock.now()) / 1000);
export type Answer = { status: number; body: Record<string, unknown> };
type ScheduledId = (typeof SCHEDULED_IDS)[number];

/**
 * Rarer than infra/events.ts has them, to save time. The sweep ends holds of half an hour. The probe asks whether the
 * site answers, and the figures touch neither money nor rights.
 */
const RARER: Readonly<Partial<Record<ScheduledId, string>>> = {
  "billing/sweepReservations": "rate(1 hour)",
  "diagnostics/probe": "rate(7 days)",
  "insights/refreshDue": "rate(1 day)",
};
const scheduleOf = (id: ScheduledId) => RARER[id] ?? SCHEDULES[id];
/** No run ends within its first calls here, so nothing is left to resume unless one died. */
const RESUMES = "billing/resumeReconciliation";

/** A fault that meets one of the functions that work on their own: the nth of them to run. */
export type Trouble = { skip: number; fault: Fault };

/** The whole shop in one process: the real functions, with everything around them in memory. */
export class Shop {
  readonly database = new Database();
  readonly services = new Services();
  readonly stripe = new StripeSide();
  /** What was given up after its last attempt. A separate invariant: nothing is ever given up. */
  readonly deadLetters: string[] = [];
  /** Calls that answered 500 although nothing was broken. */
  readonly failures: string[] = [];
  /** What the shop said and did not do, as a step or a mail found out. */
  readonly untrue: string[] = [];
  #functions: Awaited<ReturnType<typeof loadFunctions>> = new Map();
  #changes: Change[] = [];
  #sequence = 0;
  #opened = 0;
  #due = new Map<ScheduledId, number>();
  readonly #mailed = new Set<string>();
  #isTrying = false;

  async load(): Promise<void> {
    this.database.connect();
    this.services.connect();
    this.stripe.connect();
    // The site itself is not part of the simulation: the probe finds it well, and nothing leaves this process.
    globalThis.fetch = async () => Response.json({});
    this.#functions = await loadFunctions();
    this.database.onChange = (change) => void this.#changes.push(change);
    this.services.onMessage = (queue, body) => {
      if (queue === QUEUE_CONSUMERS["mail/deliver"].queue) this.#checkMail(Mail.parse(JSON.parse(body)));
    };
  }

  /** An empty shop that sells, at the beginning of its time. */
  async open(): Promise<void> {
    this.database.clear();
    this.services.clear();
    this.deadLetters.length = 0;
    this.failures.length = 0;
    this.untrue.length = 0;
    this.#mailed.clear();
    this.#attempts.clear();
    this.#changes = [];
    this.#sequence = 0;
    const { webhookSecret, connectSecret } = await this.stripe.start();
    this.#opened += 1;
    // A separate name for each world: functions keep a secret by its name.
    const secret = (name: string) => `${name}-${this.#opened}`;
    this.services.secrets.set(
      secret("stripe"),
      JSON.stringify({
        secretKey: SECRET_KEY,
        webhookSecrets: [webhookSecret],
        connectWebhookSecrets: [connectSecret],
      }),
    );
    this.services.secrets.set(secret("lease"), LEASE_SECRET);
    this.services.secrets.set(secret("mailbox"), "mailbox");
    Object.assign(process.env, {
      STAGE: "simulation",
      SITE_URL: SITE,
      ORIGIN_HASHES: originHashes(ORIGIN_SECRET),
      SECRET_STRIPE: secret("stripe"),
      SECRET_LEASE: secret("lease"),
      SECRET_MAILBOX: secret("mailbox"),
      PRICE_MONTHLY: this.stripe.prices.monthly,
      PRICE_LIFETIME: this.stripe.prices.lifetime,
      SECOND_FACTOR: "off",
      OPERATOR_POOL_ID: "operator-pool",
      USER_POOL_ID: "pool",
      MAIL_FROM: "shop@example.com",
      MAIL_SETTINGS: "mail",
      OPERATOR_EMAIL: "operator@example.com",
      DENIED_NETWORKS: "-",
      ...Object.fromEntries(Object.keys(TABLES).map((table) => [`TABLE_${table.toUpperCase()}`, table])),
      ...Object.fromEntries(
        Object.values(QUEUE_CONSUMERS).map(({ queue }) => [`${queue.toUpperCase()}_QUEUE_URL`, queue]),
      ),
    });
    this.#due = new Map(SCHEDULED_IDS.map((id) => [id, this.#nextRun(id)]));
  }

  /** A mail is sent once for its id, so only the first of an id has to be true. */
  #checkMail(mail: Mail): void {
    if (this.#mailed.has(mail.id) || this.#isTrying) return;
    this.#mailed.add(mail.id);
    const found = untruths(this, mail);
    if (found.length > 0) this.untrue.push(...this.#unlessBefore(() => untruths(this, mail), found));
  }

  /** Several calls run at once: what one of them has read of Stripe, another may have changed since. */
  #unlessBefore(look: () => string[], found: string[]): string[] {
    if (this.#beforeTheRace === undefined) return found;
    const now = this.stripe.store.keep();
    this.#beforeTheRace();
    const before = look();
    now();
    return before.length === 0 ? [] : found;
  }

  #beforeTheRace: (() => void) | undefined;

  async #race(works: readonly (() => Promise<unknown>)[], random: Random): Promise<void> {
    this.#beforeTheRace = this.stripe.store.keep();
    await race(works, random);
    this.#beforeTheRace = undefined;
  }

  #invoke(id: FunctionId, event: unknown, fault?: Fault): Promise<unknown> {
    const handler = this.#functions.get(id);
    if (!handler) throw new Error(`No function is called ${id}`);
    process.env.FUNCTION_ID = id;
    return invoke(() => handler(event, CONTEXT), fault);
  }

  /** A call of the API, as CloudFront and the gateway hand it over. 0: nobody heard an answer. */
  async call(id: EndpointId, caller: Caller | undefined, input: object = {}, fault?: Fault): Promise<Answer> {
    const { method, path } = ENDPOINTS[id];
    const names = [...path.matchAll(/\{(\w+)\+?\}/g)].map(([, name = ""]) => name);
    const strings = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
    const event = {
      headers: {
        "content-type": "application/json",
        "x-origin-secret": ORIGIN_SECRET,
        "cloudfront-viewer-address": "203.0.113.7:4000",
        "cloudfront-viewer-country": "US",
        "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0",
      },
      ...(method === "GET" ? { queryStringParameters: strings } : { body: JSON.stringify(input) }),
      pathParameters: Object.fromEntries(names.map((name) => [name, strings[name]])),
      requestContext: caller
        ? {
            authorizer: {
              jwt: {
                claims: {
                  sub: caller.sub,
                  token_use: "access",
                  auth_time: String(signedInAt(caller)),
                  ...(caller.operator ? operatorClaims(caller.sub, signedInAt(caller)) : {}),
                },
              },
            },
          }
        : {},
    };
    const answer = await this.#invoke(id, event, fault);
    if (answer === "killed") return { status: 0, body: {} };
    const { statusCode, body } = answer as { statusCode: number; body: string };
    if (statusCode === 500 && fault === undefined) this.failures.push(`${id} answers 500: ${body}`);
    return { status: statusCode, body: body === "" ? {} : JSON.parse(body) };
  }

  /** A visitor's click on an affiliate's link. @returns the cookies that it sets */
  async click(link: string): Promise<string[]> {
    const event = {
      headers: {
        "content-type": "application/json",
        "x-origin-secret": ORIGIN_SECRET,
        "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0",
      },
      pathParameters: { link },
      requestContext: {},
    };
    const { cookies } = (await this.#invoke("affiliates/followLink", event)) as { cookies?: string[] };
    return (cookies ?? []).map((cookie) => cookie.split(";")[0] ?? "");
  }

  /** The operator's session is started before the story begins. */
  letIn({ sub }: Caller): void {
    this.database.put("Users", operatorRow(sub));
  }

  /** The first call after a sign-in, with the cookies of the browser. */
  async startSession(caller: Caller, cookies: readonly string[]): Promise<void> {
    const claims = {
      sub: caller.sub,
      token_use: "access",
      auth_time: String(Math.floor(clock.now() / 1000)),
    };
    await this.#invoke("accounts/startSession", {
      headers: { "content-type": "application/json", "x-origin-secret": ORIGIN_SECRET },
      cookies,
      body: "{}",
      requestContext: { authorizer: { jwt: { claims } } },
    });
  }

  /** Cognito's trigger after a sign-up. */
  async confirmed(sub: string, email: string): Promise<void> {
    await this.#invoke("accounts/postConfirmation", {
      triggerSource: "PostConfirmation_ConfirmSignUp",
      request: { userAttributes: { sub, email } },
      response: {},
    });
  }

  #trouble: Trouble | undefined;

  /** @returns the fault for the function that runs now, where it is its turn */
  #nextFault(): Fault | undefined {
    const trouble = this.#trouble;
    if (!trouble) return undefined;
    trouble.skip -= 1;
    if (trouble.skip >= 0) return undefined;
    this.#trouble = undefined;
    return trouble.fault;
  }

  async #deliver(event: Parameters<StripeSide["posted"]>[0], fault?: Fault): Promise<boolean> {
    return this.post(event, fault);
  }

  /** What Stripe posts, signed. @returns whether it is accepted */
  async post(content: object | null, fault?: Fault): Promise<boolean> {
    const { body, signature } = this.stripe.posted(content);
    const answer = await this.#invoke(
      "billing/stripeWebhook",
      {
        headers: {
          "content-type": "application/json",
          "x-origin-secret": ORIGIN_SECRET,
          "stripe-signature": signature,
        },
        body,
        requestContext: {},
      },
      fault,
    );
    return answer !== "killed" && (answer as { statusCode: number }).statusCode === 200;
  }

  /**
   * Delivers up to `most` waiting webhooks at once, in an order that chance decides; what fails waits again.
   * @param fault meets the first of them
   * @param meanwhile what else runs at the same time
   */
  async deliverSome(
    most: number,
    random: Random,
    fault?: Fault,
    meanwhile: (() => Promise<void>)[] = [],
  ): Promise<void> {
    const picked = Array.from({ length: Math.min(most, this.stripe.deliveries.length) }, () =>
      this.stripe.deliveries.splice(random.below(this.stripe.deliveries.length), 1).slice(0, 1),
    ).flat();
    const failed: typeof picked = [];
    const deliveries = picked.map((event, index) => async () => {
      if (!(await this.#deliver(event, index === 0 ? fault : undefined))) failed.push(event);
    });
    await this.#race([...deliveries, ...meanwhile], random);
    this.stripe.deliveries.push(...failed);
  }

  /** An operator has made a transfer by hand that names a payout. */
  noteDuplicate({ id, metadata }: { id: string; metadata: Readonly<Record<string, string>> }): void {
    const payoutId = metadata.payoutId ?? "";
    const payout = this.database
      .rows("Payouts")
      .find(({ sk, id }) => String(sk).startsWith("payout#") && id === payoutId);
    this.stripe.duplicates.set(id, { payoutId, reversedCents: Number(payout?.reversedCents ?? 0) });
  }

  /** What ended a user's sessions is over: later callers have signed in again. */
  signInAgain(): void {
    clock.moveTo(clock.now() + 1000);
  }

  /** Several calls at once. */
  together(calls: (() => Promise<void>)[], random: Random): Promise<void> {
    return this.#race(calls, random);
  }

  /** Tries something out: whatever it changes is put back. */
  async tentatively<T>(attempt: () => Promise<T>): Promise<T> {
    const rows = this.database.tentatively();
    const stripe = this.stripe.keep();
    const queues = new Map([...this.services.queues].map(([name, bodies]) => [name, [...bodies]]));
    this.#isTrying = true;
    try {
      return await attempt();
    } finally {
      this.#isTrying = false;
      rows();
      stripe();
      this.services.queues.clear();
      for (const [name, bodies] of queues) this.services.queues.set(name, bodies);
    }
  }

  /** Nothing is left to deliver, no message and no change. @param trouble meets one of the functions on the way */
  async settle(trouble?: Trouble): Promise<void> {
    this.#trouble = trouble && { ...trouble };
    await this.#settle();
    this.#trouble = undefined;
  }

  async #settle(): Promise<void> {
    for (let round = 0; round < 10_000; round += 1) {
      if (await this.#followChanges()) continue;
      if (await this.#emptyQueues()) continue;
      if (await this.#deliverOne()) continue;
      return;
    }
    throw new Error("The shop does not settle: something leads to itself");
  }

  #nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  readonly #attempts = new Map<string, number>();

  /** @returns whether to try again */
  #failed(what: string): boolean {
    const tried = (this.#attempts.get(what) ?? 0) + 1;
    this.#attempts.set(what, tried);
    if (tried < MAX_ATTEMPTS) return true;
    this.deadLetters.push(what);
    return false;
  }

  async #deliverOne(): Promise<boolean> {
    const event = this.stripe.deliveries.shift();
    if (!event) return false;
    if (!(await this.#deliver(event, this.#nextFault())) && this.#failed(`webhook ${event.type} ${event.id}`))
      this.stripe.deliveries.push(event);
    return true;
  }

  async #followChanges(): Promise<boolean> {
    const changes = this.#changes;
    if (changes.length === 0) return false;
    this.#changes = [];
    for (const id of STREAM_CONSUMER_IDS) {
      const { tables, filters } = STREAM_CONSUMERS[id];
      const patterns = (filters as readonly object[]).map((filter) => JSON.stringify(filter));
      const Records = changes
        .filter(({ table }) => (tables as readonly string[]).includes(table))
        .map((change) => streamRecord(change, this.#nextSequence()))
        .filter((record) => passes(patterns, record));
      if (Records.length === 0) continue;
      for (;;) {
        try {
          const answer = (await this.#invoke(id, { Records }, this.#nextFault())) as
            | { batchItemFailures?: unknown[] }
            | "killed"
            | undefined;
          if (answer !== "killed" && (answer?.batchItemFailures ?? []).length === 0) break;
        } catch {
          // Tried again, as the stream does.
        }
        if (!this.#failed(`stream ${id} ${Records[0]?.eventID}`)) break;
      }
    }
    return true;
  }

  async #emptyQueues(): Promise<boolean> {
    let worked = false;
    for (const id of CONSUMER_IDS) {
      const { queue, batchSize } = QUEUE_CONSUMERS[id];
      const bodies = this.services.queues.get(queue)?.splice(0, batchSize) ?? [];
      if (bodies.length === 0) continue;
      worked = true;
      const records = bodies.map((body, index) => ({ messageId: String(index), body }));
      const batchItemFailures = await this.#consume(id, records);
      for (const { itemIdentifier } of batchItemFailures) {
        const body = bodies[Number(itemIdentifier)] ?? "";
        if (this.#failed(`message ${queue} ${body}`)) this.services.queues.get(queue)?.push(body);
      }
    }
    return worked;
  }

  /** @returns what the queue delivers again: all of it where the function died */
  async #consume(
    id: (typeof CONSUMER_IDS)[number],
    records: { messageId: string; body: string }[],
  ): Promise<{ itemIdentifier: string }[]> {
    const all = records.map(({ messageId }) => ({ itemIdentifier: messageId }));
    const fault = this.#nextFault();
    try {
      const answer = await this.#invoke(id, { Records: records }, fault);
      return answer === "killed"
        ? all
        : (answer as { batchItemFailures: { itemIdentifier: string }[] }).batchItemFailures;
    } catch (error) {
      if (fault === undefined) throw error;
      return all;
    }
  }

  /** Runs a scheduled function. Where a fault ends it, it runs once more, as Lambda's own retry does. */
  async run(id: ScheduledId, fault = this.#nextFault()): Promise<unknown> {
    if (id === RESUMES && !this.#hasUnfinishedReconciliation()) return undefined;
    try {
      const answer = await this.#invoke(id, {}, fault);
      if (answer !== "killed") return answer;
    } catch (error) {
      if (fault === undefined) throw error;
    }
    return this.#invoke(id, {});
  }

  #hasUnfinishedReconciliation(): boolean {
    const [place] = this.database.partition("Events", "reconciliation");
    return place !== undefined && place.finished !== true;
  }

  /** Runs reconciliation until every lost event was looked for. It leaves the last 15 minutes to webhooks. */
  async reconcile(): Promise<void> {
    for (let runs = 0; runs < MAX_ATTEMPTS && this.stripe.lost > 0; runs += 1) {
      const { lost } = this.stripe;
      clock.moveTo(clock.now() + 20 * MINUTE);
      this.stripe.catchUp();
      if (isFinished(await this.run("billing/reconcile"))) this.stripe.reconciled(lost);
      await this.settle();
    }
  }

  /** The next time by the function's schedule. @param after milliseconds from now on */
  #nextRun(id: ScheduledId, after = 0): number {
    const from = new Date(clock.now() + after);
    const next = timetable(scheduleOf(id)).next(from, new Date(Date.UTC(2026, 0, 1)));
    if (!next) throw new Error(`${id} is never due`);
    return next.getTime();
  }

  /**
   * Time passes: what is due on the way happens when it is due, and the shop settles after each.
   * @param trouble meets one of the functions on the way
   */
  async advance(ms: number, trouble?: Trouble): Promise<void> {
    this.#trouble = trouble && { ...trouble };
    await this.#pass(ms);
    this.#trouble = undefined;
  }

  async #pass(ms: number): Promise<void> {
    await this.#settle();
    const until = clock.now() + ms;
    const isFrequent = (id: ScheduledId) => id === RESUMES || SCHEDULES[id].startsWith("rate(");
    for (;;) {
      const stripe = this.stripe.nextDue() ?? Infinity;
      // Over a long time the frequent jobs run with the daily ones.
      const daily = Math.min(
        ...[...this.#due].filter(([id]) => ms < 12 * HOUR || !isFrequent(id)).map(([, at]) => at),
      );
      const next = Math.min(stripe, daily, until);
      clock.moveTo(next);
      this.stripe.catchUp();
      for (const [id, at] of this.#due) {
        if (at > clock.now()) continue;
        this.#due.set(id, this.#nextRun(id, ms > 2 * DAY ? SKIPPED : 0));
        await this.run(id);
      }
      await this.#settle();
      if (clock.now() >= until) return;
    }
  }
}

function isFinished(report: unknown): boolean {
  return typeof report === "object" && report !== null && "finished" in report && report.finished === true;
}

/** Made once a process: which key signs changes nothing that the simulation looks at. */
const LEASE_SECRET = (() => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const jwk = createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" })).export({ format: "jwk" });
  return JSON.stringify({ current: { ...jwk, kid: "simulation" }, previous: null });
})();
