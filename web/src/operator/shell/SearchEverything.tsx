import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { type Found, searchAll } from "#shared/insights/operator.ts";
import { utcDay } from "#shared/instant.ts";
import { messageOf } from "../../api/ApiError.ts";
import { call } from "../../api/call.ts";
import { isComposing } from "../../ui/composing.ts";
import { cx } from "../../ui/cx.ts";
import { Modal } from "../../ui/Dialog.tsx";
import { shortUtcDay } from "../../ui/format.ts";
import { Icon } from "../../ui/Icon.tsx";
import { serverNow } from "../../ui/serverClock.ts";
import { useViewOnly } from "../../ui/ViewOnly.ts";
import { affiliateHref, customerHref, hrefOf, paymentHref, payoutHref, REQUESTS } from "../tabs.ts";
import { commandsFor } from "./commands.ts";

const DEBOUNCE_MS = 200;

type Choice = { id: string; kind: string; title: string; detail: string; to: string };

/** Found objects, then matching pages and actions. Objects are first, so that Enter opens a customer directly. */
function choicesOf(text: string, found: readonly Found[], isViewOnly: boolean): Choice[] {
  const commands = commandsFor(text).filter(({ kind }) => kind === "page" || !isViewOnly);
  return [
    ...found.map((each) => ({ ...each, to: addressOf(each) })),
    ...commands.map(({ kind, title, to }) => ({ id: to + title, kind, title, detail: "", to })),
  ];
}

/** The palette (Ctrl+K): finds what `searchAll` finds, pages and actions. Arrow keys choose, Enter opens. */
export function SearchEverything({ onClose }: { onClose: () => void }): ReactElement {
  const [text, setText] = useState("");
  const [found, setFound] = useState<{ of: string; results: readonly Found[] } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  /** Set if the operator pressed Enter before the answer came: opens the first result of the answer. */
  const entered = useRef<(results: readonly Found[]) => void>(undefined);
  const navigate = useNavigate();

  useEffect(() => {
    let isLatest = true;
    entered.current = undefined;
    setFailure(null);
    if (text.trim() === "") {
      setFound(null);
      return undefined;
    }
    const timer = setTimeout(() => {
      call(searchAll, { q: text }).then(
        ({ results }) => {
          if (!isLatest) return;
          setFound({ of: text, results });
          setAt(0);
          entered.current?.(results);
        },
        (error: unknown) => isLatest && setFailure(messageOf(error)),
      );
    }, DEBOUNCE_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [text]);

  const results = found?.results ?? null;
  const isViewOnly = useViewOnly();
  const choices = choicesOf(text, results ?? [], isViewOnly);
  const go = (chosen: Choice | undefined): void => {
    if (chosen === undefined) return;
    onClose();
    void navigate(chosen.to);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setAt(Math.min(Math.max(at + step, 0), choices.length - 1));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      // The shown results may belong to earlier text.
      if (text.trim() === "" || found?.of === text) go(choices[at]);
      else entered.current = (results) => go(choicesOf(text, results, isViewOnly)[0]);
    }
  };

  return (
    <Modal title="Search everything" onClose={onClose}>
      <div className="relative mt-4">
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint"
        />
        <input
          type="search"
          role="combobox"
          aria-label="Search users, keys, affiliates, payouts, payout requests, alerts, card digits with a day, and Stripe IDs"
          aria-expanded={choices.length > 0}
          aria-controls="found"
          aria-activedescendant={choices[at] === undefined ? undefined : `found-${at}`}
          data-first=""
          placeholder="Email, key, code, ID, invoice number, card and day"
          maxLength={200}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
          className="h-11 w-full rounded-control border border-edge bg-surface pr-3 pl-9 text-base placeholder:text-faint focus:outline-2 focus:-outline-offset-1 focus:outline-ink"
        />
      </div>
      <p role="status" className="mt-3 min-h-5 text-sm text-quiet">
        {failure ??
          (/^\D{0,3}\d{4}$/.test(text.trim())
            ? `Add a day to find a card: ${text.trim()} ${shortUtcDay(utcDay(serverNow()))}`
            : results !== null && choices.length === 0
              ? "No results."
              : "")}
      </p>
      <div id="found" role="listbox" aria-label="Found" className="max-h-72 overflow-y-auto text-sm">
        {choices.map((each, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the focus and handles the keys
          <div
            key={`${each.kind}${each.id}`}
            id={`found-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => go(each)}
            onPointerMove={() => setAt(index)}
            className={cx(
              "flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5",
              index === at && "bg-raised",
            )}
          >
            <span className="w-16 shrink-0 text-xs text-quiet">{each.kind}</span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{each.title}</span>
              {each.detail !== "" && <span className="block truncate text-xs text-quiet">{each.detail}</span>}
            </span>
          </div>
        ))}
      </div>
    </Modal>
  );
}

/** The object's page or panel. Without either, its payment's page, or else its customer's page. */
function addressOf({ kind, id, user_id, payment_id }: Found): string {
  if (kind === "alert") return `${hrefOf("security")}?open=${encodeURIComponent(id)}`;
  if (kind === "payout") return payoutHref(id);
  if (kind === "request") return payoutHref(REQUESTS + id);
  if (kind === "affiliate") return affiliateHref(id);
  if (payment_id !== undefined) return paymentHref(payment_id);
  return user_id === null ? hrefOf("users") : customerHref(user_id);
}
