import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { filesOf, PERSONAL, SECRETS, secretsIn } from "../support/secretsScan.ts";

/** The logs of all functions in every stack of this test run, which has ended. */
const logs = filesOf(".local/test*/logs/**/*.log");

/** The texts of at least 12 characters in the secrets of those stacks. */
const kept = filesOf(".local/test*/data/secrets.json").flatMap((file) =>
  textsIn(JSON.parse(readFileSync(file, "utf8"))),
);
const values = new Set(
  kept
    .filter(({ name }) =>
      ["secretKey", "webhookSecrets", "connectWebhookSecrets", "d", "value"].includes(name),
    )
    .flatMap(({ text }) => text),
);

/** Every text of at least 12 characters in a value, with its field's name. Also reads JSON within texts. */
function textsIn(value: unknown, name = ""): { name: string; text: string }[] {
  if (typeof value === "string") {
    if (value.startsWith("{")) return textsIn(JSON.parse(value), name);
    return value.length < 12 ? [] : [{ name, text: value }];
  }
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, key));
}

test("the test run has logs and secrets", () => {
  expect(logs.length).toBeGreaterThan(20);
  expect(values.size).toBeGreaterThan(3);
});

test("no function's log has a text that looks like a key, a token, a card or a whole address", () => {
  expect(secretsIn(logs, [...SECRETS, ...PERSONAL])).toEqual([]);
});

test("no function's log has a secret of the run", () => {
  const leaked = logs.filter((file) => {
    const text = readFileSync(file, "utf8");
    return [...values].some((value) => text.includes(value));
  });
  expect(leaked).toEqual([]);
});
