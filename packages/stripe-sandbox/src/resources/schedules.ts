import type Stripe from "stripe";
import { after } from "../billing/periods.ts";
import { makeSchedule, type PhaseDraft, releaseSchedule, replanSchedule } from "../billing/schedules.ts";
import { intervalOf, isOver, periodEndOf } from "../billing/subscriptions.ts";
import { change, mergeMetadata } from "../core/change.ts";
import { invalidParameter, invalidRequest } from "../core/errors.ts";
import { need } from "../core/need.ts";
import { onOurClock } from "../core/testTime.ts";
import type { Customer, SubscriptionSchedule } from "../core/wire.ts";
import type { World } from "../core/world.ts";
import { operation } from "../http/operation.ts";
import { flag, integer, integerFrom, list, metadata, oneOf, required, shape, text } from "../http/params.ts";
import { prorationField } from "./planChange.ts";

function startField(raw: Parameters<typeof text>[0], path: string): number | "now" | undefined {
  return raw === "now" ? "now" : integer(raw, path);
}

const phase = shape({
  default_payment_method: text,
  duration: shape({
    interval: required(oneOf("day", "week", "month", "year")),
    interval_count: integerFrom(1),
  }),
  end_date: integer,
  items: required(list(shape({ price: required(text), quantity: integerFrom(0) }))),
  metadata,
  billing_cycle_anchor: oneOf("automatic", "phase_start"),
  proration_behavior: oneOf("none", "create_prorations", "always_invoice"),
  start_date: startField,
});
type Phase = NonNullable<ReturnType<typeof phase>>;

const settings = shape({ automatic_tax: shape({ enabled: required(flag) }), default_payment_method: text });

const endBehavior = oneOf("cancel", "release");

export const schedules = [
  operation<Stripe.SubscriptionScheduleCreateParams>()(
    "subscriptionSchedules.create",
    "POST /v1/subscription_schedules",
    {
      customer: text,
      end_behavior: endBehavior,
      from_subscription: text,
      metadata,
      phases: list(phase),
      start_date: startField,
    },
    ({ world, params: sent }) => {
      if (sent.from_subscription !== undefined) return adopt(world, { ...sent });
      const params = {
        ...sent,
        customer: required(text)(sent.customer, "customer"),
        start_date: given(sent.start_date, "start_date"),
        phases: given(sent.phases, "phases"),
      };
      const customer = need(world, "customer", params.customer, "customer");
      const start =
        params.start_date === "now" ? world.clock.now() : onOurClock(world, customer, params.start_date);
      if (params.phases.length === 0)
        throw invalidParameter("Missing required param: phases.", {
          code: "parameter_missing",
          param: "phases",
        });
      return makeSchedule(world, {
        customer,
        phases: phasesFrom(world, customer, params.phases, start),
        endBehavior: params.end_behavior ?? "release",
        metadata: mergeMetadata({}, params.metadata),
      });
    },
  ),
  operation<Stripe.SubscriptionScheduleRetrieveParams>()(
    "subscriptionSchedules.retrieve",
    "GET /v1/subscription_schedules/:id",
    {},
    ({ world, id }) => need(world, "subscriptionSchedule", id),
  ),
  operation<Stripe.SubscriptionScheduleUpdateParams>()(
    "subscriptionSchedules.update",
    "POST /v1/subscription_schedules/:id",
    {
      default_settings: settings,
      end_behavior: endBehavior,
      metadata,
      phases: list(phase),
      proration_behavior: prorationField,
    },
    ({ world, params, id }) => {
      const before = running(world, id, "update");
      const phases = params.phases
        ? resentPhases(world, before, params.phases)
        : before.phases.map((one) => draftOf(world, one));
      const replanned =
        params.phases || params.default_settings
          ? replanSchedule(world, before, phases, settingsWith(before, params.default_settings))
          : before;
      return change(
        world,
        "subscriptionSchedule",
        replanned,
        {
          ...(params.end_behavior && { end_behavior: params.end_behavior }),
          metadata: mergeMetadata(before.metadata, params.metadata),
        },
        "subscription_schedule.updated",
      );
    },
  ),
  operation<Stripe.SubscriptionScheduleReleaseParams>()(
    "subscriptionSchedules.release",
    "POST /v1/subscription_schedules/:id/release",
    {},
    ({ world, id }) => releaseSchedule(world, running(world, id, "release")),
  ),
];

const draftOf = (world: World, phase: SubscriptionSchedule["phases"][number]): PhaseDraft => ({
  items: phase.items.map(({ price, quantity }) => ({
    price: need(world, "price", price),
    quantity: quantity ?? 1,
  })),
  start: phase.start_date,
  end: phase.end_date,
  metadata: phase.metadata ?? {},
  anchor: phase.billing_cycle_anchor as PhaseDraft["anchor"] & {},
  proration: phase.proration_behavior as PhaseDraft["proration"] & {},
  method: phase.default_payment_method as string | null,
});

