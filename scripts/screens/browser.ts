import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { chromium as executable } from "../chromium.ts";

/** Stops Chromium's own background requests, and lets root run Chromium. */
export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
] as const;

export function launch(...more: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: executable(), args: [...CHROMIUM_FLAGS, ...more] });
}

export type View = { width: number; height: number; scale: number; theme: "light" | "dark" };

/** A visitor with this screen and reduced motion, so that two runs look the same. */
export function visitor(
  browser: Browser,
  baseURL: string,
  view: View,
  signedIn: Pick<BrowserContextOptions, "storageState"> = {},
): Promise<BrowserContext> {
  return browser.newContext({
    ...signedIn,
    baseURL,
    viewport: { width: view.width, height: view.height },
    deviceScaleFactor: view.scale,
    colorScheme: view.theme,
    reducedMotion: "reduce",
  });
}
