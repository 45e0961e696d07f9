import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import type { Incident } from "#shared/status/incident.ts";
import { SERVICES, ServiceId, ServiceState } from "#shared/status/service.ts";
import { getItem, getItems, type Item, queryItems, transact, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { isIncident, lastSince, readOpenBefore, StoredOpen, toIncident } from "./incidents/table.ts";
import { ALL_GREEN, type Board, type Change } from "./rules.ts";
import type { CheckedDay } from "./uptime/rules.ts";
import { checkKey, isCheckedDay, toCheckedDay } from "./uptime/table.ts";

/**
 * Insights, partition "status": the board (`sk` "current") with the incidents that are open, and each change of what
 * everyone is shown (`sk` "change#<instant>#<service>"), in time's order before the board.
 */
const TABLE = () => env("TABLE_INSIGHTS");
const PARTITION = "status";
const BOARD = { pk: PARTITION, sk: "current" };
const changeKey = ({ service, at }: Pick<Change, "service" | "at">) => ({
  pk: PARTITION,
  sk: `change#${at}#${service}`,
});
/** More changes in ninety days than anybody makes by hand; an answer has to end somewhere. */
const MAX_CHANGES = 500;
/** A row that has expired may stay for a few days. */
const MAX_CHECKED_DAYS = 100;
/** More incidents than anybody opens in ninety days. */
const MAX_INCIDENTS = 200;

/** What is missing or unknown counts as green. */
const StoredState = z.catch(ServiceState, "green");
const StoredBoard = z.object({
  services: z.object({ chatgpt: StoredState, suno: StoredState, elevenlabs: StoredState }),
  updatedAt: Instant,
  // The rows of the first releases have none.
  open: z._default(z.array(StoredOpen), []),
});
const StoredChange = z.object({
  service: ServiceId,
  from: ServiceState,
  to: ServiceState,
  at: Instant,
  note: z._default(z.nullable(z.string()), null),
});

function toBoard(item: Item | undefined): Board {
  return item === undefined ? { services: ALL_GREEN, updatedAt: null, open: [] } : StoredBoard.parse(item);
}

export async function readBoard(): Promise<Board> {
  return toBoard(await getItem({ TableName: TABLE(), Key: BOARD }));
}

/** What was said of the changes that one touch of the board made. */
export async function readNotes(touchedAt: string): Promise<(string | null)[]> {
  const rows = await Promise.all(
    SERVICES.map((service) => getItem({ TableName: TABLE(), Key: changeKey({ service, at: touchedAt }) })),
  );
  return rows.flatMap((row) => (row === undefined ? [] : [StoredChange.parse(row).note]));
}

/** The board, and what is known of the checks of that day, by one call. */
export async function readNow(now: Date): Promise<{ board: Board; checked: CheckedDay | null }> {
  const { [TABLE()]: items = [] } = await getItems({ [TABLE()]: [BOARD, checkKey(now)] });
  const checked = items.find(isCheckedDay);
  return {
    board: toBoard(items.find(({ sk }) => sk === BOARD.sk)),
    checked: checked === undefined ? null : toCheckedDay(checked),
  };
}

type History = { board: Board; changes: Change[]; checked: CheckedDay[]; incidents: Incident[] };

/**
 * The board, its changes since then and the days' checks, each oldest first, and the incidents that began since then
 * or are open, newest first. One Query, and one more for each open incident that began earlier. They see the last
 * write: the operator's page reads it after an update.
 */
export async function readHistory(since: Date): Promise<History> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :last",
    ExpressionAttributeValues: {
      ":pk": PARTITION,
      ":first": `change#${since.toISOString()}`,
      ":last": lastSince(since),
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: MAX_INCIDENTS + MAX_CHANGES + MAX_CHECKED_DAYS + 1,
  });
  const rest = items.filter((item) => item.sk !== BOARD.sk && !isIncident(item)).reverse();
  const board = toBoard(items.find(({ sk }) => sk === BOARD.sk));
  return {
    board,
    changes: rest.filter((item) => !isCheckedDay(item)).map((item) => StoredChange.parse(item)),
    checked: rest.filter(isCheckedDay).map(toCheckedDay),
    // The range ends with the oldest, and the board has those that are open newest first.
    incidents: [
      ...items.filter(isIncident).reverse().map(toIncident),
      ...(await readOpenBefore(since, board.open)),
    ],
  };
}

/** All of it or nothing. @throws WriteConflict if another operator saved in between */
export async function writeBoard(
  before: Board,
  after: Board,
  changes: Change[],
  beside: Write[],
): Promise<void> {
  await transact([
    {
      Put: {
        TableName: TABLE(),
        Item: { ...BOARD, services: after.services, updatedAt: after.updatedAt, open: after.open },
        ...(before.updatedAt === null
          ? { ConditionExpression: "attribute_not_exists(pk)" }
          : {
              ConditionExpression: "updatedAt = :before",
              ExpressionAttributeValues: { ":before": before.updatedAt },
            }),
      },
    },
    ...beside,
    ...changes.map((change) => ({
      Put: {
        TableName: TABLE(),
        Item: { ...changeKey(change), ...change },
      },
    })),
  ]);
}
