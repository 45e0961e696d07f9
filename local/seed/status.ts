import { DAY, HOUR } from "#shared/instant.ts";
import type { ServiceId, ServiceState } from "#shared/status/service.ts";
import type { StackFile } from "../stackFile.ts";
import { putRows } from "./rows.ts";

/** Three months of status changes, ending with everything green. `before` counts back from now. */
const CHANGES: readonly { service: ServiceId; from: ServiceState; to: ServiceState; before: number }[] = [
  { service: "suno", from: "green", to: "yellow", before: 61 * DAY },
  { service: "suno", from: "yellow", to: "green", before: 61 * DAY - 9 * HOUR },
  { service: "chatgpt", from: "green", to: "red", before: 38 * DAY },
  { service: "chatgpt", from: "red", to: "yellow", before: 38 * DAY - 2 * HOUR },
  { service: "chatgpt", from: "yellow", to: "green", before: 38 * DAY - 26 * HOUR },
  { service: "elevenlabs", from: "green", to: "yellow", before: 12 * DAY },
  { service: "elevenlabs", from: "yellow", to: "green", before: 12 * DAY - 3 * HOUR },
];
const LAST_TOUCH = 2 * HOUR;

/** Writes the status feature's rows directly. */
export function recordStatus(stack: StackFile): Promise<void> {
  const at = (before: number): string => new Date(Date.now() - before).toISOString();
  const rows = CHANGES.map(({ before, ...change }) => ({
    pk: "status",
    sk: `change#${at(before)}#${change.service}`,
    ...change,
    at: at(before),
  }));
  const board = {
    pk: "status",
    sk: "current",
    services: { chatgpt: "green", suno: "green", elevenlabs: "green" },
    updatedAt: at(LAST_TOUCH),
  };
  return putRows(stack, "Insights", [...rows, board]);
}
