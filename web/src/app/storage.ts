/** Browser storage may be forbidden or full. Reading then finds nothing, and writing does nothing. */
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
    // Callers work without storage.
  }
}

export function clearStored(): void {
  clearArea("localStorage");
  clearSessionStorage();
}

/** Clears session storage now, and again on leaving, after the router has written scroll positions. */
export function clearSessionStorage(): void {
  clearArea("sessionStorage");
  window.addEventListener("pagehide", () => clearArea("sessionStorage"), { once: true });
}

function clearArea(area: "localStorage" | "sessionStorage"): void {
  try {
    window[area].clear();
  } catch {
    // Nothing is stored if storage is forbidden.
  }
}
