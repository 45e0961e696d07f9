import { type ReactElement, useEffect, useState } from "react";
import type { Audience } from "#shared/mail/mailing.ts";
import { countRecipients } from "#shared/mail/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { useTypedNumber } from "../kit/useBrake.tsx";
import { recipients } from "./customers.ts";

/** The form's settings for the mail that goes with a message. */
export type Mailing = {
  audience: Audience | null;
  choose: (audience: Audience | null) => void;
  /** How many customers would get the mail now; null without an audience and while counting. */
  count: number | null;
  failure: string | null;
  /** Confirms a large mailing: the operator types the number of customers. Null for a small audience. */
  field: ReactElement | null;
  isReady: boolean;
  /** What the call gets: the audience, unless it is empty. */
  mail: { mail?: Audience };
  /** The end of the button's label: " and mail 3 customers". */
  words: string;
};
const UNKNOWN = { count: null, failure: null };

export function useMailing(): Mailing {
  const [audience, choose] = useState<Audience | null>(null);
  const { count, failure } = useRecipients(audience);
  const { field, isTyped } = useTypedNumber(count === null ? null : { people: count });
  return {
    audience,
    choose,
    count,
    failure,
    field,
    isReady: audience === null || isTyped,
    mail: audience === null || count === 0 ? {} : { mail: audience },
    words: count === null ? "" : count === 0 ? " without mail" : ` and mail ${recipients(audience, count)}`,
  };
}

/** Counts the customers who would get a mail now. */
export function useRecipients(audience: Audience | null): Pick<Mailing, "count" | "failure"> {
  const [found, setFound] = useState<Pick<Mailing, "count" | "failure">>(UNKNOWN);
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
  let cursor: string | null = null;
  do {
    const page: { recipients: number; next: string | null } = await call(
      countRecipients,
      { audience, ...(cursor === null ? {} : { cursor }) },
      { signal },
    );
    count += page.recipients;
    cursor = page.next;
  } while (cursor !== null);
  return count;
}
