import type { Context } from "aws-lambda";
import { EVENT_HANDLER_IDS, type EventHandlerId } from "../../infra/events.ts";
import { ENDPOINTS, type EndpointId } from "../../shared/endpoints.ts";
import { asFunction } from "./usage.ts";
import { type Fault, invoke } from "./wire.ts";

export type FunctionId = EndpointId | EventHandlerId;
type Handler = (event: unknown, context: Context) => Promise<unknown>;

const RUN_MS = 15 * 60 * 1000;
const CONTEXT = {
  awsRequestId: "00000000-0000-4000-8000-000000000000",
  getRemainingTimeInMillis: () => RUN_MS,
} as Context;

export class Functions {
  readonly #handlers = new Map<FunctionId, Handler>();

  async load(): Promise<void> {
    const ids: FunctionId[] = [...(Object.keys(ENDPOINTS) as EndpointId[]), ...EVENT_HANDLER_IDS];
    for (const id of ids) {
      const file = new URL(`../../functions/${id}.ts`, import.meta.url).href;
      const module: { handler: Handler } = await import(/* @vite-ignore */ file);
      this.#handlers.set(id, module.handler);
    }
  }

  /** @returns "killed" if the fault ended the function */
  invoke(id: FunctionId, event: unknown, fault?: Fault): Promise<unknown> {
    const handler = this.#handlers.get(id);
    if (!handler) throw new Error(`There is no function ${id}`);
    process.env.FUNCTION_ID = id;
    return invoke(id, () => asFunction(id, () => handler(event, CONTEXT)), fault);
  }
}
