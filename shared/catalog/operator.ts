import * as z from "zod/mini";
import { endpoint, FRESH_FOR_SETTINGS } from "../endpoint.ts";
import { MAX_TRIAL_DAYS } from "../licenses/trial.ts";
import { LoadedVersion } from "../numbers.ts";
import { OPTIONAL_PLANS } from "./catalog.ts";

/** The offers besides the first plan and the lifetime license. A change may omit fields to keep them. */
export const PlanSettings = z.object({
  /** Absent in an answer: none. */
  plans: z.optional(z.array(z.enum(OPTIONAL_PLANS, `plans can name ${OPTIONAL_PLANS.join(", ")}`))),
  /** How many days a new free key has every feature, from its first computer on; 0: no trial. */
  trial_days: z.optional(
    z
      .int("trial_days must be a whole number")
      .check(
        z.minimum(0, "trial_days must be at least 0"),
        z.maximum(MAX_TRIAL_DAYS, `trial_days must be at most ${MAX_TRIAL_DAYS}`),
      ),
  ),
  /** Whether a subscription can have several seats. Absent in an answer: no. */
  teams: z.optional(z.boolean("teams must be true or false")),
});

export type PlanSettings = z.output<typeof PlanSettings>;

/**
 * Returns the plans for sale. `plans` omits a plan whose catalog price changed after it was switched on. `version` is 0
 * before the first save.
 */
export const getPlanSettings = endpoint({
  method: "GET",
  path: "/api/admin/plans",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ ...PlanSettings.shape, version: z.number() }),
});

/**
 * Switches plans and team seats on or off, and sets the trial's days. CONFLICT if Stripe has no price of the catalog's
 * amount, or another operator saved after `version` was loaded.
 */
export const savePlanSettings = endpoint({
  method: "POST",
  path: "/api/admin/plans",
  audience: "operator",
  freshSignIn: FRESH_FOR_SETTINGS,
  errors: ["CONFLICT"],
  input: z.object({ ...PlanSettings.shape, version: LoadedVersion }),
  output: z.object({ ...PlanSettings.shape, version: z.number() }),
});
