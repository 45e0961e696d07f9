import { stableId } from "../template/stableId.ts";

/** The machine's own key: for the seed, the control calls and tests, which stand outside of every role. */
export const ROOT_ACCESS_KEY = "LOCALROOT00000000000";

/** Signatures are not checked on this machine, only whose they are; so one secret does for all. */
export const LOCAL_SECRET_KEY = "local";

/** The header with which a function's runner says which invocation a call belongs to. */
export const REQUEST_ID_HEADER = "x-local-request-id";

/** The access key of a function's role: 20 characters as AWS's, and another for each function. */
export function accessKeyFor(functionId: string): string {
  return `LOCAL${stableId(`access key of ${functionId}`, 15, "upper")}`;
}
