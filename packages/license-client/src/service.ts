import {
  type Activation,
  type Computer,
  type Entry,
  type Fields,
  fieldsOf,
  type Leased,
  LICENSE_CODES,
  type LicenseCode,
  type Outcome,
  type PublicKey,
  parseJson,
  publicKeysOf,
  textOf,
  textOrNull,
} from "./wire.ts";

/** The part of `fetch` that is used, so that a test or a proxy can stand in. */
export type Fetch = (
  url: string,
  init: {
    method: string;
    headers: Record<string, string>;
    body?: string;
    signal: AbortSignal;
    cache?: "reload";
  },
) => Promise<{ status: number; text(): Promise<string> }>;

export type Verdict = { valid: boolean; code: string; message: string; warning: string | null };

/** The calls of the licence service. None of them throws: no network is an outcome like others. */
export type Service = {
  activate(licenseKey: string, computer: Computer): Promise<Outcome<Leased>>;
  refresh(activation: Activation, attemptId: string): Promise<Outcome<Leased>>;
  validate(licenseKey: string, fingerprint: string): Promise<Outcome<Verdict>>;
  deactivate(activation: Activation): Promise<Outcome<{ message: string }>>;
  report(
    activation: Activation,
    sentAt: string,
    entries: readonly Entry[],
  ): Promise<Outcome<{ recorded: number }>>;
  keys(): Promise<Outcome<PublicKey[]>>;
};

const TIMEOUT_MS = 15_000;

/** Answers that say nothing about the licence: the service is in trouble, or asks for patience. */
const PASSING: ReadonlySet<string> = new Set<LicenseCode>(["RATE_LIMITED"]);

const ABOUT_THE_LICENSE: ReadonlySet<string> = new Set(LICENSE_CODES);

/** A no for another reason (two calls at once, a request that is not understood) says nothing about the licence. */
export function aboutLicense<T>(outcome: Outcome<T>): Outcome<T> {
  if (outcome.kind !== "refusal" || ABOUT_THE_LICENSE.has(outcome.code)) return outcome;
  return { kind: "unreachable", message: outcome.message };
}

/** @param baseUrl of the API, `https://shop.example.com/backend` */
export function connect(baseUrl: string, fetch: Fetch): Service {
  const base = baseUrl.replace(/\/+$/, "");

  async function call<T>(path: string, body: unknown, read: (fields: Fields) => T): Promise<Outcome<T>> {
    try {
      const response = await fetch(base + path, {
        method: body === undefined ? "GET" : "POST",
        headers: { "content-type": "application/json" },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(body === undefined ? { cache: "reload" as const } : { body: JSON.stringify(body) }),
      });
      const fields = fieldsOf(parseJson(await response.text()));
      const serverTime = textOrNull(fields.serverTime);
      if (response.status === 200) return { kind: "answer", value: read(fields), serverTime };
      const code = textOf(fields.code);
      const message = textOf(fields.error);
      if (response.status >= 500 || code === "" || PASSING.has(code))
        return {
          kind: "unreachable",
          message: message || `The licence service answered ${response.status}.`,
        };
      const field = textOf(fields.field);
      return { kind: "refusal", code, message, field, details: fieldsOf(fields.details), serverTime };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { kind: "unreachable", message: `The licence service cannot be reached (${reason}).` };
    }
  }

  return {
    activate: (licenseKey, computer) =>
      call("/api/license/activate", { licenseKey, ...computer }, readLeased),
    refresh: (activation, attemptId) =>
      call("/api/license/refresh", { ...activation, attemptId }, readLeased),
    validate: (licenseKey, fingerprint) =>
      call("/api/license/validate", { licenseKey, fingerprint }, (fields) => ({
        valid: fields.valid === true,
        code: textOf(fields.code),
        message: textOf(fields.message),
        warning: textOrNull(fields.warning),
      })),
    deactivate: (activation) =>
      call("/api/license/deactivate", activation, (fields) => ({ message: textOf(fields.message) })),
    report: (activation, sentAt, entries) =>
      call("/api/activity", { ...activation, sentAt, entries }, (fields) => ({
        recorded: Number(fields.recorded ?? 0),
      })),
    keys: () => call("/api/license/keys.json", undefined, (fields) => publicKeysOf(fields.keys)),
  };
}

function readLeased(fields: Fields): Leased {
  return {
    activationId: textOf(fields.activationId),
    refreshSecret: textOf(fields.refreshSecret),
    lease: textOf(fields.lease),
    tier: fields.tier === "pro" ? "pro" : "free",
    expiresAt: textOrNull(fields.expiresAt),
    warning: textOrNull(fields.warning),
  };
}
