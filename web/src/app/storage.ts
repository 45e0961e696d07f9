/** Browser storage that may be forbidden or full: reading then finds nothing and writing does nothing. */
export function readStored(area: "localStorage" | "sessionStorage", key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

export function writeStored(
  area: "localStorage" | "sessionStorage",
  key: string,
  value: string | null,
): void {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
  } catch {
    // Nothing depends on it being kept.
  }
}

export function clearStored(): void {
  try {
    window.localStorage.clear();
    window.sessionStorage.clear();
  } catch {
    // The same.
  }
}
