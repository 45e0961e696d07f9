import { onTestFinished } from "vitest";
import { BRAND } from "#shared/brand.ts";
import { type Cloud, startCloud } from "./cloud.ts";

/** The stage that the tests of the deployment's commands share. */
export const STAGE = ["--stage", "prod"];
export const KEY = ["sk", "live", "of_this_test"].join("_");
export const STRIPE = `${BRAND.slug}/prod/stripe`;
export const LEASE = `/${BRAND.slug}/prod/lease-keys`;
export const LEASE_KEY = `/${BRAND.slug}/prod/lease-key-arn`;
export const LEASE_KEY_BEFORE = `/${BRAND.slug}/prod/lease-key-before-arn`;
export const ORIGIN = `${BRAND.slug}/prod/origin`;

export async function cloudWith(known: Readonly<Record<string, string>>, failing?: RegExp): Promise<Cloud> {
  const cloud = await startCloud(known, failing);
  onTestFinished(async () => {
    await cloud.close();
  });
  return cloud;
}

export async function outcomeOf(command: (say: (line: string) => void) => unknown): Promise<string> {
  const said: string[] = [];
  try {
    await command((line) => said.push(line));
  } catch (error) {
    said.push(error instanceof Error ? error.message : String(error));
  }
  return said.join("\n");
}

export const storedIn = (cloud: Cloud, name: string) => JSON.parse(cloud.known.get(name) ?? "{}");
