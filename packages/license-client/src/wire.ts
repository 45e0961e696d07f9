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
  "REPLACED",
] as const;
export type LicenseCode = (typeof LICENSE_CODES)[number];

export type Tier = "pro" | "free";

export type Leased = {
  activationId: string;
  refreshSecret: string;
  lease: string;
  /** When the license itself ends, ISO 8601; null: no fixed end. */
  expiresAt: string | null;
  warning: "PAYMENT_PAST_DUE" | null;
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

export type Fields = Readonly<Record<string, unknown>>;

/** Any JSON as an object with optional fields. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

const LAST_SECOND = 8_640_000_000_000;
/** Whole epoch seconds. */
export const isTime = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= LAST_SECOND;

export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const TOKEN = /^[A-Za-z0-9_-]{16,64}$/;

/** @returns undefined if a field is malformed */
export function readLeased(fields: Fields): Leased | undefined {
  const { code, activationId, refreshSecret, lease, expiresAt, warning } = fields;
  if (code !== "VALID" || !TOKEN.test(textOf(activationId)) || !TOKEN.test(textOf(refreshSecret)))
    return undefined;
  if (typeof lease !== "string" || lease.split(".").length !== 3) return undefined;
  if (expiresAt !== null && Number.isNaN(Date.parse(textOf(expiresAt)))) return undefined;
  return {
    activationId: textOf(activationId),
    refreshSecret: textOf(refreshSecret),
    lease,
    expiresAt: textOrNull(expiresAt),
    warning: warning === "PAYMENT_PAST_DUE" ? warning : null,
  };
}

/** Whether two keys are equal after the service's normalization. */
export function isSameKey(one: string, other: string): boolean {
  const plain = (typed: string) =>
    typed
      .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
      .replaceAll(/[^\p{L}\p{N}]/gu, "")
      .toUpperCase()
      .replaceAll("O", "0")
      .replaceAll(/[IL]/g, "1");
  return plain(one) === plain(other);
}

/** Shortens a text for the service: one line of at most `most` UTF-16 units, cut between characters. */
export function oneLine(text: string, most: number): string {
  let line = "";
  for (const { segment } of new Intl.Segmenter().segment(
    text.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ").trim(),
  ))
    if (line.length + segment.length <= most) line += segment;
    else break;
  return line;
}
