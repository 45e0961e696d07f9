import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Endpoint } from "#shared/endpoint.ts";
import { ENDPOINTS } from "#shared/endpoints.ts";
import { errorsOf } from "#shared/errorsOf.ts";
import { filesOf } from "../support/secretsScan.ts";

/** The code in a log line of a refusal: functions/platform/edge.ts. */
const REFUSED = /"event":"request\.refused"[^\n]*?"code":"([A-Z_]+)"/g;

/** The codes with which an endpoint's function refused calls, in every stack of this test run. */
const refusedBy = (id: string): Set<string> =>
  new Set(
    filesOf(`.local/test*/logs/${id}.log`).flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(REFUSED)].map(([, code]) => code ?? ""),
    ),
  );

const endpoints = Object.entries<Endpoint>(ENDPOINTS);

test("more than 50 endpoints refused calls in the test run", () => {
  expect(endpoints.filter(([id]) => refusedBy(id).size > 0).length).toBeGreaterThan(50);
});

test.each(endpoints)("%s refused calls only with codes of its contract", (id, contract) => {
  const listed: readonly string[] = errorsOf(contract);
  expect([...refusedBy(id)].filter((code) => !listed.includes(code))).toEqual([]);
});
