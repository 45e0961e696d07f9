import * as z from "zod/mini";
import type { MailEventRule } from "./model.ts";
import { read } from "./properties.ts";
import type { Resolver } from "./resolver.ts";

const Pattern = z.looseObject({ source: z.optional(z.array(z.string())) });
const Targets = z._default(z.array(z.object({ Arn: z.string(), InputPath: z.optional(z.string()) })), []);

/** The SES events that reach a queue. SES sends them to the event bus, and a rule on the bus forwards them. */
export function readMailEvents(resolver: Resolver): MailEventRule[] {
  const destinations = resolver.ofType("AWS::SES::ConfigurationSetEventDestination").map((resource) =>
    read(resource, {
      ConfigurationSetName: z.string(),
      EventDestination: z.object({ MatchingEventTypes: z.array(z.string()) }),
    }),
  );
  return resolver.ofType("AWS::Events::Rule").flatMap((resource) => {
    const rule = read(resource, { EventPattern: Pattern, Targets });
    if (!rule.EventPattern.source?.includes("aws.ses")) return [];
    return destinations.flatMap(({ ConfigurationSetName, EventDestination }) =>
      rule.Targets.map(({ Arn, InputPath }) => ({
        settings: ConfigurationSetName,
        types: EventDestination.MatchingEventTypes,
        pattern: JSON.stringify(rule.EventPattern),
        queueArn: Arn,
        detailOnly: InputPath === "$.detail",
      })),
    );
  });
}
