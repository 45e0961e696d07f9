import http from "node:http";
import { buffer } from "node:stream/consumers";
import { ListUsersCommand } from "@aws-sdk/client-cognito-identity-provider";
import { clientsIn } from "../../aws/clients.ts";
import { relay, serve } from "../loopback.ts";
import { CREDENTIALS, REGION } from "./cloud.ts";
import { edKeys } from "./edKeys.ts";
import { bringsTemplate, fieldsOf, resolved } from "./template.ts";

/**
 * A proxy for fakecloud that fills its gaps: resolves templates (template.ts), has Ed25519 keys (edKeys.ts) and finds
 * the user of an administrator's call. Passes on everything else unchanged.
 */
export async function startGaps(cloud: () => string): Promise<{ url: string; close(): Promise<void> }> {
  const keys = edKeys();
  const server = http.createServer(async (incoming, outgoing) => {
    try {
      const endpoint = cloud();
      const body = await buffer(incoming);
      const [, ofKms] = /^TrentService\.(\w+)$/.exec(String(incoming.headers["x-amz-target"])) ?? [];
      const answer = ofKms && keys(ofKms, fieldsOf(JSON.parse(body.toString())));
      if (answer) {
        outgoing.writeHead(200, { "content-type": "application/x-amz-json-1.1" });
        outgoing.end(JSON.stringify(answer));
        return;
      }
      relay(endpoint, incoming, await changed(incoming, body, endpoint), outgoing);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      outgoing.writeHead(400, { "content-type": "text/xml" });
      outgoing.end(
        `<ErrorResponse><Error><Code>ValidationError</Code><Message>${reason}</Message></Error></ErrorResponse>`,
      );
    }
  });
  const { port, close } = await serve(server);
  return { url: `http://127.0.0.1:${port}`, close };
}

async function changed(incoming: http.IncomingMessage, body: Buffer, endpoint: string): Promise<Buffer> {
  const { "content-type": type, authorization, "x-amz-target": target } = incoming.headers;
  if (/^AWSCognitoIdentityProviderService\.Admin/.test(String(target ?? "")))
    return Buffer.from(await named(body.toString(), endpoint));
  if (!type?.includes("form-urlencoded")) return body;
  const form = new URLSearchParams(body.toString());
  if (!bringsTemplate(form)) return body;
  return Buffer.from(String(await resolved(form, endpoint, regionOf(authorization))));
}

const regionOf = (authorization = ""): string =>
  /Credential=[^/]+\/\d{8}\/([^/]+)\//.exec(authorization)?.[1] ?? REGION;

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Cognito names users of an email pool by `sub`; the fake names them by email. */
async function named(body: string, endpoint: string): Promise<string> {
  const input = fieldsOf(JSON.parse(body));
  if (!UUID.test(String(input.Username))) return body;
  const client = clientsIn({ endpoint, region: REGION, credentials: CREDENTIALS }).cognito();
  const { Users = [] } = await client.send(
    new ListUsersCommand({ UserPoolId: String(input.UserPoolId), Filter: `sub = "${input.Username}"` }),
  );
  return JSON.stringify({ ...input, Username: Users[0]?.Username ?? input.Username });
}
