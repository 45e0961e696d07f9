import { act, createElement, Fragment, type ReactElement } from "react";
import { useSearchParams } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BRAKE, isBraked, unusualIn } from "#shared/brake.ts";
import { MINUTE, SECOND } from "#shared/instant.ts";
import { useSignInAgain } from "../../../web/src/app/signInAgain.ts";
import { keepOperator } from "../../../web/src/operator/gate/token.ts";
import { SelectTable } from "../../../web/src/operator/kit/SelectTable.tsx";
import { mounted } from "../../support/mounted.ts";

const given = vi.hoisted(() => ({
  ran: [] as string[],
  wait: undefined as Promise<void> | undefined,
  toasts: [] as string[],
}));
vi.mock("../../../web/src/ui/toast.ts", () => ({ toast: (text: string) => given.toasts.push(text) }));
vi.mock("../../../web/src/operator/kit/DataTable.tsx", () => ({
  DataTable: ({ marks }: { marks: { toggleAll: () => void } }) =>
    createElement(
      "div",
      null,
      createElement("button", { type: "button", onClick: marks.toggleAll }, "All"),
      createElement("input", { type: "checkbox", "aria-label": "Select all on this page" }),
    ),
}));
beforeEach(() => {
  given.ran.length = 0;
  given.toasts.length = 0;
  given.wait = undefined;
  signedIn(0);
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => void vi.useRealTimers());

/** @param age how long ago the operator entered the password, in milliseconds */
function signedIn(age: number): void {
  const claims = { auth_time: (Date.now() - age) / SECOND };
  const accessToken = `.${btoa(JSON.stringify(claims))}.`;
  keepOperator({ userId: "op", email: "op@example.com", accessToken, expiresAt: Infinity });
}

function SignInAgain(): ReactElement | null {
  const asked = useSignInAgain();
  if (asked === null) return null;
  const answers = [true, false].map((answer) =>
    createElement(
      "button",
      { type: "button", key: `${answer}`, onClick: () => asked.answer(answer) },
      answer ? "Sign in" : "Not now",
    ),
  );
  return createElement("dialog", { open: true }, "Sign in again", answers);
}

type Row = { id: string; cents: number };
const rowsOf = (amounts: readonly number[]): Row[] =>
  amounts.map((cents, index) => ({ id: `payout ${index}`, cents }));
const bulkOf = (hasMoney: boolean) => ({
  one: "payout",
  nameOf: ({ id }: Row) => id,
  actions: [
    {
      label: "Approve",
      done: "Approved",
      explains: "They go out with the next distribution.",
      mayRun: () => true,
      ...(hasMoney ? { centsOf: ({ cents }: Row) => cents } : {}),
      run: async ({ id }: Row) => {
        given.ran.push(id);
        await given.wait;
        return null;
      },
    },
  ],
});

const SIZE = 25;
/** A table whose rows can be selected. It shows the page of rows that begins at the index in the address. */
function Paged({ rows }: { rows: readonly Row[] }): ReactElement {
  const at = Number(useSearchParams()[0].get("cursor") ?? 0);
  const pageAt = (from: number) => ({
    rows: rows.slice(from, from + SIZE),
    next: from + SIZE < rows.length ? String(from + SIZE) : null,
  });
  const bulk = { ...bulkOf(true), pages: async (cursor?: string) => pageAt(Number(cursor ?? 0)) };
  const page = { next: pageAt(at).next, total: rows.length };
  const table = { label: "Payouts", columns: [], rows: pageAt(at).rows };
  return createElement(SelectTable<Row>, { ...table, bulk, page, failure: null, empty: "" });
}

async function asked(amounts: readonly number[], hasMoney = true) {
  const rows = rowsOf(amounts);
  const table = { label: "Payouts", columns: [], rows };
  const select = { ...table, bulk: bulkOf(hasMoney), failure: null, empty: "" };
  const element = createElement(
    Fragment,
    null,
    createElement(SelectTable<Row>, select),
    createElement(SignInAgain),
  );
  const page = await mounted([{ path: "/", element }], "/");
  await page.press("All");
  const label = `Approve ${rows.length} payouts`;
  await page.press(label);
  return { page, label };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("an action on up to 20 rows and $1,000.00 starts at once", async () => {
  const { page, label } = await asked(Array.from({ length: 20 }, () => 5000));
  await page.press(label);
  expect(given.ran).toHaveLength(20);
});

test("an action above $1,000.00 asks for the number of rows, waits two minutes, and can be undone", async () => {
  const { page, label } = await asked([2500, 3100, 2800, 90_000_000]);
  expect(page.words()).toContain("$900,084.00 in total. The largest: payout 3.");
  expect(page.words()).toContain("Unusual: payout 3 is more than five times the median of this selection.");
  await page.press(label);
  await page.type("Type 4 to confirm", "3");
  await page.press(label);
  await page.submit();
  expect(page.words()).not.toContain("Starts in");
  await page.type("Type 4 to confirm", "4");
  await page.submit();
  await pass(BRAKE.delay - SECOND);
  expect(page.words()).toContain(
    "Nothing has happened yet. Keep this page open: leaving it is the same as Undo.",
  );
  await page.press("Undo");
  await pass(BRAKE.delay);
  expect(given.ran).toEqual([]);
  signedIn(0);
  await page.press(label);
  await page.type("Type 4 to confirm", "4");
  await page.press(label);
  await pass(BRAKE.delay);
  expect(given.ran).toHaveLength(4);
  expect(given.toasts).toEqual(["Approved 4 payouts."]);
});

test("an action that has to wait first asks for a new sign-in, unless the current sign-in will still be recent enough after the wait", async () => {
  const { page, label } = await asked([2500, 90_000_000]);
  await page.type("Type 2 to confirm", "2");
  signedIn(2 * MINUTE + SECOND);
  await page.press(label);
  expect(page.words()).toContain("Sign in again");
  expect(page.words()).not.toContain("Starts in");
  await page.press("Not now");
  expect(page.words()).not.toContain("Starts in");
  await page.press(label);
  await page.press("Sign in");
  expect(page.words()).toContain("Starts in");
  await page.press("Undo");
  signedIn(2 * MINUTE);
  await page.press(label);
  await page.type("Type 2 to confirm", "2");
  await page.press(label);
  expect(page.words()).not.toContain("Sign in again");
  expect(page.words()).toContain("Starts in");
});

test("an action on more than 20 rows can be stopped, and the remaining rows stay selected", async () => {
  const { page, label } = await asked(
    Array.from({ length: 21 }, () => 0),
    false,
  );
  await page.type("Type 21 to confirm", "21");
  await page.press(label);
  const held = Promise.withResolvers<void>();
  given.wait = held.promise;
  await pass(BRAKE.delay);
  expect(given.ran).toEqual(["payout 0"]);
  await page.press("Stop");
  held.resolve();
  await pass(0);
  expect(given.ran).toEqual(["payout 0"]);
  expect(given.toasts).toEqual(["Approved 1 payout."]);
  expect(page.words()).toContain("20 selected");
});

test("after Clear, the focus is on the table's first checkbox", async () => {
  const rows = rowsOf([2500]);
  const page = await mounted([{ path: "/", element: createElement(Paged, { rows }) }], "/");
  await page.press("All");
  await page.press("Clear");
  expect(page.words()).not.toContain("selected");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Select all on this page");
});

test("all rows that the filters match are approved in one action with one wait", async () => {
  const rows = rowsOf(Array.from({ length: 62 }, () => 2500));
  const page = await mounted([{ path: "/", element: createElement(Paged, { rows }) }], "/");
  await page.press("All");
  expect(page.words()).toContain("25 selected");
  await page.press("Select all 62");
  expect(page.words()).not.toContain("Select all");
  expect(document.activeElement?.textContent).toBe("62 selected");
  await page.press("Approve 62 payouts");
  await page.type("Type 62 to confirm", "62");
  await page.press("Approve 62 payouts");
  await pass(BRAKE.delay);
  expect(given.ran).toEqual(rows.map(({ id }) => id));
  expect(given.toasts).toEqual(["Approved 62 payouts."]);
  expect(page.words()).not.toContain("selected");
});

test("a selection of all rows has at most the first 200", async () => {
  const rows = rowsOf(Array.from({ length: 230 }, () => 2500));
  const page = await mounted([{ path: "/", element: createElement(Paged, { rows }) }], "/");
  await page.press("All");
  await page.press("Select the first 200");
  expect(page.words()).toContain("200 selected");
});

test("the selection stays on the view's next page, and another filter clears it", async () => {
  const rows = rowsOf(Array.from({ length: 30 }, () => 2500));
  const page = await mounted([{ path: "/", element: createElement(Paged, { rows }) }], "/");
  await page.press("All");
  await page.go("/?cursor=25&page=2");
  await page.press("All");
  expect(page.words()).toContain("30 selected");
  await page.press("All");
  expect(page.words()).toContain("25 selected");
  await page.go("/?status=failed");
  expect(page.words()).not.toContain("selected");
});

test("the limits are 20 people and $1,000.00, and an amount above five times the median is unusual", () => {
  expect([20, 21].map((people) => isBraked({ people }))).toEqual([false, true]);
  expect([100_000, 100_001].map((cents) => isBraked({ people: 1, cents }))).toEqual([false, true]);
  expect(unusualIn([2500, 90_000_000])).toEqual([90_000_000]);
  expect(unusualIn([2500, 3100, 12_500])).toEqual([]);
  expect(unusualIn([])).toEqual([]);
});
