import Stripe from "stripe";
import type { Check } from "../check.ts";
import { differencesOf } from "./shape.ts";
import { STORIES } from "./stories.ts";
import { tell } from "./teller.ts";
import { keepTranscript, knownDifferences } from "./transcripts.ts";

export type Comparison = {
  readonly stripe: Stripe;
  readonly sandbox: Stripe;
  readonly folder: string;
  readonly say: (line: string) => void;
};

/** One check per story. A new difference from the sandbox fails the check once: the transcript then records it. */
export const COMPARISONS: readonly Check<Comparison>[] = STORIES.map((story) => ({
  name: story.name,
  async run({ stripe, sandbox, folder, say }) {
    const there = await tell(story, stripe);
    const differences = differencesOf(await tell(story, sandbox), there);
    const known = new Set(knownDifferences(folder, story.name));
    for (const line of differences) say(`    ${known.has(line) ? "known" : "new"}: ${line}`);
    const { API_VERSION: apiVersion } = Stripe;
    keepTranscript(folder, { story: story.name, apiVersion, differences, steps: there });
    const fresh = differences.filter((line) => !known.has(line)).length;
    if (fresh > 0)
      throw new Error(`${fresh} new of ${differences.length} differences; the transcript now has them`);
    return `${Object.keys(there).length} steps, ${differences.length} known differences`;
  },
}));
