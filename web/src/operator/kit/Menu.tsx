import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { buttonClass } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";

/** A menu of rarely used buttons. Escape or a click elsewhere closes the menu, except while a dialog is open. */
export function Menu({ children }: { children: ReactNode }): ReactElement {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const menu = box.current;
      if (menu?.open !== true || document.querySelector("dialog[open]") !== null) return;
      const isKey = "key" in event;
      if (isKey ? event.key !== "Escape" : event.target instanceof Node && menu.contains(event.target))
        return;
      menu.open = false;
      if (isKey) menu.querySelector("summary")?.focus();
    };
    document.addEventListener("keydown", close);
    document.addEventListener("click", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("click", close);
    };
  }, []);
  return (
    <details ref={box} className="relative max-sm:open:w-full">
      <summary className={buttonClass("secondary", "small", "cursor-pointer list-none")}>
        More
        <Icon name="chevronDown" className="size-4" />
      </summary>
      <div className="absolute right-0 z-10 mt-1 flex w-52 flex-col gap-1.5 rounded-card border border-line bg-surface p-2 shadow-float max-sm:static max-sm:w-full">
        {children}
      </div>
    </details>
  );
}
