import { StripeFailure } from "../core/errors.ts";
import type { RememberedAnswer } from "../core/hidden.ts";
import type { World } from "../core/world.ts";

const KEPT_SECONDS = 24 * 60 * 60;

/**
 * Idempotency keys. For a day, every later request with the key gets the first answer, even a 500. The same key with
 * other parameters is an error, and so is a second request while the first one runs.
 */
export type IdempotencyKeys = {
  /** The stored answer; undefined if this request is the first and may run. */
  begin(key: string, request: string): RememberedAnswer | undefined;
  /** Ends the request. Without an answer, the key is free again. */
  end(key: string, answer?: Omit<RememberedAnswer, "id" | "at">): void;
};

export function makeIdempotencyKeys(world: World): IdempotencyKeys {
  const running = new Set<string>();
  return {
    begin(key, request) {
      if (key.length > 255)
        throw idempotencyError("Keys for idempotent requests can only be 255 characters long.");
      if (running.has(key)) {
        throw new StripeFailure(409, {
          type: "idempotency_error",
          code: "idempotency_key_in_use",
          message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        });
      }
      const kept = world.store.find("answer", key);
      if (kept && kept.at + KEPT_SECONDS > world.clock.now()) {
        if (kept.request === request) return kept;
        throw idempotencyError(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        );
      }
      running.add(key);
      return undefined;
    },
    end(key, answer) {
      running.delete(key);
      if (answer) world.store.put("answer", { id: key, at: world.clock.now(), ...answer });
    },
  };
}

function idempotencyError(message: string): StripeFailure {
  return new StripeFailure(400, { type: "idempotency_error", message });
}

/** Drops keys after a day, so that a running sandbox does not grow. */
export function forgetOldKeys(world: World): void {
  const before = world.clock.now() - KEPT_SECONDS;
  for (const answer of world.store.all("answer")) {
    if (answer.at <= before) world.store.remove("answer", answer.id);
  }
}
