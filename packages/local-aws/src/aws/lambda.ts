import type { StackModel } from "../template/model.ts";
import type { AsynchronousCalls } from "./asynchronous.ts";
import type { Authorize } from "./authorize.ts";
import { unknownOperation } from "./body.ts";
import { AwsError } from "./errors.ts";
import type { Invoke, Service } from "./types.ts";

export function lambdaService(
  model: () => StackModel,
  invoke: Invoke,
  asynchronous: AsynchronousCalls,
  authorize: Authorize,
): Service {
  return async (call) => {
    if (call.operation !== "Invoke") throw unknownOperation(call);
    const asked = decodeURIComponent(call.url.pathname.split("/")[3] ?? "");
    const { functions, region, accountId } = model();
    const fn = functions.find((candidate) => candidate.name === asked || candidate.arn === asked);
    const arn = fn?.arn ?? `arn:aws:lambda:${region}:${accountId}:function:${asked}`;
    authorize(call, [{ action: "lambda:InvokeFunction", resource: arn }]);
    if (!fn) throw new AwsError("ResourceNotFoundException", `Function not found: ${arn}`, 404);

    let event: unknown;
    try {
      event = JSON.parse(call.body === "" ? "{}" : call.body);
    } catch {
      throw new AwsError("InvalidRequestContentException", "Could not parse request body into json");
    }
    const headers = { "content-type": "application/json" };
    if (call.headers["x-amz-invocation-type"] === "Event") {
      void asynchronous.call(fn, event);
      return { status: 202, headers, body: "" };
    }
    const result = await invoke(fn.arn, event);
    return result.ok
      ? { status: 200, headers, body: JSON.stringify(result.payload ?? null) }
      : {
          status: 200,
          headers: { ...headers, "x-amz-function-error": "Unhandled" },
          body: JSON.stringify(result.error),
        };
  };
}
