import type { Refusal, Result } from "./api.ts";

/** Calls the application's function and ignores its errors, so that they do not fail our call. */
export function tell(listener: () => unknown): void {
  void (async () => listener())().catch(() => undefined);
}

/** How a call ended, before its new state is derived. */
export type Ended = Pick<Result, "outcome" | "refusal">;

export const DONE: Ended = { outcome: "done", refusal: null };
export const NOT_REACHED: Ended = { outcome: "not-reached", refusal: null };
export const ABORTED: Ended = { outcome: "aborted", refusal: null };
export const refused = ({ code, message, retryAt }: Refusal): Ended => ({
  outcome: "refused",
  refusal: { code, message, retryAt },
});
export const notActivated = (message: string): Ended =>
  refused({ code: "NOT_ACTIVATED", message, retryAt: null });
