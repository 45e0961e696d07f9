import { useState } from "react";
import { loadConfig } from "../../app/config.ts";
import { recordSignIn } from "../../app/recordSignIn.ts";
import { keepSession } from "../../app/session.ts";
import type { Step } from "./cognito.ts";
import { touch } from "./idle.ts";
import { isDesignated, NO_USER, ONLY_PRIMARY, reasonOf } from "./words.ts";

type Waiting = Exclude<Step, { kind: "in" | "unknown" }>;

type OperatorSignIn = {
  /** What is asked for now; null: address and password. */
  step: Waiting | null;
  failure: string | null;
  busy: boolean;
  start: (email: string, password: string) => Promise<void>;
  reply: (text: string) => Promise<void>;
  restart: () => void;
};

/** The way in, step by step; `onIn` when the session is kept. */
export function useOperatorSignIn(onIn: () => Promise<void> | void): OperatorSignIn {
  const [email, setEmail] = useState("");
  const [step, setStep] = useState<Waiting | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const take = async (work: () => Promise<Step>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const next = await work();
      if (next.kind === "unknown")
        throw new Error(`This sign-in asks for a step that is not known here (${next.name}).`);
      if (next.kind !== "in") return setStep(next);
      if (next.session === null) throw new Error(NO_USER);
      keepSession(next.session);
      touch();
      // Waited for: it also makes the account's row, where an operator was made by hand.
      await recordSignIn();
      await onIn();
    } catch (error) {
      setFailure(reasonOf(error));
    } finally {
      setBusy(false);
    }
  };

  return {
    step,
    failure,
    busy,
    start: (address, password) =>
      take(async () => {
        const { operatorEmail } = await loadConfig();
        if (!isDesignated(address, operatorEmail)) throw new Error(ONLY_PRIMARY);
        setEmail(address);
        const { begin } = await import("./cognito.ts");
        return await begin(address, password);
      }),
    reply: (text) =>
      take(async () => {
        const { answer } = await import("./cognito.ts");
        return await answer(text, email);
      }),
    restart: () => {
      setStep(null);
      setFailure(null);
    },
  };
}
