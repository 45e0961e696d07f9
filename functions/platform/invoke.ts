import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import * as z from "zod/mini";
import { amazon } from "./amazon.ts";
import type { ApiEvent } from "./edge.ts";
import { env } from "./env.ts";

/** One attempt: a call that changes something must not run twice. */
const client = new LambdaClient(amazon("lambda", 27_000, 1));

const Answer = z.object({
  statusCode: z.int(),
  headers: z.optional(z.record(z.string(), z.string())),
  body: z.optional(z.string()),
  cookies: z.optional(z.array(z.string())),
});

export async function invokeEndpoint(id: string, event: ApiEvent): Promise<z.output<typeof Answer>> {
  const { Payload, FunctionError } = await client.send(
    new InvokeCommand({
      FunctionName: `${env("FUNCTION_PREFIX")}-${id.replace("/", "-")}`,
      Payload: JSON.stringify(event),
    }),
  );
  const text = new TextDecoder().decode(Payload);
  if (FunctionError !== undefined) throw new Error(`${id} failed: ${text.slice(0, 500)}`);
  return Answer.parse(JSON.parse(text));
}
