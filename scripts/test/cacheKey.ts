import type { VitestPluginContext } from "vitest/node";

/**
 * The part of a plugin that lets Vitest's projects share transformed modules.
 * @param changed what the plugin makes of a file; undefined if it leaves the file as it is
 */
export const keyedBy = (changed: (file: string, code: string) => string | undefined) => ({
  api: { vitest: { ignoreFsModuleCache: true } },
  configureVitest: ({ defineCacheKeyGenerator }: VitestPluginContext) =>
    defineCacheKeyGenerator(({ id, sourceCode }) => changed(id, sourceCode)),
});
