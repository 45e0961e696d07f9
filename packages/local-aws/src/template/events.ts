import * as z from "zod/mini";
import { TemplateError } from "./errors.ts";
import type { FunctionModel, MappingModel, QueueModel, ScheduleModel } from "./model.ts";
import { read } from "./properties.ts";
import type { Resolver } from "./resolver.ts";

export function readQueues(resolver: Resolver): QueueModel[] {
  return resolver.ofType("AWS::SQS::Queue").map((resource) => {
    const properties = read(resource, {
      VisibilityTimeout: z._default(z.number(), 30),
      MessageRetentionPeriod: z._default(z.number(), 345_600),
      DelaySeconds: z._default(z.number(), 0),
      RedrivePolicy: z.optional(
        z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }),
      ),
    });
    const redrive = properties.RedrivePolicy;
    return {
      logicalId: resource.logicalId,
      name: resource.identity.attributes.QueueName ?? "",
      url: resource.identity.ref,
      arn: resource.identity.attributes.Arn ?? "",
      visibilitySeconds: properties.VisibilityTimeout,
      retentionSeconds: properties.MessageRetentionPeriod,
      delaySeconds: properties.DelaySeconds,
      redrive:
        redrive === undefined
          ? null
          : { deadLetterArn: redrive.deadLetterTargetArn, maxReceiveCount: redrive.maxReceiveCount },
    };
  });
}

const Target = z.optional(z.object({ Destination: z.optional(z.string()) }));

/** Lambda's limit without a raised quota, though CloudFormation's schema allows 20. */
const MAX_FILTERS = 5;

export function readMappings(resolver: Resolver, functions: FunctionModel[]): MappingModel[] {
  return resolver.ofType("AWS::Lambda::EventSourceMapping").map((resource) => {
    const mapping = read(resource, {
      FunctionName: z.string(),
      EventSourceArn: z.string(),
      BatchSize: z.optional(z.number()),
      MaximumBatchingWindowInSeconds: z._default(z.number(), 0),
      FunctionResponseTypes: z._default(z.array(z.string()), []),
      Enabled: z._default(z.boolean(), true),
      StartingPosition: z.optional(z.enum(["LATEST", "TRIM_HORIZON"])),
      MaximumRetryAttempts: z.optional(z.number()),
      BisectBatchOnFunctionError: z._default(z.boolean(), false),
      MaximumRecordAgeInSeconds: z.optional(z.number()),
      DestinationConfig: z.optional(z.object({ OnFailure: Target })),
      ScalingConfig: z.optional(z.object({ MaximumConcurrency: z.optional(z.number()) })),
      FilterCriteria: z.optional(
        z.object({
          Filters: z
            .array(z.object({ Pattern: z.string() }))
            .check(z.maxLength(MAX_FILTERS, "Lambda allows at most five filters")),
        }),
      ),
    });
    const target = functions.find(
      (one) => one.arn === mapping.FunctionName || one.name === mapping.FunctionName,
    );
    if (target === undefined) {
      throw new TemplateError(resource.place("FunctionName"), `there is no function ${mapping.FunctionName}`);
    }
    return {
      logicalId: resource.logicalId,
      functionArn: target.arn,
      sourceArn: mapping.EventSourceArn,
      batchSize: mapping.BatchSize ?? (mapping.EventSourceArn.includes(":sqs:") ? 10 : 100),
      windowSeconds: mapping.MaximumBatchingWindowInSeconds,
      partialResponses: mapping.FunctionResponseTypes.includes("ReportBatchItemFailures"),
      enabled: mapping.Enabled,
      startingPosition: mapping.StartingPosition ?? null,
      retries: mapping.MaximumRetryAttempts ?? null,
      bisect: mapping.BisectBatchOnFunctionError,
      maxAgeSeconds: mapping.MaximumRecordAgeInSeconds ?? null,
      onFailureArn: mapping.DestinationConfig?.OnFailure?.Destination ?? null,
      mostAtOnce: mapping.ScalingConfig?.MaximumConcurrency ?? null,
      filters: mapping.FilterCriteria?.Filters.map((filter) => filter.Pattern) ?? [],
    };
  });
}

/** Scheduler's default. */
const SCHEDULER_RETRIES = 185;

export function readSchedules(resolver: Resolver): ScheduleModel[] {
  return resolver.ofType("AWS::Scheduler::Schedule").map((resource) => {
    const schedule = read(resource, {
      ScheduleExpression: z.string(),
      ScheduleExpressionTimezone: z._default(z.string(), "UTC"),
      State: z._default(z.enum(["ENABLED", "DISABLED"]), "ENABLED"),
      Target: z.object({
        Arn: z.string(),
        Input: z.optional(z.string()),
        RetryPolicy: z.optional(z.object({ MaximumRetryAttempts: z.optional(z.number()) })),
        DeadLetterConfig: z.optional(z.object({ Arn: z.optional(z.string()) })),
      }),
    });
    if (!["UTC", "Etc/UTC"].includes(schedule.ScheduleExpressionTimezone)) {
      throw new TemplateError(
        resource.place("ScheduleExpressionTimezone"),
        "is not UTC, the only supported time zone",
      );
    }
    return {
      logicalId: resource.logicalId,
      name: resource.identity.ref,
      expression: schedule.ScheduleExpression,
      targetArn: schedule.Target.Arn,
      input: schedule.Target.Input ?? null,
      retries: schedule.Target.RetryPolicy?.MaximumRetryAttempts ?? SCHEDULER_RETRIES,
      deadLetterArn: schedule.Target.DeadLetterConfig?.Arn ?? null,
      enabled: schedule.State === "ENABLED",
    };
  });
}
