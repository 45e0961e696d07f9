import type { FunctionModel, StackModel } from "../template/model.ts";
import { AwsError } from "./errors.ts";
import { decide } from "./iam.ts";
import type { AwsCall, Need } from "./types.ts";
import type { UsageRecorder } from "./usage.ts";

export type Authorize = (call: AwsCall, needs: readonly Need[]) => void;

/** @throws AccessDeniedException in AWS's words, for the first need that the caller's role does not allow */
export function authorizer(model: () => StackModel, usage: UsageRecorder): Authorize {
  return (call, needs) => {
    const { caller } = call;
    call.trace.resources.push(...needs.map((need) => need.resource));
    if (caller.kind === "root") return;
    if (caller.kind === "unsigned") {
      throw new AwsError("MissingAuthenticationTokenException", "Missing Authentication Token", 403);
    }
    for (const need of needs) authorizeFunction(model().accountId, caller.fn, need);
    // Records the uses only now, because a refused call used no permission.
    for (const need of needs) usage.note(caller.fn.id, need.action, need.resource);
  };
}

export function authorizeFunction(accountId: string, fn: FunctionModel, need: Need): void {
  const decision = decide(fn.statements, need);
  if (decision === "allowed") return;
  const user = `arn:aws:sts::${accountId}:assumed-role/${fn.name}/${fn.name}`;
  const reason =
    decision === "explicitly denied"
      ? "with an explicit deny in an identity-based policy"
      : `because no identity-based policy allows the ${need.action} action`;
  throw new AwsError(
    "AccessDeniedException",
    `User: ${user} is not authorized to perform: ${need.action} on resource: ${need.resource} ${reason}`,
  );
}
