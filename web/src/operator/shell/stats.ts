import { getSystemStats, type SystemStats } from "#shared/insights/operator.ts";
import { ApiError } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { logger } from "../../app/log.ts";
import { read } from "../kit/read.ts";

/** Null if the figures could not be loaded. Zeros then show under a warning. */
export type Stats = SystemStats | null;

export async function loadStats(): Promise<Stats> {
  const { value } = await read(() =>
    call(getSystemStats, {}).catch((error: unknown) => {
      const status = error instanceof ApiError ? error.status : 0;
      logger.log("WARN", "Stats fetch failed", { context: { status } });
      throw error;
    }),
  );
  return value;
}
