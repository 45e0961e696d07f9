import type { SignedIn } from "../../http/index.ts";
import { hourOf } from "../../users/index.ts";
import { noteUse } from "./table.ts";

const noted = new Map<string, string>();
const MAX_NOTED = 1000;

export async function noteHour({ userId, sessionId }: SignedIn, now: Date): Promise<void> {
  const hour = hourOf(now);
  if (sessionId === null || noted.get(sessionId) === hour) return;
  await noteUse(userId, sessionId, hour);
  if (noted.size >= MAX_NOTED) noted.clear();
  noted.set(sessionId, hour);
}
