import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fingerprint } from "../../../local/build/fingerprint.ts";
import { createBuilder } from "../../../local/build/steps.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "build-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

describe("the fingerprint of sources", () => {
  it("changes with their content and names, but not with their dates", () => {
    write("a/one.ts", "1");
    write("a/two.ts", "2");
    const first = fingerprint(root, ["a", "missing"]);
    utimesSync(path.join(root, "a/one.ts"), 1, 1);
    expect(fingerprint(root, ["a"])).toBe(first);
    write("a/one.ts", "changed");
    expect(fingerprint(root, ["a"])).not.toBe(first);
    write("a/one.ts", "1");
    expect(fingerprint(root, ["a"])).toBe(first);
    write("a/deeper/three.ts", "");
    expect(fingerprint(root, ["a"])).not.toBe(first);
  });
});

describe("a step of the build", () => {
  /** Fake programs that record how often they run. */
  function programs(): void {
    write("functions/one.ts", "1");
    write("infra/stack.ts", "1");
    write("package.json", '{"type":"module"}');
    const start = "import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';";
    write(
      "scripts/bundle.ts",
      `${start} appendFileSync('ran', 'bundle '); mkdirSync('dist/functions/a/one', { recursive: true });
       writeFileSync('dist/functions/a/one/index.cjs', readFileSync('functions/one.ts'));`,
    );
    write(
      "infra/app.ts",
      `${start} appendFileSync('ran', 'synth ');
       if (readFileSync('infra/stack.ts', 'utf8') === 'bad') throw new Error('the bucket has no name');
       mkdirSync(process.env.CDK_OUTDIR, { recursive: true });
       writeFileSync(process.env.CDK_OUTDIR + '/manifest.json', readFileSync('infra/stack.ts'));`,
    );
  }
  const ran = async () => {
    const { readFileSync } = await import("node:fs");
    return readFileSync(path.join(root, "ran"), "utf8").trim().split(" ");
  };

  it("is skipped while its sources are unchanged", async () => {
    programs();
    const builder = createBuilder(root, path.join(root, ".local"));
    expect(await builder.bundle()).toEqual(["a/one"]);
    expect(await builder.bundle()).toEqual([]);
    expect(await builder.synth()).toBe(true);
    expect(await builder.synth()).toBe(false);
    write("functions/one.ts", "2");
    expect(await builder.bundle()).toEqual(["a/one"]);
    expect(await ran()).toEqual(["bundle", "synth", "bundle"]);
  });

  it("is repeated if its result is missing", async () => {
    programs();
    const builder = createBuilder(root, path.join(root, ".local"));
    await builder.synth();
    rmSync(path.join(root, ".local/cdk.out"), { recursive: true });
    expect(await builder.synth()).toBe(true);
  });

  it("that fails gives the reason, keeps the last valid result, and runs again next time", async () => {
    programs();
    const builder = createBuilder(root, path.join(root, ".local"));
    await builder.synth();
    write("infra/stack.ts", "bad");
    await expect(builder.synth()).rejects.toThrow(/infra\/app.ts failed:[\s\S]*the bucket has no name/);
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(path.join(builder.assembly, "manifest.json"), "utf8")).toBe("1");
    await expect(builder.synth()).rejects.toThrow(/the bucket has no name/);
  });
});
