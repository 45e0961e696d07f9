import type { Instance, Outcome } from "./instance.ts";

export type PoolOptions = {
  start: () => Instance;
  /** The maximum number of concurrent calls. Further calls wait. */
  concurrency: number;
  /** An idle worker ends after this time. Surplus workers end sooner. */
  idleMs: number;
  surplusIdleMs: number;
};

export type Pool = {
  invoke: (requestId: string, event: string) => Promise<Outcome & { cold: boolean }>;
  kill: (requestId: string) => boolean;
  /** Ends all workers, busy ones after their current call. */
  retire: () => void;
  readonly size: number;
  end: () => Promise<void>;
};

type Slot = { instance: Instance; stale: boolean; busy: boolean; idle: NodeJS.Timeout | undefined };

export function createPool(options: PoolOptions): Pool {
  let slots: Slot[] = [];
  const waiting: (() => void)[] = [];

  const drop = (slot: Slot) => {
    clearTimeout(slot.idle);
    slots = slots.filter((one) => one !== slot);
    return slot.instance.end();
  };

  function take(): { slot: Slot; cold: boolean } | undefined {
    for (const slot of slots.filter((one) => !one.busy && !one.instance.alive)) void drop(slot);
    // Prefers the newest worker, so that surplus workers stay idle and end.
    const idle = slots.findLast((one) => !one.busy && !one.stale);
    if (idle !== undefined) {
      clearTimeout(idle.idle);
      idle.busy = true;
      return { slot: idle, cold: false };
    }
    if (slots.filter((one) => !one.stale).length >= options.concurrency) return undefined;
    const slot: Slot = { instance: options.start(), stale: false, busy: true, idle: undefined };
    slots.push(slot);
    return { slot, cold: true };
  }

  function give(slot: Slot) {
    slot.busy = false;
    if (slot.stale || !slot.instance.alive) void drop(slot);
    else {
      const rest = slots.length > 1 ? options.surplusIdleMs : options.idleMs;
      slot.idle = setTimeout(() => void drop(slot), rest).unref();
    }
    waiting.shift()?.();
  }

  return {
    get size() {
      return slots.length;
    },
    invoke: async (requestId, event) => {
      let taken = take();
      while (taken === undefined) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        taken = take();
      }
      const { slot, cold } = taken;
      try {
        return { ...(await slot.instance.invoke(requestId, event)), cold };
      } finally {
        give(slot);
      }
    },
    kill: (requestId) => {
      const slot = slots.find((one) => one.instance.requestId === requestId);
      if (slot === undefined) return false;
      slot.stale = true;
      void slot.instance.end();
      return true;
    },
    retire: () => {
      for (const slot of slots) {
        slot.stale = true;
        if (!slot.busy) void drop(slot);
      }
    },
    end: async () => {
      await Promise.all(slots.map(drop));
    },
  };
}
