import type { License, Parts } from "./api.ts";
import { clockAfterAnswer } from "./clock.ts";
import { DONE, refused } from "./ended.ts";
import { type Fingerprint, isSameComputer } from "./fingerprint.ts";
import type { Keeper } from "./keeper.ts";
import type { Seat } from "./seat.ts";
import type { Trust } from "./trust.ts";
import { fieldsOf, parseJson, textOf } from "./wire.ts";

const PROBLEMS = {
  INVALID: "This is not an answer file. Choose the file from the Seats page.",
  OTHER_COMPUTER: "This answer is for another computer. Create a request on this computer.",
  USED: "This answer was used, or belongs to another request. Create a new request.",
  EXPIRED: "This answer has expired. Create a new request.",
};

type Tools = { parts: Parts; fingerprint: Fingerprint; trust: Trust; keeper: Keeper; seat: Seat };

export function createOffline({
  parts,
  fingerprint,
  trust,
  keeper,
  seat,
}: Tools): Pick<License, "requestOffline" | "acceptOffline"> {
  const no = (code: keyof typeof PROBLEMS) =>
    refused({ code: `ANSWER_${code}`, message: PROBLEMS[code], retryAt: null });
  return {
    async requestOffline() {
      let request: string | null = null;
      await keeper.quietly(async ({ kept }) => {
        const isWaiting = kept.nonce !== null && !kept.isSpent;
        const { nonce } = await keeper.save(
          isWaiting
            ? kept
            : {
                ...kept,
                nonce: parts.crypto.randomId(),
                isSpent: false,
                clock: { ...kept.clock, asked: kept.clock.seen },
              },
        );
        request = JSON.stringify({ type: "license-request", version: 1, nonce, ...seat.computer });
      });
      return request;
    },
    acceptOffline: (answer) =>
      keeper.alone(async ({ kept }) => {
        const { lease: token, chain } = fieldsOf(parseJson(answer));
        const links = Array.isArray(chain) ? trust.follow(chain.map(textOf)) : [];
        const lease = trust.readLease(textOf(token));
        if (!lease) return no("INVALID");
        if (!isSameComputer(lease.fingerprint, fingerprint.text)) return no("OTHER_COMPUTER");
        if (kept.nonce === null || lease.nonce !== kept.nonce) return no("USED");
        const local = parts.clock.now();
        const clock = clockAfterAnswer(kept.clock, lease, local);
        if (lease.endsAt <= Math.max(local + clock.offset, clock.seen)) {
          // Keeps the request: the answer may still work after the user corrects a clock that is ahead.
          await keeper.save({ ...kept, isSpent: true });
          return no("EXPIRED");
        }
        const { activation } = lease;
        await keeper.saveAnswer({
          ...kept,
          ...(activation === kept.activationId
            ? {}
            : { licenseKey: null, refreshSecret: null, attempt: null, expiresAt: null }),
          activationId: activation,
          lease: textOf(token),
          seat: lease.seat,
          chain: [...kept.chain, ...links],
          warning: null,
          refusal: null,
          nonce: null,
          isSpent: false,
          isOnline: false,
          clock,
          // If the answer contradicts the stored offset, the offset came from a wrong clock.
          proof: clock.offset === kept.clock.offset ? kept.proof : null,
        });
        return DONE;
      }),
  };
}
