import { randomUUID } from "node:crypto";
import { report } from "#shared/activity/device.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { AppError } from "#shared/errors.ts";
import { MINUTE } from "#shared/instant.ts";
import { deactivate, refresh } from "#shared/licenses/device.ts";
import type { License } from "#shared/licenses/license.ts";
import type { SignIn } from "#shared/licenses/signInRow.ts";
import { parseInput } from "../../../functions/http/http.ts";
import {
  activateDevice,
  deactivateDevice,
  refreshDevice,
  requireHolder,
} from "../../../functions/licenses/devices/rules.ts";
import { explainKey, explainTo } from "../../../functions/licenses/explainingRules.ts";
import { leaseClaims } from "../../../functions/licenses/leaseRules.ts";
import { judge } from "../../../functions/licenses/rules.ts";
import { answered, newSignIn, poll } from "../../../functions/licenses/signIn/rules.ts";
import type { ApiEvent } from "../../../functions/platform/edge.ts";
import { hashSecret, newSecret, successorOf } from "../../../functions/platform/random.ts";
import type { Fetch } from "../../../packages/license-client/src/ports.ts";
import { type LeaseKeys, nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { LICENSE } from "../../functions/licenses/license.ts";
import { digestOf, publicOf, signToken } from "./sign.ts";

export const KEY = LICENSE.licenseKey;
export const ISSUER = "https://shop.example.com";
export const START = Date.parse("2026-03-15T12:00:00.000Z");

const textsOf = ({ fingerprint, computerName, os, appVersion }: SignIn) => ({
  fingerprint,
  computerName,
  os,
  appVersion,
});

type Body = Record<string, string> & { entries: { id: string; type: string; at: string }[] };

export type Answer = { status: number; proof: string | null; body: string };

/**
 * The license service with its real rules, but without a network, a database or a clock.
 * @param keys default: new keys
 */
export function createService(keys: LeaseKeys = nextLeaseKeys()) {
  const world = {
    license: LICENSE as License,
    keys,
    now: START,
    isDown: false,
    /** Every answer waits for this promise. */
    answersAfter: Promise.resolve(),
    /** The service does the work, but its answer gets lost. */
    losesAnswers: false,
    /** Refusals do not name the field. */
    hidesFields: false,
    /** Errors that replace the answer, by path. */
    failures: {} as Record<string, AppError>,
    /** An older copy of the public keys, as from a cache. */
    cachedKeys: undefined as LeaseKeys | undefined,
    /** Changes an answer on its way. */
    tamper: undefined as ((response: Answer, nonce: string) => Answer) | undefined,
    /** The open sign-in of a computer. */
    signIn: undefined as SignIn | undefined,
    /** The next answers to polls, in place of the rules' answers. Null loses the answer. */
    polls: [] as ({ status: string; interval?: number } | null)[],
    calls: [] as string[],
    reported: [] as Body["entries"],
  };
  const now = () => new Date(world.now);

  async function leased(secret: string) {
    const { license } = world;
    const { device } = license;
    if (!device?.leaseEndsAt) throw new Error("no lease");
    const claims = leaseClaims(license, device, device.leaseEndsAt, ISSUER, now());
    const lease = signToken(world.keys.current, "lease+jwt", claims);
    const { activationId } = device;
    const { tier, expiresAt } = license.entitlement;
    const warning = license.entitlement.pastDueSince === null ? null : "PAYMENT_PAST_DUE";
    return { code: "VALID", activationId, refreshSecret: secret, lease, tier, expiresAt, warning };
  }

  const proofOf = (body: Body) => ({
    fingerprint: body.fingerprint ?? "",
    activationId: body.activationId ?? "",
    secretHash: hashSecret(body.refreshSecret ?? ""),
  });

  /** Checks a body as the API does. @throws the API's error for an invalid body */
  const read = (contract: Endpoint, body: Body): void => {
    const headers = { "content-type": "application/json" };
    parseInput(contract, { headers, body: JSON.stringify(body) } as unknown as ApiEvent);
  };

  async function answer(path: string, body: Body): Promise<unknown> {
    const failure = world.failures[path];
    if (failure) throw failure;
    switch (path) {
      case "/api/license/keys.json": {
        const { current, previous, chain } = world.cachedKeys ?? world.keys;
        return { issuer: ISSUER, keys: [publicOf(current), ...(previous ? [previous] : [])], chain };
      }
      case "/api/license/activate": {
        const { secret, hash } = newSecret();
        const { fingerprint = "", computerName = "", os = "", appVersion = "" } = body;
        const device = {
          activationId: randomUUID(),
          fingerprint,
          secretHash: hash,
          computerName,
          os,
          appVersion,
        };
        world.license = activateDevice(
          world.license,
          { ...device, ipAddress: null, activatedAt: now().toISOString() },
          now(),
        );
        return leased(secret);
      }
      case "/api/license/sign-in/start": {
        const { fingerprint = "", computerName = "", os = "", appVersion = "" } = body;
        const computer = { fingerprint, computerName, os, appVersion, address: null, country: null };
        world.signIn = newSignIn({ ...computer, userCode: "WDJB-MJHT", secretHash: "" }, now());
        return {
          deviceCode: "WDJB-MJHT.secret",
          userCode: "WDJB-MJHT",
          verificationUri: "/activate",
          verificationUriComplete: "/activate?code=WDJB-MJHT",
          expiresIn: 600,
          interval: 5,
        };
      }
      case "/api/license/sign-in/poll": {
        const scripted = world.polls.shift();
        if (scripted === null) throw new TypeError("fetch failed");
        if (scripted && scripted.status !== "approved") return scripted;
        if (scripted) world.signIn = answered(world.signIn, "user", KEY, now());
        if (!world.signIn) return { status: "expired", interval: 5 };
        const { status, after } = poll(world.signIn, now());
        world.signIn = after;
        const interval = after.interval / 1000;
        if (status !== "approved") return { status, interval };
        const leased = await answer("/api/license/activate", Object.assign(body, textsOf(after)));
        return { status, interval, licenseKey: KEY, leased };
      }
      case "/api/license/refresh": {
        read(refresh, body);
        const next = successorOf(body.refreshSecret ?? "", body.attemptId ?? "");
        world.license = refreshDevice(world.license, proofOf(body), next.hash, now());
        return leased(next.secret);
      }
      case "/api/license/deactivate":
        read(deactivate, body);
        world.license = deactivateDevice(world.license, proofOf(body), now());
        return { code: "VALID", message: "left" };
      case "/api/license/validate": {
        const { code } = judge(world.license, body.fingerprint ?? "", now());
        return { valid: code === "VALID", code, message: code };
      }
      case "/api/license/explain": {
        const { licenseKey = "", fingerprint = "", activationId } = body;
        return licenseKey === KEY
          ? explainTo(world.license, { fingerprint, activationId }, now())
          : explainKey("NOT_FOUND");
      }
      case "/api/activity":
        read(report, body);
        requireHolder(world.license, proofOf(body));
        world.reported.push(...body.entries);
        return { recorded: body.entries.length };
      default:
        throw new Error(`There is no ${path}`);
    }
  }

  function prove(path: string, nonce: string, { status, body }: Answer): Answer {
    const iat = Math.floor(world.now / 1000);
    const claims = { iss: ISSUER, nonce, path, status, digest: digestOf(body), iat };
    return { status, body, proof: signToken(world.keys.current, "answer+jwt", claims) };
  }

  const fetch: Fetch = async (url, init) => {
    const path = new URL(url).pathname.replace("/backend", "");
    world.calls.push(path);
    await world.answersAfter;
    if (world.isDown) throw new TypeError("fetch failed");
    let status = 200;
    let body: unknown;
    try {
      body = {
        ...Object(await answer(path, JSON.parse(init.body ?? "{}"))),
        serverTime: now().toISOString(),
      };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      status = error.status;
      const { code, message, field, details } = error;
      body = {
        error: message,
        code,
        ...(world.hidesFields ? {} : { field }),
        details,
        serverTime: now().toISOString(),
      };
    }
    if (world.losesAnswers) throw new TypeError("socket hang up");
    const nonce = String(JSON.parse(init.body ?? "{}").nonce);
    const answered = { status, proof: null, body: JSON.stringify(body) };
    const proven = init.body === undefined ? answered : prove(path, nonce, answered);
    const { proof, ...rest } = world.tamper?.(proven, nonce) ?? proven;
    return {
      status: rest.status,
      headers: { get: (name) => (name.toLowerCase() === "license-proof" ? proof : null) },
      text: async () => rest.body,
    };
  };

  /** Answers the sign-in as the customer does in a browser. */
  const answerSignIn = (isApproved: boolean) => {
    world.signIn = answered(world.signIn, "user", isApproved ? KEY : null, now());
  };

  return { world, fetch, answerSignIn };
}

/** A clock and timers that only the test moves. */
export function createTime(start = START) {
  let now = start;
  let ticks = 0;
  let waiting: { at: number; run: () => void }[] = [];
  let set: () => void = () => {};
  return {
    now: () => now,
    ticks: () => ticks,
    /** Sets the clock without triggering timers. */
    set: (to: number) => {
      now = to;
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
      ticks += milliseconds;
    },
    timers: (milliseconds: number, run: () => void) => {
      const timer = { at: now + milliseconds, run };
      waiting.push(timer);
      set();
      return () => {
        waiting = waiting.filter((one) => one !== timer);
      };
    },
    /** Resolves as soon as a timer is set. */
    waiting: () =>
      waiting.length > 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            set = resolve;
          }),
    /** The minutes until the next timer. */
    nextIn: () => Math.min(...waiting.map(({ at }) => at - now)) / MINUTE,
    /** Triggers the next timer. Resolves when another timer is set. */
    ring(): Promise<void> {
      const [next] = waiting.sort((a, b) => a.at - b.at);
      if (!next) throw new Error("nothing waits");
      waiting = waiting.filter((one) => one !== next);
      ticks += Math.max(0, next.at - now);
      now = Math.max(now, next.at);
      const done = new Promise<void>((resolve) => {
        set = resolve;
      });
      next.run();
      return done;
    },
  };
}
