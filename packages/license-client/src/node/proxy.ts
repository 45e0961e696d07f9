import http from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import type { Fetch } from "../ports.ts";

/** Node's `fetch` uses these only if the program started with NODE_USE_ENV_PROXY=1. */
const VARIABLES = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"];

/** `fetch` through the environment's proxy, if any, except to hosts in NO_PROXY. A proxy needs Node 22.21 or 24.5. */
export const nodeFetch: Fetch = async (url, init) =>
  VARIABLES.some((name) => process.env[name]) ? byProxy(url, init) : fetch(url, init);

const byProxy: Fetch = (url, { method, headers, body, signal }) => {
  const { request, Agent } = url.startsWith("https:") ? https : http;
  const agent = new Agent({ proxyEnv: process.env });
  return new Promise((resolve, reject) => {
    request(url, { method, headers, signal, agent }, (answer) => {
      const get = (name: string) => answer.headers[name]?.toString() ?? null;
      const read = { body: answer, text: () => text(answer) };
      resolve({ status: answer.statusCode ?? 0, headers: { get }, ...read });
    })
      .on("error", reject)
      .end(body);
  });
};
