import { expect, test } from "vitest";
import type { ServiceState } from "#shared/status/service.ts";
import { summary } from "../../../web/src/public/status/HistoryBar.tsx";

const days = (...troubled: ServiceState[]): ServiceState[] => [
  ...Array.from({ length: 90 - troubled.length }, () => "green" as const),
  ...troubled,
];

test("ninety good days are told in one sentence", () => {
  expect(summary("Voice synthesis", days())).toBe("Voice synthesis: operational on each of the last 90 days");
});

test("bad days are counted, the worse first", () => {
  expect(summary("Voice synthesis", days("yellow", "red", "yellow"))).toBe(
    "Voice synthesis, last 90 days: 1 with an outage, 2 degraded, operational on the others",
  );
});
