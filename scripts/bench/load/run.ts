import autocannon from "autocannon";
import type { Asked, Kind } from "./mix.ts";

export type Went = { kind: Kind; times: number[]; refused: number; unanswered: number };
export type Load = { seconds: number; went: Map<Kind, Went> };

/** Longer than the gateway's timeout. */
const TIMEOUT_SECONDS = 35;

/**
 * Runs the lanes in parallel for this many seconds, each with one request at a time.
 * @param lanes each returns its next request
 */
export async function load(siteUrl: string, seconds: number, lanes: readonly (() => Asked)[]): Promise<Load> {
  const went = new Map<Kind, Went>();
  const of = (kind: Kind): Went => {
    const known = went.get(kind) ?? { kind, times: [], refused: 0, unanswered: 0 };
    went.set(kind, known);
    return known;
  };
  const started = performance.now();
  await Promise.all(lanes.map((next) => runLane(siteUrl, seconds, next, of)));
  return { seconds: (performance.now() - started) / 1000, went };
}

async function runLane(
  url: string,
  seconds: number,
  next: () => Asked,
  of: (kind: Kind) => Went,
): Promise<void> {
  let asked: Asked | undefined;
  let askedAt = 0;
  const unanswered = () => {
    if (asked !== undefined) of(asked.kind).unanswered += 1;
    asked = undefined;
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const options: autocannon.Options = {
    url,
    connections: 1,
    duration: seconds,
    timeout: TIMEOUT_SECONDS,
    requests: [
      {
        setupRequest: (request) => {
          unanswered();
          asked = next();
          askedAt = performance.now();
          const { method, path, headers, body } = asked;
          return {
            ...request,
            method,
            path,
            headers: { ...headers },
            ...(body === undefined ? {} : { body }),
          };
        },
        onResponse: (status, body) => {
          if (asked === undefined) return;
          const { kind, isExpected, answered } = asked;
          asked = undefined;
          of(kind).times.push(performance.now() - askedAt);
          if (isExpected(status)) answered(body);
          else of(kind).refused += 1;
        },
      },
    ],
  };
  autocannon(options, (error: unknown) => (error ? reject(error) : resolve()));
  // When the time is up, each lane's pending request is aborted and not counted.
  await promise;
}

/** Repeats a call after the faults have ended. @throws if the answer is still unexpected */
export async function insist(
  siteUrl: string,
  { path, method, headers, body, ...asked }: Asked,
): Promise<void> {
  const response = await fetch(siteUrl + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  if (!asked.isExpected(response.status)) throw new Error(`${path} answered ${response.status}: ${text}`);
  asked.answered(text);
}
