import { useEffect, useRef } from "react";
import type { Seat } from "#shared/licenses/seat.ts";
import { toast } from "../../ui/toast.ts";

/** Sentences about seats whose computer changed between two readings. */
export function newsOf(before: readonly Seat[], after: readonly Seat[]): string[] {
  return after.flatMap((seat) => {
    const old = before.find(({ id }) => id === seat.id);
    if (old === undefined || old.activated_at === seat.activated_at) return [];
    if (seat.activated_at !== null) return [`“${seat.computer_name}” was just activated.`];
    // A swap and a replacement have their own messages.
    const isOwn =
      old.swap_count_today !== seat.swap_count_today || old.key_replaced_at !== seat.key_replaced_at;
    return isOwn ? [] : [`“${old.computer_name}” no longer has its seat.`];
  });
}

export function useNews(seats: readonly Seat[]): void {
  const last = useRef(seats);
  useEffect(() => {
    for (const news of newsOf(last.current, seats)) toast(news, "neutral");
    last.current = seats;
  }, [seats]);
}
