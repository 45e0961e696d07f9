import * as z from "zod/mini";
import { endpoint } from "../endpoint.ts";
import { LoadedVersion } from "../numbers.ts";

const Settings = { given: z.boolean("given must be true or false") };

/** Returns whether unused days of a subscription reduce the price of the lifetime license. */
export const getCreditSettings = endpoint({
  method: "GET",
  path: "/api/admin/lifetime-credit",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ ...Settings, version: z.number() }),
});

/** Switches the credit for unused days on or off. CONFLICT if someone saved after `version` was loaded. */
export const saveCreditSettings = endpoint({
  method: "POST",
  path: "/api/admin/lifetime-credit",
  audience: "operator",
  errors: ["CONFLICT"],
  input: z.object({ ...Settings, version: LoadedVersion }),
  output: z.object({ ...Settings, version: z.number() }),
});
