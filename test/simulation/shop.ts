import { ASIDE, QUEUE_CONSUMERS } from "../../infra/events.ts";
import { CATALOG } from "../../shared/catalog/catalog.ts";
import { ENDPOINTS, type EndpointId } from "../../shared/endpoints.ts";
import { errorsOf } from "../../shared/errorsOf.ts";
import { Mail } from "../../shared/mail/mail.ts";
import { operatorRow } from "../support/memory/operator.ts";
import { Database } from "./database.ts";
import { clock } from "./determinism.ts";
import { deploy } from "./environment.ts";
import { Functions } from "./functions.ts";
import { untruths } from "./invariants/mails.ts";
import type { Random } from "./random.ts";
import { type Caller, callOf, clickOf, confirmationOf, scriptOf, sessionOf, type Visit } from "./requests.ts";
import { type ScheduledId, Schedules } from "./schedules.ts";
import { type Scripted, traceOf } from "./scripted.ts";
import { Services } from "./services.ts";
import { Sources, type Trouble } from "./sources.ts";
import { StripeSide } from "./stripe.ts";
import { recordUse } from "./usage.ts";
import { type Fault, race } from "./wire.ts";

const TRIAL_DAYS = 14;

export type Answer = { status: number; body: Record<string, unknown> };

/** The whole shop in one process: the real functions with all services in memory. */
export class Shop {
  readonly database = new Database();
  readonly services = new Services();
  readonly stripe = new StripeSide();
  /** Calls that answered 500 without a fault. */
  readonly failures: string[] = [];
  /** Untrue statements of the shop that a step or a mail revealed. */
  readonly untrue: string[] = [];
  /** Calls with API keys, oldest first. */
  readonly scripted: Scripted[] = [];
  readonly #functions = new Functions();
  readonly #sources = new Sources(this.#functions, this.services, this.stripe);
  readonly #schedules = new Schedules(this.#functions, this.#sources, this.database, this.stripe);
  /** Queued mails, by id. */
  readonly mailed = new Map<string, Mail>();
  #isTrying = false;

  async load(): Promise<void> {
    this.database.connect();
    this.services.connect();
    this.stripe.connect();
    recordUse();
    // The site is not part of the simulation, so the probe always succeeds and no request leaves this process.
    globalThis.fetch = async () => Response.json({});
    await this.#functions.load();
    this.services.onInvoke = (id, event) => this.#functions.invoke(id as EndpointId, event);
    this.database.onChange = (change) => this.#sources.noteChange(change);
    this.services.onMessage = (queue, body) => {
      if (queue === QUEUE_CONSUMERS["mail/deliver"].queue) this.#checkMail(JSON.parse(body));
    };
  }

  /**
   * Opens an empty shop at the start time.
   * @param sellsAll whether to switch on everything that an operator can switch on
   * @param isRarer see `Schedules`
   */
  async open({ sellsAll = true, isRarer = true } = {}): Promise<void> {
    this.database.clear();
    this.services.clear();
    this.#sources.clear();
    this.failures.length = 0;
    this.untrue.length = 0;
    this.scripted.length = 0;
    this.mailed.clear();
    await deploy(this.services, this.stripe);
    if (sellsAll) this.#switchOn();
    this.#schedules.begin(isRarer);
  }

