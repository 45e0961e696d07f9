import * as z from "zod/mini";
import { type Place, TemplateError } from "./errors.ts";
import type { KeySchema, TableModel } from "./model.ts";
import { read } from "./properties.ts";
import type { Resolver } from "./resolver.ts";

const Keys = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) }));

const SHAPE = {
  KeySchema: Keys,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(["S", "N", "B"]) }),
  ),
  GlobalSecondaryIndexes: z._default(
    z.array(
      z.object({
        IndexName: z.string(),
        KeySchema: Keys,
        Projection: z.object({
          ProjectionType: z.optional(z.enum(["ALL", "KEYS_ONLY", "INCLUDE"])),
          NonKeyAttributes: z.optional(z.array(z.string())),
        }),
      }),
    ),
    [],
  ),
  LocalSecondaryIndexes: z._default(z.array(z.unknown()), []),
  StreamSpecification: z.optional(
    z.object({ StreamViewType: z.enum(["NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"]) }),
  ),
  TimeToLiveSpecification: z.optional(
    z.object({ AttributeName: z.optional(z.string()), Enabled: z.boolean() }),
  ),
};

export function readTables(resolver: Resolver): TableModel[] {
  return resolver.ofType("AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable").map((resource) => {
    const properties = read(resource, SHAPE);
    if (properties.LocalSecondaryIndexes.length > 0) {
      throw new TemplateError(resource.place("LocalSecondaryIndexes"), "are not supported locally");
    }
    const stream = properties.StreamSpecification?.StreamViewType ?? null;
    const ttl = properties.TimeToLiveSpecification;
    return {
      logicalId: resource.logicalId,
      name: resource.identity.ref,
      arn: resource.identity.attributes.Arn ?? "",
      streamArn: stream === null ? null : (resource.identity.attributes.StreamArn ?? null),
      streamView: stream,
      ttlAttribute: ttl?.Enabled ? (ttl.AttributeName ?? null) : null,
      key: keyOf(properties.KeySchema, resource.place("KeySchema")),
      attributes: Object.fromEntries(
        properties.AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]),
      ),
      indexes: properties.GlobalSecondaryIndexes.map((index) => ({
        name: index.IndexName,
        key: keyOf(index.KeySchema, resource.place(`GlobalSecondaryIndexes.${index.IndexName}`)),
        projection:
          index.Projection.ProjectionType === "INCLUDE"
            ? (index.Projection.NonKeyAttributes ?? [])
            : (index.Projection.ProjectionType ?? "ALL"),
      })),
    };
  });
}

function keyOf(keys: z.output<typeof Keys>, place: Place): KeySchema {
  const hash = keys.find((key) => key.KeyType === "HASH")?.AttributeName;
  if (hash === undefined) throw new TemplateError(place, "has no partition key");
  return { hash, range: keys.find((key) => key.KeyType === "RANGE")?.AttributeName ?? null };
}
