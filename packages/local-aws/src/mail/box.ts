import { randomUUID } from "node:crypto";
import { openJournal } from "../journal.ts";
import { bareAddress, type OutgoingMail, StoredMail } from "./message.ts";

const MAX_KEPT = 2000;

export type MailBox = ReturnType<typeof openMailBox>;

/** Stores sent mail in the file, or in memory without a file. Drops the oldest mail above the limit. */
export function openMailBox(dataFile: string | undefined, now: () => number) {
  const kept = dataFile ? openJournal(dataFile, isStored) : inMemory();

  return {
    deliver(message: OutgoingMail): void {
      for (const address of typeof message.to === "string" ? [message.to] : message.to) {
        const id = randomUUID();
        kept.set(id, {
          id,
          to: bareAddress(address),
          from: message.from,
          subject: message.subject,
          text: message.text,
          html: message.html ?? null,
          receivedAt: new Date(now()).toISOString(),
          headers: { ...message.headers },
          attachments: [...(message.attachments ?? [])],
        });
      }
      const all = kept.values();
      for (const { id } of all.slice(0, Math.max(0, all.length - MAX_KEPT))) kept.delete(id);
    },
    /** Newest first. `to` ignores case. */
    messages(to?: string): StoredMail[] {
      const wanted = to === undefined || to.trim() === "" ? undefined : bareAddress(to).toLowerCase();
      const all = kept.values().reverse();
      return wanted === undefined ? all : all.filter((mail) => mail.to.toLowerCase() === wanted);
    },
    find: (id: string): StoredMail | undefined => kept.get(id),
    clear(): void {
      for (const { id } of kept.values()) kept.delete(id);
    },
  };
}

function inMemory() {
  const entries = new Map<string, StoredMail>();
  return {
    get: (id: string) => entries.get(id),
    values: () => [...entries.values()],
    set: (id: string, value: StoredMail) => void entries.set(id, value),
    delete: (id: string) => void entries.delete(id),
  };
}

function isStored(value: unknown): value is StoredMail {
  return StoredMail.safeParse(value).success;
}
