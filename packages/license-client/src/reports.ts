import type { License, Parts } from "./api.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { Keeper } from "./keeper.ts";
import { isAboutEntries, MAX_SENT, openOutbox, refusedOf } from "./outbox.ts";
import { type Seat, secretOf } from "./seat.ts";
import type { Call } from "./service.ts";
import type { Read } from "./store.ts";
import { type Entry, oneLine } from "./wire.ts";

const MAX_TITLE = 200;

type Tools = { parts: Parts; fingerprint: Fingerprint; call: Call; keeper: Keeper; seat: Seat };
type Reports = Pick<License, "report" | "sendReports">;

export function createReports({ parts, fingerprint, call, keeper, seat }: Tools): Reports {
  const outbox = openOutbox(parts.storage);

  /** @returns how many to send next; 0 to stop for now */
  async function send(read: Read, size: number, signal?: AbortSignal): Promise<number> {
    const kept = await seat.settled(read, signal);
    const own = "outcome" in kept ? undefined : secretOf(kept);
    const entries = (await outbox.read()).entries.slice(0, size);
    if (!own || "outcome" in kept || entries.length === 0) return 0;
    const sentAt = new Date(keeper.now(kept)).toISOString();
    const outcome = await call(
      "/api/activity",
      { ...own, fingerprint: fingerprint.text, sentAt, entries },
      ({ recorded }) => (typeof recorded === "number" ? true : undefined),
      signal,
    );
    if (outcome.kind === "answer") {
      await outbox.remove(entries, false);
      return size;
    }
    if (outcome.kind === "unreached" || !isAboutEntries(outcome)) return 0;
    // If the service does not name the wrong report, sends one report at a time until the wrong report is found.
    const wrong = refusedOf(entries, outcome.field);
    await outbox.remove(wrong, true);
    return wrong.length === 0 ? 1 : MAX_SENT;
  }

  return {
    async report(type, more = {}) {
      try {
        const { kept } = await keeper.load();
        const title = oneLine(more.title ?? "", MAX_TITLE);
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
      // Other processes get their turn between batches.
      for (let size = MAX_SENT; size > 0; ) {
        let next = 0;
        await keeper.quietly(async (read) => {
          next = await send(read, size, signal);
        }, signal);
        size = next;
      }
      const none = { entries: [], dropped: { full: 0, refused: 0 } };
      const { entries, dropped } = await outbox.read().catch(() => none);
      return { waiting: entries.length, dropped };
    },
  };
}
