import * as z from "zod/mini";
import { endpoint, FRESH_FOR_SETTINGS } from "../endpoint.ts";
import { MAX_TRIAL_DAYS } from "../licenses/trial.ts";
import { LoadedVersion } from "../numbers.ts";
import { OPTIONAL_PLANS } from "./catalog.ts";

/** What the operator sells beside the first plan and the lifetime license. What is left out of a change stays as it is. */
export const PlanSettings = z.object({
  /** Left out of an answer: none. */
  plans: z.optional(z.array(z.enum(OPTIONAL_PLANS, `plans can name ${OPTIONAL_PLANS.join(", ")}`))),
  /** How long the first computer of a new free key has every feature; 0: not at all. */
  trial_days: z.optional(
    z
      .int("trial_days must be a whole number")
      .check(
        z.minimum(0, "trial_days must be at least 0"),
        z.maximum(MAX_TRIAL_DAYS, `trial_days must be at most ${MAX_TRIAL_DAYS}`),
      ),
  ),
  /** Whether a subscription can have several seats. Left out of an answer: no. */
  teams: z.optional(z.boolean("teams must be true or false")),
});

export type PlanSettings = z.output<typeof PlanSettings>;

/**
 * `plans` misses a plan as well where the catalog's price has changed since the operator switched it on. `version` is 0
 * until something was first saved.
 */
export const getPlanSettings = endpoint({
  method: "GET",
  path: "/api/admin/plans",
  audience: "operator",
  input: z.strictObject({}),
  output: z.object({ ...PlanSettings.shape, version: z.number() }),
});

/**
 * Switches plans and seats for teams on or off, and sets the days of a trial. CONFLICT where Stripe has no price of the
 * catalog's amount, or another operator has saved since `version` was loaded.
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
