import { CfnParameter } from "aws-cdk-lib";
import { CfnParameter as CfnStoredParameter } from "aws-cdk-lib/aws-ssm";
import { logicalName, type ParameterName } from "./names.ts";
import type { Scope } from "./scope.ts";

/** Tells other stacks (and the deploy script) a value that is known only once something exists. */
export function publish({ stack, names }: Scope, name: ParameterName, value: string): void {
  new CfnStoredParameter(stack, `${logicalName(name)}Parameter`, {
    name: names.parameter(name),
    type: "String",
    value,
  });
}

/** Reads such a value at deploy; one parameter a stack, however often it is asked for. */
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
