import { type FormEvent, type ReactElement, useState } from "react";
import { LONGEST_SEAT_NAME, nameSeat } from "#shared/licenses/customer.ts";
import type { Seat } from "#shared/licenses/seat.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { isComposing } from "../../ui/composing.ts";
import { Icon } from "../../ui/Icon.tsx";

/** An empty name restores the default. */
export function SeatName({ seat, fallback }: { seat: Seat; fallback: string }): ReactElement {
  const [editing, setEditing] = useState(false);
  const { run, pending } = useAction(nameSeat, { onSuccess: () => setEditing(false) });
  const shown = seat.name ?? fallback;
  const save = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get("name");
    const name = typeof typed === "string" ? typed.trim() : "";
    void run({ licenseKey: seat.license_key, name: name === "" ? null : name });
  };

  if (!editing)
    return (
      <div className="mr-1 flex min-w-0 items-center gap-1">
        <h2 className="text-[1.0625rem] leading-6 wrap-anywhere">{shown}</h2>
        <button
          type="button"
          aria-label={`Rename ${shown}`}
          onClick={() => setEditing(true)}
          className="grid size-7 shrink-0 place-items-center rounded-small text-faint hover:bg-raised hover:text-ink pointer-coarse:size-10"
        >
          <Icon name="pencil" className="size-3.5" />
        </button>
      </div>
    );
  return (
    <form onSubmit={save} className="flex w-full flex-wrap gap-2">
      <h2 className="sr-only">{shown}</h2>
      <input
        name="name"
        aria-label="Name of this seat"
        defaultValue={seat.name ?? ""}
        placeholder={fallback}
        maxLength={LONGEST_SEAT_NAME}
        // biome-ignore lint/a11y/noAutofocus: the field takes the place of the button that was just pressed
        autoFocus
        onKeyDown={(event) => event.key === "Escape" && !isComposing(event.nativeEvent) && setEditing(false)}
        className="h-8 min-w-0 flex-1 rounded-control border border-edge bg-surface px-2.5 text-sm placeholder:text-faint pointer-coarse:h-10 sm:max-w-64"
      />
      <Button type="submit" size="small" variant="primary" pending={pending}>
        Save
      </Button>
      <Button size="small" variant="quiet" onClick={() => setEditing(false)}>
        Cancel
      </Button>
    </form>
  );
}