  /** Switches on the yearly plan, the trial, teams and the credit for unused days. */
  #switchOn(): void {
    const yearly = { id: this.stripe.prices.yearly, cents: CATALOG.yearly.price };
    this.database.put("Events", {
      pk: "plans",
      sk: "effect",
      prices: { yearly },
      trialDays: TRIAL_DAYS,
      teams: true,
      version: 1,
    });
    this.database.put("Events", { pk: "lifetime-credit", sk: "effect", given: true, version: 1 });
  }

  /** Messages and records that failed every attempt. An invariant requires that there are none. */
  get deadLetters(): readonly string[] {
    return [...this.#sources.deadLetters, ...(this.services.queues.get(ASIDE) ?? [])];
  }

  /** Checks a mail's statements. Each id is sent once, so only the first mail of an id must be true. */
  #checkMail(message: object): void {
    // This message starts the next turn of a mailing or of waiting mail.
    if ("mailing" in message || "waiting" in message) return;
    const mail = Mail.parse(message);
    if (this.mailed.has(mail.id) || this.#isTrying) return;
    this.mailed.set(mail.id, mail);
    const found = untruths(this, mail);
    if (found.length > 0) this.untrue.push(...this.#unlessBefore(() => untruths(this, mail), found));
  }

  /** During simultaneous calls, accepts statements that were true at Stripe before the race. */
  #unlessBefore(look: () => string[], found: string[]): string[] {
    if (this.#beforeTheRace === undefined) return found;
    const now = this.stripe.engine.keep();
    this.#beforeTheRace();
    const before = look();
    now();
    return before.length === 0 ? [] : found;
  }

  #beforeTheRace: (() => void) | undefined;

  async together(calls: readonly (() => Promise<unknown>)[], random: Random): Promise<void> {
    this.#beforeTheRace = this.stripe.engine.keep();
    await race(calls, random);
    this.#beforeTheRace = undefined;
  }

  /** Calls the API. @returns the answer, with the status 0 if it was lost */
  async call(id: EndpointId, caller: Caller | undefined, input: object = {}, fault?: Fault): Promise<Answer> {
    if (caller?.apiKey !== undefined) return this.#callByScript(id, caller.apiKey, input, fault);
    return this.#answered(id, await this.#functions.invoke(id, callOf(id, caller, input), fault), fault);
  }

  async #callByScript(id: EndpointId, apiKey: string, input: object, fault?: Fault): Promise<Answer> {
    const changes = traceOf(this);
    const event = scriptOf(id, apiKey, input);
    const answer = this.#answered(id, await this.#functions.invoke("apiKeys/call", event, fault), fault);
    this.scripted.push({
      id,
      apiKey,
      status: answer.status,
      wasTroubled: fault !== undefined,
      changes: changes(),
    });
    return answer;
  }

  #answered(id: EndpointId, answer: unknown, fault?: Fault): Answer {
    if (answer === "killed") return { status: 0, body: {} };
    const { statusCode, body } = answer as { statusCode: number; body: string };
    if (statusCode === 500 && fault === undefined) this.failures.push(`${id} answers 500: ${body}`);
    const said: Answer["body"] = body === "" ? {} : JSON.parse(body);
    const isListed = errorsOf(ENDPOINTS[id]).some((code) => code === said.code);
    if (statusCode >= 400 && !isListed)
      this.failures.push(`${id} answers ${said.code}, which it does not list`);
    return { status: statusCode, body: said };
  }

  /** A visitor's click on an affiliate's link. @returns the cookies that it sets */
  async click(link: string, visit: Visit = { country: "US" }): Promise<string[]> {
    const answer = await this.#functions.invoke("referrals/followLink", clickOf(link, visit));
    const { cookies = [] } = answer as { cookies?: string[] };
    return cookies.map((cookie) => cookie.split(";")[0] ?? "");
  }

  /** Starts the operator's session before the story. */
  letIn({ sub }: Caller): void {
    this.database.put("Users", operatorRow(sub));
  }

  async startSession(caller: Caller, cookies: readonly string[]): Promise<void> {
    await this.#functions.invoke("customers/startSession", sessionOf(caller, cookies));
  }

  async confirmed(
    sub: string,
    email: string,
    of: Parameters<typeof confirmationOf>[2] = "ConfirmSignUp",
  ): Promise<void> {
    await this.#functions.invoke("accounts/postConfirmation", confirmationOf(sub, email, of));
  }

  /** Posts a signed webhook from Stripe. @returns whether it was accepted */
  post(content: object | null): Promise<boolean> {
    return this.#sources.post(content);
  }

  /**
   * Delivers up to `most` waiting webhooks at once in a random order. Failed webhooks wait again.
   * @param fault affects the first webhook
   * @param meanwhile other work at the same time
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
      if (!(await this.#sources.post(event, index === 0 ? fault : undefined))) failed.push(event);
    });
    await this.together([...deliveries, ...meanwhile], random);
    this.stripe.deliveries.push(...failed);
  }

  /** Records a manual transfer for a payout. */
  noteDuplicate({ id, metadata }: { id: string; metadata: Readonly<Record<string, string>> }): void {
    const payoutId = metadata.payoutId ?? "";
    const payout = this.database
      .rows("Payouts")
      .find(({ sk, id }) => String(sk).startsWith("payout#") && id === payoutId);
    this.stripe.duplicates.set(id, { payoutId, reversedCents: Number(payout?.reversedCents ?? 0) });
  }

  /** Advances time by a second after sessions have ended, and treats all accounts as signed in again. */
  signInAgain(): void {
    clock.moveTo(clock.now() + 1000);
    for (const row of this.database.rows("Users"))
      if (row.sk === "account" && row.startedSessions)
        this.database.put("Users", { ...row, startedSessions: null });
  }

  /** Runs an attempt and then restores all its changes, including the time. */
  async tentatively<T>(attempt: () => Promise<T>): Promise<T> {
    const time = clock.keep();
    const rows = this.database.tentatively();
    const stripe = this.stripe.keep();
    const queues = new Map([...this.services.queues].map(([name, bodies]) => [name, [...bodies]]));
    this.#isTrying = true;
    try {
      return await attempt();
    } finally {
      this.#isTrying = false;
      time();
      rows();
      stripe();
      this.services.queues.clear();
      for (const [name, bodies] of queues) this.services.queues.set(name, bodies);
    }
  }

  /** Delivers all messages and changes. @param trouble a fault in one of the functions that run */
  settle(trouble?: Trouble): Promise<void> {
    return this.#sources.during(trouble, () => this.#sources.settle());
  }

  run(id: ScheduledId): Promise<unknown> {
    return this.#schedules.run(id);
  }

  reconcile(): Promise<void> {
    return this.#schedules.reconcile();
  }

  /** @param trouble a fault in one of the functions that run */
  advance(ms: number, trouble?: Trouble): Promise<void> {
    return this.#sources.during(trouble, () => this.#schedules.pass(ms));
  }
}
