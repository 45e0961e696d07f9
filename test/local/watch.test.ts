import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import type { Builder } from "../../local/build/steps.ts";
import { createTerminal } from "../../local/terminal.ts";
import { watchSources } from "../../local/watch.ts";

const files = vi.hoisted(() => ({ watcher: undefined as EventEmitter | undefined }));
vi.mock("chokidar", () => ({
  watch: () => {
    files.watcher = Object.assign(new EventEmitter(), { close: async () => undefined });
    return files.watcher;
  },
}));
const save = (file: string) => files.watcher?.emit("all", "change", file);

test("a template without its handler is loaded as soon as the handler is saved", async () => {
  let hasHandler = false;
  const said: string[] = [];
  const say = (line: string): void => void said.push(line);
  const builder: Builder = {
    assembly: "",
    bundle: async () => (hasHandler ? ["a/two"] : []),
    synth: async () => {
      if (!hasHandler) throw new Error("a/two is not built");
      return true;
    },
    web: async () => false,
  };
  const watcher = watchSources({
    root: ".",
    builder,
    terminal: { ...createTerminal({}), say, warn: say },
    hot: true,
    onFunctions: () => undefined,
    onTemplate: async () => say("The template was loaded"),
  });
  save("infra/access/a.ts");
  await expect.poll(() => said).toEqual(["template: a/two is not built"]);
  hasHandler = true;
  save("functions/a/two.ts");
  await expect.poll(() => said).toContain("The template was loaded");
  await watcher.close();
});
