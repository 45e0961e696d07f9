import type { IncomingMessage, ServerResponse } from "node:http";

/** The header lines as sent, including repeated headers. */
export function headerLines(request: IncomingMessage): [string, string][] {
  const lines: [string, string][] = [];
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    lines.push([request.rawHeaders[index] ?? "", request.rawHeaders[index + 1] ?? ""]);
  }
  return lines;
}

/** The whole body; undefined above the limit, after reading and dropping the rest. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size > limit ? undefined : Buffer.concat(chunks);
}

export function send(
  response: ServerResponse,
  status: number,
  headers: readonly (readonly [string, string])[],
  body: Buffer,
): void {
  const lines = new Map<string, string[]>();
  for (const [name, value] of headers) lines.set(name, [...(lines.get(name) ?? []), value]);
  response.statusCode = status;
  for (const [name, values] of lines)
    response.setHeader(name, values.length === 1 ? (values[0] ?? "") : values);
  response.setHeader("content-length", body.length);
  response.end(response.req.method === "HEAD" ? undefined : body);
}
