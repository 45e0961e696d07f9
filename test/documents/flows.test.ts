import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ACCESS } from "../../infra/access.ts";
import {
  CONSUMER_IDS,
  QUEUE_CONSUMERS,
  SCHEDULED_IDS,
  STREAM_CONSUMER_IDS,
  TRIGGER_IDS,
} from "../../infra/events.ts";
import { TABLES } from "../../infra/tables.ts";

const page = readFileSync("docs/flows.md", "utf8");
const features = [...new Set(Object.keys(ACCESS).map((id) => id.split("/")[0]))].join("|");
const named = [...page.matchAll(new RegExp(String.raw`\b(?:${features})/[A-Za-z]+`, "g"))].map(([id]) => id);

describe("docs/flows.md", () => {
  test("names only functions that exist", () => {
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((id) => !(id in ACCESS))).toEqual([]);
  });

  test("describes a flow for every function that an event calls", () => {
    const handlers = [...TRIGGER_IDS, ...CONSUMER_IDS, ...STREAM_CONSUMER_IDS, ...SCHEDULED_IDS];
    expect(handlers.filter((id) => !named.includes(id))).toEqual([]);
  });

  test("names every queue of the code, and no other queue", () => {
    const queues = Object.values(QUEUE_CONSUMERS).map(({ queue }) => queue as string);
    const told = [...page.matchAll(/(\w+) queue\b/g)].map(([, name = ""]) => name);
    expect(told.filter((name) => !queues.includes(name))).toEqual([]);
    expect(queues.filter((name) => !told.includes(name))).toEqual([]);
  });

  test("names only existing tables, Stripe and Cognito as participants", () => {
    const participants = [...page.matchAll(/participant (?:\w+ as )?([A-Z]\w+(?:, [A-Z]\w+)*)$/gm)];
    const tables = participants.flatMap(([, names = ""]) => names.split(", "));
    const others = new Set(["Stripe", "Cognito"]);
    expect(tables.filter((name) => !(name in TABLES) && !others.has(name))).toEqual([]);
    expect(tables.filter((name) => name in TABLES).length).toBeGreaterThan(5);
  });
});
