import * as z from "zod/mini";

export const Template = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.optional(z.record(z.string(), z.unknown())) }),
  ),
});
export type Template = z.output<typeof Template>;

/** Routes, as `GET /path`, that the API's stage limits. */
export const limitedRoutes = ({ Resources }: Template): string[] =>
  Object.values(Resources)
    .filter(({ Type }) => Type === "AWS::ApiGatewayV2::Stage")
    .flatMap(({ Properties }) => Object.keys(Properties?.RouteSettings ?? {}));

const Indexes = z._default(z.array(z.looseObject({ IndexName: z.string() })), []);

/** Index definitions as JSON, by table and index. */
export type TableIndexes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** @returns indexes by the table's logical id, which is the same in every stage */
export function indexesOf({ Resources }: Template): TableIndexes {
  const tables = Object.entries(Resources).filter(([, { Type }]) => Type === "AWS::DynamoDB::GlobalTable");
  return Object.fromEntries(
    tables.map(([id, { Properties }]) => [
      id,
      Object.fromEntries(
        Indexes.parse(Properties?.GlobalSecondaryIndexes).map((index) => [
          index.IndexName,
          JSON.stringify(index),
        ]),
      ),
    ]),
  );
}

/**
 * DynamoDB creates or deletes one index of a table at a time, and CloudFormation refuses an update with two. A changed
 * index counts as a deletion and a creation.
 * @returns refused changes, as sentences that say how to proceed
 */
export function indexProblems(before: TableIndexes, next: TableIndexes): string[] {
  return Object.entries(next).flatMap(([table, indexes]) => {
    const known = before[table];
    if (known === undefined) return [];
    const names = [...new Set([...Object.keys(known), ...Object.keys(indexes)])].sort();
    const changed = names.filter(
      (name) => known[name] !== undefined && indexes[name] !== undefined && known[name] !== indexes[name],
    );
    if (changed.length > 0)
      return [
        `${table}: the index ${changed.join(", ")} changes, and an index cannot be changed. Add it under another name in this release, and remove the old one in the next.`,
      ];
    const steps = names.flatMap((name) => {
      if (known[name] === undefined) return [`adds ${name}`];
      return indexes[name] === undefined ? [`removes ${name}`] : [];
    });
    if (steps.length < 2) return [];
    return [
      `${table}: this release ${steps.join(", ")}, and DynamoDB takes one index change per table and deployment. Release the commit with the first change alone and deploy it to every stage. Then release the next.`,
    ];
  });
}

export type FunctionParts = Readonly<Record<string, string>>;

export function functionPartsOf(templates: Readonly<Record<string, Template>>): FunctionParts {
  return Object.fromEntries(
    Object.entries(templates).flatMap(([part, { Resources }]) =>
      Object.values(Resources).flatMap(({ Type, Properties }) =>
        Type === "AWS::Lambda::Function" ? [[String(Properties?.FunctionName), part]] : [],
      ),
    ),
  );
}

/**
 * A function that moves to another stack keeps its name, so the new stack would create it while the old stack still has
 * it.
 * @returns refused moves, as sentences that say how to proceed
 */
export function movedFunctions(before: FunctionParts, next: FunctionParts): string[] {
  return Object.entries(next).flatMap(([name, part]) => {
    const was = before[name];
    return was === undefined || was === part
      ? []
      : [
          `${name} moves from the stack ${was} to ${part}, which would collide with its own name. Give the endpoint another name and path, or remove it in one release and add it again in the next.`,
        ];
  });
}
