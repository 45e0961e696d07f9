import { useRef } from "react";
import { useRevalidator } from "react-router-dom";
import type { Endpoint, Output, Request } from "#shared/endpoint.ts";
import { refreshRows, type Subject } from "#shared/insights/refresh.ts";
import { reasonOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { type Action, type ActionOptions, useAnyAction } from "../../api/useAction.ts";
import { logger } from "../../app/log.ts";
import { failed } from "../kit/failed.ts";
import { type RowChange, remember, SETTLED_AFTER, wholeRow } from "./fresh.ts";

export type OperatorEndpoint = Endpoint & { audience: "operator" };

/** A row from the action's answer, or a subject whose rows are then requested from the server. */
export type Change = Subject | RowChange;

type ChangeOptions<E extends OperatorEndpoint> = Omit<ActionOptions<E>, "failure"> & {
  /** What failed; the reason follows. Or a function that returns the whole sentence. */
  failure?: string | ActionOptions<E>["failure"];
  /**
   * What the action changed in lists; default: nothing.
   * @param output null after a 409 or 404: the rows on screen were outdated
   */
  changes?: (input: Request<E>, output: Output<E> | null) => readonly Change[];
};

/** Runs an action, and updates the lists on screen before the toast appears. */
export function useChange<E extends OperatorEndpoint>(contract: E, options: ChangeOptions<E>): Action<E> {
  const { revalidate } = useRevalidator();
  const { changes, failure, ...rest } = options;
  const sentence = typeof failure === "string" ? { failure: failed(failure) } : failure && { failure };
  return useAnyAction(contract, { ...rest, ...sentence }, async (input, output) => {
    await settle(changes?.(input, output) ?? []);
    // Reads once more, because the streams update figures such as revenue and commissions after a moment.
    setTimeout(() => void revalidate(), SETTLED_AFTER);
  });
}

/** Returns a function that changes one of many rows and resolves with the error's reason, or null. Shows no toast. */
export function useEachChange<E extends OperatorEndpoint>(
  contract: E,
  changes: NonNullable<ChangeOptions<E>["changes"]>,
): (input: Request<E>) => Promise<string | null> {
  const reason = useRef<string | null>(null);
  const onFailure = (error: unknown): void => {
    reason.current = reasonOf(error);
  };
  const { run } = useChange(contract, { changes, quiet: true, revalidate: false, onFailure });
  return async (input) => {
    reason.current = null;
    await run(input);
    return reason.current;
  };
}

async function settle(changes: readonly Change[]): Promise<void> {
  for (const change of changes) if ("patch" in change) remember(change);
  const subjects = changes.flatMap((change) => ("patch" in change ? [] : [change]));
  if (subjects.length > 0) await settleSubjects(subjects);
}

/** Reads the changed rows from the tables and has the server update lists and figures. */
export async function settleSubjects(subjects: readonly Subject[]): Promise<void> {
  try {
    const { users, keys, alerts, gone } = await call(refreshRows, { subjects: [...subjects] });
    for (const row of users) remember(wholeRow("user", row));
    for (const row of keys) remember(wholeRow("key", row));
    for (const row of alerts) remember(wholeRow("alert", row));
    for (const { kind, id } of gone) remember({ kind, id, patch: null });
  } catch (error) {
    // The change itself worked. The streams update the lists, and a later read shows the change.
    logger.log("WARN", "The rows of a change could not be refreshed", { error });
  }
}

export const userSubject = (id: string): Subject => ({ kind: "user", id });
export const keySubject = (id: string): Subject => ({ kind: "key", id });
