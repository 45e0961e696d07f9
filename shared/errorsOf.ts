import * as z from "zod/mini";
import { isForReaders } from "./apiKeys/levels.ts";
import type { Audience, Endpoint } from "./endpoint.ts";
import { ERROR_STATUS, type ErrorCode } from "./errors.ts";

/** Errors that every call of an audience can return before its use case runs. */
export const ERRORS_OF_AUDIENCE: Readonly<Record<Audience, readonly ErrorCode[]>> = {
  public: [],
  device: [],
  stripe: ["VALIDATION_ERROR"],
  customer: ["AUTH_ERROR", "SESSION_ENDED", "FORBIDDEN"],
  operator: ["AUTH_ERROR", "SESSION_ENDED", "FORBIDDEN", "SECOND_FACTOR_REQUIRED"],
};
const ERRORS_OF_INPUT: readonly ErrorCode[] = ["VALIDATION_ERROR"];
/** The cursor's page no longer exists, or the cursor belongs to another list. */
const ERRORS_OF_CURSOR: readonly ErrorCode[] = ["NOT_FOUND"];
const ERRORS_OF_BODY: readonly ErrorCode[] = [
  ...ERRORS_OF_INPUT,
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];
/** The database may be down, and any code may have a bug. */
const ERRORS_OF_ALL: readonly ErrorCode[] = ["DATABASE_ERROR", "INTERNAL_ERROR"];

/** Every error code of an endpoint, in the order of ERROR_STATUS. */
export function errorsOf(contract: Endpoint): ErrorCode[] {
  const { audience, method, input, errors = [], freshSignIn, whileSuspended } = contract;
  const { properties = {} } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  const may = new Set<string>([
    ...ERRORS_OF_AUDIENCE[audience],
    ...(Object.keys(properties).length > 0 || audience === "operator" ? ERRORS_OF_INPUT : []),
    ...("cursor" in properties ? ERRORS_OF_CURSOR : []),
    ...(method === "GET" ? [] : ERRORS_OF_BODY),
    ...(audience === "customer" && whileSuspended !== true ? (["ACCOUNT_SUSPENDED"] as const) : []),
    ...(audience === "operator" && !isForReaders(contract) ? (["READ_ONLY"] as const) : []),
    ...(freshSignIn === undefined ? [] : (["FRESH_SIGN_IN_REQUIRED"] as const)),
    ...errors,
    ...ERRORS_OF_ALL,
    ...(audience === "device" ? [] : (["PAYMENTS_UNAVAILABLE"] as const)),
  ]);
  return Object.keys(ERROR_STATUS).filter((code): code is ErrorCode => may.has(code));
}
