import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fingerprint } from "./fingerprint.ts";
import { runProgram } from "./program.ts";

export type StepName = "bundle" | "synth" | "web";

/** The inputs of each step. A step whose inputs have not changed is skipped. */
export const INPUTS: Readonly<Record<StepName, readonly string[]>> = {
  bundle: ["functions", "shared", "scripts/bundle.ts", "scripts/bundle", "package-lock.json"],
  synth: ["infra", "shared", "cdk.json", "package-lock.json"],
  web: ["web", "shared", "scripts/docs", "package-lock.json"],
};

export type Builder = {
  assembly: string;
  /** Builds changed bundles. Resolves with the ids of functions whose code changed. */
  bundle: () => Promise<string[]>;
  /**
   * True if the template was synthesized again. With `validates` it always is, and CDK validates the result
   * (infra/checks.ts).
   */
  synth: (validates?: boolean) => Promise<boolean>;
  web: () => Promise<boolean>;
};

/** Builds what the stack runs, into `dist` and below `cacheDir`. */
export function createBuilder(root: string, cacheDir: string): Builder {
  const bundles = path.join(root, "dist/functions");
  const assembly = path.join(cacheDir, "cdk.out");
  const outputs: Record<StepName, string> = {
    bundle: bundles,
    synth: path.join(assembly, "manifest.json"),
    web: path.join(root, "dist/web/index.html"),
  };

  async function step(name: StepName, run: () => Promise<void>, always = false): Promise<boolean> {
    const stampFile = path.join(cacheDir, "build", name);
    const stamp = fingerprint(root, INPUTS[name]);
    const before = existsSync(stampFile) ? readFileSync(stampFile, "utf8") : "";
    if (!always && before === stamp && existsSync(outputs[name])) return false;
    await run();
    mkdirSync(path.dirname(stampFile), { recursive: true });
    writeFileSync(stampFile, stamp);
    return true;
  }

  return {
    assembly,
    bundle: async () => {
      const before = contents(bundles);
      const built = await step("bundle", async () => {
        rmSync(path.join(cacheDir, "compile-cache"), { recursive: true, force: true });
        await runProgram("scripts/bundle.ts", { cwd: root });
      });
      if (!built) return [];
      return [...contents(bundles)].filter(([id, content]) => before.get(id) !== content).map(([id]) => id);
    },
    synth: (validates = false) =>
      step(
        "synth",
        async () => {
          // Synthesizes into another folder, so that a failing template keeps the last good one.
          const next = `${assembly}.next`;
          rmSync(next, { recursive: true, force: true });
          const context = {
            "aws:cdk:disable-asset-staging": true,
            stage: "dev",
            poolFirewall: "true",
            ...(validates ? { validate: "true" } : {}),
          };
          await runProgram("infra/app.ts", {
            cwd: root,
            environment: { CDK_OUTDIR: next, CDK_CONTEXT_JSON: JSON.stringify(context) },
          });
          rmSync(assembly, { recursive: true, force: true });
          renameSync(next, assembly);
        },
        validates,
      ),
    web: () =>
      step("web", () =>
        // Under a test runner, the build would otherwise contain React's development version.
        runProgram("web/build.ts", { cwd: root, environment: { NODE_ENV: "production" } }),
      ),
  };
}

function contents(directory: string): Map<string, string> {
  if (!existsSync(directory)) return new Map();
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return new Map(
    files
      .filter((file) => path.basename(file) === "index.cjs")
      .map((file) => [path.dirname(file).replaceAll(path.sep, "/"), fingerprint(directory, [file])]),
  );
}
