import type { License, Parts } from "./api.ts";
import { explainWith } from "./explain.ts";
import { type Fingerprint, fingerprintOf } from "./fingerprint.ts";
import { createKeeper } from "./keeper.ts";
import { keepFresh } from "./keepFresh.ts";
import { createOffline } from "./offline.ts";
import { createReports } from "./reports.ts";
import { createSeat } from "./seat.ts";
import { connect } from "./service.ts";
import { signInWith } from "./signIn.ts";
import { NOTHING } from "./store.ts";
import { createTrust } from "./trust.ts";
import { oneLine, textOf } from "./wire.ts";

/** @throws TypeError if no component can be read and the application gave none */
export function createLicense(given: Parts): License {
  const parts = {
    ...given,
    computerName: oneLine(given.computerName, 128),
    os: oneLine(given.os, 64),
    appVersion: oneLine(given.appVersion, 32),
  };
  const { crypto, service } = parts;
  const trust = createTrust(service.issuer, service.keys, crypto);
  const fingerprint = requireFingerprint(parts);
  const learned: string[] = [];
  const call = connect({
    baseUrl: service.url,
    fetch: parts.fetch,
    trust,
    crypto,
    clock: parts.clock,
    onChain: (links) => learned.push(...links),
  });
  const keeper = createKeeper(parts, fingerprint, trust, learned);
  const seat = createSeat({ parts, fingerprint, trust, call, keeper });
  let running = 0;

  /** The store, for calls that change nothing; empty if the disk fails. */
  const kept = async () => (await keeper.load().catch(() => undefined))?.kept ?? NOTHING;

  const license: License = {
    state: keeper.state,
    activate: (licenseKey, { signal } = {}) =>
      keeper.alone((read) => seat.activate(read, licenseKey, signal), signal),
    signIn: signInWith({ parts, call, keeper, seat }),
    refresh: ({ signal } = {}) => keeper.alone((read) => seat.refresh(read.kept, signal), signal),
    deactivate: ({ signal } = {}) => keeper.alone((read) => seat.deactivate(read, signal), signal),
    async validate({ signal } = {}) {
      const outcome = await call(
        "/api/license/validate",
        { licenseKey: (await kept()).licenseKey ?? "", fingerprint: fingerprint.text },
        ({ code, message }) => (typeof code === "string" ? { code, message: textOf(message) } : undefined),
        signal,
      );
      if (outcome.kind === "answer") return outcome.value;
      return outcome.kind === "refusal" ? { code: outcome.code, message: outcome.message } : null;
    },
    async explain({ licenseKey, signal } = {}) {
      const own = await kept();
      const activationId = licenseKey === undefined ? own.activationId : null;
      const asked = {
        licenseKey: licenseKey ?? own.licenseKey ?? "",
        fingerprint: fingerprint.text,
        ...(activationId === null ? {} : { activationId }),
      };
      return explainWith(call, service.url, asked, signal);
    },
    async beginWork() {
      if ((await keeper.state()).name !== "active") return null;
      running += 1;
      let isRunning = true;
      return {
        mayContinue: true as const,
        end() {
          if (isRunning) running -= 1;
          isRunning = false;
        },
      };
    },
    get runningWork() {
      return running;
    },
    ...createOffline({ parts, fingerprint, trust, keeper, seat }),
    ...createReports({ parts, fingerprint, call, keeper, seat }),
    keepFresh: () => keepFresh(license, keeper, parts.timers),
  };
  return license;
}

function requireFingerprint({ components, strong, product, crypto }: Parts): Fingerprint {
  const fingerprint = fingerprintOf(components, product, crypto, strong);
  if (!fingerprint)
    throw new TypeError("No component of this computer can be read: pass `components` to openLicense.");
  return fingerprint;
}
