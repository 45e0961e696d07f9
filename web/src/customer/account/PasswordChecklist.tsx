import type { ReactElement } from "react";
import { PASSWORD_RULES } from "#shared/accounts/password.ts";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/Icon.tsx";

export function PasswordChecklist({ password }: { password: string }): ReactElement {
  return (
    <ul className="grid gap-x-4 gap-y-1 pt-1 sm:grid-cols-2">
      {PASSWORD_RULES.map(({ id, label, test }) => {
        const met = test(password);
        return (
          <li
            key={id}
            className={cx("flex items-center gap-2 text-sm", met ? "text-good-ink" : "text-quiet")}
          >
            <span
              aria-hidden="true"
              className={cx(
                "grid size-4 shrink-0 place-items-center rounded-full border transition-colors",
                met ? "border-good bg-good text-surface" : "border-edge",
              )}
            >
              {met && <Icon name="check" className="size-2.5" />}
            </span>
            {label}
            <span className="sr-only">{met ? "(met)" : "(not met yet)"}</span>
          </li>
        );
      })}
    </ul>
  );
}
