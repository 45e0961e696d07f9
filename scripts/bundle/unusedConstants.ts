import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import ts from "typescript";
import { pastDoors } from "./pastDoors.ts";

/**
 * Marks constants as free of side effects. esbuild keeps a constant that is made by a call, such as a schema, because
 * the call may have effects. In these folders, no call has effects, so a bundle keeps only its own endpoint's contract.
 */
const SOURCES = /[\\/](?:shared|functions)[\\/](?:[^\\/]+[\\/])*[^\\/]+\.ts$/;

export const unusedConstants: Plugin = {
  name: "unused-constants",
  setup(build) {
    build.onLoad({ filter: SOURCES }, async ({ path }) => {
      if (path.includes("node_modules")) return undefined;
      return { contents: withoutEffects(path, pastDoors(path, await readFile(path, "utf8"))), loader: "ts" };
    });
  },
};

/** Wraps constants in calls that esbuild may drop: `const A = make()` becomes `const A = (() => make())()`. */
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

/** Whether evaluating the node calls a function. A function's body runs later, so it does not count. */
function calls(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  return (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.forEachChild(node, (child) => calls(child) || undefined) === true
  );
}
