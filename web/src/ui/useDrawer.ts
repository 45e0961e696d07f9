import { type RefObject, useEffect, useRef, useState } from "react";

export type Drawer = {
  open: boolean;
  setOpen: (open: boolean) => void;
  toggle: RefObject<HTMLButtonElement | null>;
};

/**
 * A menu that is drawn over the page where there is no room beside it. Escape closes it and gives its button the
 * focus back; a window that grows wide enough closes it too, for there it covers nothing.
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
