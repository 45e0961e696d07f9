import type { Answer } from "./types.ts";

export class AwsError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Record<string, unknown>;

  constructor(code: string, message: string, status = 400, details: Record<string, unknown> = {}) {
    super(message);
    this.name = "AwsError";
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

const DYNAMODB_OWN = "com.amazonaws.dynamodb.v20120810#";
const COMMON = "com.amazon.coral.service#";
const COMMON_CODES = new Set([
  "AccessDeniedException",
  "UnrecognizedClientException",
  "MissingAuthenticationTokenException",
  "SerializationException",
  "UnknownOperationException",
  "ThrottlingException",
]);

const RESTFUL = new Set(["apigateway", "lambda", "scheduler", "ses"]);

/** Formats an error for its service. SDKs read the code from `__type` or from `x-amzn-errortype`. */
export function errorAnswer(service: string, error: AwsError): Answer {
  if (RESTFUL.has(service)) {
    const status = error.code === "AccessDeniedException" && error.status === 400 ? 403 : error.status;
    return {
      status,
      headers: { "content-type": "application/json", "x-amzn-errortype": error.code },
      body: JSON.stringify({ message: error.message, Message: error.message, ...error.details }),
    };
  }
  const type =
    service === "dynamodb"
      ? `${COMMON_CODES.has(error.code) ? COMMON : DYNAMODB_OWN}${error.code}`
      : error.code;
  const denied = error.code === "AccessDeniedException";
  return {
    status: error.status,
    headers: { "content-type": service === "dynamodb" || service === "sqs" ? JSON_1_0 : JSON_1_1 },
    body: JSON.stringify({
      __type: type,
      [denied ? "Message" : "message"]: error.message,
      ...error.details,
    }),
  };
}

export const JSON_1_0 = "application/x-amz-json-1.0";
export const JSON_1_1 = "application/x-amz-json-1.1";

export function jsonAnswer(body: unknown, contentType: string = JSON_1_1): Answer {
  return { status: 200, headers: { "content-type": contentType }, body: JSON.stringify(body) };
}
