import * as z from "zod/mini";
import type { StackModel } from "../template/model.ts";
import type { Authorize } from "./authorize.ts";
import { bodyOf, unknownOperation } from "./body.ts";
import { AwsError, jsonAnswer } from "./errors.ts";
import type { Service } from "./types.ts";

const ONE = z.object({ Name: z.string() });

/** SSM's read-only parameters. Reads `values` on each call, because a seed may add some. */
export function parameterStore(
  model: () => StackModel,
  values: () => Readonly<Record<string, string>>,
  authorize: Authorize,
): Service {
  const arnOf = (name: string) => {
    const { region, accountId } = model();
    return name.startsWith("arn:")
      ? name
      : `arn:aws:ssm:${region}:${accountId}:parameter${name.startsWith("/") ? "" : "/"}${name}`;
  };
  const find = (asked: string) => {
    const name = asked.startsWith("arn:") ? asked.slice(asked.indexOf(":parameter") + 10) : asked;
    const known = values();
    if (!Object.hasOwn(known, name)) return undefined;
    return { Name: name, Type: "String", Value: known[name], Version: 1, ARN: arnOf(name), DataType: "text" };
  };
  return (call) => {
    if (call.operation === "GetParameter") {
      const { Name } = bodyOf(call, ONE);
      authorize(call, [{ action: "ssm:GetParameter", resource: arnOf(Name) }]);
      const found = find(Name);
      if (!found) throw new AwsError("ParameterNotFound", "");
      return jsonAnswer({ Parameter: found });
    }
    throw unknownOperation(call);
  };
}
