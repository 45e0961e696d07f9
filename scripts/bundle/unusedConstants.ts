import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import ts from "typescript";
import { pastDoors } from "./pastDoors.ts";

/**
 * A module's constants are made when it loads, and esbuild keeps one that is made by a call, as each schema is: the call may
 * have effects. In these folders none has, so that a bundle keeps of a contract with twenty endpoints only the one that
 * it answers.
 */
const SOURCES = /[\\/](?:shared|functions)[\\/](?:[^\\/]+[\\/])*[^\\/]+\.ts$/;

/** Tells esbuild so. It is used where TypeScript's sources are read. */
export const unusedConstants: Plugin = {
  name: "unused-constants",
  setup(build) {
    build.onLoad({ filter: SOURCES }, async ({ path }) => {
      if (path.includes("node_modules")) return undefined;
      return { contents: withoutEffects(path, pastDoors(path, await readFile(path, "utf8"))), loader: "ts" };
    });
  },
};

/** Makes of each constant's value a call without effects: `const A = make()` to `const A = (() => make())()`. */
export function withoutEffects(path: string, source: string): string {
  const { statements } = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false);
  const values = statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) =>
      declarationList.declarations.flatMap(({ initializer }) => initializer ?? []),
    )
    .filter(calls);
  let [marked, end] = ["", 0];
  for (const value of values) {
    marked += `${source.slice(end, value.pos)} /* @__PURE__ */ (() => (${source.slice(value.pos, value.end)}))()`;
    end = value.end;
  }
  return marked + source.slice(end);
}

/** Whether making it calls anything; what a function in it calls, it calls later. */
function calls(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  return (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.forEachChild(node, (child) => calls(child) || undefined) === true
  );
}
