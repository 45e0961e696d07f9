import { useCallback, useRef, useState } from "react";
import { useRevalidator } from "react-router-dom";
import type { Endpoint, Output, Request } from "#shared/endpoint.ts";
import { logger } from "../app/log.ts";
import { readSession } from "../app/session.ts";
import type { Side } from "../app/sessionRecord.ts";
import { signInAgain } from "../app/signInAgain.ts";
import { toast } from "../ui/toast.ts";
import { ApiError, messageOf } from "./ApiError.ts";
import { call, sideOf } from "./call.ts";

export type ActionOptions<E extends Endpoint> = {
  /** Said in a toast when it worked. */
  success?: string;
  /** What to say instead of the error's own sentence. */
  failure?: (error: unknown) => string;
  /** The page shows the error itself: no toast. */
  quiet?: boolean;
  /** Reads the page's data again when it worked (the default). */
  revalidate?: boolean;
  onSuccess?: (output: Output<E>) => void;
  onFailure?: (error: unknown) => void;
};

/** Runs before the page reads its data again. @param output null where the server refused a stale page with a 409 or 404 */
type Settle<E extends Endpoint> = (input: Request<E>, output: Output<E> | null) => Promise<void>;

export type Action<E extends Endpoint> = {
  /** Answers undefined when it failed; a second run while one is pending does nothing. */
  run: (input: Request<E>) => Promise<Output<E> | undefined>;
  pending: boolean;
  error: unknown;
};

/** The one way to change something on the site: run it, read again what it changed, say how it went. */
export function useAction<E extends Endpoint & { audience: "customer" | "public" }>(
  contract: E,
  options: ActionOptions<E> = {},
): Action<E> {
  return useAnyAction(contract, options);
}

/** For `useAction`, and for the back office's `useChange`, which says what changed. */
export function useAnyAction<E extends Endpoint>(
  contract: E,
  options: ActionOptions<E>,
  settle?: Settle<E>,
): Action<E> {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const busy = useRef(false);
  const latest = useRef({ ...options, settle });
  latest.current = { ...options, settle };
  const { revalidate } = useRevalidator();

  const run = useCallback(
    async (input: Request<E>): Promise<Output<E> | undefined> => {
      if (busy.current) return undefined;
      busy.current = true;
      setPending(true);
      setError(null);
      const {
        success,
        failure,
        quiet,
        revalidate: again = true,
        onSuccess,
        onFailure,
        settle,
      } = latest.current;
      try {
        const output = await callFresh(contract, input);
        await settle?.(input, output);
        if (again) await revalidate();
        if (success !== undefined) toast(success, "good");
        onSuccess?.(output);
        return output;
      } catch (thrown) {
        setError(thrown);
        onFailure?.(thrown);
        if (isOutdated(thrown)) await settle?.(input, null);
        if (isSignedOut(thrown) || isOutdated(thrown)) await revalidate();
        if (!(thrown instanceof ApiError)) logger.log("ERROR", "Action failed", { error: thrown });
        if (!isSignedOut(thrown) && !quiet) toast(failure?.(thrown) ?? messageOf(thrown), "bad");
        return undefined;
      } finally {
        busy.current = false;
        setPending(false);
      }
    },
    [contract, revalidate],
  );

  return { run, pending, error };
}

/** Where the session is over in the middle of it, or older than what is worth money wants: once more, if the person signs in over the page. */
export async function callFresh<E extends Endpoint>(contract: E, input: Request<E>): Promise<Output<E>> {
  const asked = emailOf(sideOf(contract));
  try {
    return await call(contract, input);
  } catch (error) {
    const email = await asked;
    if (email === undefined || !(isSignedOut(error) || isStale(error)) || !(await signInAgain(email)))
      throw error;
    return await call(contract, input);
  }
}

/** Before the call: a session that is over forgets who it was. */
async function emailOf(side: Side | null): Promise<string | undefined> {
  if (side === "customer") return readSession()?.email;
  return side === null ? undefined : (await import("../operator/gate/token.ts")).readOperator()?.email;
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === "FRESH_SIGN_IN_REQUIRED";
}

/** The page showed something that is no longer so. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 409 || error.status === 404);
}

/** The session is over: reading the page again leads to the sign-in page, which remembers where one was. */
function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
