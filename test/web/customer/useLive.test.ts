import { createElement, type ReactElement } from "react";
import { expect, test, vi } from "vitest";
import { useLive } from "../../../web/src/app/useLive.ts";
import { mounted } from "../../support/mounted.ts";

test("a failed read is repeated at the next interval", async () => {
  const turns: (() => void)[] = [];
  vi.stubGlobal("setInterval", (turn: () => void) => turns.push(turn));
  const read = vi.fn(async () => undefined).mockRejectedValueOnce(new Error("The server is away"));
  function Page(): ReactElement {
    useLive(read);
    return createElement("p");
  }
  await mounted([{ path: "/", Component: Page }], "/");
  for (const times of [1, 2, 3]) {
    for (const turn of turns) turn();
    await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(times));
    await Promise.resolve();
  }
});
