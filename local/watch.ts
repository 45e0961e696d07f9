import path from "node:path";
import { watch } from "chokidar";
import type { Builder } from "./build/steps.ts";
import type { Terminal } from "./terminal.ts";

export type WatchOptions = {
  root: string;
  builder: Builder;
  terminal: Terminal;
  /** Whether Vite rebuilds the site. */
  hot: boolean;
  /** Gets the functions whose bundles changed. */
  onFunctions: (functionIds: string[]) => void;
  onTemplate: () => Promise<void>;
};

const WATCHED = ["functions", "shared", "infra", "web", "scripts/bundle", "scripts/bundle.ts", "cdk.json"];
const QUIET_MS = 80;

/** Rebuilds what a change of the sources affects, without a restart. */
export function watchSources(options: WatchOptions): { close: () => Promise<void> } {
  const { root, builder, terminal } = options;
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let queue: Promise<void> = Promise.resolve();

  const step = async (name: string, run: () => Promise<string | undefined>) => {
    const started = performance.now();
    try {
      const said = await run();
      if (said !== undefined)
        terminal.say(`  ${name}: ${said} (${Math.round(performance.now() - started)} ms)`);
    } catch (error) {
      terminal.warn(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  async function build() {
    const folders = new Set([...changed].map((file) => file.split(path.sep)[0]));
    changed.clear();
    const any = (...names: string[]) => names.some((name) => folders.has(name));
    // Functions first, because the template needs their folders.
    if (any("functions", "shared", "scripts")) {
      await step("functions", async () => {
        const ids = await builder.bundle();
        options.onFunctions(ids);
        if (ids.length === 0) return undefined;
        return ids.length > 4 ? `${ids.length} functions` : ids.join(", ");
      });
    }
    // Includes changes of functions, because the template may have failed without a bundle. If nothing in the template
    // changed, this only reads its sources.
    if (any("infra", "shared", "functions", "cdk.json")) {
      await step("template", async () => {
        if (!(await builder.synth())) return undefined;
        await options.onTemplate();
        return "reloaded";
      });
    }
    if (any("web", "shared") && !options.hot) {
      await step("site", async () => ((await builder.web()) ? "built" : undefined));
    }
  }

  const watcher = watch(WATCHED, { cwd: root, ignoreInitial: true });
  watcher.on("all", (_event, file) => {
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      queue = queue.then(build);
    }, QUIET_MS);
  });
  return {
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
      await queue;
    },
  };
}
