import { type RefObject, useEffect, useRef, useState } from "react";

export type Drawer = {
  open: boolean;
  setOpen: (open: boolean) => void;
  toggle: RefObject<HTMLButtonElement | null>;
};

/**
 * A menu over the page, for narrow windows. Escape closes it and returns the focus to its button. It also closes when
 * the window becomes wide enough.
 */
export function useDrawer(wide: "48rem" | "64rem"): Drawer {
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      setOpen(false);
      toggle.current?.focus();
    };
    const room = window.matchMedia(`(width >= ${wide})`);
    const onRoom = (): void => setOpen(false);
    document.addEventListener("keydown", onKey);
    room.addEventListener("change", onRoom);
    return () => {
      document.removeEventListener("keydown", onKey);
      room.removeEventListener("change", onRoom);
    };
  }, [open, wide]);
  return { open, setOpen, toggle };
}
