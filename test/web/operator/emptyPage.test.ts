import { createElement } from "react";
import { expect, test } from "vitest";
import { ListTab } from "../../../web/src/operator/kit/ListTab.tsx";
import { htmlOf, wordsOf } from "../../support/rendered.ts";

const words = async (next: string | null, searchedTo?: string): Promise<string> =>
  wordsOf(
    await htmlOf(
      createElement(ListTab, {
        label: "Audit log",
        kind: "audit",
        columns: [{ id: "at", head: "When", cell: () => "now" }],
        list: { value: { rows: [], next, searchedTo }, failure: null, at: 0 },
        empty: "No changes found.",
        find: async () => undefined,
        panel: () => null,
      }),
    ),
  );

test("an empty page of a filtered list links to the next page instead of reporting no matches", async () => {
  expect(await words(null)).toContain("No changes found.");
  const before = await words("cursor");
  expect(before).toContain("Nothing on this page. See the next page.");
  expect(before).not.toContain("No changes found.");
});

test("a search that stopped says how far it has read, and offers to continue", async () => {
  expect(await words("cursor", "2026-11-03T23:30:00.000Z")).toMatch(
    /No matches yet\.\nNone\. Searched back to Nov 3, 2026\.\nSearch earlier entries$/,
  );
});
