import http from "node:http";

/**
 * Three exports of `node:http` belong to Node's fetch, and importing the module reads them all. That would load fetch
 * at each start and take a quarter of the start's time. Functions find the same three in the global scope.
 */
const OF_FETCH = ["WebSocket", "CloseEvent", "MessageEvent"];

export function keepFetchLazy(): void {
  for (const name of OF_FETCH) Object.defineProperty(http, name, { value: undefined });
}
