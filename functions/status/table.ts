import * as z from "zod/mini";
import { Instant } from "#shared/instant.ts";
import { ServiceId, ServiceState } from "#shared/status/service.ts";
import { getItem, queryItems, transact, type Write } from "../platform/dynamo.ts";
import { env } from "../platform/env.ts";
import { ALL_GREEN, type Board, type Change } from "./rules.ts";
import type { CheckedDay } from "./uptime/rules.ts";
import { isCheckedDay, toCheckedDay } from "./uptime/table.ts";

/**
 * Insights, partition "status": the board (`sk` "current") and each change of it (`sk` "change#<instant>#
 * <service>"), which stand in time's order before the board.
 */
const TABLE = () => env("TABLE_INSIGHTS");
const PARTITION = "status";
const BOARD = { pk: PARTITION, sk: "current" };
/** More changes in ninety days than anybody makes by hand; an answer has to end somewhere. */
const MAX_CHANGES = 500;
/** A row that has expired may stay for a few days. */
const MAX_CHECKED_DAYS = 100;

/** What is missing or unknown counts as green. */
const StoredState = z.catch(ServiceState, "green");
const StoredBoard = z.object({
  services: z.object({ chatgpt: StoredState, suno: StoredState, elevenlabs: StoredState }),
  updatedAt: Instant,
});
const StoredChange = z.object({
  service: ServiceId,
  from: ServiceState,
  to: ServiceState,
  at: Instant,
  note: z._default(z.nullable(z.string()), null),
});

function toBoard(item: Record<string, unknown> | undefined): Board {
  return item === undefined ? { services: ALL_GREEN, updatedAt: null } : StoredBoard.parse(item);
}

export async function readBoard(): Promise<Board> {
  return toBoard(await getItem({ TableName: TABLE(), Key: BOARD }));
}

type History = { board: Board; changes: Change[]; checked: CheckedDay[] };

/** The board, its changes since then and the days' checks, each oldest first, by one Query. */
export async function readHistory(since: Date): Promise<History> {
  const { items } = await queryItems({
    TableName: TABLE(),
    KeyConditionExpression: "pk = :pk AND sk BETWEEN :first AND :board",
    ExpressionAttributeValues: {
      ":pk": PARTITION,
      ":first": `change#${since.toISOString()}`,
      ":board": BOARD.sk,
    },
    ScanIndexForward: false,
    Limit: MAX_CHANGES + MAX_CHECKED_DAYS + 1,
  });
  const rest = items.filter(({ sk }) => sk !== BOARD.sk).reverse();
  return {
    board: toBoard(items.find(({ sk }) => sk === BOARD.sk)),
    changes: rest.filter((item) => !isCheckedDay(item)).map((item) => StoredChange.parse(item)),
    checked: rest.filter(isCheckedDay).map(toCheckedDay),
  };
}

/** All of it or nothing. @throws WriteConflict where another operator saved in between */
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
        Item: { ...BOARD, ...after },
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
        Item: { pk: PARTITION, sk: `change#${change.at}#${change.service}`, ...change },
      },
    })),
  ]);
}
