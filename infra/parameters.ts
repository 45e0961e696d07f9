import { CfnParameter } from "aws-cdk-lib";
import { CfnParameter as CfnStoredParameter } from "aws-cdk-lib/aws-ssm";
import { logicalName, type ParameterName } from "./names.ts";
import type { Scope } from "./scope.ts";

/** Stores a value that is known only after its resource exists, for other stacks and the deploy script. */
export function publish({ stack, names }: Scope, name: ParameterName, value: string): void {
  new CfnStoredParameter(stack, `${logicalName(name)}Parameter`, {
    name: names.parameter(name),
    type: "String",
    value,
  });
}

export function published({ stack, names }: Scope, name: ParameterName): string {
  const id = logicalName(name);
  const known = stack.node.tryFindChild(id);
  const parameter =
    known instanceof CfnParameter
      ? known
      : new CfnParameter(stack, id, {
          type: "AWS::SSM::Parameter::Value<String>",
          default: names.parameter(name),
        });
  return parameter.valueAsString;
}
