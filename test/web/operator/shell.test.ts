import { createMemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { shouldRevalidate } from "../../../web/src/operator/shell/Shell.tsx";

const OUTLET = { element: null };

/** Counts how often the back office's frame loads the waiting items. */
async function framed(at: string) {
  let reads = 0;
  const loader = () => {
    reads += 1;
    return null;
  };
  const children = [
    { index: true, ...OUTLET },
    { path: "users", ...OUTLET },
  ];
  const router = createMemoryRouter([{ path: "/admin", ...OUTLET, loader, shouldRevalidate, children }], {
    initialEntries: [at],
  }).initialize();
  await router.navigate(at);
  return { router, begin: reads, reads: () => reads };
}

test("the overview reloads the waiting items when the operator returns from any page", async () => {
  const { router, begin, reads } = await framed("/admin/users");
  await router.navigate("/admin");
  expect(reads()).toBe(begin + 1);
  await router.navigate("/admin/users?open=ann");
  expect(reads()).toBe(begin + 1);
  await router.navigate("/admin");
  expect(reads()).toBe(begin + 2);
});

test("the frame reloads its data after a change, but not for another page", async () => {
  const { router, begin, reads } = await framed("/admin");
  await router.navigate("/admin/users");
  expect(reads()).toBe(begin);
  await router.revalidate();
  expect(reads()).toBe(begin + 1);
});
