import { nonceAt } from "./clock.ts";
import type { Clock, Crypto, Fetch } from "./ports.ts";
import type { Trust } from "./trust.ts";
import { type Fields, fieldsOf, isTime, parseJson, textOf } from "./wire.ts";

/** A call's outcome. `unreached`: no answer arrived that is provably the service's, or it was incomplete or a 5xx. */
export type Outcome<T> =
  | { kind: "answer"; value: T; told: Told }
  | {
      kind: "refusal";
      code: string;
      message: string;
      /** The wrong field of the request, such as `entries.3.title`; empty if the service names none. */
      field: string;
      retryAt: Date | null;
      told: Told;
    }
  | { kind: "unreached" };

/** The service's time, and the signed answer that proves it. */
export type Told = { serverTime: number; proof: string };

export type Reach = {
  baseUrl: string;
  fetch: Fetch;
  trust: Trust;
  crypto: Crypto;
  clock: Clock;
  /** Receives the statements that named a new key, to be stored. */
  onChain(links: string[]): void;
};

const UNREACHED = { kind: "unreached" } as const;
const TIMEOUT = 20_000;
const MAX_ANSWER = 256 * 1024;

export type Call = <T>(
  path: string,
  body: Fields,
  read: (fields: Fields) => T | undefined,
  signal?: AbortSignal,
) => Promise<Outcome<T>>;

/**
 * Calls the service. Never throws. Only an answer that the service signed for this request counts. The answers of
 * portals, proxies and firewalls are `unreached`, and so are redirects, broken JSON and intercepted TLS.
 */
export function connect({ baseUrl, fetch, trust, crypto, clock, onChain }: Reach): Call {
  const base = baseUrl.replace(/\/+$/, "");

  async function send(path: string, body: Fields | undefined, signal: AbortSignal | undefined) {
    const timeout = AbortSignal.timeout(TIMEOUT);
    const ended = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
    ended.throwIfAborted();
    const request = async () => {
      const response = await fetch(base + path, {
        method: body === undefined ? "GET" : "POST",
        headers: { accept: "application/json", "content-type": "application/json" },
        signal: ended,
        redirect: "manual",
        ...(body === undefined ? { cache: "reload" as const } : { body: JSON.stringify(body) }),
      });
      const text = await readText(response);
      return { status: response.status, proof: response.headers.get("license-proof") ?? "", text };
    };
    // An application's `fetch` may ignore the signal.
    const aborted = new Promise<never>((_, reject) => {
      ended.addEventListener("abort", reject);
    });
    return Promise.race([request(), aborted]);
  }

  async function learnKeyOf(proof: string, signal: AbortSignal | undefined): Promise<void> {
    if (proof === "" || trust.knows(proof)) return;
    const { chain } = fieldsOf(parseJson((await send("/api/license/keys.json", undefined, signal)).text));
    const links = Array.isArray(chain) ? trust.follow(chain.map(textOf)) : [];
    if (links.length > 0) onChain(links);
  }

  return async (path, body, read, signal) => {
    try {
      const nonce = nonceAt(crypto.randomId(), clock.now());
      const { status, proof, text } = await send(path, { ...body, nonce }, signal);
      await learnKeyOf(proof, signal);
      const serverTime = trust.timeOfAnswer({ proof, nonce, path, status, body: text });
      if (serverTime === undefined) return UNREACHED;
      const told = { serverTime, proof };
      const fields = fieldsOf(parseJson(text));
      if (status === 200) {
        const value = read(fields);
        return value === undefined ? UNREACHED : { kind: "answer", value, told };
      }
      const code = textOf(fields.code);
      if (status >= 500 || code === "") return UNREACHED;
      return {
        kind: "refusal",
        code,
        message: textOf(fields.error),
        field: textOf(fields.field),
        retryAt: retryAtOf(fieldsOf(fields.details), serverTime),
        told,
      };
    } catch {
      return UNREACHED;
    }
  };
}

/** Reads no more than the service's longest answer: another server might send without end. */
async function readText(response: Awaited<ReturnType<Fetch>>): Promise<string> {
  const { body } = response as { body?: AsyncIterable<Uint8Array> };
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > MAX_ANSWER) throw new Error("too long");
    parts.push(part);
  }
  return body ? Buffer.concat(parts).toString() : response.text();
}

function retryAtOf(details: Fields, serverTime: number): Date | null {
  const at = Date.parse(textOf(details.retry_at) || textOf(details.next_reset_utc));
  const time = Number.isNaN(at) ? serverTime + Number(details.retry_after_seconds) * 1000 : at;
  return isTime(Math.floor(time / 1000)) ? new Date(time) : null;
}
