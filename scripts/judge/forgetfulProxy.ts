import http from "node:http";
import { buffer } from "node:stream/consumers";
import { relay, serve } from "./loopback.ts";

/** A DynamoDB proxy that drops the condition of each PutItem. */
export async function startForgetfulProxy(
  endpoint: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = http.createServer(async (incoming, outgoing) => {
    const target = String(incoming.headers["x-amz-target"] ?? "");
    const given = await buffer(incoming);
    relay(endpoint, incoming, target.endsWith(".PutItem") ? withoutCondition(given) : given, outgoing);
  });
  const { port, close } = await serve(server);
  return { url: `http://127.0.0.1:${port}`, close };
}

function withoutCondition(body: Buffer): Buffer {
  const {
    ConditionExpression: _condition,
    ReturnValuesOnConditionCheckFailure: _old,
    ...put
  } = JSON.parse(body.toString());
  return Buffer.from(JSON.stringify(put));
}
