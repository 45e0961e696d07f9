/**
 * The day on which the founder read the providers' list prices at their sources. Undefined before that: the calculator
 * then asks visitors for their own prices.
 */
export const PRICES_READ: string | undefined = undefined;

export type PriceId = "read" | "written" | "spoken" | "piece";

export const PROVIDER_PRICES: readonly {
  id: PriceId;
  /** The unit as the provider charges it. */
  unit: string;
  usd: number | undefined;
  provider: string;
  source: string;
}[] = [
  {
    id: "read",
    unit: "Text, per million tokens read",
    usd: undefined,
    provider: "OpenAI",
    source: "https://openai.com/api/pricing/",
  },
  {
    id: "written",
    unit: "Text, per million tokens written",
    usd: undefined,
    provider: "OpenAI",
    source: "https://openai.com/api/pricing/",
  },
  {
    id: "spoken",
    unit: "Voice, per 1,000 characters",
    usd: undefined,
    provider: "ElevenLabs",
    source: "https://elevenlabs.io/pricing",
  },
  {
    id: "piece",
    unit: "Music, per piece",
    usd: undefined,
    provider: "Suno",
    source: "https://suno.com/pricing",
  },
];
