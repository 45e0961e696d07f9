import http from "node:http";

/**
 * Three names of `node:http` come out of Node's fetch, and importing the module reads every name: each start of a
 * function that never calls fetch would load all of it, a quarter of the start's time. A function finds the same
 * three in the global scope.
 */
const OF_FETCH = ["WebSocket", "CloseEvent", "MessageEvent"];

/** Leaves fetch to be loaded by the first call of it. */
export function keepFetchLazy(): void {
  for (const name of OF_FETCH) Object.defineProperty(http, name, { value: undefined });
}
