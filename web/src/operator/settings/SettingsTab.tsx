import { type ReactElement, useState } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router-dom";
import { listOperators } from "#shared/accounts/readers.ts";
import type { Output } from "#shared/endpoint.ts";
import { getConsentCountries } from "#shared/referrals/consent.ts";
import { impactOn, shownStates } from "#shared/status/incident.ts";
import { getBoard, MAX_STATUS_NOTE, saveBoard } from "#shared/status/operator.ts";
import { getHistory } from "#shared/status/public.ts";
import {
  SERVICE_NAMES,
  SERVICE_STATES,
  SERVICES,
  type ServiceId,
  type ServiceStates,
  STATE_NAMES,
} from "#shared/status/service.ts";
import { ApiError } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card, CardTitle } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Select } from "../../ui/Select.tsx";
import { useChange } from "../data/useChange.ts";
import { oneOf } from "../kit/address.ts";
import { read } from "../kit/read.ts";
import { hrefOf } from "../tabs.ts";
import { ConsentCountries } from "./ConsentCountries.tsx";
import { People } from "./People.tsx";
import { StatusPanel } from "./StatusPanel.tsx";

type Board = Output<typeof getBoard>;

/** In the specification's order: text, voice, music. */
const SELECTORS: readonly ServiceId[] = ["chatgpt", "elevenlabs", "suno"];
const CHOICES = SERVICE_STATES.map((value) => ({ value, label: `${STATE_NAMES[value]} (${value})` }));

export async function loader({ request: { signal } }: { request: Request }) {
  const [board, history, consent, people] = await Promise.all([
    read(() => call(getBoard, {}, { signal })),
    read(() => call(getHistory, {}, { signal })),
    read(() => call(getConsentCountries, {}, { signal })),
    read(() => call(listOperators, {}, { signal })),
  ]);
  return { board, history, consent, people };
}

export function Component(): ReactElement {
  const { board, history, consent, people } = useLoaderData<Awaited<ReturnType<typeof loader>>>();
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
      <div className="space-y-4">
        <BoardForm board={board.value} />
        <StatusPanel board={board.value} changes={history.value?.changes ?? []} />
      </div>
      <div className="space-y-4">
        <People people={people.value?.people ?? null} />
        <ConsentCountries settings={consent.value} />
      </div>
    </div>
  );
}

function BoardForm({ board }: { board: Board | null }): ReactElement {
  const [chosen, setChosen] = useState<Partial<ServiceStates>>({});
  const states = board && { ...board.services, ...chosen };
  const [note, setNote] = useState("");
  const open = board?.incidents ?? [];
  const before = board && shownStates(board.services, open);
  const after = states && shownStates(states, open);
  // An open incident can make the shown state of a service worse than its setting.
  const isChanged = SERVICES.some((id) => after?.[id] !== before?.[id]);
  const held = SERVICES.filter((id) => impactOn(id, open) !== "green");
  const { revalidate } = useRevalidator();
  const save = useChange(saveBoard, {
    success: "Status updated",
    failure: () => "Failed to save status",
    // A note is refused if another operator has already set the same states.
    onFailure: (error) => {
      if (error instanceof ApiError && error.status === 400) void revalidate();
    },
    onSuccess: () => {
      setChosen({});
      setNote("");
    },
  });
  const submit = (): void => {
    if (states === null) return;
    void save.run({ ...states, ...(isChanged && note.trim() !== "" ? { note } : {}) });
  };
  return (
    <Card className="p-5 sm:p-6">
      <CardTitle>Displayed state of the services</CardTitle>
      <p className="mt-1 text-sm text-quiet">
        Customers see these states on the status page. Save without changes to confirm that this status is
        still current.
      </p>
      <Form onSubmit={submit} className="mt-5 space-y-5">
        {SELECTORS.map((id) => (
          <Select
            key={id}
            label={SERVICE_NAMES[id]}
            choices={CHOICES}
            disabled={states === null}
            value={states?.[id] ?? "green"}
            onChange={(event) => {
              const state = oneOf(event.target.value, SERVICE_STATES);
              if (state !== null) setChosen({ ...chosen, [id]: state });
            }}
          />
        ))}
        {held.length > 0 && (
          <p className="text-sm text-warn-ink">
            Because of unresolved incidents, customers see these states or worse ones:{" "}
            {held.map((id) => `${SERVICE_NAMES[id]} ${STATE_NAMES[impactOn(id, open)]}`).join(", ")}.{" "}
            <Link to={hrefOf("incidents")} className="underline">
              Go to incidents
            </Link>
          </p>
        )}
        <Field
          label="Public note"
          disabled={!isChanged}
          maxLength={MAX_STATUS_NOTE}
          value={note}
          hint={
            isChanged
              ? "Shown on the status page and in the feed. Plain text."
              : "A note needs a change. Choose another state first."
          }
          onChange={(event) => setNote(event.target.value)}
        />
        {states === null && <Banner tone="warn">The current status could not be loaded.</Banner>}
        <Button type="submit" variant="primary" pending={save.pending} disabled={states === null}>
          {save.pending ? "Saving..." : "Save Settings"}
        </Button>
      </Form>
    </Card>
  );
}
