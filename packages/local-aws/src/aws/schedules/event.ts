import type { ScheduleModel, StackModel } from "../../template/model.ts";
import type { Sending } from "../queues/message.ts";

export type Scheduled = {
  id: string;
  schedule: Pick<ScheduleModel, "targetArn" | "input" | "retries" | "deadLetterArn">;
};

/** The schedule's input with AWS's placeholders filled in, or AWS's default event. */
export function eventOf(model: StackModel, entry: Scheduled, at: Date): unknown {
  const time = `${at.toISOString().slice(0, 19)}Z`;
  const arn = `arn:aws:scheduler:${model.region}:${model.accountId}:schedule/${entry.id.includes("/") ? "" : "default/"}${entry.id}`;
  const { input } = entry.schedule;
  if (input !== null) {
    const filled = input
      .replaceAll("<aws.scheduler.scheduled-time>", time)
      .replaceAll("<aws.scheduler.schedule-arn>", arn)
      .replaceAll("<aws.scheduler.execution-id>", crypto.randomUUID())
      .replaceAll("<aws.scheduler.attempt-number>", "1");
    return JSON.parse(filled);
  }
  return {
    version: "0",
    id: crypto.randomUUID(),
    "detail-type": "Scheduled Event",
    source: "aws.scheduler",
    account: model.accountId,
    time,
    region: model.region,
    resources: [arn],
    detail: "{}",
  };
}

export function deadLetter(
  entry: Scheduled,
  at: Date,
  error: { errorType: string; errorMessage: string },
  model: StackModel,
): Sending {
  const text = (StringValue: string) => ({ DataType: "String", StringValue });
  return {
    body: JSON.stringify(eventOf(model, entry, at)),
    attributes: {
      ERROR_CODE: text(error.errorType),
      ERROR_MESSAGE: text(error.errorMessage || error.errorType),
      SCHEDULE_ARN: text(entry.id),
      TARGET_ARN: text(entry.schedule.targetArn),
    },
  };
}
