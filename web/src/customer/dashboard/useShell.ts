import { useOutletContext } from "react-router-dom";
import type { ShellData } from "./loader.ts";

/** What the frame around the tabs has read. */
export type ShellContext = Omit<ShellData, "tabs">;

export function useShell(): ShellContext {
  return useOutletContext<ShellContext>();
}
