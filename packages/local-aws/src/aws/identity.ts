import { stableId } from "../template/stableId.ts";

/** The access key of seeds, control calls and tests. No role limits it. */
export const ROOT_ACCESS_KEY = "LOCALROOT00000000000";

/** All callers share one secret: the stack reads the access key and does not verify the signature. */
export const LOCAL_SECRET_KEY = "local";

/** The header in which a worker sends the id of the invocation that makes the call. */
export const REQUEST_ID_HEADER = "x-local-request-id";

/** The access key of a function's role: 20 characters, as at AWS. */
export function accessKeyFor(functionId: string): string {
  return `LOCAL${stableId(`access key of ${functionId}`, 15, "upper")}`;
}
