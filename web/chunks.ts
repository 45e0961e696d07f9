import { normalizePath, type Rolldown } from "vite";

const WEB = normalizePath(import.meta.dirname);
const ENTRY = `${WEB}/app.html`;
/** The page that a signed-in customer sees first. */
const FIRST_VIEW = ["DashboardShell", "OverviewTab"].map(
  (name) => `${WEB}/src/customer/dashboard/${name}.tsx`,
);
const isLibrary = (id: string): boolean => id.includes("node_modules");

/**
 * Puts the application's small modules into a few files, because each file costs a request and small files compress
 * badly. The first view has one file, and the back office has another. A third file has the modules that several other
 * pages share, unless a module uses a library that the first view does not load.
 */
function chunkOf(id: string, modules: Rolldown.ChunkingContext): string | null {
  const reached = (by: "importedIds" | "importers", ...ids: string[]): Set<string> => {
    const found = new Set(ids);
    // The loop also visits the entries that it adds to `found`.
    for (const one of found) for (const next of modules.getModuleInfo(one)?.[by] ?? []) found.add(next);
    return found;
  };
  if (isLibrary(id) || reached("importedIds", ENTRY).has(id)) return null;
  const first = reached("importedIds", ENTRY, ...FIRST_VIEW);
  if (first.has(id)) return "dashboard";
  const pages = [...reached("importers", id)].filter((user) => user.startsWith(`${WEB}/src/`));
  if (pages.every((page) => page.startsWith(`${WEB}/src/operator/`))) return "operator";
  const libraries = [...reached("importedIds", id)].filter(isLibrary);
  return libraries.every((library) => first.has(library)) ? "common" : null;
}

export const CHUNKS = {
  codeSplitting: {
    groups: [{ name: chunkOf, minShareCount: 2, includeDependenciesRecursively: false }],
  },
};
