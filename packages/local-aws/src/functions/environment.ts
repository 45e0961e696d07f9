import type { FunctionModel } from "../template/model.ts";

export type RuntimeSettings = {
  region: string;
  awsEndpoint: string;
  accessKeyOf: (functionId: string) => string;
  secretAccessKey: string;
};

/** The template's variables and those of Lambda's runtime, without those of this computer. */
export function environmentOf(fn: FunctionModel, runtime: RuntimeSettings): Record<string, string> {
  return {
    ...fn.environment,
    AWS_REGION: runtime.region,
    AWS_DEFAULT_REGION: runtime.region,
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    AWS_LAMBDA_FUNCTION_NAME: fn.name,
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${fn.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "local",
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    AWS_ACCESS_KEY_ID: runtime.accessKeyOf(fn.id),
    AWS_SECRET_ACCESS_KEY: runtime.secretAccessKey,
    AWS_SESSION_TOKEN: "local",
    AWS_ENDPOINT_URL: runtime.awsEndpoint,
    LAMBDA_TASK_ROOT: fn.codeDir,
    LANG: "en_US.UTF-8",
    TZ: ":UTC",
    _HANDLER: fn.handler,
  };
}
