import * as z from "zod/mini";
import { readJson, writeJson } from "#local-aws";

/** The seed's steps, in order. Each is recorded when it is done. */
export const SEED_STEPS = ["offer", "people", "operator", "subscription", "status"] as const;
export type SeedStep = (typeof SEED_STEPS)[number];

const Progress = z.catch(z.array(z.enum(SEED_STEPS)), []);

export function stepsLeft(progressFile: string): SeedStep[] {
  const done = Progress.parse(readJson(progressFile));
  return SEED_STEPS.filter((step) => !done.includes(step));
}

export function noteDone(progressFile: string, step: SeedStep): void {
  writeJson(progressFile, [...Progress.parse(readJson(progressFile)), step]);
}
