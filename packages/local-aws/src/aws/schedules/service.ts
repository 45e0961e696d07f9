import * as z from "zod/mini";
import type { StackModel } from "../../template/model.ts";
import type { Authorize } from "../authorize.ts";
import { bodyOf, unknownOperation } from "../body.ts";
import { AwsError } from "../errors.ts";
import type { Answer, AwsCall, Service } from "../types.ts";
import { idOf, type OwnSchedule, type Schedules } from "./schedules.ts";

const WRITTEN = z.object({
  GroupName: z._default(z.string(), "default"),
  ScheduleExpression: z.string(),
  ActionAfterCompletion: z._default(z.enum(["NONE", "DELETE"]), "NONE"),
  State: z._default(z.enum(["ENABLED", "DISABLED"]), "ENABLED"),
  Target: z.object({
    Arn: z.string(),
    RoleArn: z.string(),
    Input: z.optional(z.string()),
    RetryPolicy: z.optional(z.object({ MaximumRetryAttempts: z.optional(z.int()) })),
    DeadLetterConfig: z.optional(z.object({ Arn: z.optional(z.string()) })),
  }),
});

/** The part of EventBridge Scheduler's API that a function needs to create its own schedule. */
export function schedulerService(
  model: () => StackModel,
  schedules: Schedules,
  authorize: Authorize,
): Service {
  return (call) => {
    const name = decodeURIComponent(call.url.pathname.split("/")[2] ?? "");
    const write = call.operation === "CreateSchedule" || call.operation === "UpdateSchedule";
    const input = write ? bodyOf(call, WRITTEN) : undefined;
    const group = input?.GroupName ?? call.url.searchParams.get("groupName") ?? "default";
    const arn = arnOf(model(), group, name);
    authorize(call, [
      { action: `scheduler:${call.operation}`, resource: arn },
      ...(input ? [{ action: "iam:PassRole", resource: input.Target.RoleArn }] : []),
    ]);
    const known = schedules.own.get(idOf({ group, name }));
    if (input) return put(schedules, call, { name, group, arn }, known, input);
    if (!known) throw new AwsError("ResourceNotFoundException", `Schedule ${name} does not exist.`, 404);
    if (call.operation === "GetSchedule") return json(described(known, arn));
    if (call.operation === "DeleteSchedule") {
      schedules.own.delete(idOf(known));
      return json({});
    }
    throw unknownOperation(call);
  };
}

function put(
  schedules: Schedules,
  call: AwsCall,
  at: { name: string; group: string; arn: string },
  known: OwnSchedule | undefined,
  input: z.infer<typeof WRITTEN>,
): Answer {
  if (call.operation === "CreateSchedule" && known) {
    throw new AwsError("ConflictException", `Schedule ${at.name} already exists.`, 409);
  }
  if (call.operation === "UpdateSchedule" && !known) {
    throw new AwsError("ResourceNotFoundException", `Schedule ${at.name} does not exist.`, 404);
  }
  try {
    schedules.own.put({
      name: at.name,
      group: at.group,
      expression: input.ScheduleExpression,
      targetArn: input.Target.Arn,
      roleArn: input.Target.RoleArn,
      input: input.Target.Input ?? null,
      retries: input.Target.RetryPolicy?.MaximumRetryAttempts ?? 185,
      deadLetterArn: input.Target.DeadLetterConfig?.Arn ?? null,
      enabled: input.State === "ENABLED",
      deleteAfter: input.ActionAfterCompletion === "DELETE",
    });
  } catch (error) {
    throw new AwsError("ValidationException", error instanceof Error ? error.message : String(error));
  }
  return json({ ScheduleArn: at.arn });
}

function described(schedule: OwnSchedule, arn: string): object {
  return {
    Arn: arn,
    Name: schedule.name,
    GroupName: schedule.group,
    ScheduleExpression: schedule.expression,
    State: schedule.enabled ? "ENABLED" : "DISABLED",
    ActionAfterCompletion: schedule.deleteAfter ? "DELETE" : "NONE",
    FlexibleTimeWindow: { Mode: "OFF" },
    Target: {
      Arn: schedule.targetArn,
      RoleArn: schedule.roleArn,
      ...(schedule.input !== null && { Input: schedule.input }),
      RetryPolicy: { MaximumRetryAttempts: schedule.retries },
    },
  };
}

function arnOf(model: StackModel, group: string, name: string): string {
  return `arn:aws:scheduler:${model.region}:${model.accountId}:schedule/${group}/${name}`;
}

function json(body: object): Answer {
  return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
