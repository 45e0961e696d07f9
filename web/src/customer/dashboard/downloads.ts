import * as z from "zod/mini";
import { RELEASE_CATALOG, ReleaseCatalog } from "#shared/releaseCatalog.ts";

/** Null if the releases could not be read. The download buttons work without them. */
export async function loadReleases(signal: AbortSignal): Promise<ReleaseCatalog | null> {
  try {
    const response = await fetch(RELEASE_CATALOG, { signal });
    return response.ok ? z.parse(ReleaseCatalog, await response.json()) : null;
  } catch {
    return null;
  }
}
