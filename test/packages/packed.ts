import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import * as z from "zod/mini";

const ROOT = path.resolve(import.meta.dirname, "../..");

/**
 * This Node, every Node on the PATH, and the Nodes in DEEP_NODES (separated by colons), if the version is 20 or later.
 */
export const NODES = [
  ...new Set([
    realpathSync(process.execPath),
    ...(process.env.PATH ?? "")
      .split(path.delimiter)
      .map((place) => path.join(place, "node"))
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
      .map((file) => realpathSync(file)),
    ...(process.env.DEEP_NODES ?? "")
      .split(path.delimiter)
      .filter((file) => file !== "")
      .map((file) => realpathSync(file)),
  ]),
].filter((file) => Number(execFileSync(file, ["--version"]).toString().slice(1).split(".")[0]) >= 20);

const Names = z.optional(z.record(z.string(), z.string()));
const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  bin: z.record(z.string(), z.string()),
  dependencies: Names,
  peerDependencies: Names,
  optionalDependencies: Names,
});

export type Installed = {
  manifest: z.infer<typeof Manifest>;
  /** A folder for temporary files of the test. */
  folder: string;
  /** An application with only the package and the packages in its manifest. */
  app: string;
  /** The package in the application's node_modules. */
  place: string;
  tarball: string;
};

/** Builds and packs a package, and installs the archive into an empty application. */
export function installPacked(name: string): Installed {
  const folder = mkdtempSync(path.join(tmpdir(), "package-"));
  const source = path.join(ROOT, "packages", name);
  // Builds in a copy, so that the repository stays clean. A link gives the copy the installed packages.
  const copy = path.join(folder, "packages", name);
  cpSync(source, copy, { recursive: true, filter: (file) => !/\/(dist|node_modules)$/.test(file) });
  cpSync(path.join(ROOT, "tsconfig.json"), path.join(folder, "tsconfig.json"));
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  execFileSync(process.execPath, [path.join(ROOT, "node_modules/tsdown/dist/run.mjs")], {
    cwd: copy,
    stdio: "pipe",
  });
  const pack = ["pack", "--ignore-scripts", "--pack-destination", folder];
  execFileSync("npm", pack, { cwd: copy, stdio: "pipe" });
  const tarball = path.join(folder, String(readdirSync(folder).find((file) => file.endsWith(".tgz"))));
  const app = path.join(folder, "app");
  const place = path.join(app, "node_modules/@articlip", name);
  mkdirSync(place, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1", "-C", place]);
  const manifest = Manifest.parse(JSON.parse(readFileSync(path.join(place, "package.json"), "utf8")));
  for (const program of Object.values(manifest.bin)) chmodSync(path.join(place, program), 0o755);
  for (const dependency of Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  })) {
    const link = path.join(app, "node_modules", dependency);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(ROOT, "node_modules", dependency), link);
  }
  return { manifest, folder, app, place, tarball };
}

export async function flawsOf({ place, tarball }: Installed): Promise<unknown[]> {
  const { messages } = await publint({ pkgDir: place, strict: true });
  const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(readFileSync(tarball))));
  const problems = checked.types && "problems" in checked ? checked.problems : ["no types"];
  return [...messages, ...problems];
}
