import { useState } from "react";
import { authHeading, authSentence } from "../../app/authErrors.ts";
import { REDIRECT_MS } from "./afterSignIn.ts";

/** `heading`: one that says more than the form's own. */
export type Outcome = { ok: boolean; sentence: string | undefined; heading?: string | undefined } | null;

/**
 * An attempt to get in, and what came of it. When it went well, the page moves on a moment later.
 * @param work answers where to go next, or null where the form asks for something more
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
