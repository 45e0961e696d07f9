import { useEffect, useState } from "react";
import type { Output } from "#shared/endpoint.ts";
import type { Audience } from "#shared/mail/mailing.ts";
import { countRecipients } from "#shared/mail/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { count as grouped } from "../../ui/format.ts";
import { useTypedNumber } from "../kit/useBrake.tsx";

/** `1,234 customers` */
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
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Output<typeof countRecipients> = await call(
      countRecipients,
      { audience, cursor },
      { signal },
    );
    count += page.recipients;
    cursor = page.next;
  }
  return count;
}
