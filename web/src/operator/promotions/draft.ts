import type { OfferTerms, Promotions } from "#shared/promotions/promotion.ts";
import { clockSkew } from "../../ui/serverClock.ts";

export const hasEnded = ({ end_at }: Draft): boolean => Date.parse(end_at) <= Date.now() + clockSkew();

export type Draft = ReturnType<typeof draftOf>;

export function draftOf(offer: Promotions) {
  return {
    lifetime_enabled: offer.lifetime_enabled,
    hero_text: offer.hero_text,
    subtitle: offer.subtitle,
    end_at: offer.end_at === null ? "" : localInput(offer.end_at),
    quantity_remaining: offer.quantity_remaining === null ? "" : String(offer.quantity_remaining),
    waiting_list: offer.waiting_list ?? false,
  };
}

/** The offer to send, with empty fields unset, or a sentence about a wrong field. */
export function termsOf(
  draft: Draft,
): { offer: OfferTerms } | { field: "end_at" | "quantity_remaining"; sentence: string } {
  const quantity = draft.quantity_remaining.trim();
  if (quantity !== "" && !/^\d{1,7}$/.test(quantity))
    return {
      field: "quantity_remaining",
      sentence: "Enter a whole number of 0 or more, or nothing for no limit",
    };
  const end = draft.end_at === "" ? null : new Date(draft.end_at);
  if (end !== null && Number.isNaN(end.getTime()))
    return { field: "end_at", sentence: "Enter a date and a time" };
  return {
    offer: {
      lifetime_enabled: draft.lifetime_enabled,
      hero_text: draft.hero_text,
      subtitle: draft.subtitle,
      end_at: end?.toISOString() ?? null,
      quantity_remaining: quantity === "" ? null : Number(quantity),
      ...(draft.waiting_list && { waiting_list: true }),
    },
  };
}

/** Like `termsOf`, but unedited fields keep their loaded value, because the field "Ends" has no seconds. */
export function offerOf(draft: Draft, base: Promotions): ReturnType<typeof termsOf> {
  const read = termsOf(draft);
  if ("field" in read) return read;
  const terms = { ...read.offer, waiting_list: draft.waiting_list };
  const edited = differing(draft, draftOf(base)).map((field) => [field, terms[field]]);
  return { offer: { ...termsIn(base), ...Object.fromEntries(edited) } };
}

export const termsIn = ({ version: _, waiting: _w, ...terms }: Promotions): OfferTerms => terms;

/** The draft, with a newer save's values in the fields that the operator has not edited. */
export function rebased(draft: Draft, base: Promotions, newest: Promotions): Draft {
  const edited = differing(draft, draftOf(base)).map((field) => [field, draft[field]]);
  return { ...draftOf(newest), ...Object.fromEntries(edited) };
}

/** The value for a `datetime-local` field, in the reader's time zone. */
export function localInput(instant: string): string {
  const at = new Date(instant);
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

const NAMES = {
  lifetime_enabled: "whether the offer is on",
  hero_text: "the hero text",
  subtitle: "the subtitle",
  end_at: "the end date",
  quantity_remaining: "the quantity",
  waiting_list: "the waiting list",
};
const FIELDS = Object.keys(NAMES) as (keyof Draft)[];
const differing = (a: Draft, b: Draft) => FIELDS.filter((field) => a[field] !== b[field]);

/** What another save or a sale has changed since the form was filled. */
export const changedSince = (before: Promotions, now: Promotions): string[] =>
  differing(draftOf(before), draftOf(now)).map((field) => NAMES[field]);
