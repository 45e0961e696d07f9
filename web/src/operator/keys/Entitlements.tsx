import { type ReactElement, useState } from "react";
import type { KeyRow } from "#shared/licenses/keyRow.ts";
import { setEntitlements } from "#shared/licenses/operator.ts";
import { FormDialog } from "../../api/FormDialog.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Field } from "../../ui/Field.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { keySubject, useChange } from "../data/useChange.ts";
import { type ExtrasForm, formOf, readExtras } from "./extras.ts";

type DialogProps = { row: KeyRow; onClose: () => void };

/** An operator's changes to what the plan gives a key. Changes require a sign-in within the last five minutes. */
export function EntitlementsDialog({ row, onClose }: DialogProps): ReactElement {
  const [form, setForm] = useState<ExtrasForm>(() => formOf(row.extras));
  const save = useChange(setEntitlements, {
    changes: ({ keyId }) => [keySubject(keyId)],
    quiet: true,
    success: "The entitlements are saved.",
    onSuccess: onClose,
  });
  const read = readExtras(form);
  const problem = typeof read === "string" ? read : null;
  const fieldOf = (name: Exclude<keyof ExtrasForm, "isTrusted">) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value }),
  });
  const submit = (): void => {
    if (typeof read !== "string") void save.run({ keyId: row.id, extras: read });
  };
  return (
    <FormDialog
      title={`Entitlements of ${row.license_key}`}
      lead="Features and metadata add to the key's plan. A covered version or date replaces the plan's. An empty field leaves the plan as it is. The application gets a change when it next renews its lease."
      failure="Failed to save the entitlements"
      confirm="Save"
      disabled={problem !== null}
      action={save}
      onClose={onClose}
      onSubmit={submit}
    >
      {problem !== null && <Banner tone="bad">{problem}</Banner>}
      <Field
        label="Features"
        hint="Words that the application checks, separated by commas, such as voices, export-4k"
        data-first
        {...fieldOf("features")}
      />
      <Field
        label="Covered version"
        hint="3 covers every 3.x, and 3.2 covers every 3.2.x"
        inputMode="decimal"
        {...fieldOf("version")}
      />
      <Field label="Covers releases until" type="date" {...fieldOf("until")} />
      <TextArea label="Metadata, one name = value per line" rows={3} {...fieldOf("metadata")} />
      <Switch
        label="Lift the limits for computers that we cannot identify well"
        checked={form.isTrusted}
        onChange={(isTrusted) => setForm({ ...form, isTrusted })}
      />
    </FormDialog>
  );
}
