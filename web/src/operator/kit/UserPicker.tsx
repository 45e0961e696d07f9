import { type ReactElement, useEffect, useState } from "react";
import { listUsers, searchUsers } from "#shared/customers/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { cx } from "../../ui/cx.ts";
import { Field } from "../../ui/Field.tsx";

export type Picked = { id: string; email: string };

const DEBOUNCE_MS = 300;
const OFFERED = 8;

type UserPickerProps = { picked: Picked | null; onPick: (user: Picked | null) => void };

export function UserPicker({ picked, onPick }: UserPickerProps): ReactElement {
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly Picked[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    let isLatest = true;
    const timer = setTimeout(() => {
      const search = text.trim();
      const asking =
        search === "" ? call(listUsers, { limit: OFFERED }) : call(searchUsers, { search, limit: OFFERED });
      asking.then(
        ({ users }) => {
          if (!isLatest) return;
          setFound(users.map(({ id, email }) => ({ id, email })));
          setFailure(null);
        },
        (error: unknown) => isLatest && setFailure(messageOf(error)),
      );
    }, DEBOUNCE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [text]);

  return (
    <div>
      <Field
        label="Find a user"
        type="search"
        data-first
        placeholder="Email or name"
        maxLength={200}
        value={text}
        error={failure ?? undefined}
        onChange={(event) => {
          setText(event.target.value);
          onPick(null);
        }}
      />
      <div
        role="radiogroup"
        aria-label="Users"
        className="mt-2 max-h-52 overflow-y-auto rounded-control border border-line p-1 text-sm"
      >
        {found?.length === 0 && <p className="px-2.5 py-2 text-quiet">No users match this search.</p>}
        {found === null && <p className="px-2.5 py-2 text-quiet">Loading...</p>}
        {found?.map((user) => (
          <label
            key={user.id}
            className={cx(
              "flex h-9 items-center gap-2.5 rounded-small px-2.5 hover:bg-raised",
              picked?.id === user.id && "bg-signal-soft!",
            )}
          >
            <input
              type="radio"
              name="user"
              className="accent-ink"
              checked={picked?.id === user.id}
              onChange={() => onPick(user)}
            />
            <span className="truncate">{user.email}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
