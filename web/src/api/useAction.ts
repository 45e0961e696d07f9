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
  /** The toast after success. */
  success?: string;
  /** The toast after a failure. Default: the error's own message. */
  failure?: (error: unknown) => string;
  /** No toast after a failure: the page shows the error itself. */
  quiet?: boolean;
  /** Reloads the page's data after success; default true. */
  revalidate?: boolean;
  onSuccess?: (output: Output<E>) => void;
  onFailure?: (error: unknown) => void;
};

/** Runs before the page reloads its data. @param output null after a 409 or 404: the page was outdated */
type Settle<E extends Endpoint> = (input: Request<E>, output: Output<E> | null) => Promise<void>;

export type Action<E extends Endpoint> = {
  /** Resolves with undefined after a failure. Does nothing while another run is pending. */
  run: (input: Request<E>) => Promise<Output<E> | undefined>;
  pending: boolean;
  error: unknown;
};

/** Changes something on the server, reloads the page's data, and reports the result. */
export function useAction<E extends Endpoint & { audience: "customer" | "public" }>(
  contract: E,
  options: ActionOptions<E> = {},
): Action<E> {
  return useAnyAction(contract, options);
}

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
        if (wasPageOutdated(thrown)) await settle?.(input, null);
        if (isSignedOut(thrown) || wasPageOutdated(thrown)) await revalidate();
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

/** If the session has ended or is too old for the call, asks the user to sign in again and retries once. */
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

/** The signed-in user's address. Read before the call, because an ended session no longer has it. */
async function emailOf(side: Side | null): Promise<string | undefined> {
  if (side === "customer") return readSession()?.email;
  return side === null ? undefined : (await import("../operator/gate/token.ts")).readOperator()?.email;
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === "FRESH_SIGN_IN_REQUIRED";
}

function wasPageOutdated(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 409 || error.status === 404);
}

/** The session has ended. Reloading the page's data leads to the sign-in page, which returns here afterwards. */
function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
