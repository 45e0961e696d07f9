import type { CallOptions, Parts, Result, SignInCode } from "./api.ts";
import { ABORTED, DONE, type Ended, NOT_REACHED, refused, tell } from "./ended.ts";
import type { Keeper } from "./keeper.ts";
import { type Seat, secretOf } from "./seat.ts";
import type { Call } from "./service.ts";
import type { Attempt, Kept, Read } from "./store.ts";
import { type Fields, fieldsOf, type Leased, readLeased, textOf } from "./wire.ts";

const SECOND = 1000;
/** The default pause between polls (RFC 8628, section 3.5). */
const INTERVAL = 5;
const MAX_INTERVAL = 60;

type Started = { deviceCode: string; userCode: string; url: string; expiresIn: number; interval: number };

/** @param site the service's address. An approval page on another site is refused. */
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

/** Ignores anything but 1 to 3,600 seconds: polls must pause, and waits must end. */
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
const DENIED = refused({
  code: "ACCESS_DENIED",
  message: "The request was denied in the browser.",
  retryAt: null,
});
const PENDING: Ended = { outcome: "done", refusal: null };
/** Answers that prove that no earlier poll was approved: the service repeats an approval until the request ends. */
const WITHOUT_SEAT: Readonly<Record<string, Ended>> = {
  pending: PENDING,
  slow_down: PENDING,
  denied: DENIED,
};

type Tools = { parts: Parts; call: Call; keeper: Keeper; seat: Seat };
/** `id` marks the stored attempt of these polls. `earlier` is the attempt that it replaced. */
type Request = { id: string; deviceCode: string; interval: number; earlier: Attempt | null };

/** Activates as in RFC 8628. Holds no lock while the customer decides. */
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

  /**
   * Stores the attempt before the poll, because an approval uses up the stored secret.
   * @returns the store, and a function that restores the earlier attempt
   */
  async function begin(kept: Kept, request: Request) {
    const { attempt } = kept;
    if (attempt?.kind !== "activate" || attempt.signIn !== request.id) request.earlier = attempt;
    if (!secretOf(kept)) return { asked: kept, restore: async () => {} };
    const asked = await keeper.save({ ...kept, attempt: { kind: "activate", signIn: request.id } });
    return { asked, restore: (attempt: Attempt | null) => keeper.save({ ...kept, attempt }) };
  }

  /** Polls once. A lost answer keeps the attempt open, because it may have been an approval. */
  async function poll({ kept }: Read, request: Request, signal: AbortSignal | undefined): Promise<Ended> {
    const { deviceCode } = request;
    const { asked, restore } = await begin(kept, request);
    const outcome = await call("/api/license/sign-in/poll", { deviceCode }, readAnswer, signal);
    if (outcome.kind === "refusal") await restore(kept.attempt);
    if (outcome.kind === "refusal" && outcome.code !== "RATE_LIMITED") return refused(outcome);
    if (outcome.kind !== "answer") {
      // A failed poll does not end the sign-in, because the customer may have approved already.
      request.interval = Math.min(request.interval * 2, MAX_INTERVAL);
      return PENDING;
    }
    const { status, interval, licenseKey, leased } = outcome.value;
    request.interval = interval;
    if (leased) return (await seat.accept(asked, licenseKey, leased, outcome.told)) ? DONE : NOT_REACHED;
    const ended = Object.hasOwn(WITHOUT_SEAT, status) ? WITHOUT_SEAT[status] : undefined;
    await restore(ended ? request.earlier : kept.attempt);
    return ended ?? (status === "expired" ? EXPIRED : PENDING);
  }

  return async (show: (code: SignInCode) => void, { signal }: CallOptions = {}): Promise<Result> => {
    const found: { started?: Started } = {};
    const result = await keeper.alone(async ({ kept }) => {
      // Fails on a full disk before the customer has to act.
      await keeper.save(kept);
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
    const request = { id: parts.crypto.randomId(), deviceCode, interval, earlier: null };
    while (clock.ticks() < until) {
      if (!signal?.aborted) await wait(request.interval, signal);
      if (signal?.aborted) return keeper.result(ABORTED);
      const ended = await keeper.run((read) => poll(read, request, signal), signal);
      if (ended !== PENDING) return keeper.result(ended);
    }
    return keeper.result(EXPIRED);
  };
}
