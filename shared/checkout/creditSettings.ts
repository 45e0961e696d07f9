import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { LoadedVersion } from "../numbers.ts";

/** `version` is 0 until it was first saved. */
const Settings = { given: z.boolean("given must be true or false") };

/** Whether unused days of a subscription come off the lifetime license. */
export const getCreditSettings = endpoint({
  method: "GET",
  path: "/api/admin/lifetime-credit",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ ...Settings, version: z.number() }),
});

/** CONFLICT where another operator has saved since `version` was loaded. */
export const saveCreditSettings = endpoint({
  method: "POST",
  path: "/api/admin/lifetime-credit",
  audience: "operator",
  errors: ["CONFLICT"],
  input: z.object({ ...Settings, version: LoadedVersion }),
  output: z.object({ ...Settings, version: z.number() }),
});
