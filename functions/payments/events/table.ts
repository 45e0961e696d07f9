import * as z from "zod/mini";
import { eventStatesBefore } from "#shared/grants/states.ts";
import { DAY, Instant, SECOND } from "#shared/instant.ts";
import { type CustomerEvent, OpenEvent } from "#shared/payments/openEvents.ts";
import { readCursor, writeCursor } from "../../platform/cursor.ts";
import {
  getItem,
  getItems,
  type Item,
  queryItems,
  updateItem,
  type Write,
  WriteConflict,
} from "../../platform/dynamo.ts";
import { env } from "../../platform/env.ts";

/**
 * In Events: one row per Stripe event, `pk` "event#<id>", `sk` "event", deleted after 90 days. The index `byQueue`
 * lists open events by arrival, and each customer's finished events by completion.
 */
const TABLE = () => env("TABLE_EVENTS");
const KEEP_EVENTS_FOR = 90 * DAY;
const OPEN = "open-events";
const doneOf = (userId: string) => `events#${userId}`;

const eventKey = (eventId: string) => ({ pk: `event#${eventId}`, sk: "event" });

type ReceivedEvent = {
  id: string;
  type: string;
  created: number;
  /** The connected account that sent the event. Undefined for events of our own account. */
  account?: string;
  data: { object: unknown };
};

/** The customer and the amount in an event's payload, for lists. No payment and no right depends on them. */
type About = { userId: string | null; amountCents: number | null; currency: string | null };

const Named = z.nullish(z.object({ userId: z.optional(z.string()) }));
const Cents = z.nullish(z.number());
const Payload = z.object({
  metadata: Named,
  parent: z.nullish(z.object({ subscription_details: z.nullish(z.object({ metadata: Named })) })),
  currency: z.nullish(z.string()),
  amount_total: Cents,
  amount_due: Cents,
  amount: Cents,
});

export function aboutOf(payload: unknown): About {
  const { data } = Payload.safeParse(payload);
  const named = data?.metadata ?? {};
  const repeated = data?.parent?.subscription_details?.metadata ?? {};
  return {
    userId: named.userId ?? repeated.userId ?? null,
    amountCents: data?.amount_total ?? data?.amount_due ?? data?.amount ?? null,
    currency: data?.currency ?? null,
  };
}

const forgetAt = (now: Date) => Math.floor((now.getTime() + KEEP_EVENTS_FOR) / SECOND);

/** The states of an open event. Another delivery of the event sets the state to "received" again. */
const STILL_OPEN = eventStatesBefore("received");
const stillOpen = `#status IN (${STILL_OPEN.map((_, index) => `:open${index}`).join(", ")})`;
const openValues = Object.fromEntries(STILL_OPEN.map((state, index) => [`:open${index}`, state]));

/**
 * Stores an event before its work starts, so that an event whose function dies stays visible.
 * @returns false if the event's work is already done; true for a new event and for a retry
 */
export async function beginEvent(event: ReceivedEvent, now: Date): Promise<boolean> {
  const { userId, amountCents, currency } = aboutOf(event.data.object);
  try {
    await updateItem({
      TableName: TABLE(),
      Key: eventKey(event.id),
      UpdateExpression:
        "SET id = :id, #type = :type, createdAtStripe = :created, account = :account, #status = :received, queue = :queue, receivedAt = if_not_exists(receivedAt, :now), expiresAtEpoch = :forget, userId = :user, amountCents = :amount, currency = :currency ADD attempts :one",
      ConditionExpression: `attribute_not_exists(pk) OR ${stillOpen}`,
      ExpressionAttributeNames: { "#type": "type", "#status": "status" },
      ExpressionAttributeValues: {
        ...openValues,
        ":id": event.id,
        ":type": event.type,
        ":created": event.created,
        ":account": event.account ?? null,
        ":received": "received",
        ":queue": OPEN,
        ":now": now.toISOString(),
        ":forget": forgetAt(now),
        ":user": userId,
        ":amount": amountCents,
        ":currency": currency,
        ":one": 1,
      },
    });
    return true;
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    return false;
  }
}

/**
 * For the transaction that does the event's work. Moves the event from the open queue to its customer's list.
 * @param userId the customer of an event that names none
 */
