import type { ReactElement } from "react";
import { AUDIENCE_NAMES, AUDIENCES, type Audience } from "#shared/mail/mailing.ts";
import { Select } from "../../ui/Select.tsx";
import { oneOf } from "../kit/address.ts";
import { customers } from "./customers.ts";
import type { Recipients } from "./useRecipients.ts";

const NOBODY = "nobody";
const CHOICES = [
  { value: NOBODY, label: "Nobody" },
  ...AUDIENCES.map((value) => ({ value, label: AUDIENCE_NAMES[value] })),
];

type MailFieldProps = {
  value: Audience | null;
  onChange: (value: Audience | null) => void;
  recipients: Recipients;
};

/** Whom the message is also mailed to, with their number before anything is sent. */
export function MailField({ value, onChange, recipients: { count, failure } }: MailFieldProps): ReactElement {
  const found = count === null ? "Counting…" : `${customers(count)} with this email turned on.`;
  return (
    <div>
      <Select
        label="Mail customers"
        choices={CHOICES}
        value={value ?? NOBODY}
        onChange={(event) => onChange(oneOf(event.target.value, AUDIENCES) ?? null)}
      />
      {value !== null && (
        <p role="status" className="mt-1.5 text-sm text-quiet">
          {failure ?? found}
        </p>
      )}
    </div>
  );
}
