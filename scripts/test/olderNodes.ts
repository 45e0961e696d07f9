import { execFileSync } from "node:child_process";
import path from "node:path";

/** The other major versions of Node that the packages support. */
const MAJORS = [20, 22];

/** Installs older versions of Node from npm, outside the lock file. @returns their programs, for DEEP_NODES */
export function installOlderNodes(folder: string): string[] {
  const system = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const wanted = MAJORS.map((major) => `node${major}@npm:${system}@${major}`);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, ...wanted], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  const program = process.platform === "win32" ? "bin/node.exe" : "bin/node";
  return MAJORS.map((major) => path.join(folder, "node_modules", `node${major}`, program));
}
