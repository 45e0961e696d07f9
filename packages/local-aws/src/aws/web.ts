import type { Answer, AwsCall, Service } from "./types.ts";

/** A server in this process (mail, Cognito) that takes a Request and returns a Response. */
export type WebHandler = (request: Request) => Promise<Response>;

export function webService(handler: WebHandler): Service {
  return async (call: AwsCall): Promise<Answer> => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(call.headers)) {
      if (!HOP_BY_HOP.has(name)) headers.set(name, value);
    }
    const bare = call.method === "GET" || call.method === "HEAD";
    const request = new Request(call.url, {
      method: call.method,
      headers,
      ...(bare ? {} : { body: call.body }),
    });
    const response = await handler(request);
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
}

const HOP_BY_HOP = new Set([
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
  "expect",
]);
