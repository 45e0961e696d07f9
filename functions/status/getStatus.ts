import { getStatus } from "#shared/status/public.ts";
import { http } from "../platform/http.ts";
import { isStale } from "./rules.ts";
import { readBoard } from "./table.ts";

export const handler = http(getStatus)(async ({ now }) => {
  const board = await readBoard();
  return { services: board.services, updated_at: board.updatedAt, stale: isStale(board, now) };
});
