import { createHash } from "node:crypto";
import * as z from "zod/mini";
import type { Endpoint, Input, Output } from "#shared/endpoint.ts";
import { SECOND } from "#shared/instant.ts";
import { Nonce } from "#shared/licenses/activation.ts";
import { type ApiEvent, edge, rawBody, type Seal } from "../platform/edge.ts";
import { env } from "../platform/env.ts";
import { signAnswer } from "../platform/leases.ts";
import { log } from "../platform/log.ts";
import type { Visitor } from "../platform/visitor.ts";
import { identify } from "./caller.ts";
import { parseInput } from "./http.ts";

/** The header with the proof (`AnswerClaims`) that the service sent the response. */
const PROOF = "license-proof";

type Handle<E extends Endpoint> = (request: {
  input: Input<E>;
  caller: Visitor;
  now: Date;
}) => Promise<Output<E>>;

/** Like `http`, for computers. If a request contains a nonce, signs its response, including errors. */
export function httpForDevices<const E extends Endpoint & { audience: "device" }>(contract: E) {
  return (handle: Handle<E>) =>
    edge(
      contract,
      async (event, now) => {
        const caller = await identify(event, contract);
        return handle({ input: parseInput(contract, event), caller, now });
      },
      prove(contract.path),
    );
}

/** If signing fails, sends the response unsigned: the client then treats the service as unreachable. */
function prove(path: string): Seal {
  return async (event, response) => {
    const nonce = nonceOf(event);
    if (nonce === undefined) return response;
    try {
      const proof = await signAnswer({
        iss: env("LICENSE_ISSUER"),
        nonce,
        path,
        status: response.statusCode ?? 200,
        digest: createHash("sha256")
          .update(response.body ?? "")
          .digest("base64url"),
        iat: Math.floor(Date.now() / SECOND),
      });
      return { ...response, headers: { ...response.headers, [PROOF]: proof } };
    } catch (error) {
      log.error("answer.unsigned", error);
      return response;
    }
  };
}

const Asked = z.object({ nonce: Nonce });

/** Reads the raw body, so that responses to invalid input are signed too. */
function nonceOf(event: ApiEvent): string | undefined {
  try {
    return Asked.parse(JSON.parse(rawBody(event))).nonce;
  } catch {
    return undefined;
  }
}
