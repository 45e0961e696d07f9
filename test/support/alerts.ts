import { randomUUID } from "node:crypto";
import { settle } from "./control.ts";
import { putRow } from "./rows.ts";

/** Writes an open alert about a user, as the security rules do, and waits until the lists show it. @returns its id */
export async function raiseAlert(userId: string): Promise<string> {
  const id = randomUUID();
  const at = new Date().toISOString();
  await putRow("Alerts", {
    pk: userId,
    sk: "open#key_sharing",
    id,
    userId,
    type: "key_sharing",
    severity: "high",
    description: "<script>alert(1)</script>",
    metadata: { fingerprints: 5 },
    count: 1,
    createdAt: at,
    lastSeenAt: at,
    state: "open",
    resolvedBy: null,
    resolvedAt: null,
    note: null,
    version: 1,
  });
  await settle();
  return id;
}
