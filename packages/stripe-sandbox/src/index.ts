// biome-ignore-all lint/performance/noBarrelFile: the single entry point of a bundled package.
import { operations as everyOperation } from "./resources/all.ts";

export type { Acts, Movement, Paying } from "./acts.ts";
export { type Bench, type Hook, type Received, startBench } from "./bench.ts";
export type { StoredEvent } from "./core/hidden.ts";
export type { Store } from "./core/store.ts";
export { API_VERSION } from "./core/version.ts";
export { signWebhook } from "./events/signature.ts";
export type { Fault } from "./http/api.ts";
export { distinctRequests, readRecording } from "./http/readRecording.ts";
export { type Exchange, encodeForm } from "./http/recording.ts";
export { type EngineOptions, openEngine, type StripeEngine } from "./inProcess.ts";
export { type StripeOptions, type StripeSandbox, startStripe } from "./server.ts";

/** A call, named like the SDK's: `POST`, `/v1/customers/:id`, `customers.update`. */
export type OperationName = { readonly method: string; readonly path: string; readonly name: string };

export const operations: readonly OperationName[] = everyOperation.map(({ method, path, name }) => ({
  method,
  path,
  name,
}));
