import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { openJournal } from "../../journal.ts";
import type { QueueModel } from "../../template/model.ts";
import { isMessage, type Message, type Sending } from "./message.ts";

export type Received = Message & { receiptHandle: string };

export type Queues = {
  /** The template's queue. Look it up for each use, because a reload may change it. */
  find(nameUrlOrArn: string): QueueModel | undefined;
  send(queue: QueueModel, sending: Sending): Message;
  /**
   * Delivers messages and hides them for the visibility timeout. Messages that were received too often go to the
   * dead-letter queue instead.
   */
  receive(queue: QueueModel, most: number, visibilitySeconds?: number): Received[];
  /** @returns false for a handle that is unknown or was already used */
  remove(receiptHandle: string): boolean;
  /** Makes a message visible again after a function failed on it. */
  giveBack(receiptHandle: string, afterMs: number): void;
  counts(queue: QueueModel): { ready: number; hidden: number; delayed: number };
  messages(queue: QueueModel): Message[];
  /** Notifies when messages may have become visible. @returns a function that removes the listener */
  onChange(listener: () => void): () => void;
};

/**
 * Queues in a journal under the data directory, so that an acknowledged message survives a crash. Messages never
 * expire, because moving the clock by a month would delete them all.
 */
export function openQueues(options: {
  dataDir: string;
  queues: () => readonly QueueModel[];
  now: () => Date;
}): Queues {
  const journal = openJournal(join(options.dataDir, "queues.jsonl"), isMessage);
  let sequence = Math.max(0, ...journal.values().map((message) => message.sequence));
  /** In real time, because moving the stack's clock must not deliver a message twice. */
  const hiddenUntil = new Map<string, number>();
  const handles = new Map<string, string>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };

  const find = (id: string) => {
    const last = id.startsWith("http") ? id.slice(id.lastIndexOf("/") + 1) : id;
    return options.queues().find((queue) => queue.arn === id || queue.name === last);
  };
  const all = (queue: QueueModel) =>
    journal
      .values()
      .filter((message) => message.queueArn === queue.arn)
      .sort((a, b) => a.sequence - b.sequence);
  const isHidden = (message: Message) => (hiddenUntil.get(message.id) ?? 0) > Date.now();
  // If the clock was set back to before the sending, ignores the delay, which would otherwise grow.
  const isDelayed = (message: Message) => {
    const now = options.now().getTime();
    return now >= message.sentAt && now < message.delayedUntil;
  };
  const drop = (id: string) => {
    hiddenUntil.delete(id);
    journal.delete(id);
  };
  const deadLetter = (queue: QueueModel, message: Message): boolean => {
    if (!queue.redrive || message.receives < queue.redrive.maxReceiveCount) return false;
    hiddenUntil.delete(message.id);
    journal.set(message.id, {
      ...message,
      queueArn: queue.redrive.deadLetterArn,
      receives: 0,
      delayedUntil: 0,
    });
    return true;
  };

  return {
    find,
    messages: all,
    send(queue, sending) {
      const now = options.now().getTime();
      sequence += 1;
      const delay = sending.delaySeconds ?? queue.delaySeconds;
      const message: Message = {
        id: randomUUID(),
        queueArn: queue.arn,
        body: sending.body,
        attributes: sending.attributes ?? {},
        sequence,
        sentAt: now,
        delayedUntil: delay > 0 ? now + delay * 1000 : 0,
        receives: 0,
        firstReceivedAt: null,
      };
      journal.set(message.id, message);
      changed();
      return message;
    },
    receive(queue, most, visibilitySeconds = queue.visibilitySeconds) {
      const received: Received[] = [];
      for (const message of all(queue)) {
        if (received.length >= most) break;
        if (isHidden(message) || isDelayed(message)) continue;
        if (deadLetter(queue, message)) continue;
        const next = {
          ...message,
          receives: message.receives + 1,
          firstReceivedAt: message.firstReceivedAt ?? options.now().getTime(),
          delayedUntil: 0,
        };
        journal.set(message.id, next);
        const receiptHandle = Buffer.from(`${message.id}#${next.receives}#${randomUUID()}`).toString(
          "base64",
        );
        handles.set(receiptHandle, message.id);
        hiddenUntil.set(message.id, Date.now() + visibilitySeconds * 1000);
        received.push({ ...next, receiptHandle });
      }
      return received;
    },
    remove(receiptHandle) {
      const id = handles.get(receiptHandle);
      if (id === undefined) return false;
      if (journal.get(id)) drop(id);
      handles.delete(receiptHandle);
      changed();
      return true;
    },
    giveBack(receiptHandle, afterMs) {
      const id = handles.get(receiptHandle);
      if (id === undefined || !journal.get(id)) return;
      if (!hiddenUntil.has(id)) return;
      hiddenUntil.set(id, Date.now() + afterMs);
      changed();
    },
    counts(queue) {
      const messages = all(queue);
      const hidden = messages.filter(isHidden).length;
      const delayed = messages.filter((message) => !isHidden(message) && isDelayed(message)).length;
      return { ready: messages.length - hidden - delayed, hidden, delayed };
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
