import { useRef, useState } from "react";
import type { KeyRow } from "#shared/licenses/keyRow.ts";
import { extendKey } from "#shared/licenses/operator.ts";
import { keySubject, useEachChange } from "../data/useChange.ts";
import type { BulkAction } from "../kit/bulk.ts";
import { Choices } from "../kit/Choices.tsx";
import { mayExtend } from "./ExtendKey.tsx";

const DAYS = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "365", label: "365 days" },
] as const;

export function useExtendMany(): BulkAction<KeyRow> {
  const [days, setDays] = useState<(typeof DAYS)[number]["value"]>("30");
  const extend = useEachChange(extendKey, ({ keyId }) => [keySubject(keyId)]);
  // Request ids by key and days, kept until the call works, so that a retry does not extend a key twice.
  const requests = useRef(new Map<string, string>());
  const extendOnce = async (keyId: string): Promise<string | null> => {
    const name = `${keyId}/${days}`;
    const requestId = requests.current.get(name) ?? crypto.randomUUID();
    requests.current.set(name, requestId);
    const failure = await extend({ keyId, days: Number(days), requestId });
    if (failure === null) requests.current.delete(name);
    return failure;
  };
  return {
    label: "Extend",
    done: "Extended",
    explains: (
      <div className="space-y-4">
        <p>
          Each key ends the chosen number of days later. An expired key gets these days from today. Nothing is
          charged.
        </p>
        <Choices legend="Extend by" choices={DAYS} value={days} onChange={setDays} />
      </div>
    ),
    skips: "you can extend only keys that an operator created and that have an end date.",
    mayRun: mayExtend,
    run: ({ id }) => extendOnce(id),
  };
}
