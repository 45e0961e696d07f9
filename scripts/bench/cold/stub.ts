import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { WEBHOOK_SECRET } from "./events.ts";

const SECRET = JSON.stringify({
  secretKey: "sk_test_bench",
  webhookSecrets: [WEBHOOK_SECRET],
  current: "bench",
  keys: {},
});

/** What AWS answers, as far as a first call needs it: no row anywhere. */
function answerTo(target: string): object {
  if (target.endsWith(".Query") || target.endsWith(".Scan")) return { Items: [], Count: 0, ScannedCount: 0 };
  if (target.endsWith(".BatchGetItem")) return { Responses: {}, UnprocessedKeys: {} };
  if (target.startsWith("secretsmanager.")) return { Name: "secret", SecretString: SECRET };
  return {};
}

export type Stub = { url: string; close: () => void };

export async function startStub(): Promise<Stub> {
  const server = createServer(async (request, response) => {
    await text(request);
    const body = JSON.stringify(answerTo(String(request.headers["x-amz-target"] ?? "")));
    response.writeHead(200, {
      "content-type": "application/x-amz-json-1.0",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
