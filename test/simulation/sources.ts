import { passes } from "#local-aws";
import { CONSUMER_IDS, QUEUE_CONSUMERS, STREAM_CONSUMER_IDS, STREAM_CONSUMERS } from "../../infra/events.ts";
import type { Change } from "../support/memory/tables.ts";
import { streamRecord } from "../support/streamRecord.ts";
import type { Functions } from "./functions.ts";
import { webhookOf } from "./requests.ts";
import type { Services } from "./services.ts";
import type { StripeSide } from "./stripe.ts";
import type { Fault } from "./wire.ts";

/** Number of attempts by Lambda and the queues before a message becomes a dead letter. */
export const MAX_ATTEMPTS = 5;

/** A fault in a function that runs without an API call. The first `skip` of these functions run without the fault. */
export type Trouble = { skip: number; fault: Fault };

/** Invokes the functions that run without an API call: for changed rows, queued messages and Stripe's webhooks. */
export class Sources {
  /** Messages and records that failed every attempt. */
  readonly deadLetters: string[] = [];
  readonly #functions: Functions;
  readonly #services: Services;
  readonly #stripe: StripeSide;
  readonly #attempts = new Map<string, number>();
  #changes: Change[] = [];
  #sequence = 0;
  #trouble: Trouble | undefined;

  constructor(functions: Functions, services: Services, stripe: StripeSide) {
    this.#functions = functions;
    this.#services = services;
    this.#stripe = stripe;
  }

  clear(): void {
    this.deadLetters.length = 0;
    this.#attempts.clear();
    this.#changes = [];
    this.#sequence = 0;
  }

  noteChange(change: Change): void {
    this.#changes.push(change);
  }

  /** Runs the work with trouble in one of the functions. */
  async during(trouble: Trouble | undefined, work: () => Promise<void>): Promise<void> {
    this.#trouble = trouble && { ...trouble };
    await work();
    this.#trouble = undefined;
  }

  /** @returns the fault for the function that runs now, if any */
  nextFault(): Fault | undefined {
    const trouble = this.#trouble;
    if (!trouble) return undefined;
    trouble.skip -= 1;
    if (trouble.skip >= 0) return undefined;
    this.#trouble = undefined;
    return trouble.fault;
  }

  /** Delivers messages and changes until none is left. */
  async settle(): Promise<void> {
    for (let round = 0; round < 10_000; round += 1) {
      if (await this.#followChanges()) continue;
      if (await this.#emptyQueues()) continue;
      if (await this.#deliverOne()) continue;
      return;
    }
    throw new Error("The shop does not settle. Some change or message keeps causing another one");
  }

  /** Posts a signed webhook from Stripe. @returns whether it was accepted */
  async post(content: object | null, fault?: Fault): Promise<boolean> {
    const event = webhookOf(this.#stripe.posted(content));
    const answer = await this.#functions.invoke("stripeEvents/stripeWebhook", event, fault);
    return answer !== "killed" && (answer as { statusCode: number }).statusCode === 200;
  }

  /** @returns whether to retry */
  #failed(what: string): boolean {
    const tried = (this.#attempts.get(what) ?? 0) + 1;
    this.#attempts.set(what, tried);
    if (tried < MAX_ATTEMPTS) return true;
    this.deadLetters.push(what);
    return false;
  }

  async #deliverOne(): Promise<boolean> {
    const { webhooks, deliveries } = this.#stripe;
    if (webhooks === "held") return false;
    const at = webhooks === "shuffled" ? Math.floor(Math.random() * deliveries.length) : 0;
    const [event] = deliveries.splice(at, 1);
    if (!event) return false;
    if (webhooks === "twice") await this.post(event);
    if (!(await this.post(event, this.nextFault())) && this.#failed(`webhook ${event.type} ${event.id}`))
      this.#stripe.deliveries.push(event);
    return true;
  }

  #nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
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
          const answer = (await this.#functions.invoke(id, { Records }, this.nextFault())) as
            | { batchItemFailures?: unknown[] }
            | "killed"
            | undefined;
          if (answer !== "killed" && (answer?.batchItemFailures ?? []).length === 0) break;
        } catch {
          // The loop retries the batch, as the stream does.
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
      const bodies = this.#services.queues.get(queue)?.splice(0, batchSize) ?? [];
      if (bodies.length === 0) continue;
      worked = true;
      const records = bodies.map((body, index) => ({ messageId: String(index), body }));
      const batchItemFailures = await this.#consume(id, records);
      for (const { itemIdentifier } of batchItemFailures) {
        const body = bodies[Number(itemIdentifier)] ?? "";
        if (this.#failed(`message ${queue} ${body}`)) this.#services.queues.get(queue)?.push(body);
      }
    }
    return worked;
  }

  /** @returns the messages that the queue delivers again, which are all of them if the function died */
  async #consume(
    id: (typeof CONSUMER_IDS)[number],
    records: { messageId: string; body: string }[],
  ): Promise<{ itemIdentifier: string }[]> {
    const all = records.map(({ messageId }) => ({ itemIdentifier: messageId }));
    const fault = this.nextFault();
    try {
      const answer = await this.#functions.invoke(id, { Records: records }, fault);
      return answer === "killed"
        ? all
        : (answer as { batchItemFailures: { itemIdentifier: string }[] }).batchItemFailures;
    } catch (error) {
      if (fault === undefined) throw error;
      return all;
    }
  }
}
