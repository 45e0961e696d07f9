import { type ReactElement, useState } from "react";
import { Link } from "react-router-dom";
import type { Output } from "#shared/endpoint.ts";
import { listWaiting, removeWaiting, type WaitingPerson } from "#shared/promotions/operator.ts";
import { ApiError } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { useMore } from "../../api/useMore.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { atTime, count, moment } from "../../ui/format.ts";
import { useChange, userSubject } from "../data/useChange.ts";
import { ConfirmedAction } from "../kit/ConfirmedAction.tsx";
import { customerHref } from "../tabs.ts";

export type WaitingPage = Output<typeof listWaiting>;

export function WaitingPeople({ list }: { list: WaitingPage | null }): ReactElement {
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Waiting list</CardTitle>
      {list === null ? (
        <p className="mt-2 text-sm text-quiet">The waiting list could not be loaded.</p>
      ) : (
        <Lists list={list} />
      )}
    </Card>
  );
}

function Lists({ list }: { list: WaitingPage }): ReactElement {
  const { offered, waiting } = list;
  const [gone, setGone] = useState<readonly string[]>([]);
  const { rows, button } = useMore(
    { rows: list.line, next: list.next },
    async (cursor) => {
      const { line, next } = await call(listWaiting, { cursor });
      return { rows: line, next };
    },
    { inCard: true },
  );
  // A reload reads only the first page, and people on later pages may have moved up to it, or left.
  const inLine = new Map(rows.map((person) => [person.user_id, person]));
  for (const id of [...offered.map(({ user_id }) => user_id), ...gone]) inLine.delete(id);
  const drop = (userId: string): void => setGone((before) => [...before, userId]);
  return (
    <>
      <p className="mt-2 text-sm text-quiet">
        {waiting === 0
          ? "Nobody is waiting."
          : waiting === 1
            ? "1 person is waiting."
            : `${count(waiting)} people are waiting.`}{" "}
        Every five minutes, we offer unsold units to the first people in line. While the offer is off, we
        offer none.
      </p>
      <People title="Offered a unit" people={offered} onGone={drop} />
      <People title="In line" people={[...inLine.values()]} onGone={drop} />
      {button}
    </>
  );
}

type OnGone = (userId: string) => void;
type PeopleProps = { title: string; people: readonly WaitingPerson[]; onGone: OnGone };

function People({ title, people, onGone }: PeopleProps): ReactElement | null {
  if (people.length === 0) return null;
  return (
    <>
      <h3 className="mt-4 text-sm font-semibold">{title}</h3>
      <ol aria-label={title} className="mt-1 divide-y divide-line">
        {people.map((person) => (
          <Person key={person.user_id} person={person} onGone={onGone} />
        ))}
      </ol>
    </>
  );
}

function Person({ person, onGone }: { person: WaitingPerson; onGone: OnGone }): ReactElement {
  const { user_id: userId, email, joined_at, offered_until } = person;
  const remove = useChange(removeWaiting, {
    changes: () => [userSubject(userId)],
    success: "Removed from the waiting list.",
    failure: "Failed to remove the entry",
    onSuccess: () => onGone(userId),
    onFailure: (error) => {
      if (error instanceof ApiError && error.code === "NOT_FOUND") onGone(userId);
    },
  });
  const name = email ?? userId;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 text-sm">
      <span className="min-w-0 flex-1 basis-52">
        <Link to={customerHref(userId)} className="rounded-small break-all text-signal-ink hover:underline">
          {name}
        </Link>
        <span className="block text-xs text-quiet">
          {offered_until === null ? `Joined ${moment(joined_at)}` : `Held until ${atTime(offered_until)}`}
        </span>
      </span>
      <ConfirmedAction
        label="Remove"
        title={`Remove ${name} from the waiting list?`}
        danger
        run={() => remove.run({ userId })}
      >
        {offered_until === null
          ? "They lose their place. They can join again, at the end of the list."
          : "The unit that is held for them goes to the next person in line, or back on sale."}
      </ConfirmedAction>
    </li>
  );
}
