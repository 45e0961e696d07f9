import type { PriceId } from "#shared/material/providerPrices.ts";
import { money } from "../../ui/format.ts";

export const WORDS_PER_MINUTE = 150;
const TOKENS_PER_WORD = 4 / 3;
/** Includes the space after the word. */
const CHARACTERS_PER_WORD = 6;
const MILLION = 1_000_000;

export type Video = { articleWords: number | undefined; minutes: number | undefined };
export type Prices = { readonly [id in PriceId]: number | undefined };

/**
 * The providers' costs in US dollars for a video with one script, one take per scene and one piece of music.
 * @returns undefined if a number is missing
 */
export function videoCost({ articleWords, minutes }: Video, prices: Prices) {
  const { read, written, spoken, piece } = prices;
  if ([articleWords, minutes, read, written, spoken, piece].includes(undefined)) return undefined;
  const script = (minutes ?? 0) * WORDS_PER_MINUTE;
  const text = (((articleWords ?? 0) * (read ?? 0) + script * (written ?? 0)) * TOKENS_PER_WORD) / MILLION;
  const voice = (script * CHARACTERS_PER_WORD * (spoken ?? 0)) / 1000;
  const music = piece ?? 0;
  return { text, voice, music, total: text + voice + music };
}

const inUsd = (amount: number): string =>
  amount > 0 && amount < 0.01 ? `less than ${money(1)}` : money(amount * 100);

export function costSentence(video: Video, prices: Prices): string {
  const cost = videoCost(video, prices);
  if (cost === undefined) return "Fill in every number to see what a video costs.";
  const { text, voice, music, total } = cost;
  return `A video costs ${inUsd(total)}: text ${inUsd(text)}, voice ${inUsd(voice)}, music ${inUsd(music)}.`;
}
