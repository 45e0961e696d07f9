import type { ReactElement } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./Icon.tsx";
import type { Drawer } from "./useDrawer.ts";

type DrawerButtonProps = { drawer: Drawer; controls: string; className: string };

export function DrawerButton({ drawer, controls, className }: DrawerButtonProps): ReactElement {
  const { open, setOpen, toggle } = drawer;
  return (
    <button
      ref={toggle}
      type="button"
      aria-label={open ? "Close menu" : "Open menu"}
      aria-expanded={open}
      aria-controls={controls}
      onClick={() => setOpen(!open)}
      className={cx(
        "grid size-[44px] shrink-0 place-items-center rounded-control hover:bg-raised",
        className,
      )}
    >
      <Icon name={open ? "close" : "menu"} className="size-5" />
    </button>
  );
}
