import type { ReactElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { type IslandName, islandSelector } from "./Island.tsx";

/** Brings an island of the page to life, where the page has it. */
export function enliven(name: IslandName, element: ReactElement): void {
  const island = document.querySelector(islandSelector(name));
  if (island !== null) hydrateRoot(island, element);
}
