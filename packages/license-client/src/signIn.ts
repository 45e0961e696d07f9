import type { CallOptions, Parts, Result, SignInCode } from "./api.ts";
import { DONE, type Ended, NOT_REACHED, refused, tell } from "./ended.ts";
import type { Keeper } from "./keeper.ts";
import { type Seat, secretOf } from "./seat.ts";
import type { Call } from "./service.ts";
import type { Read } from "./store.ts";
import { type Fields, fieldsOf, type Leased, readLeased, textOf } from "./wire.ts";

const SECOND = 1000;
/** Between two polls where the service names no pause; RFC 8628, section 3.5. */
const INTERVAL = 5;
const MAX_INTERVAL = 60;

type Started = { deviceCode: string; userCode: string; url: string; expiresIn: number; interval: number };

/** @param site where the service answers: a page elsewhere is never opened */
function readStarted(fields: Fields, site: string): Started | undefined {
  const path = textOf(fields.verificationUriComplete);
  const page = URL.canParse(path, site) ? new URL(path, site) : undefined;
  const started = {
    deviceCode: textOf(fields.deviceCode),
    userCode: textOf(fields.userCode),
    url: page?.origin === new URL(site).origin ? page.href : "",
    expiresIn: secondsOf(fields.expiresIn, 600),
    interval: secondsOf(fields.interval, INTERVAL),
  };
  return started.deviceCode && started.userCode && started.url ? started : undefined;
}

/** No service makes a client poll without a pause, or wait for ever. */
const secondsOf = (value: unknown, otherwise: number): number =>
  typeof value === "number" && value >= 1 && value <= 3600 ? value : otherwise;

type Answer = { status: string; interval: number; licenseKey: string; leased: Leased | undefined };

const readAnswer = (fields: Fields): Answer | undefined => {
  const { status, interval, licenseKey, leased } = fields;
  const answer = {
    status: textOf(status),
    interval: secondsOf(interval, INTERVAL),
    licenseKey: textOf(licenseKey),
    leased: readLeased(fieldsOf(leased)),
  };
  return answer.status === "approved" && !(answer.leased && answer.licenseKey) ? undefined : answer;
};

const EXPIRED = refused({
  code: "EXPIRED_TOKEN",
  message: "The code has expired. Sign in again.",
  retryAt: null,
});
const ENDS: Readonly<Record<string, Ended>> = {
  denied: refused({
    code: "ACCESS_DENIED",
    message: "The request was denied in the browser.",
    retryAt: null,
  }),
  expired: EXPIRED,
};

type Tools = { parts: Parts; call: Call; keeper: Keeper; seat: Seat };
type Work = (read: Read) => Promise<Ended>;
const say =
  (ended: Ended): Work =>
  async () =>
    ended;

/** Activates as RFC 8628 has it. Nothing is locked while the customer takes their time. */
export function signInWith({ parts, call, keeper, seat }: Tools) {
  const wait = (seconds: number, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve) => {
      const end = () => {
        cancel();
        signal?.removeEventListener("abort", end);
        resolve();
      };
      const cancel = parts.timers(seconds * SECOND, end);
      signal?.addEventListener("abort", end);
    });

  /** @returns what ends the wait; undefined while there is no answer */
  async function answer(
    deviceCode: string,
    next: { interval: number },
    signal: AbortSignal | undefined,
  ): Promise<Work | undefined> {
    const outcome = await call("/api/license/sign-in/poll", { deviceCode }, readAnswer, signal);
    if (outcome.kind === "refusal" && outcome.code !== "RATE_LIMITED") return say(refused(outcome));
    if (outcome.kind !== "answer") {
      // A proxy that hiccups costs nothing: the customer may have approved already.
      next.interval = Math.min(next.interval * 2, MAX_INTERVAL);
      return undefined;
    }
    const { status, interval, licenseKey, leased } = outcome.value;
    next.interval = interval;
    if (leased)
      return async ({ kept }) =>
        (await seat.accept(kept, licenseKey, leased, outcome.serverTime)) ? DONE : NOT_REACHED;
    const ended = ENDS[status];
    return ended && say(ended);
  }

  return async (show: (code: SignInCode) => void, { signal }: CallOptions = {}): Promise<Result> => {
    const found: { started?: Started } = {};
    const result = await keeper.alone(async ({ kept }) => {
      // Written before a seat can be taken: a full disk must refuse, and the old secret will be used up.
      await keeper.save(secretOf(kept) ? { ...kept, attempt: { kind: "activate" } } : kept);
      const outcome = await call(
        "/api/license/sign-in/start",
        seat.computer,
        (fields) => readStarted(fields, parts.service.url),
        signal,
      );
      if (outcome.kind === "refusal") return refused(outcome);
      if (outcome.kind === "unreached") return seat.unreached(kept);
      found.started = outcome.value;
      return DONE;
    }, signal);
    if (!found.started) return result;
    const { deviceCode, userCode, url: urlWithCode, expiresIn, interval } = found.started;
    const [url = ""] = urlWithCode.split("?");
    const { clock } = parts;
    const until = clock.ticks() + expiresIn * SECOND;
    const expiresAt = new Date(clock.now() + expiresIn * SECOND);
    tell(() => show({ userCode, url, urlWithCode, expiresAt }));
    for (const next = { interval }; clock.ticks() < until; ) {
      if (!signal?.aborted) await wait(next.interval, signal);
      if (signal?.aborted) return keeper.alone(say({ outcome: "aborted", refusal: null }));
      const work = await answer(deviceCode, next, signal);
      if (work) return keeper.alone(work);
    }
    return keeper.alone(say(EXPIRED));
  };
}
