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
 * Insights, partition "status": the board (`sk` "current") with the open incidents, and each visible change (`sk`
 * "change#<instant>#<service>"). Changes sort before the board.
 */
const TABLE = () => env("TABLE_INSIGHTS");
const PARTITION = "status";
const BOARD = { pk: PARTITION, sk: "current" };
const changeKey = ({ service, at }: Pick<Change, "service" | "at">) => ({
  pk: PARTITION,
  sk: `change#${at}#${service}`,
});
/** More than operators make in ninety days. */
const MAX_CHANGES = 500;
/** Expired rows may remain for a few days. */
const MAX_CHECKED_DAYS = 100;
/** More than operators open in ninety days. */
const MAX_INCIDENTS = 200;

const StoredState = z.catch(ServiceState, "green");
const StoredBoard = z.object({
  services: z.object({ chatgpt: StoredState, suno: StoredState, elevenlabs: StoredState }),
  updatedAt: Instant,
  // Early rows lack this list.
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

export async function readNotes(touchedAt: string): Promise<(string | null)[]> {
  const rows = await Promise.all(
    SERVICES.map((service) => getItem({ TableName: TABLE(), Key: changeKey({ service, at: touchedAt }) })),
  );
  return rows.flatMap((row) => (row === undefined ? [] : [StoredChange.parse(row).note]));
}

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
 * The board with the changes and daily checks since `since` (oldest first), and the incidents since then (newest first)
 * and older open ones. Reads consistently, because the operator's page reads this right after an update.
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
    // The query returns incidents oldest first, but the list must be newest first.
    incidents: [
      ...items.filter(isIncident).reverse().map(toIncident),
      ...(await readOpenBefore(since, board.open)),
    ],
  };
}

/** @throws WriteConflict if another operator has saved since `before` was read */
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
