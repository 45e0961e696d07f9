import { useEffect, useState } from "react";
import type { Audience } from "#shared/mail/mailing.ts";
import { countRecipients } from "#shared/mail/operator.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";

export type Recipients = { count: number | null; failure: string | null };
const UNKNOWN: Recipients = { count: null, failure: null };

/** How many customers would be mailed now; none without an audience. */
export function useRecipients(audience: Audience | null): Recipients {
  const [recipients, setRecipients] = useState(UNKNOWN);
  useEffect(() => {
    setRecipients(UNKNOWN);
    if (audience === null) return;
    const leaving = new AbortController();
    countAll(audience, leaving.signal).then(
      (count) => setRecipients({ count, failure: null }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setRecipients({ count: null, failure: messageOf(error) });
      },
    );
    return () => leaving.abort();
  }, [audience]);
  return recipients;
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
