import { useOutletContext } from "react-router-dom";
import type { ShellData } from "./loader.ts";

export type ShellContext = Omit<ShellData, "tabs">;

export function useShell(): ShellContext {
  return useOutletContext<ShellContext>();
}
