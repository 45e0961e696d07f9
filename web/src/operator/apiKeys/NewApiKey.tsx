import { type ReactElement, useState } from "react";
import { LEVELS, type Level } from "#shared/apiKeys/levels.ts";
import { createApiKey, MAX_KEY_NAME } from "#shared/apiKeys/operator.ts";
import { type Area, highestLevel } from "#shared/apiKeys/scopes.ts";
import { messageOf, refusalOf } from "../../api/ApiError.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Modal } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import { useChange } from "../data/useChange.ts";
import { oneOf } from "../kit/address.ts";
import { useText } from "../kit/useText.ts";
import { AREA_NAMES, CRITICAL_MEANS, LEVEL_NAMES, SHOWN_AREAS } from "./words.ts";

const LIFETIMES = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "366", label: "In a year" },
  { value: "", label: "Never" },
];

const choicesOf = (area: Area) => [
  { value: "", label: "No access" },
  ...LEVELS.slice(0, LEVELS.indexOf(highestLevel(area)) + 1).map((value) => ({
    value,
    label: LEVEL_NAMES[value],
  })),
];

/** Creates a key and shows it once. */
export function NewApiKey({ onClose }: { onClose: () => void }): ReactElement {
  const [secret, setSecret] = useState<string | null>(null);
  if (secret === null) return <KeyForm onClose={onClose} onCreated={setSecret} />;
  return (
    <Modal title="Copy the key now" onClose={onClose}>
      <div className="mt-5 space-y-5">
        <p className="text-sm text-quiet">
          We never show this key again. Keep it where your script reads its secrets, never in the code.
        </p>
        <div className="flex items-center gap-2 rounded-control border border-line bg-raised py-1.5 pr-2 pl-3.5">
          <code className="min-w-0 flex-1 font-mono text-sm break-all select-all">{secret}</code>
          <CopyButton text={secret} label="Copy the API key" className="shrink-0" />
        </div>
        <div className="flex justify-end">
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Modal>
  );
}

type FormProps = { onClose: () => void; onCreated: (secret: string) => void };

function KeyForm({ onClose, onCreated }: FormProps): ReactElement {
  const name = useText();
  const [days, setDays] = useState("90");
  const [scopes, setScopes] = useState<Partial<Record<Area, Level>>>({});
  const create = useChange(createApiKey, { quiet: true, onSuccess: (made) => onCreated(made.secret) });
  const wrongName = refusalOf(create.error, "name");
  const choose = (area: Area, level: Level | null): void => {
    const { [area]: _, ...others } = scopes;
    setScopes(level === null ? others : { ...others, [area]: level });
  };
  return (
    <FormDialog
      title="New API key"
      confirm="Create key"
      disabled={name.text.trim() === "" || Object.keys(scopes).length === 0}
      action={create}
      failure={(error) => (wrongName === undefined ? messageOf(error) : null)}
      onClose={onClose}
      onSubmit={() =>
        void create.run({ name: name.text, scopes, expiresInDays: days === "" ? null : Number(days) })
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Name"
          data-first
          autoComplete="off"
          maxLength={MAX_KEY_NAME}
          hint="The audit log shows this name."
          error={wrongName}
          {...name.field}
        />
        <Select
          label="Expires"
          choices={LIFETIMES}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      <fieldset className="space-y-3">
        <legend className="text-sm font-medium">What the key may do</legend>
        <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
          {SHOWN_AREAS.map((area) => (
            <div key={area}>
              <Select
                label={AREA_NAMES[area]}
                choices={choicesOf(area)}
                value={scopes[area] ?? ""}
                onChange={(event) => choose(area, oneOf(event.target.value, LEVELS))}
              />
              {scopes[area] === "critical" && (
                <p className="mt-1 text-xs text-warn-ink">{CRITICAL_MEANS[area]}</p>
              )}
            </div>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  );
}
