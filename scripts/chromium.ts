import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Oldest major version that supports the site's CSS (oklch, :has, nesting). */
const OLDEST = 120;

/** Prefers headless Chromium, which takes a seventh of the processor time. */
const PLACES = [
  process.env.CHROMIUM,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

function find(): string | undefined {
  return PLACES.find((place) => place !== undefined && existsSync(place));
}

function majorVersion(executable: string): number {
  if (process.platform === "win32") return OLDEST;
  return Number(/(\d+)\./.exec(execFileSync(executable, ["--version"], { encoding: "utf8" }))?.[1] ?? 0);
}

function isDebianRoot(): boolean {
  return existsSync("/etc/debian_version") && process.getuid?.() === 0;
}

function installOnDebian(): void {
  console.log("Installing Debian's Chromium for the browser tests …");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args: string[]) =>
    spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
  const install = (name: string) => apt("install", "-y", "--no-install-recommends", name, "fonts-liberation");
  apt("update");
  // Older versions of Debian have no package for the headless shell.
  if (!install("chromium-headless-shell")) install("chromium");
}

/**
 * Finds a browser for the tests. On Debian, installs it if this process runs as root.
 * @throws if it is missing or too old
 */
export function chromium(): string {
  if (!find() && isDebianRoot()) installOnDebian();
  const executable = find();
  if (!executable)
    throw new Error(
      "The browser tests need Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to the file of a Chromium or Chrome.",
    );
  const version = majorVersion(executable);
  if (version < OLDEST)
    throw new Error(
      `The browser tests need Chromium ${OLDEST} or newer, and ${executable} is ${version}: update it.`,
    );
  return executable;
}
