import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import type { Steps } from "./teller.ts";

const Kept = z.object({ differences: z.array(z.string()) });

/** A story's structure at Stripe, and the sandbox's differences. Each story has one file, in git. */
export type Transcript = {
  readonly story: string;
  readonly apiVersion: string;
  readonly differences: readonly string[];
  /** Structures without values. */
  readonly steps: Steps;
};

export const TRANSCRIPTS = path.resolve(import.meta.dirname, "../transcripts");

const fileOf = (folder: string, story: string): string =>
  path.join(folder, `${story.replaceAll(" ", "-")}.json`);

/** Differences known from an earlier run; none for a new story. */
export function knownDifferences(folder: string, story: string): readonly string[] {
  const file = fileOf(folder, story);
  return existsSync(file) ? Kept.parse(JSON.parse(readFileSync(file, "utf8"))).differences : [];
}

export function keepTranscript(folder: string, transcript: Transcript): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(folder, transcript.story), `${JSON.stringify(transcript, null, 2)}\n`);
}
