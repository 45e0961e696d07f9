import * as z from "zod/mini";
import { inside, type Place, TemplateError } from "./errors.ts";
import type { Resource } from "./resolver.ts";

/** Resolves and checks the properties in the shape and ignores the others. */
export function read<Shape extends z.core.$ZodShape>(
  resource: Resource,
  shape: Shape,
): z.output<z.ZodMiniObject<Shape>> {
  const names = Object.keys(shape);
  const given = Object.fromEntries(
    names.map((name) => [name, resource.property(name)] as const).filter(([, value]) => value !== undefined),
  );
  return check(z.object(shape), given, resource.place());
}

/** Parses a resolved value. Errors name its place in the template. */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  place: Place,
): z.output<Schema> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const at = (issue?.path ?? []).reduce((deeper: Place, step) => inside(deeper, String(step)), place);
  throw new TemplateError(at, issue?.message ?? "is not what the local stack expects");
}

/** A value or a list, as in IAM's and CloudFront's policies. */
export const oneOrMany = z.union([
  z.array(z.string()),
  z.pipe(
    z.string(),
    z.transform((one: string) => [one]),
  ),
]);
