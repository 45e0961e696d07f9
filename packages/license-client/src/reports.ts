import type { License, Parts } from "./api.ts";
import { type Ended, NOT_REACHED, refused } from "./ended.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { Keeper } from "./keeper.ts";
import { isAboutEntries, MAX_SENT, openOutbox, refusedOf, titleOf } from "./outbox.ts";
import { type Seat, secretOf } from "./seat.ts";
import type { Call } from "./service.ts";
import type { Read } from "./store.ts";
import type { Entry } from "./wire.ts";

type Tools = { parts: Parts; fingerprint: Fingerprint; call: Call; keeper: Keeper; seat: Seat };
type Reports = Pick<License, "report" | "sendReports">;

/** Keeps reports until they can be sent, and sends them. */
export function createReports({ parts, fingerprint, call, keeper, seat }: Tools): Reports {
  const outbox = openOutbox(parts.storage);

  async function send(read: Read, signal?: AbortSignal): Promise<Ended | undefined> {
    const kept = await seat.settled(read, signal);
    if ("outcome" in kept) return kept;
    const own = secretOf(kept);
    let size = MAX_SENT;
    while (own) {
      const entries = (await outbox.read()).entries.slice(0, size);
      if (entries.length === 0) break;
      const sentAt = new Date(keeper.now(kept)).toISOString();
      const outcome = await call(
        "/api/activity",
        { ...own, fingerprint: fingerprint.text, sentAt, entries },
        ({ recorded }) => (typeof recorded === "number" ? true : undefined),
        signal,
      );
      if (outcome.kind === "unreached") return NOT_REACHED;
      if (outcome.kind === "answer") {
        await outbox.remove(entries, false);
        continue;
      }
      if (!isAboutEntries(outcome)) return refused(outcome);
      // Where the service does not say which one it refuses, they go one by one until it is found.
      const wrong = refusedOf(entries, outcome.field);
      size = wrong.length === 0 ? 1 : MAX_SENT;
      await outbox.remove(wrong, true);
    }
    return undefined;
  }

  return {
    async report(type, more = {}) {
      try {
        const { kept } = await keeper.load();
        const title = titleOf(more.title);
        const entry: Entry = {
          id: parts.crypto.randomId(),
          type,
          status: more.status ?? (type === "error" ? "error" : "success"),
          at: new Date(keeper.now(kept)).toISOString(),
          ...(title ? { title } : {}),
        };
        await outbox.add(entry);
        return true;
      } catch {
        return false;
      }
    },
    async sendReports({ signal } = {}) {
      await keeper.quietly((read) => send(read, signal), signal);
      const none = { entries: [], dropped: { full: 0, refused: 0 } };
      const { entries, dropped } = await outbox.read().catch(() => none);
      return { waiting: entries.length, dropped };
    },
  };
}
