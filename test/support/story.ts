import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Person } from "./people.ts";

/** The highest number of steps that an operator may need for an answer. */
const MAX_STEPS = 6;

/** Does one step of an operator: a click, a key, or a text with Enter. Reading does not count. */
export type Step = (act: () => Promise<unknown>) => Promise<void>;

/** Plays a story, checks its number of steps, and prints it in the report of the run. */
export async function story(name: string, steps: number, tell: (step: Step) => Promise<void>): Promise<void> {
  let taken = 0;
  await tell(async (act) => {
    taken += 1;
    await act();
  });
  console.info(`${name}: ${taken} ${taken === 1 ? "step" : "steps"}`);
  expect(taken, name).toBe(steps);
  expect(taken, name).toBeLessThanOrEqual(MAX_STEPS);
}

/** Checks that an operator with a small laptop sees the answer without scrolling. */
export async function expectInView(answer: Locator): Promise<void> {
  await answer.page().setViewportSize({ width: 1280, height: 800 });
  const { y, height } = (await answer.boundingBox()) ?? { y: -1, height: 0 };
  expect(y, `${answer}`).toBeGreaterThanOrEqual(0);
  expect(y + height, `${answer}`).toBeLessThanOrEqual(800);
}

/** Finds a customer by an address or the beginning of a key, in two steps. */
export async function findCustomer(page: Page, step: Step, text: string, person: Person): Promise<void> {
  await step(() => page.keyboard.press("Control+k"));
  await step(async () => {
    await page.getByRole("combobox", { name: /Search users/ }).fill(text);
    await page.getByRole("dialog").getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
  });
  await page.getByRole("heading", { name: person.email }).waitFor();
}

export const timeline = (page: Page, text: string | RegExp) =>
  page.getByRole("list", { name: "Timeline" }).getByText(text).first();
