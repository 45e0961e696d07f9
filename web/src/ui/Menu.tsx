import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";

type MenuProps = {
  /** Of the list: unique in the page. Given, for an island of the page has no say in what React would number. */
  id: string;
  label: ReactNode;
  children: ReactNode;
  className?: string;
};

/**
 * A button that discloses a few links below it. Escape and a click elsewhere close it; arrows walk through it.
 * A disclosure rather than a `role="menu"`: what is in it are links, and are read as such.
 */
export function Menu({ id, label, children, className }: MenuProps): ReactElement {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    document.addEventListener("focusin", outside);
    return () => {
      document.removeEventListener("pointerdown", outside);
      document.removeEventListener("focusin", outside);
    };
  }, [open]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && open) {
      setOpen(false);
      button.current?.focus();
    }
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    setOpen(true);
    const links = [...(box.current?.querySelectorAll("a") ?? [])];
    const at = links.findIndex((link) => link.matches(":focus"));
    const step = event.key === "ArrowDown" ? 1 : -1;
    const next =
      links[at < 0 ? (step > 0 ? 0 : links.length - 1) : (at + step + links.length) % links.length];
    // The panel is shown after this event.
    requestAnimationFrame(() => next?.focus());
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to keys that its button and links do not use
    <div ref={box} className="relative" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={cx("inline-flex items-center gap-1.5", className)}
      >
        {label}
        <Icon name="chevronDown" className={cx("size-3.5 transition-transform", open && "rotate-180")} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: closes when a link in it was followed */}
      <div
        id={id}
        hidden={!open}
        onClick={() => setOpen(false)}
        className="absolute top-full left-1/2 z-30 mt-2 w-60 -translate-x-1/2 animate-enter rounded-card border border-line bg-surface p-1.5 shadow-float"
      >
        {children}
      </div>
    </div>
  );
}
