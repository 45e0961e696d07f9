import * as z from "zod/mini";
import type { StackFile } from "../../../local/stackFile.ts";

const Ran = z.object({
  invocations: z.array(
    z.object({
      requestId: z.string(),
      memoryMb: z.nullable(z.number()),
      result: z.string(),
      calls: z.array(z.object({ service: z.string() })),
    }),
  ),
});

export type Work = {
  invocations: number;
  /** Aborted invocations: killed, out of memory, or timed out. */
  failed: number;
  databaseCalls: number;
  /** Memory of the first finished invocation, and the maximum. */
  firstMb: number;
  mostMb: number;
};

const LOOK_EVERY_MS = 10_000;

/** Records a function's invocations until `end`, because the stack keeps only the latest. */
export async function watchWork(stack: StackFile, functionId: string): Promise<{ end: () => Promise<Work> }> {
  const read = async () => {
    const response = await fetch(
      `${stack.controlUrl}/invocations?function=${encodeURIComponent(functionId)}`,
    );
    return z.parse(Ran, await response.json()).invocations;
  };
  const before = new Set((await read()).map(({ requestId }) => requestId));
  const seen = new Map<string, Awaited<ReturnType<typeof read>>[number]>();
  const look = async () => {
    for (const one of await read()) if (!before.has(one.requestId)) seen.set(one.requestId, one);
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    end: async () => {
      clearInterval(timer);
      await look();
      const all = [...seen.values()];
      const memory = all.flatMap(({ memoryMb }) => memoryMb ?? []);
      const databaseCalls = all.flatMap(({ calls }) => calls.filter(({ service }) => service === "dynamodb"));
      return {
        invocations: all.length,
        failed: all.filter(({ result }) => result === "error").length,
        databaseCalls: databaseCalls.length,
        firstMb: memory[0] ?? 0,
        mostMb: Math.max(0, ...memory),
      };
    },
  };
}
