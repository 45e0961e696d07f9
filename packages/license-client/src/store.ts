import { type ClockState, NEW_CLOCK } from "./clock.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { Crypto } from "./ports.ts";
import { type Fields, fieldsOf, parseJson, textOf, textOrNull } from "./wire.ts";

/** A call whose answer may be lost. Until it is settled, no other call may send the refresh secret. */
export type Attempt =
  | { kind: "refresh"; id: string }
  /** `signIn`: the sign-in whose polls may have activated the computer; empty if other calls may have done so, too. */
  | { kind: "activate"; signIn: string };

/** Everything that survives a restart. Anyone with the refresh secret can use the seat. */
export type Kept = {
  licenseKey: string | null;
  activationId: string | null;
  refreshSecret: string | null;
  attempt: Attempt | null;
  lease: string | null;
  /** The seat of the first lease. A lease of another seat belongs to another activation. */
  seat: string | null;
  /** The nonce of an unanswered request file. */
  nonce: string | null;
  /** Whether that request's answer has expired. A request gets one answer, so the next request needs a new nonce. */
  isSpent: boolean;
  /** The statements that lead from a pinned key to the service's current key. */
  chain: string[];
  expiresAt: string | null;
  warning: "PAYMENT_PAST_DUE" | null;
  /** The code of the last refusal that is about the license; null after a success. */
  refusal: string | null;
  /** False after a call that did not reach the service, until a success or a refusal that is about the license. */
  isOnline: boolean;
  clock: ClockState;
  /** The latest signed answer, which proves the clock's offset. */
  proof: string | null;
};

export const NOTHING: Kept = {
  licenseKey: null,
  activationId: null,
  refreshSecret: null,
  attempt: null,
  lease: null,
  seat: null,
  nonce: null,
  isSpent: false,
  chain: [],
  expiresAt: null,
  warning: null,
  refusal: null,
  isOnline: true,
  clock: NEW_CLOCK,
  proof: null,
};

/** `isGenuine`: whether this library wrote the text on this computer. */
export type Read = { kept: Kept; isGenuine: boolean };

/**
 * Seals the store with a code per component of the computer, under keys that also depend on the refresh secret. If the
 * text was edited or comes from another computer, most codes do not match.
 */
export function seal(kept: Kept, fingerprint: Fingerprint, crypto: Crypto): string {
  const content = JSON.stringify(kept);
  return JSON.stringify({ version: 2, content, seals: sealsOf(content, kept, fingerprint, crypto) });
}

function sealsOf(content: string, { refreshSecret }: Kept, { secrets }: Fingerprint, crypto: Crypto): Fields {
  return Object.fromEntries(
    [...secrets].map(([letter, secret]) => [
      letter,
      crypto.hmac(crypto.hmac(secret, refreshSecret ?? ""), content),
    ]),
  );
}

/** @throws SyntaxError if no version of the library wrote the text */
export function unseal(text: string | undefined, fingerprint: Fingerprint, crypto: Crypto): Read {
  if (text === undefined) return { kept: NOTHING, isGenuine: true };
  const outer = fieldsOf(JSON.parse(text));
  if (outer.version !== 2) return readVersion1(outer);
  const content = textOf(outer.content);
  const kept = readKept(fieldsOf(parseJson(content)));
  const wanted = Object.entries(sealsOf(content, kept, fingerprint, crypto));
  const found = fieldsOf(outer.seals);
  const fitting = wanted.filter(([letter, code]) => found[letter] === code).length;
  return { kept, isGenuine: fitting * 2 > Math.max(wanted.length, Object.keys(found).length) };
}

/** Versions before 1.0 sealed nothing, so this keeps only values that the service checks anyway. */
function readVersion1(fields: Fields): Read {
  const { licenseKey, activationId, refreshSecret } = readKept(fields);
  if (textOf(fields.fingerprint) === "") throw new SyntaxError("This is not a license store");
  const id = textOf(fields.attemptId);
  const attempt: Attempt | null = id === "" ? null : { kind: "refresh", id };
  return { kept: { ...NOTHING, licenseKey, activationId, refreshSecret, attempt }, isGenuine: false };
}

function readKept(fields: Fields): Kept {
  const attempt = fieldsOf(fields.attempt);
  const clock = fieldsOf(fields.clock);
  const id = textOf(attempt.id);
  return {
    licenseKey: textOrNull(fields.licenseKey),
    activationId: textOrNull(fields.activationId),
    refreshSecret: textOrNull(fields.refreshSecret),
    attempt:
      attempt.kind === "activate"
        ? { kind: "activate", signIn: textOf(attempt.signIn) }
        : attempt.kind === "refresh" && id !== ""
          ? { kind: "refresh", id }
          : null,
    lease: textOrNull(fields.lease),
    seat: textOrNull(fields.seat),
    nonce: textOrNull(fields.nonce),
    isSpent: fields.isSpent === true,
    chain: Array.isArray(fields.chain) ? fields.chain.map(textOf) : [],
    expiresAt: textOrNull(fields.expiresAt),
    warning: fields.warning === "PAYMENT_PAST_DUE" ? "PAYMENT_PAST_DUE" : null,
    refusal: textOrNull(fields.refusal),
    isOnline: fields.isOnline !== false,
    clock: { offset: numberOf(clock.offset), seen: numberOf(clock.seen), asked: numberOf(clock.asked) },
    proof: textOrNull(fields.proof),
  };
}

const numberOf = (value: unknown): number => (Number.isFinite(value) ? Number(value) : 0);
