import * as z from "zod/mini";
import { SwapLimit, swapLimitMessage } from "#shared/licenses/swap.ts";
import { ApiError, reasonOf } from "../../api/ApiError.ts";

export function swapFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.code !== "SWAP_LIMIT") return `Swap failed: ${reasonOf(error)}`;
  const limit = z.safeParse(SwapLimit, error.details);
  if (!limit.success) return error.message;
  const reset = `${limit.data.next_reset_utc.slice(0, 16).replace("T", " ")} UTC`;
  return `${swapLimitMessage(limit.data)} Next reset: ${reset}.`;
}
