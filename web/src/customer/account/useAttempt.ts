import { useState } from "react";
import { authHeading, authSentence } from "../../app/authErrors.ts";
import { REDIRECT_MS } from "./afterSignIn.ts";

/** `heading` overrides the form's own. */
export type Outcome = { ok: boolean; sentence: string | undefined; heading?: string | undefined } | null;

/**
 * Runs a sign-in, sign-up or password reset. Shows its success for a moment, then opens the next page.
 * @param work returns the next page, or null if the form needs more input
 */
export function useAttempt(): {
  outcome: Outcome;
  attempt: (work: () => Promise<string | null>) => Promise<void>;
} {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const attempt = async (work: () => Promise<string | null>): Promise<void> => {
    setOutcome(null);
    try {
      const target = await work();
      if (target === null) return;
      setOutcome({ ok: true, sentence: undefined });
      setTimeout(() => window.location.replace(target), REDIRECT_MS);
    } catch (error) {
      setOutcome({ ok: false, sentence: authSentence(error), heading: authHeading(error) });
    }
  };
  return { outcome, attempt };
}
