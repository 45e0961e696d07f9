import { useOutletContext } from "react-router-dom";
import type { ShellData } from "./loader.ts";

/** The data that the dashboard's frame has loaded. */
export type ShellContext = Omit<ShellData, "tabs">;

export function useShell(): ShellContext {
  return useOutletContext<ShellContext>();
}
