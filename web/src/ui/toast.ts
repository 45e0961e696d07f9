import { startTransition, useEffect, useState } from "react";

export type Tone = "neutral" | "good" | "warn" | "bad";
export type ToastMessage = { id: number; text: string; tone: Tone };

const STAYS_MS = 6000;

let messages: readonly ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly ToastMessage[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

export function toast(text: string, tone: Tone = "neutral"): void {
  lastId += 1;
  const id = lastId;
  set([...messages.filter((message) => message.text !== text).slice(-2), { id, text, tone }]);
  setTimeout(() => dismissToast(id), STAYS_MS);
}

export function dismissToast(id: number): void {
  if (messages.some((message) => message.id === id)) set(messages.filter((message) => message.id !== id));
}

/**
 * Shows messages in a transition, like the router's pages, so that both render together. As an urgent update, "Saved."
 * would appear beside the old page while the new one renders.
 */
export function useToasts(): readonly ToastMessage[] {
  const [shown, setShown] = useState(messages);
  useEffect(() => {
    const show = (): void => startTransition(() => setShown(messages));
    show();
    listeners.add(show);
    return () => void listeners.delete(show);
  }, []);
  return shown;
}
