/** What the licence service says and is told; the names are those on the wire. */
export const LICENSE_CODES = [
  "VALID",
  "EXPIRED",
  "SUSPENDED",
  "REVOKED",
  "INACTIVE",
  "PAYMENT_REQUIRED",
  "SEAT_TAKEN",
  "FINGERPRINT_MISMATCH",
  "SWAP_LIMIT",
  "CLONE_SUSPECTED",
  "RATE_LIMITED",
  "INVALID_KEY",
  "NOT_FOUND",
  "SEAT_BUSY",
] as const;
export type LicenseCode = (typeof LICENSE_CODES)[number];

export type Tier = "pro" | "free";

/** One of the service's public keys (RFC 8037). */
export type PublicKey = { kid: string; kty: "OKP"; crv: "Ed25519"; x: string };

export type Computer = { fingerprint: string; computerName: string; os: string; appVersion: string };

export type Activation = {
  licenseKey: string;
  fingerprint: string;
  activationId: string;
  refreshSecret: string;
};

export type Leased = {
  activationId: string;
  refreshSecret: string;
  lease: string;
  tier: Tier;
  /** Until when the licence itself is good; null: no fixed end. */
  expiresAt: string | null;
  warning: string | null;
};

export type ActivityType = "video_created" | "video_published" | "error";
export type Entry = {
  id: string;
  type: ActivityType;
  status: "success" | "error";
  /** ISO 8601, UTC. */
  at: string;
  title?: string;
};

/** What came of a call: an answer, a refusal with its reason, or nothing that counts (no network, a fault there). */
export type Outcome<T> =
  | { kind: "answer"; value: T; serverTime: string | null }
  | {
      kind: "refusal";
      code: string;
      message: string;
      /** What of the call it is about, `entries.3.title`; empty where it does not say. */
      field: string;
      details: Fields;
      serverTime: string | null;
    }
  | { kind: "unreachable"; message: string };

export type Fields = Readonly<Record<string, unknown>>;

/** JSON that may be anything, as an object whose fields can be asked for. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Whether two keys are one, by the service's reading of what was typed. */
export function isSameKey(one: string, other: string): boolean {
  const plain = (typed: string) =>
    typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  return plain(one) === plain(other);
}

export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function publicKeysOf(value: unknown): PublicKey[] {
  if (!Array.isArray(value)) return [];
  return value.map(fieldsOf).flatMap(({ kid, kty, crv, x }) => {
    const isUsable = kty === "OKP" && crv === "Ed25519" && typeof kid === "string" && typeof x === "string";
    return isUsable ? [{ kid, kty, crv, x }] : [];
  });
}
