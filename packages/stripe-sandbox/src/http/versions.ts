import { invalidParameter } from "../core/errors.ts";
import { isBefore } from "../core/version.ts";
import type { World } from "../core/world.ts";
import type { Raw, RawObject } from "./form.ts";
import { integerFrom, required } from "./params.ts";

type Removal = {
  /** The first version without the parameter. */
  since: string;
  from: readonly string[];
  param: string;
  /** The same request in today's words. Without it, the operation reads the parameter itself. */
  today?: (raw: RawObject, world: World) => RawObject;
  /** The code of a refusal that is not Stripe's usual one for unknown parameters. */
  refusal?: { code: string; message: string };
};

const METHOD_TYPES = {
  since: "2026-09-30.endive",
  param: "payment_method_types",
  today: ({ payment_method_types: types, ...raw }: RawObject): RawObject => ({
    ...raw,
    ...(types !== undefined && { allowed_payment_method_types: types }),
  }),
};

/**
 * Parameters that versions up to ours took away, by the SDK's changelog. A request from before `since` may still
 * send them and is answered in the newest shape; any other is refused.
 */
const REMOVED: readonly Removal[] = [
  {
    ...METHOD_TYPES,
    from: [
      "paymentIntents.create",
      "paymentIntents.update",
      "paymentIntents.confirm",
      "setupIntents.create",
      "setupIntents.confirm",
    ],
    refusal: {
      code: "payment_method_types_no_longer_supported",
      message:
        "The `payment_method_types` parameter is no longer supported. Use `allowed_payment_method_types` or `excluded_payment_method_types` instead.",
    },
  },
  { ...METHOD_TYPES, from: ["checkout.sessions.create"] },
  {
    since: "2025-09-30.clover",
    from: ["promotionCodes.create"],
    param: "coupon",
    today: ({ coupon, ...raw }) => ({
      ...raw,
      ...(coupon !== undefined && { promotion: { type: "coupon", coupon } }),
    }),
  },
  {
    since: "2025-09-30.clover",
    from: ["subscriptionSchedules.create"],
    param: "phases[iterations]",
    today: ({ phases, ...raw }, world) => ({
      ...raw,
      ...(phases !== undefined && { phases: eachOf(phases, (phase) => withDuration(phase, world)) }),
    }),
  },
  { since: "2025-03-31.basil", from: ["customers.create", "customers.update"], param: "coupon" },
];

/** Up to 2019-02-19, accounts got their capabilities without asking for them. */
export const impliesCapabilities = (version: string): boolean => isBefore(version, "2019-02-19");

/** So many periods of the phase's price, as a duration. */
function withDuration(phase: Raw, world: World): Raw {
  if (typeof phase === "string" || phase.iterations === undefined) return phase;
  const { iterations, ...rest } = phase;
  const count = Number(required(integerFrom(1))(iterations, "phases[iterations]"));
  const first = valuesOf(phase.items)[0];
  const id = typeof first === "object" && typeof first.price === "string" ? first.price : "";
  const every = world.store.find("price", id)?.recurring;
  if (!every) return rest;
  const duration = { interval: every.interval, interval_count: String(every.interval_count * count) };
  return { ...rest, duration };
}

const valuesOf = (raw: Raw | undefined): Raw[] => (typeof raw === "object" ? Object.values(raw) : []);

const eachOf = (raw: Raw, map: (value: Raw) => Raw): Raw =>
  typeof raw === "string"
    ? raw
    : Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, map(value)]));

/** A request as our version would say it. @throws on a parameter that the request's version no longer has */
export function inTodaysWords(name: string, raw: RawObject, version: string, world: World): RawObject {
  let said = raw;
  for (const removal of removalsFrom(name)) {
    if (isBefore(version, removal.since)) said = removal.today?.(said, world) ?? said;
    else if (removal.refusal && raw[removal.param] !== undefined)
      throw invalidParameter(removal.refusal.message, { code: removal.refusal.code, param: removal.param });
  }
  return said;
}

/** Whether a version still has a parameter that the operation reads itself. */
export function hasParameter(name: string, param: string, version: string): boolean {
  const removal = removalsFrom(name).find((one) => one.param === param);
  if (!removal) throw new Error(`No version removed ${param} from ${name}.`);
  return isBefore(version, removal.since);
}

const removalsFrom = (name: string): Removal[] => REMOVED.filter(({ from }) => from.includes(name));
