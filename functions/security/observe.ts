import { Signal } from "#shared/security/signal.ts";
import { consume } from "../platform/consume.ts";
import { env } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { findingsOf } from "./rules.ts";
import { listSightings, raiseAlert, recordSighting } from "./table.ts";

/** Looks at what the security queue holds, and tells the operator by alerts. Nothing suspends by itself. */
export const handler = consume(Signal, async (signal) => {
  for (const finding of await findingsIn(signal)) {
    await raiseAlert(finding);
    log.warn("alert.raised", { type: finding.type, finding: finding.id, user: finding.userId });
  }
});

async function findingsIn(signal: Signal) {
  if (signal.kind === "finding") return [signal.finding];
  const { sighting } = signal;
  await recordSighting(sighting);
  const known = await listSightings(sighting.userId, sighting.at);
  return findingsOf(sighting, known, env("DENIED_NETWORKS").split(","));
}
