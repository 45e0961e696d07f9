import type { AgendaEntry, AgendaKind } from "./hidden.ts";
import type { Store } from "./store.ts";

/** Scheduled work in the store: expiries, renewals, retries. */
export type Agenda = {
  add(kind: AgendaKind, subject: string, at: number): void;
  drop(kind: AgendaKind, subject: string): void;
  takeDue(by: number): AgendaEntry | undefined;
  nextAt(): number | undefined;
  reload(): void;
};

export function makeAgenda(store: Store): Agenda {
  let entries: AgendaEntry[] = [];
  let order = 0;

  function reload(): void {
    entries = store.all("agenda").sort(byTime);
    order = entries.reduce((highest, entry) => Math.max(highest, entry.order), 0);
  }
  reload();

  function drop(kind: AgendaKind, subject: string): void {
    const gone = entries.filter((entry) => entry.kind === kind && entry.subject === subject);
    if (gone.length === 0) return;
    for (const entry of gone) store.remove("agenda", entry.id);
    entries = entries.filter((entry) => !gone.includes(entry));
  }

  return {
    add(kind, subject, at) {
      order += 1;
      const entry = store.put("agenda", { id: `due_${order}`, at, order, kind, subject });
      let place = entries.length;
      for (let before = entries[place - 1]; before && byTime(before, entry) > 0; before = entries[place - 1])
        place -= 1;
      entries.splice(place, 0, entry);
    },
    drop,
    takeDue(by) {
      const first = entries[0];
      if (!first || first.at > by) return undefined;
      entries.shift();
      store.remove("agenda", first.id);
      return first;
    },
    nextAt: () => entries[0]?.at,
    reload,
  };
}

function byTime(a: AgendaEntry, b: AgendaEntry): number {
  return a.at - b.at || a.order - b.order;
}
