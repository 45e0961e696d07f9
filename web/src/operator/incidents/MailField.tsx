import { type ReactElement, useState } from "react";
import type { Output, Request } from "#shared/endpoint.ts";
import { AUDIENCE_NAMES, AUDIENCES } from "#shared/mail/mailing.ts";
import { tryIncidentMail } from "#shared/mail/operator.ts";
import { Button } from "../../ui/Button.tsx";
import { useChange } from "../data/useChange.ts";
import { OneOf } from "../kit/OneOf.tsx";
import { type Mailing, recipients } from "./useMailing.tsx";

const NOBODY_FOUND = "Nobody gets mail: no customer of this group has incident mail turned on.";
const CHOICES = [
  { value: "nobody", label: "Nobody" },
  ...AUDIENCES.map((value) => ({ value, label: AUDIENCE_NAMES[value] })),
] as const;

type Said = Omit<Request<typeof tryIncidentMail>, "send">;

/** The mail's audience with its size, a preview, and a test mail to the operator. */
export function MailField({ mailing, said }: { mailing: Mailing; said: Said }): ReactElement {
  const { audience, choose, count, failure, field } = mailing;
  const found =
    count === null ? "Counting…" : `Goes to ${recipients(audience, count)} with incident mail turned on.`;
  const when = "The first mail goes out two minutes after you post, and you can undo the mail until then.";
  return (
    <div className="space-y-3">
      <OneOf
        label="Mail customers"
        choices={CHOICES}
        value={audience ?? "nobody"}
        onChange={(chosen) => choose(chosen === "nobody" ? null : chosen)}
      />
      {audience !== null && (
        <>
          <p role="status" className="text-sm text-quiet">
            {failure ?? (count === 0 ? NOBODY_FOUND : `${found} ${when}`)}
          </p>
          <Trial said={said} />
          {field}
        </>
      )}
    </div>
  );
}

function Trial({ said }: { said: Said }): ReactElement {
  const [mail, setMail] = useState<Output<typeof tryIncidentMail> | null>(null);
  const send = useChange(tryIncidentMail, {
    failure: "The test could not be sent",
    success: "The test mail is on its way to the operator's address.",
    onSuccess: setMail,
    revalidate: false,
  });
  const isEmpty = said.title.trim() === "" || said.message.trim() === "";
  return (
    <>
      <Button
        size="small"
        disabled={isEmpty}
        pending={send.pending}
        onClick={() => void send.run({ ...said, send: true })}
      >
        Preview and send a test mail
      </Button>
      {mail !== null && (
        <figure
          aria-label="Preview of the mail"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
          tabIndex={0}
          className="max-h-80 overflow-y-auto rounded-control border border-line p-3 text-sm"
        >
          <figcaption className="font-medium">{mail.subject}</figcaption>
          <pre className="mt-2 font-sans whitespace-pre-wrap text-quiet">{mail.text}</pre>
        </figure>
      )}
    </>
  );
}
