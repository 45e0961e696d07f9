import { type ReactElement, useEffect, useState } from "react";
import type { Output, Request } from "#shared/endpoint.ts";
import { AUDIENCE_NAMES, AUDIENCES, type Audience } from "#shared/mail/mailing.ts";
import { countRecipients, tryIncidentMail } from "#shared/mail/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { pagesOf } from "../../api/firstPages.ts";
import { Button } from "../../ui/Button.tsx";
import { count as grouped } from "../../ui/format.ts";
import { useChange } from "../data/useChange.ts";
import { OneOf } from "../kit/OneOf.tsx";
import { useTypedNumber } from "../kit/useBrake.tsx";

const NOBODY_FOUND = "Nobody gets mail: no customer of this group has incident mail turned on.";
const CHOICES = [
  { value: "nobody", label: "Nobody" },
  ...AUDIENCES.map((value) => ({ value, label: AUDIENCE_NAMES[value] })),
] as const;

type Said = Omit<Request<typeof tryIncidentMail>, "send">;

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

export const customers = (number: number): string =>
  `${grouped(number)} ${number === 1 ? "customer" : "customers"}`;

/** The size of an audience. An owner of two keys may count twice among those who used the application. */
export const recipients = (audience: Audience | null, number: number): string =>
  `${audience === "recent" ? "up to " : ""}${customers(number)}`;

const UNKNOWN = { count: null, failure: null };

/** The form's settings for the mail that goes with a message. */
export type Mailing = ReturnType<typeof useMailing>;

export function useMailing() {
  const [audience, choose] = useState<Audience | null>(null);
  const { count, failure } = useRecipients(audience);
  const { field, isTyped } = useTypedNumber(count === null ? null : { people: count });
  const mail: { mail?: Audience } = audience === null || count === 0 ? {} : { mail: audience };
  return {
    audience,
    choose,
    count,
    failure,
    /** Confirms a large mailing: the operator types the number of customers. Null for a small audience. */
    field,
    isReady: audience === null || isTyped,
    /** What the call gets: the audience, unless it is empty. */
    mail,
    /** The end of the button's label: " and mail 3 customers". */
    words: count === null ? "" : count === 0 ? " without mail" : ` and mail ${recipients(audience, count)}`,
  };
}

type Found = { count: number | null; failure: string | null };

/** How many customers would get the mail now; null without an audience and while counting. */
export function useRecipients(audience: Audience | null): Found {
  const [found, setFound] = useState<Found>(UNKNOWN);
  useEffect(() => {
    setFound(UNKNOWN);
    if (audience === null) return;
    const leaving = new AbortController();
    countAll(audience, leaving.signal).then(
      (count) => setFound({ count, failure: null }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setFound({ count: null, failure: messageOf(error) });
      },
    );
    return () => leaving.abort();
  }, [audience]);
  return found;
}

async function countAll(audience: Audience, signal: AbortSignal): Promise<number> {
  let count = 0;
  const ask = (cursor: string | undefined) => call(countRecipients, { audience, cursor }, { signal });
  for await (const { recipients } of pagesOf(ask)) count += recipients;
  return count;
}