export function finishEvent(event: ReceivedEvent, now: Date, userId: string | null = null): Write {
  const named = aboutOf(event.data.object);
  const about = { ...named, userId: named.userId ?? userId };
  return {
    Put: {
      TableName: TABLE(),
      Item: {
        ...eventKey(event.id),
        id: event.id,
        type: event.type,
        createdAtStripe: event.created,
        account: event.account ?? null,
        status: "done",
        doneAt: now.toISOString(),
        ...about,
        ...(about.userId === null ? {} : { queue: doneOf(about.userId), receivedAt: now.toISOString() }),
        expiresAtEpoch: forgetAt(now),
      },
    },
  };
}

const LONGEST_ERROR = 2000;

export async function recordFailure(event: ReceivedEvent, reason: string, now: Date): Promise<void> {
  try {
    await updateItem({
      TableName: TABLE(),
      Key: eventKey(event.id),
      UpdateExpression: "SET lastError = :error, lastFailedAt = :now",
      ConditionExpression: stillOpen,
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ...openValues,
        ":error": reason.slice(0, LONGEST_ERROR),
        ":now": now.toISOString(),
      },
    });
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
  }
}

const PAGE = 25;
const Position = z.object({ pk: z.string(), sk: z.string(), queue: z.string(), receivedAt: z.string() });
const { user_id: _user, amount_cents: _amount, ...KEPT_SAME } = OpenEvent.shape;
const OpenRow = z.object({
  ...KEPT_SAME,
  lastError: z._default(OpenEvent.shape.lastError, null),
  lastFailedAt: z._default(OpenEvent.shape.lastFailedAt, null),
  userId: z._default(OpenEvent.shape.user_id, null),
  amountCents: z._default(OpenEvent.shape.amount_cents, null),
  currency: z._default(OpenEvent.shape.currency, null),
});

function toOpenEvent(item: Item): OpenEvent {
  const { userId, amountCents, ...event } = OpenRow.parse(item);
  return { ...event, user_id: userId, amount_cents: amountCents };
}

export async function listOpenEvents(
  cursor: string | undefined,
  limit = PAGE,
): Promise<{ events: OpenEvent[]; next: string | null }> {
  const isOpen = (position: Item) => position.queue === OPEN;
  const { items, lastKey } = await queryItems({
    TableName: TABLE(),
    IndexName: "byQueue",
    KeyConditionExpression: "queue = :open",
    ExpressionAttributeValues: { ":open": OPEN },
    Limit: limit,
    ...(cursor === undefined ? {} : { ExclusiveStartKey: readCursor(cursor, Position, isOpen) }),
  });
  return { events: items.map(toOpenEvent), next: writeCursor(lastKey) };
}

const DoneRow = z.object({ id: z.string(), type: z.string(), doneAt: Instant });
const SHOWN = 25;

/** A customer's open events, oldest first, then the latest finished events, newest first. */
export async function listEventsOf(userId: string): Promise<CustomerEvent[]> {
  const list = { TableName: TABLE(), IndexName: "byQueue", KeyConditionExpression: "queue = :queue" };
  const [open, done] = await Promise.all([
    queryItems({
      ...list,
      FilterExpression: "userId = :user",
      ExpressionAttributeValues: { ":queue": OPEN, ":user": userId },
    }),
    queryItems({
      ...list,
      ExpressionAttributeValues: { ":queue": doneOf(userId) },
      ScanIndexForward: false,
      Limit: SHOWN,
    }),
  ]);
  return [
    ...open.items.map(toOpenEvent).map(({ id, type, receivedAt, attempts, lastError }) => ({
      id,
      type,
      at: receivedAt,
      open: { attempts, last_error: lastError },
    })),
    ...done.items
      .map((item) => DoneRow.parse(item))
      .map(({ id, type, doneAt }) => ({ id, type, at: doneAt, open: null })),
  ];
}

export async function findOpenEvent(eventId: string): Promise<OpenEvent[]> {
  const item = await getItem({ TableName: TABLE(), Key: eventKey(eventId) });
  return item?.queue === OPEN ? [toOpenEvent(item)] : [];
}

/** @param eventIds up to 100 */
export async function doneEvents(eventIds: readonly string[]): Promise<Set<string>> {
  const table = TABLE();
  const { [table]: found = [] } = await getItems({ [table]: eventIds.map(eventKey) });
  return new Set(found.filter(({ status }) => status === "done").map(({ id }) => String(id)));
}

const Account = z.nullable(z.string());

export async function findEventAccount(eventId: string): Promise<string | null> {
  const item = await getItem({ TableName: TABLE(), Key: eventKey(eventId) });
  return Account.parse(item?.account ?? null);
}
