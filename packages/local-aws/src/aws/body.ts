import type * as z from "zod/mini";
import { AwsError } from "./errors.ts";
import type { AwsCall } from "./types.ts";

/** Parses the call's JSON body. @throws the service's own error for a malformed body */
export function bodyOf<T>(call: AwsCall, schema: z.ZodMiniType<T>, code = "ValidationException"): T {
  let json: unknown;
  try {
    json = JSON.parse(call.body === "" ? "{}" : call.body);
  } catch {
    throw new AwsError("SerializationException", "The body is not JSON.");
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new AwsError(code, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid"}`);
}

export function unknownOperation(call: AwsCall): AwsError {
  return new AwsError(
    "UnknownOperationException",
    `The local stack does not support ${call.service} ${call.operation}. Add the operation to src/aws, or avoid it.`,
  );
}
