import { type ReactElement, useEffect, useRef, useState } from "react";
import { BRAKE, FRESH_BEFORE_DELAY, isBraked, type Reach } from "#shared/brake.ts";
import { Countdown } from "../../ui/Countdown.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { count } from "../../ui/format.ts";
import { hasFreshSignIn } from "../gate/token.ts";

/** A field in which the operator types the number of people; null if the reach is small or unknown. */
export function useTypedNumber(reach: Reach | null): { field: ReactElement | null; isTyped: boolean } {
  const [typed, setTyped] = useState("");
  if (reach === null || !isBraked(reach)) return { field: null, isTyped: reach !== null };
  const wanted = count(reach.people);
  return {
    isTyped: typed.replaceAll(/\D/g, "") === String(reach.people),
    field: (
      <Field
        label={`Type ${wanted} to confirm`}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    ),
  };
}

/**
 * Holds back an action that reaches many people or moves much money: the action needs a typed number and a fresh
 * sign-in, waits two minutes, and can be stopped while it runs. Other actions start immediately. Leaving the page
 * before the start cancels the action.
 * @param run must end early once `isStopped` returns true
 */
export function useBrake(
  reach: Reach,
  run: (isStopped: () => boolean) => Promise<unknown>,
  onClose: () => void,
) {
  const { field, isTyped } = useTypedNumber(reach);
  const [startsAt, setStartsAt] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);
  const start = async (): Promise<void> => {
    isStopped.current = false;
    setStartsAt(null);
    setRunning(true);
    await run(() => isStopped.current);
    setRunning(false);
  };
  const latest = useRef(start);
  latest.current = start;
  useEffect(() => {
    if (startsAt === null) return;
    const timer = setTimeout(() => void latest.current(), BRAKE.delay);
    return () => clearTimeout(timer);
  }, [startsAt]);
  const wait = async (): Promise<void> => {
    // Asks for the sign-in before the wait, because the operator may be away after it.
    if (await hasFreshSignIn(FRESH_BEFORE_DELAY))
      setStartsAt(new Date(Date.now() + BRAKE.delay).toISOString());
  };
  const go = (): void => void (field === null ? start() : wait());
  const stop = (): void => {
    isStopped.current = true;
  };
  const safe = startsAt !== null ? "Undo" : isRunning && field !== null ? "Stop" : "Cancel";
  return {
    /** Shown below the dialog's explanation. */
    note:
      startsAt !== null ? (
        <p role="status">
          Starts in <Countdown endAt={startsAt} skew={0} className="figures" />. Nothing has happened yet.
          Keep this page open: leaving it is the same as Undo.
        </p>
      ) : isRunning || field === null ? null : (
        <Form onSubmit={() => isTyped && go()}>{field}</Form>
      ),
    /** The label of the safe button. */
    safe,
    // Closing the dialog ends the wait.
    back: safe === "Stop" ? stop : onClose,
    go,
    mayGo: isTyped,
    pending: isRunning || startsAt !== null,
  };
}
