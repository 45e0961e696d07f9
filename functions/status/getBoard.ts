import { getBoard } from "#shared/status/operator.ts";
import { http } from "../http/index.ts";
import { readBoard } from "./table.ts";

export const handler = http(getBoard)(async () => {
  const { services, updatedAt, open } = await readBoard();
  return { services, updated_at: updatedAt, incidents: [...open] };
});
