import { once } from "node:events";
import http from "node:http";
import { buffer } from "node:stream/consumers";

/** Stands before a DynamoDB and drops the condition of each PutItem: a database that forgets what it was asked. */
export async function startForgetfulProxy(
  endpoint: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = http.createServer(async (incoming, outgoing) => {
    const target = String(incoming.headers["x-amz-target"] ?? "");
    const given = await buffer(incoming);
    const body = target.endsWith(".PutItem") ? withoutCondition(given) : given;
    const { "content-length": _given, ...headers } = incoming.headers;
    const options = { method: incoming.method, headers: { ...headers, "content-length": body.length } };
    const relayed = http.request(endpoint, options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    relayed.on("error", () => outgoing.destroy());
    relayed.end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy listens on no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

function withoutCondition(body: Buffer): Buffer {
  const {
    ConditionExpression: _condition,
    ReturnValuesOnConditionCheckFailure: _old,
    ...put
  } = JSON.parse(body.toString());
  return Buffer.from(JSON.stringify(put));
}
