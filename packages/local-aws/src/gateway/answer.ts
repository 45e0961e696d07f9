import * as z from "zod/mini";
import { type GatewayResponse, gatewayMessage } from "./message.ts";

const Structured = z.object({
  statusCode: z.union([z.number(), z.string()]),
  headers: z.optional(z.nullable(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])))),
  cookies: z.optional(z.nullable(z.array(z.string()))),
  body: z.optional(z.nullable(z.string())),
  isBase64Encoded: z.optional(z.boolean()),
});

export function answerOf(payload: unknown): GatewayResponse {
  if (typeof payload !== "object" || payload === null || !("statusCode" in payload)) return plain(payload);
  const parsed = z.safeParse(Structured, payload);
  const status = Number(parsed.data?.statusCode);
  if (!parsed.success || !Number.isInteger(status) || status < 100 || status > 599) {
    return gatewayMessage(500, "Internal Server Error");
  }
  const { headers, cookies, body, isBase64Encoded } = parsed.data;
  const lines = Object.entries(headers ?? {}).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    String(value),
  ]);
  if (!lines.some(([name]) => name === "content-type"))
    lines.push(["content-type", "text/plain; charset=utf-8"]);
  for (const cookie of cookies ?? []) lines.push(["set-cookie", cookie]);
  return { status, headers: lines, body: Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8") };
}

/** Without a status code, the result is the body of a 200. */
function plain(payload: unknown): GatewayResponse {
  const body = typeof payload === "string" ? payload : JSON.stringify(payload);
  return { status: 200, headers: [["content-type", "application/json"]], body: Buffer.from(body ?? "") };
}
