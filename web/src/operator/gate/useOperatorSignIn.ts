import { useState } from "react";
import { startOperatorSession } from "#shared/accounts/operator.ts";
import { call } from "../../api/call.ts";
import { requireStorage } from "../../app/requireStorage.ts";
import type { Session } from "../../app/sessionRecord.ts";
import { readStored, writeStored } from "../../app/storage.ts";
import type { Step } from "./cognito.ts";
import { isDesignated } from "./designated.ts";
import { touch } from "./idle.ts";
import { signOutOperator } from "./signOut.ts";
import { dropOperator, keepOperator, renew } from "./token.ts";
import { isRefused, NO_USER, ONLY_PRIMARY, reasonOf, UNLESS_INVITED } from "./words.ts";

/** A step that asks the operator for something. */
export type WaitingStep = Exclude<Step, { kind: "in" | "unknown" }>;

export type OperatorSignIn = {
  /** The current step; null for address and password. */
  step: WaitingStep | null;
  failure: string | null;
  busy: boolean;
  start: (email: string, password: string) => Promise<void>;
  reply: (text: string) => Promise<void>;
  restart: () => void;
};

/** The steps of a sign-in. `onIn` runs once the session is stored. */
export function useOperatorSignIn(onIn: () => Promise<void> | void): OperatorSignIn {
  const [email, setEmail] = useState("");
  const [step, setStep] = useState<WaitingStep | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const take = async (work: () => Promise<Step>): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const next = await work();
      if (next.kind === "unknown")
        throw new Error(`This sign-in needs a step that this page does not support (${next.name}).`);
      if (next.kind !== "in") return setStep(next);
      if (next.session === null) throw new Error(NO_USER);
      await startSession(next.session, next.refreshToken);
      touch();
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
        requireStorage();
        setEmail(address);
        const { begin } = await import("./cognito.ts");
        return await begin(address, password).catch(async (error: unknown) => {
          // Only the pool knows whom the administrator has invited.
          throw isRefused(error) && !(await isDesignated(address)) ? new Error(UNLESS_INVITED) : error;
        });
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

/** Starts the session at the server, which refuses the session's other calls until then. */
async function startSession(session: Session, refreshToken: string | undefined): Promise<void> {
  keepOperator(session);
  try {
    await call(startOperatorSession, { device: deviceId() });
    const renewed = await renew(refreshToken);
    if (renewed === null) throw new Error(NO_USER);
    if (!renewed.isReader && !(await isDesignated(renewed.email))) {
      await signOutOperator().catch(() => undefined);
      throw new Error(ONLY_PRIMARY);
    }
    keepOperator(renewed);
  } catch (error) {
    dropOperator();
    throw error;
  }
}

const DEVICE = "operatorDevice";

/** A random id by which the server recognizes this browser. It survives a sign-out. */
function deviceId(): string {
  const kept = readStored("localStorage", DEVICE);
  if (kept !== null && /^[0-9a-f]{32}$/.test(kept)) return kept;
  const id = crypto.randomUUID().replaceAll("-", "");
  writeStored("localStorage", DEVICE, id);
  return id;
}
