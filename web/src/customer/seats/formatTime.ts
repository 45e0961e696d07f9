/** A moment in the reader's own time and language. */
export const formatTime = (instant: string): string =>
  new Date(instant).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