function settingsWith(
  { default_settings: before }: SubscriptionSchedule,
  sent: ReturnType<typeof settings>,
): SubscriptionSchedule["default_settings"] {
  const { automatic_tax: tax, default_payment_method: method } = sent ?? {};
  return {
    ...before,
    ...(method !== undefined && { default_payment_method: method }),
    ...(tax && { automatic_tax: { disabled_reason: null, liability: null, enabled: tax.enabled } }),
  };
}

function given<T>(value: T | undefined, param: string): T {
  if (value !== undefined) return value;
  throw invalidParameter(`Missing required param: ${param}.`, { code: "parameter_missing", param });
}

/** Makes a schedule from an existing subscription, with one phase for the current items and period. */
function adopt(
  world: World,
  sent: { from_subscription?: string; [name: string]: unknown },
): SubscriptionSchedule {
  const { from_subscription: id = "", ...others } = sent;
  const [other] = Object.keys(others).filter((name) => name !== "metadata");
  if (other !== undefined)
    throw invalidParameter(`You cannot set \`${other}\` if \`from_subscription\` is set.`, { param: other });
  const subscription = need(world, "subscription", id, "from_subscription");
  if (isOver(subscription))
    throw invalidRequest("You cannot migrate a subscription that is canceled.", {
      param: "from_subscription",
    });
  if (subscription.schedule !== null)
    throw invalidRequest(
      `You cannot migrate a subscription that is already attached to a schedule: \`${subscription.schedule}\`.`,
      { param: "from_subscription" },
    );
  const items = subscription.items.data.map(({ price, quantity }) => ({ price, quantity: quantity ?? 1 }));
  const [first] = subscription.items.data;
  const phase = {
    items,
    start: first?.current_period_start ?? subscription.start_date,
    end: periodEndOf(subscription),
    metadata: {},
    method: subscription.default_payment_method as string | null,
  };
  return makeSchedule(world, {
    customer: need(world, "customer", subscription.customer),
    phases: [phase],
    endBehavior: subscription.cancel_at === null ? "release" : "cancel",
    metadata: {},
    subscription,
  });
}

/** The phases of an update. If a phase is running, the first must be that phase, with the same start and prices. */
function resentPhases(world: World, before: SubscriptionSchedule, sent: readonly Phase[]): PhaseDraft[] {
  const customer = need(world, "customer", before.customer);
  const [first] = sent;
  const start = first?.start_date;
  if (start === undefined || start === "now")
    throw invalidParameter("The first phase must have a start_date.", {
      code: "parameter_missing",
      param: "phases[0][start_date]",
    });
  const phases = phasesFrom(world, customer, sent, start);
  const runs = before.phases.find(({ start_date }) => start_date === before.current_phase?.start_date);
  const isSame = runs?.items.every(({ price }, place) => price === phases[0]?.items[place]?.price.id) ?? true;
  if (before.current_phase && (start !== before.current_phase.start_date || !isSame))
    throw invalidRequest(
      "The sandbox cannot change the start or the prices of the current phase. Send it first, with the same ones.",
      {
        param: "phases[0]",
      },
    );
  return phases;
}

/**
 * Each phase begins when the previous phase ends. A phase without an end or a duration lasts one billing period of its
 * first price.
 */
function phasesFrom(world: World, customer: Customer, sent: readonly Phase[], start: number): PhaseDraft[] {
  let from = start;
  return sent.map((one, place) => {
    const at = `phases[${place}]`;
    if (one.duration && one.end_date !== undefined)
      throw invalidParameter(
        `You may only specify one of these parameters: ${at}[duration], ${at}[end_date].`,
        {
          param: `${at}[end_date]`,
        },
      );
    const items = one.items.map(({ price: id, quantity = 1 }, line) => {
      const price = need(world, "price", id, `${at}[items][${line}][price]`);
      if (!price.recurring)
        throw invalidRequest(
          "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
          { param: `${at}[items][${line}][price]` },
        );
      return { price, quantity };
    });
    const first = items[0];
    if (!first)
      throw invalidParameter(`Missing required param: ${at}[items].`, {
        code: "parameter_missing",
        param: `${at}[items]`,
      });
    const every = one.duration
      ? { interval: one.duration.interval, count: one.duration.interval_count ?? 1 }
      : intervalOf(first.price);
    const end =
      one.end_date === undefined ? after(from, every, 1) : onOurClock(world, customer, one.end_date);
    if (end <= from) throw invalidRequest("A phase must end after it starts.", { param: `${at}[end_date]` });
    const made = {
      items,
      start: from,
      end,
      metadata: mergeMetadata({}, one.metadata),
      anchor: one.billing_cycle_anchor ?? null,
      proration: one.proration_behavior ?? "create_prorations",
      method: one.default_payment_method ?? null,
    };
    from = end;
    return made;
  });
}

function running(world: World, id: string, verb: string): SubscriptionSchedule {
  const schedule = need(world, "subscriptionSchedule", id);
  if (schedule.status === "active" || schedule.status === "not_started") return schedule;
  throw invalidRequest(
    `You cannot ${verb} a subscription schedule that is currently in the \`${schedule.status}\` status.`,
  );
}
